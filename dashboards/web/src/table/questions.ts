// After the round was ended: the question of the round's end that waits for this table, one at a
// time, and whom the table waits for otherwise.
import { html, nothing, type TemplateResult } from "lit";
import type { MusterTable } from "./app";
import { actionButton, entries, LISTED, STEPPED } from "./page";
import { cited, lasted, shape } from "./shape";
import type { Step, StepOption } from "./view";

export function questionPanel(app: MusterTable, s: Step): TemplateResult {
  const sent = [...(app.outbox?.sent ?? []).map((x) => x.entry), ...app.waiting];
  const given = sent.find((e) => !e.refused && e.data["step"] === s.id);
  return html`<section class="panel question" data-step=${s.id}>
    <p class="count">Step ${s.number} of ${s.of}, end of the round</p>
    <h2>${s.title}</h2>
    <p>${s.text}</p>
    ${s.decides ? html`<p class="hint"><strong>${s.decides}</strong> decides.</p>` : nothing}
    ${app.live ? nothing : html`<p class="hint">${shape("offline")} The other tables have to see this choice: it can be made when the connection is back.</p>`}
    ${given
      ? html`<p class="hint" role="status">${shape("waiting")} Sending: ${given.words}</p>`
      : html`${consequences(app, s)}<div class="bigs">${s.options.map((o) => optionButton(app, s, o))}</div>`}
  </section>`;
}

// consequences are what people enter while they carry an effect out, before they say that it is done.
function consequences(app: MusterTable, s: Step): TemplateResult | typeof nothing {
  if (!s.options.some((o) => o.choice === "done")) return nothing;
  const own = entries(app).filter((a) => LISTED(a) && !a.on && a.group !== "tests" && a.group !== "fights" && !STEPPED.has(a.type) && !app.barred(a));
  return html`<div class="smalls">${own.map((a) => actionButton(app, a))}</div>`;
}

function optionButton(app: MusterTable, s: Step, o: StepOption): TemplateResult {
  return html`<button type="button" class="big option" data-choice=${o.choice} ?disabled=${!o.allowed || !app.live || app.busy || !app.mayRecord} @click=${() => app.answer(o, s.id)}>
    <span>${o.label}</span>
    ${o.effect ? html`<small>${o.effect}</small>` : nothing}
    ${!o.allowed && o.why ? html`<small class="why">${shape("locked")} ${o.why}</small>` : nothing}
    ${o.section ? html`<small class="rule"><cite>${cited(o.section)}</cite></small>` : nothing}
  </button>`;
}

export function barrierPanel(app: MusterTable): TemplateResult | typeof nothing {
  const v = app.view;
  if (v.result || v.phase === "setup") return nothing;
  const since = v.others?.since ? Date.parse(v.others.since) : NaN;
  return html`<section class="panel wait">
    <h2>${v.others?.says || "All tables have ended the round"}</h2>
    ${Number.isFinite(since) && since > 0 && app.live ? html`<p class="hint">since ${lasted(Date.now() - since)}</p>` : nothing}
    <ul class="lines plain">
      ${v.barrier.map(
        (t) => html`<li><div><span>${t.team}${t.own ? " (you)" : ""}</span><small>${t.stage ? `stage ${t.stage}` : ""}</small></div>
          <span class=${t.ended ? "is-done" : "is-open"}>${shape(t.ended ? "done" : "waiting")} ${t.says}</span></li>`,
      )}
    </ul>
  </section>`;
}
