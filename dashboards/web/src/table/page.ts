// The page from top to bottom.
import { html, nothing, type TemplateResult } from "lit";
import type { MusterTable } from "./app";
import { alarmAlert, checkedLine } from "./checked";
import { decksPanel } from "./decks";
import type { Forecast } from "./forecast";
import { cityPanel, enemiesPanel, heroesPanel, locationsPanel, lorienPanel, questPanel, scoredPanel, threatPanel } from "./panels";
import { checklistPanel, eyePanel, objectivesPanel, pendingPanel, perilPanel, sideQuestsPanel, testPanel } from "./games";
import { logPanel } from "./log";
import { barrierPanel, questionPanel } from "./questions";
import { cited, clock, lasted, shape } from "./shape";
import { sheet } from "./sheets";
import type { Action } from "./view";

/** page renders everything. */
export function page(app: MusterTable): TemplateResult {
  const f = app.shown();
  return html`${top(app, f)}
    <main class=${app.live ? "" : "stale"}>
      ${alerts(app)} ${play(app, f)}
    </main>
    ${bottom(app, f)} ${sheet(app)}`;
}

function top(app: MusterTable, f: Forecast): TemplateResult {
  const c = app.connection();
  const mark = c.kind === "connected" ? shape("done") : c.kind === "offline" ? shape("offline") : shape("waiting");
  return html`<header class="t-top">
    <div>
      <h1>${f.view.team}</h1>
      <p>${f.view.headline}</p>
    </div>
    <button type="button" class="conn ${c.kind}" @click=${() => (app.sheet = { kind: "waiting" })}>${mark}<span role="status">${c.words}</span></button>
  </header>`;
}

function alerts(app: MusterTable): TemplateResult {
  const v = app.view;
  return html`<div role="alert">${alarmAlert(app)}${refusal(app)}</div>
    ${app.signedOut
      ? html`<section class="alert"><h2>${shape("locked")} This phone is signed out</h2>
          <p>Your entries are kept. Join again with the code on the table's card.</p>
          <a class="button main" href="/join">Join again</a></section>`
      : nothing}
    ${app.otherRecords
      ? html`<section class="alert"><h2>${shape("locked")} Another phone records for this table</h2>
          <p>${v.recorder.captain ? `${v.recorder.captain} records at the moment. ` : ""}You can watch here, or take over; the other phone can then enter nothing any more.</p>
          <button type="button" class="main" ?disabled=${app.busy} @click=${() => void app.takeOver()}>Take over recording</button></section>`
      : nothing}
    ${app.mayRecord && app.outbox?.otherKey && !v.result
      ? html`<section class="alert" data-other-key><h2>${shape("locked")} This phone has another key than the one its entries are signed with</h2>
          <p>It may have lost its key, for example because its browser was cleared: take over again, and it signs with a new one. If nobody has done that, tell a judge: somebody may have entered something in the name of this phone.</p>
          <button type="button" class="main" ?disabled=${app.busy} @click=${() => void app.takeOver()}>Take over recording again</button></section>`
      : nothing}
    ${v.result
      ? html`<section class="result"><h2>${v.result}</h2>${rule(v.resultRule)}
          ${v.score ? html`<p><strong>${v.score.says}</strong></p>${v.score.lines ? html`<ul>${v.score.lines.map((l) => html`<li>${l}</li>`)}</ul>` : nothing}` : nothing}</section>`
      : nothing}
    ${v.paused ? html`<section class="alert calm"><h2>${shape("waiting")} Play is paused</h2><p>${v.pauseSays ?? ""}</p></section>` : nothing}
    ${v.notices.length > 0 ? html`<section class="notice"><h2>Message</h2>${v.notices.map((n) => html`<p>${n}</p>`)}</section>` : nothing}`;
}

function refusal(app: MusterTable): TemplateResult | typeof nothing {
  const e = app.outbox?.refused;
  if (!e?.refused) return nothing;
  const behind = app.waiting.length - 1;
  const other = OVER.has(e.refused.code);
  return html`<section class="alert" data-refused=${e.refused.code}>
    <h2>${shape("danger")} Not recorded: ${e.words}</h2>
    <p>${app.named(e.refused.says)}</p>
    ${rule(e.refused.source ?? "")}
    <p class="hint">The table now: ${app.view.headline}. ${app.view.now}${behind > 0 ? ` ${behind} more ${behind === 1 ? "entry waits" : "entries wait"} behind this one.` : ""}</p>
    <div class="row">
      <button type="button" @click=${() => void app.drop(e)}>Drop</button>
      ${other
        ? html`<button type="button" class="main" @click=${() => void app.takeOver()}>Take over and send</button>`
        : html`<button type="button" class="main" @click=${() => void app.outbox?.redo(e.seq)}>Redo</button>`}
    </div>
  </section>`;
}

function play(app: MusterTable, f: Forecast): TemplateResult {
  const v = f.view;
  const begun = v.phase === "playing" && !["", "resource"].includes(v.roundPhase); // the cards were seen to
  const waits = !app.view.step && (v.ended || v.others?.waiting);
  return html`${pendingPanel(v)} ${perilPanel(app, v)} ${testPanel(app, v)}
    ${app.view.step ? questionPanel(app, app.view.step) : nothing} ${waits ? barrierPanel(app) : nothing}
    ${v.hasCity ? cityPanel(app, f) : eyePanel(v)} ${begun || v.result ? nothing : toDoPanel(v.toDo)} ${app.view.step || waits ? nothing : nowPanel(app, f)}
    ${checklistPanel(app, v)} ${begun ? toDoPanel(v.toDo) : nothing}
    ${decksPanel(app)} ${threatPanel(app, f)} ${questPanel(app, f)} ${sideQuestsPanel(app, f)} ${objectivesPanel(app, f)}
    ${enemiesPanel(app, f)} ${locationsPanel(app, f)} ${scoredPanel(app, f)} ${heroesPanel(app, f)} ${lorienPanel(app, f)}
    ${more(app)} ${logPanel(app, v)} ${checkedLine(app)}`;
}

function toDoPanel(toDo: string[]): TemplateResult | typeof nothing {
  if (toDo.length === 0) return nothing;
  return html`<section class="panel todo"><h2>Do this with your cards</h2><ul>${toDo.map((t) => html`<li>${t}</li>`)}</ul></section>`;
}

function nowPanel(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const v = app.view;
  const big = entries(app).filter((a) => a.primary && a.id !== "end-round" && a.group !== "tests" && a.id !== "resolved").slice(0, 4).flatMap((a) => nextPhase(a, f));
  if (!v.now && big.length === 0) return nothing;
  return html`<section class="panel now" data-now>
    <h2>Now</h2>
    <p>${v.now}</p>
    ${phaseLine(f)}
    <div class="bigs">${big.map((a) => actionButton(app, a, "big"))}</div>
    ${offers(app)}
    ${v.rules?.says ? html`<p class="rule">${v.rules.says} <cite>${cited(v.rules.section)}</cite></p>` : nothing}
  </section>`;
}

// offers are what the stage or a card in play offers, also what cannot be used now.
function offers(app: MusterTable): TemplateResult | typeof nothing {
  const own = entries(app).filter((a) => a.id.startsWith("offer-"));
  if (own.length === 0) return nothing;
  return html`<h3>Offered now</h3>
    <div class="smalls offers">
      ${own.map(
        (a) => html`<button type="button" data-action=${a.id} ?disabled=${app.barred(a) || app.busy} @click=${() => app.ask(a)}>
          <span>${a.label}</span>${a.why ? html`<small>${a.why}</small>` : nothing}
        </button>`,
      )}
    </div>`;
}

// nextPhase counts a change of phase in that was not sent yet.
function nextPhase(a: Action, f: Forecast): Action[] {
  if (a.id !== "phase-next" || !f.touched.has("phase")) return [a];
  const all = f.view.roundPhases;
  const next = all[all.findIndex((p) => p.state === "now") + 1];
  return next ? [{ ...a, label: `Begin the ${next.label.toLocaleLowerCase()} phase`, data: { ...a.data, phase: next.phase } }] : [];
}

function phaseLine(f: Forecast): TemplateResult | typeof nothing {
  const all = f.view.roundPhases;
  const at = all.findIndex((p) => p.state === "now");
  if (at < 0 || f.view.phase !== "playing") return nothing;
  return html`<p class="phases">
    <span class="dots" aria-hidden="true">${all.map((p) => html`<i class=${p.state}></i>`)}</span>
    <span>Phase ${at + 1} of ${all.length}: <strong>${all[at]!.label}</strong></span>
  </p>`;
}

/** actionButton is the button of one action; a disabled one says why below its name. */
export function actionButton(app: MusterTable, a: Action, kind = ""): TemplateResult {
  return html`<button type="button" class=${kind} data-action=${a.id} ?disabled=${app.barred(a) || app.busy} @click=${() => app.ask(named(app, a))}>
    <span>${a.label}</span>${app.barred(a) && a.why ? html`<small>${a.why}</small>` : nothing}
  </button>`;
}

// named is the action with its own label, whatever its button says.
function named(app: MusterTable, a: Action): Action {
  return app.view.actions.find((x) => x.id === a.id && x.type === a.type && a.short) ?? a;
}

/** OVER are refusals that taking over the recorder ends. */
const OVER = new Set(["not-the-recorder", "not-signed", "bad-signature", "key-held"]);

const SAID_MS = 5000; // how long the status line stays

/** STEPPED are the commands that the numbers with − and + give; their forms are under "Everything". */
export const STEPPED = new Set(["lotr.change-threat.v1", "lotr.damage-enemy.v1", "lotr.place-progress.v1", "lotr.progress-power.v1"]);

/** RARE are actions that only "Everything" lists. */
const RARE = new Set([
  "remove-enemy", "remove-location", "return", "engage-effect", "first-player", "phase",
  "enter-ally", "leave-play", "exhaust", "ring", "tokens", "remove-objective", "remove-side-quest", "advance", "call-loss",
]);

/** SHOWN are entries of a number's kind that ask for more than the number, so that they are listed. */
const SHOWN = new Set(["lower-threat"]);

/** LISTED leaves out what has a place of its own on the page. */
export const LISTED = (a: Action): boolean => a.id !== "end-round" && a.type !== "group.take-recorder.v1";

/** entries are the actions of a phone that records; one that watches has none. */
export function entries(app: MusterTable): Action[] {
  return app.mayRecord ? app.view.actions : [];
}

/** actionsOf lists the buttons of the actions under a heading that are not on the page already. */
export function actionsOf(app: MusterTable, group: string): TemplateResult | typeof nothing {
  const own = entries(app).filter((a) => a.group === group && !a.primary && !app.barred(a) && LISTED(a) && !a.on && (!STEPPED.has(a.type) || SHOWN.has(a.id)) && !RARE.has(a.id));
  if (own.length === 0) return nothing;
  return html`<div class="smalls">${own.map((a) => actionButton(app, a))}</div>`;
}

/** actionsOn lists the buttons of what can be entered about one card in play. */
export function actionsOn(app: MusterTable, kind: string, number: number): TemplateResult | typeof nothing {
  const own = entries(app).filter((a) => a.on?.kind === kind && a.on.number === number);
  if (own.length === 0) return nothing;
  return html`<div class="smalls">${own.map((a) => actionButton(app, { ...a, label: a.short ?? a.label }, "small"))}</div>`;
}

function more(app: MusterTable): TemplateResult | typeof nothing {
  if (!entries(app).some(LISTED)) return nothing;
  return html`<button type="button" class="quiet wide" data-more @click=${() => (app.sheet = { kind: "more" })}>Everything that can be entered</button>`;
}

function rule(section: string): TemplateResult | typeof nothing {
  return section ? html`<p class="rule"><cite>${cited(section)}</cite></p>` : nothing;
}

function bottom(app: MusterTable, f: Forecast): TemplateResult | typeof nothing {
  const v = app.view;
  if (!app.mayRecord || v.result) return nothing;
  const undo = app.undoable();
  const quiet = Date.now() > app.saidAt + SAID_MS;
  const end = v.actions.find((a) => a.id === "end-round");
  return html`<footer class="t-bottom">
    <p class="said" role="status">${quiet ? "" : app.said}</p>
    <button type="button" class="undo" data-undo ?disabled=${!undo || app.busy} @click=${() => void undo?.take()}>
      <span>Undo</span><small>${undo ? undo.words : "nothing to take back"}</small>
    </button>
    ${end && !f.touched.has("ended")
      ? html`<button type="button" class="main" data-action="end-round" ?disabled=${app.busy} @click=${() => endRound(app, end)}>
          <span>${end.label}</span>${end.disabled ? html`<small>something is open</small>` : nothing}
        </button>`
      : html`<p class="ended">${v.ended || f.touched.has("ended") ? html`${shape("done")} Round ${v.round} ended${v.checkpoint ? html` <small>Signed: ${v.checkpoint}</small>` : nothing}` : nothing}</p>`}
  </footer>`;
}

// endRound asks once, with the summary; what is still open is shown instead of a button that would
// only be refused.
function endRound(app: MusterTable, a: Action): void {
  const v = app.view;
  const waiting = app.waiting.length;
  const lines = [...(a.confirm ?? v.summary)];
  if (waiting > 0) lines.push(`${waiting} ${waiting === 1 ? "entry is" : "entries are"} saved on this phone and not in this summary yet.`);
  const open = v.open.map((o) => `Still open: ${o}`);
  const blocked = a.disabled && waiting === 0; // what waits may be what is still open
  const hint = blocked ? `The round cannot be ended yet${v.paused ? ": play is paused" : ""}.` : "Afterwards only a judge can change this round.";
  app.sheet = { kind: "form", asked: { ...a, inputs: a.inputs ?? [], confirm: [...open, ...lines], hint, blocked } };
}

/** asOf says how old the numbers are while the server is not heard. */
export function asOf(app: MusterTable): TemplateResult | typeof nothing {
  if (app.live) return nothing;
  const since = app.lostAt > 0 ? html`, reconnecting since ${lasted(Date.now() - app.lostAt)}` : nothing;
  return html`<small class="asof">as of ${clock(app.at)}${since}</small>`;
}
