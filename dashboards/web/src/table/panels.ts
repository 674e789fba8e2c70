// What the table looks like: city, threat, quest, enemies, locations, siege, heroes, Lórien cards.
import { html, nothing, type TemplateResult } from "lit";
import type { MusterTable } from "./app";
import type { Body } from "./entry";
import type { Forecast } from "./forecast";
import { actionsOf, actionsOn, asOf } from "./page";
import { shape, signed } from "./shape";
import type { Ally, Enemy, Hero, Location, Player } from "./view";

interface Steps {
  key: string;
  label: string;
  value: number | null;
  min?: number;
  max?: number;
  type: string;
  data: Record<string, unknown>;
  empty?: string;
  /** Field for a number that is typed; without it the difference is sent. */
  to?: string;
}

/** stepper is a number that is entered as soon as it is changed. */
export function stepper(app: MusterTable, f: Forecast, s: Steps): TemplateResult {
  const body = (part: Record<string, unknown>): Body => ({ type: s.type, data: { table: app.view.table, ...s.data, ...part } });
  const words = (by: number) => `${s.label} ${signed(by)}`;
  const by = (n: number) => app.step(s.key, body({ by: n }), words);
  const to = (n: number) => {
    if (s.to) void app.enter(body({ [s.to]: n }), `${s.label}: ${n}`);
    else if (n !== (s.value ?? 0)) by(n - (s.value ?? 0));
  };
  return html`<muster-stepper
    data-key=${s.key}
    .label=${s.label}
    .value=${s.value}
    .min=${s.min ?? 0}
    .max=${s.max ?? 99}
    .empty=${s.empty ?? ""}
    .waiting=${f.touched.has(s.key)}
    .disabled=${!app.may(s.type)}
    @by=${(e: CustomEvent<number>) => (s.value === null ? to(Math.max(0, e.detail)) : by(e.detail))}
    @to=${(e: CustomEvent<number>) => to(e.detail)}
  ></muster-stepper>`;
}

export function cityPanel(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const c = f.view.city;
  if (!c || f.view.phase === "setup") return nothing;
  return html`<section class="panel city">
    <div>
      <h2>City strength</h2>
      <p class="figure"><strong data-city>${c.strength}</strong> of ${c.start}</p>
    </div>
    <p class="side">
      ${c.fallen
        ? html`<strong>Lieutenants can be destroyed</strong>`
        : c.strength <= c.mark
          ? html`${shape("danger")} Arriving Lieutenants attack`
          : html`Lieutenants attack at ${c.mark} or less`}
      ${c.scored > 0 ? html`<br />This round ${signed(-c.scored)} so far` : nothing}
    </p>
    ${asOf(app)}
  </section>`;
}

export function threatPanel(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const v = f.view;
  if (v.players.length === 0) return nothing;
  const table = v.table;
  const all = (by: number) => app.step(`threat:all`, { type: "lotr.change-threat.v1", data: { table, by } }, (n) => `Everybody's threat ${signed(n)}`);
  return html`<section class="panel">
    <h2>Threat</h2>
    <ul class="lines">${v.players.map((p) => playerLine(app, f, p))}</ul>
    ${app.may("lotr.change-threat.v1") && v.players.length > 1
      ? html`<button type="button" class="wide" data-raise-all ?disabled=${app.busy} @click=${() => all(1)}>Raise everybody's threat by 1</button>`
      : nothing}
    ${actionsOf(app, "threat")}
  </section>`;
}

function playerLine(app: MusterTable, f: Forecast, p: Player): TemplateResult {
  const name = html`<span class="name">${p.name}</span>${p.first ? html`<small>first player</small>` : nothing}`;
  if (p.out) return html`<li class="out"><div><s>${p.name}</s><small>out${p.outWhy ? `: ${p.outWhy}` : ""}</small></div></li>`;
  return html`<li class=${p.danger ? "in-danger" : ""}>
    <div>
      ${name}
      ${p.danger ? html`<small class="danger">${shape("danger")} out at ${p.elimination}</small>` : nothing}
      ${(p.notes ?? []).map((n) => html`<small>${n}</small>`)}
    </div>
    ${stepper(app, f, {
      key: `threat:${p.player}`,
      label: `Threat of ${p.name}`,
      value: p.threat < 0 ? null : p.threat,
      type: "lotr.change-threat.v1",
      data: { player: p.player },
      to: "to",
      empty: "?",
    })}
  </li>`;
}

export function questPanel(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const q = f.view.quest;
  if (!q?.stage) return nothing;
  return html`<section class="panel">
    <h2>Quest <small>${q.stage} ${q.name}</small></h2>
    ${(q.keywords ?? []).map((k) => html`<p class="hint">${k}</p>`)}
    <ul class="lines">
      <li>
        <div><span>Progress</span>${q.points !== undefined ? html`<small>of ${q.points}</small>` : nothing}${q.cap >= 0 ? html`<small>at most ${q.cap} more this round</small>` : nothing}</div>
        ${stepper(app, f, { key: "progress", label: "Progress on the stage", value: q.progress, max: 999, type: "lotr.place-progress.v1", data: { direct: true } })}
      </li>
      ${q.activeNumber > 0 ? activeLine(app, f) : nothing}
      ${q.powerInPlay
        ? html`<li><div><span>Power of Lórien</span><small>progress</small></div>
            ${stepper(app, f, { key: "power", label: "Progress on Power of Lórien", value: q.power, max: 999, type: "lotr.progress-power.v1", data: {} })}</li>`
        : nothing}
    </ul>
    <p class="facts">
      Staging threat <strong>${q.stagingThreat}</strong>${q.archeryTotal > 0 ? html` · Archery <strong>${q.archeryTotal}</strong>` : nothing}
      ${f.view.hasCity
        ? q.resources > 0 || q.stage === "1B" ? html` · Resources <strong>${q.resources} of 3</strong>` : nothing
        : q.resources > 0 ? html` · Resources <strong>${q.resources}</strong>` : nothing}
      ${q.current ? html`<br />Current quest: <strong>${q.current}</strong>` : nothing}
      ${q.reveals ? html`<br />Next to reveal a card: <strong>${q.reveals}</strong>` : nothing}
      ${q.revealed ? html`<br />Just revealed: <strong>${q.revealed}</strong>` : nothing}
      ${q.surgeOwed > 0 ? html`<br />${shape("danger")} Surge: reveal ${q.surgeOwed} more` : nothing}
      ${q.holdsCity ? html`<br />Dol Guldur lies at this table` : nothing}
    </p>
    ${q.activeNumber > 0 && app.may("lotr.place-progress.v1") ? html`<p class="hint">Progress of the quest goes on ${q.active} first.</p>` : nothing}
    ${actionsOf(app, "quest")}
  </section>`;
}

function activeLine(app: MusterTable, f: Forecast): TemplateResult {
  const q = f.view.quest;
  return html`<li>
    <div><span>${q.active}</span><small>active location${q.activeOf > 0 ? `, explored at ${q.activeOf}` : ""}</small></div>
    ${stepper(app, f, {
      key: `location:${q.activeNumber}`,
      label: `Progress on ${q.active}`,
      value: q.activeAt,
      type: "lotr.place-progress.v1",
      data: { location: q.activeNumber },
    })}
  </li>`;
}

export function enemiesPanel(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const v = f.view;
  if (v.phase === "setup") return nothing;
  const staged = v.enemies.filter((e) => !e.engaged);
  const by = v.players.map((p) => ({ p, own: v.enemies.filter((e) => e.engaged === p.player) })).filter((x) => x.own.length > 0);
  return html`<section class="panel">
    <h2>Enemies</h2>
    ${v.enemies.length === 0 ? html`<p class="hint">No enemy has been entered.</p>` : nothing}
    ${staged.length > 0 ? html`<h3>Staging area</h3><ul class="lines">${staged.map((e) => enemyLine(app, f, e))}</ul>` : nothing}
    ${by.map(({ p, own }) => html`<h3>Engaged with ${p.name}</h3><ul class="lines">${own.map((e) => enemyLine(app, f, e))}</ul>`)}
    ${actionsOf(app, "enemies")}
  </section>`;
}

function enemyLine(app: MusterTable, f: Forecast, e: Enemy): TemplateResult {
  const facts = [
    e.engaged ? `attack ${e.attack}` : `threat ${e.threat}`,
    e.engaged ? `defense ${e.defense}` : `engages at ${e.engagement}`,
    e.siege ? `siege ${e.siege}` : "",
    e.resources ? `resources ${e.resources}` : "",
  ].filter(Boolean);
  return html`<li>
    <div>
      <span>${e.name}</span><small>${facts.join(", ")}</small>
    </div>
    <div class="counter">
      ${stepper(app, f, { key: `enemy:${e.number}`, label: `Damage on ${e.name}`, value: e.damage, type: "lotr.damage-enemy.v1", data: { enemy: e.number } })}
      <small>damage${e.hitPoints > 0 ? ` of ${e.hitPoints}` : ""}</small>
    </div>
    ${e.says ? html`<small class="says">${e.indestructible ? shape("locked") : nothing} ${e.says}</small>` : nothing}
    ${actionsOn(app, "enemy", e.number)}
  </li>`;
}

export function locationsPanel(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const staged = f.view.locations.filter((l) => !l.active);
  const own = actionsOf(app, "locations");
  if (f.view.phase === "setup" || (staged.length === 0 && own === nothing)) return nothing;
  return html`<section class="panel">
    <h2>Locations</h2>
    ${staged.length === 0 ? html`<p class="hint">None in the staging area.</p>` : html`<ul class="lines">${staged.map((l) => locationLine(app, f, l))}</ul>`}
    ${own}
  </section>`;
}

function locationLine(app: MusterTable, f: Forecast, l: Location): TemplateResult {
  const facts = [
    `threat ${l.threat}`, l.siege ? `siege ${l.siege}` : "", l.resources ? `resources ${l.resources}` : "", l.damage ? `damage ${l.damage}` : "", l.says ?? "",
  ].filter(Boolean);
  return html`<li>
    <div><span>${l.name}</span><small>${facts.join(", ")}</small>${l.barred ? html`<small>${shape("locked")} ${l.barred}</small>` : nothing}</div>
    ${l.barred
      ? nothing
      : html`<div class="counter">
          ${stepper(app, f, { key: `location:${l.number}`, label: `Progress on ${l.name}`, value: l.progress, type: "lotr.place-progress.v1", data: { location: l.number } })}
          <small>progress${l.questPoints > 0 ? ` of ${l.questPoints}` : ""}</small>
        </div>`}
    ${actionsOn(app, "location", l.number)}
  </li>`;
}

export function scoredPanel(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const v = f.view;
  if (v.scored.length === 0) return nothing;
  return html`<section class="panel">
    <h2>Siege this round <small>${v.siege.counts ? signed(-v.siege.round) : "does not count at this stage"}</small></h2>
    <ul class="lines plain">
      ${v.scored.map((s) => html`<li><div><span>${s.card}</span>${s.typed ? html`<small>value typed</small>` : nothing}</div>
        <strong class=${s.siege === null ? "danger" : ""}>${s.siege === null ? html`${shape("danger")} not known` : s.siege}</strong></li>`)}
    </ul>
    ${v.siege.unknown > 0 ? html`<p class="hint">Read missing values off the cards and type them in.</p>` : nothing}
    ${actionsOf(app, "siege")}
  </section>`;
}

export function heroesPanel(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const v = f.view;
  const some = v.players.some((p) => (p.heroes ?? []).length > 0);
  const own = actionsOf(app, "players");
  if (!some && own === nothing) return nothing;
  return html`<section class="panel">
    <h2>Heroes</h2>
    ${v.players
      .filter((p) => !p.out && (p.heroes ?? []).length > 0)
      .map((p) => html`<h3>${p.name}</h3><ul class="lines">${p.heroes.map((h) => heroLine(app, f, p, h))}${(p.allies ?? []).map((a) => allyLine(app, f, p, a))}</ul>`)}
    ${own}
  </section>`;
}

function allyLine(app: MusterTable, f: Forecast, p: Player, a: Ally): TemplateResult {
  return html`<li>
    <div><span>${a.name}</span><small>${["ally", a.exhausted ? "exhausted" : "", a.says].filter(Boolean).join(", ")}</small></div>
    <div class="counter">
      ${stepper(app, f, {
        key: `hero:${p.player}:${a.name}`,
        label: `Damage on ${a.name}`,
        value: a.damage,
        type: "lotr.damage-character.v1",
        data: { player: p.player, character: a.name },
      })}
      <small>damage${a.hitPoints > 0 ? ` of ${a.hitPoints}` : ""}</small>
    </div>
  </li>`;
}

function heroLine(app: MusterTable, f: Forecast, p: Player, h: Hero): TemplateResult {
  if (h.dead || h.gone) return html`<li class="out"><div><s>${h.title}</s><small>${h.dead ? "destroyed" : "left play"}</small></div></li>`;
  return html`<li>
    <div><span>${h.title}</span>${h.exhausted ? html`<small>exhausted</small>` : nothing}</div>
    <div class="counter">
      ${stepper(app, f, {
        key: `hero:${p.player}:${h.title}`,
        label: `Damage on ${h.title}`,
        value: h.damage,
        type: "lotr.damage-character.v1",
        data: { player: p.player, character: h.title },
      })}
      <small>damage${h.hitPoints > 0 ? ` of ${h.hitPoints}` : ""}</small>
    </div>
  </li>`;
}

export function lorienPanel(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const v = f.view;
  const own = actionsOf(app, "lorien");
  if (v.lorien.length === 0 && v.victory.length === 0 && own === nothing) return nothing;
  return html`<section class="panel">
    <h2>${v.hasCity ? "Lórien and victory display" : "Victory display"}</h2>
    <ul class="lines plain">
      ${v.lorien.map((l) => html`<li><div><span>${l.name}</span><small>${l.by}${l.card === "host" && l.damage > 0 ? `, damage ${l.damage} of 6` : ""}</small></div></li>`)}
      ${v.victory.map((c) => html`<li><div><span>${c}</span><small>victory display</small></div></li>`)}
    </ul>
    ${own}
  </section>`;
}
