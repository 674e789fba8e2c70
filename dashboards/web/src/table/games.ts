// Panels of the scenarios beyond Attack on Dol Guldur: what is open at the table (Peril, a Fortitude
// test, a loss that waits), the checklist of the round, objectives, side quests, the Eye.
import { html, nothing, type TemplateResult } from "lit";
import type { MusterTable } from "./app";
import type { Forecast } from "./forecast";
import { actionButton, actionsOf, actionsOn, entries } from "./page";
import { stepper } from "./panels";
import { cited, shape } from "./shape";
import type { Check, Checks, Objective, SideQuest, View } from "./view";

export function pendingPanel(v: View): TemplateResult | typeof nothing {
  if (v.pending.length === 0) return nothing;
  return html`${v.pending.map(
    (p) => html`<section class="alert pending"><h2>${shape("danger")} ${p.title}</h2>
      <p>${p.says}</p>${p.rule ? html`<p class="rule"><cite>${cited(p.rule)}</cite></p>` : nothing}</section>`,
  )}`;
}

export function perilPanel(app: MusterTable, v: View): TemplateResult | typeof nothing {
  if (!v.peril) return nothing;
  const done = entries(app).filter((a) => a.id === "resolved");
  return html`<section class="panel peril" data-peril>
    <h2>${shape("danger")} Peril: ${v.peril.card}</h2>
    <p>${v.peril.says}</p>
    <div class="bigs">${done.map((a) => actionButton(app, a, "big"))}</div>
  </section>`;
}

export function testPanel(app: MusterTable, v: View): TemplateResult | typeof nothing {
  const t = v.test;
  if (!t) return nothing;
  const own = entries(app).filter((a) => a.group === "tests" && !a.id.startsWith("call-test"));
  return html`<section class="panel test" data-test>
    <h2>${t.title}${t.card ? html` <small>${t.card}</small>` : nothing}</h2>
    ${t.counted ? html`<p class="figure"><strong>${t.willpower}</strong> willpower against <strong>${t.icons}</strong> ${t.icons === 1 ? "Eye" : "Eyes"}</p>` : nothing}
    ${t.says.map((s) => html`<p>${s}</p>`)}
    <div class="bigs">${own.map((a) => actionButton(app, a, "big"))}</div>
    ${t.more > 0 ? html`<p class="hint">${t.more} more ${t.more === 1 ? "test" : "tests"} after this one.</p>` : nothing}
  </section>`;
}

export function eyePanel(v: View): TemplateResult | typeof nothing {
  const e = v.eye;
  if (!e || v.result) return nothing;
  return html`<section class="panel eye ${e.here ? "is-here" : ""}" data-eye=${e.here ? "here" : "there"}>
    <h2>${shape("eye")} ${e.title}</h2>
    <p><strong>${e.does}</strong></p>
    <p>${e.moves}</p>
    ${e.may ? html`<p class="hint">${e.may}</p>` : nothing}
  </section>`;
}

export function checklistPanel(app: MusterTable, v: View): TemplateResult | typeof nothing {
  if (v.checklist.length === 0 || v.phase === "setup" || v.result) return nothing;
  const left = v.checklist.some((c) => c.items.some((i) => i.state !== "done"));
  return html`<section class="panel checklist" data-checklist>
    <h2>This round ${left ? nothing : html`<small>all done</small>`}</h2>
    ${v.checklist.map((c) => checks(app, c))}
  </section>`;
}

function checks(app: MusterTable, c: Checks): TemplateResult {
  return html`<h3>${c.label}</h3>
    <ul class="lines">${c.items.map((i) => checkLine(app, i))}</ul>`;
}

function checkLine(app: MusterTable, i: Check): TemplateResult {
  const tick = entries(app).find((a) => a.id === `tick-${i.id}`);
  return html`<li class="check is-${i.state}">
    <div><span>${i.card}</span><small>${i.says}</small></div>
    ${i.state === "done"
      ? html`<span class="is-done">${shape("done")} done</span>`
      : i.state === "due" && tick
        ? html`<button type="button" class="small" data-action=${tick.id} ?disabled=${app.barred(tick) || app.busy} @click=${() => app.ask(tick)}>Done</button>`
        : html`<span class="is-ahead">${i.state === "due" ? "due" : "to come"}</span>`}
  </li>`;
}

export function objectivesPanel(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const v = f.view;
  const own = actionsOf(app, "objectives");
  if (v.phase === "setup" || (v.objectives.length === 0 && own === nothing)) return nothing;
  return html`<section class="panel" data-objectives>
    <h2>Objectives</h2>
    ${v.objectives.length === 0 ? html`<p class="hint">None in play.</p>` : html`<ul class="lines">${v.objectives.map((o) => objectiveLine(app, f, o))}</ul>`}
    ${own}
  </section>`;
}

function objectiveLine(app: MusterTable, f: Forecast, o: Objective): TemplateResult {
  const damaged = o.hitPoints > 0 || o.damage > 0;
  return html`<li>
    <div><span>${o.name}</span><small>${[o.where, o.says].filter(Boolean).join(", ")}</small></div>
    <div class="counter">
      ${damaged ? tokens(app, f, "objective", o.number, o.name, "damage", o.damage) : tokens(app, f, "objective", o.number, o.name, "resource", o.resources)}
      <small>${damaged ? `damage${o.hitPoints > 0 ? ` of ${o.hitPoints}` : ""}${o.resources > 0 ? `, resources ${o.resources}` : ""}` : "resources"}</small>
    </div>
    ${actionsOn(app, "objective", o.number)}
  </li>`;
}

function tokens(app: MusterTable, f: Forecast, kind: string, number: number, name: string, token: "damage" | "resource" | "progress", value: number): TemplateResult {
  const key = token === "resource" ? "resources" : token;
  return stepper(app, f, {
    key: `${key}:${kind}:${number}`,
    label: `${key === "resources" ? "Resources" : key === "damage" ? "Damage" : "Progress"} on ${name}`,
    value,
    type: "lotr.place-tokens.v1",
    data: { piece: { kind, number }, token },
  });
}

export function sideQuestsPanel(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const v = f.view;
  if (v.sideQuests.length === 0) return nothing;
  return html`<section class="panel" data-side-quests>
    <h2>Side quests</h2>
    <ul class="lines">${v.sideQuests.map((q) => sideQuestLine(app, f, q))}</ul>
  </section>`;
}

function sideQuestLine(app: MusterTable, f: Forecast, q: SideQuest): TemplateResult {
  const facts = [q.current ? "the current quest" : "", q.resources > 0 ? `resources ${q.resources}` : "", q.damage > 0 ? `damage ${q.damage}` : ""].filter(Boolean);
  return html`<li>
    <div><span>${q.name}</span>${facts.length > 0 ? html`<small>${facts.join(", ")}</small>` : nothing}</div>
    <div class="counter">
      ${tokens(app, f, "side-quest", q.number, q.name, "progress", q.progress)}
      <small>progress${q.questPoints > 0 ? ` of ${q.questPoints}` : ""}</small>
    </div>
    ${actionsOn(app, "side-quest", q.number)}
  </li>`;
}
