// What lies over the page: forms, the list of waiting entries, everything that can be entered.
import { html, nothing, type TemplateResult } from "lit";
import type { MusterTable, Sheet } from "./app";
import { logSheet } from "./checked";
import { deckSheet } from "./decks";
import type { Asked, Given } from "./form";
import { actionButton, LISTED } from "./page";
import { clock, shape } from "./shape";

/** sheet renders what lies over the page, if anything does. */
export function sheet(app: MusterTable): TemplateResult {
  const close = () => (app.sheet = null);
  // The event comes late: by then the next sheet may lie in the same dialog.
  const closed = (e: Event) => (e.target as HTMLDialogElement).open || close();
  return html`<dialog class="sheet" aria-labelledby="sheet-title" @close=${closed} @click=${(e: Event) => e.target === e.currentTarget && close()}>
    ${app.sheet ? inside(app, app.sheet, close) : nothing}
  </dialog>`;
}

function inside(app: MusterTable, s: Sheet, close: () => void): TemplateResult {
  if (s.kind === "deck") return deckSheet(app, s.player, close);
  const title = s.kind === "form" ? s.asked.label : s.kind === "waiting" ? "Entries and connection" : s.kind === "log" ? "What this phone keeps of the log" : "Everything that can be entered";
  return html`<div class="inside">
    <div class="head">
      <h2 id="sheet-title">${title}</h2>
      <button type="button" class="small" data-close @click=${close}>Close</button>
    </div>
    ${s.kind === "form" ? form(app, s.asked, close) : s.kind === "waiting" ? waiting(app) : s.kind === "log" ? logSheet(app) : everything(app)}
  </div>`;
}

function form(app: MusterTable, asked: Asked, close: () => void): TemplateResult {
  return html`<muster-form
    .asked=${asked}
    .cards=${app.cards}
    .recent=${app.recent}
    .busy=${app.busy || (!!asked.sure && !app.live)}
    @given=${(e: CustomEvent<Given>) => void app.given(asked, e.detail)}
    @cancel=${close}
  ></muster-form>`;
}

const HEADINGS: Record<string, string> = {
  now: "Now",
  tests: "Fortitude test",
  checks: "Checklist",
  quest: "Quest",
  threat: "Threat",
  enemies: "Enemies",
  fights: "Attacks",
  objectives: "Objectives, side quests and tokens",
  locations: "Locations",
  siege: "Siege",
  players: "Players and heroes",
  lorien: "Lórien",
  table: "Round and table",
};

function everything(app: MusterTable): TemplateResult {
  const all = app.view.actions.filter(LISTED);
  const known = Object.keys(HEADINGS);
  const groups = [...new Set(all.map((a) => a.group))].sort((a, b) => known.indexOf(a) - known.indexOf(b));
  return html`${groups.map(
    (g) => html`<h3>${HEADINGS[g] ?? g}</h3>
      <div class="smalls">${all.filter((a) => a.group === g).map((a) => actionButton(app, a))}</div>`,
  )}`;
}

function waiting(app: MusterTable): TemplateResult {
  const list = app.waiting;
  return html`<p>${shape(app.live ? "done" : "offline")} ${app.connection().words}${app.live ? "" : `, last heard at ${clock(app.at)}`}</p>
    ${app.outbox?.signs ? html`<p class="hint" data-key>This phone signs what it enters. Its key: <code>${app.outbox.signer?.fingerprint}</code></p>` : nothing}
    ${app.outbox?.why ? html`<p class="hint">The server says: ${app.outbox.why}</p>` : nothing}
    ${list.length === 0
      ? html`<p class="hint">Everything entered on this phone has arrived.</p>`
      : html`<p class="hint">Saved on this phone and sent in this order as soon as the server answers. Keep this page open.</p>
          <ol class="lines">
            ${list.map(
              (e) => html`<li>
                <div>
                  <span>${e.words}</span>
                  <small>${clock(e.at)}${e.refused ? `, refused: ${app.named(e.refused.says)}` : e.tries > 0 ? ", sent, no answer yet" : ", not sent"}</small>
                </div>
                <button type="button" class="small" @click=${() => void app.drop(e)}>Remove</button>
              </li>`,
            )}
          </ol>
          <div class="smalls">
            <button type="button" @click=${() => app.outbox?.wake()}>Send now</button>
            <button type="button" data-export @click=${() => app.exportWaiting()}>Save as a file</button>
          </div>`}`;
}
