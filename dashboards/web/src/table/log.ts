// The group's latest entries, and what this table has flagged for a judge. Flags are entries like any
// other: they wait in the outbox until they arrive.
import { html, nothing, type TemplateResult } from "lit";
import type { MusterTable } from "./app";
import { clock, shape } from "./shape";
import type { Flagged, Logged, View } from "./view";

const FLAG = "group.flag-entry.v1";
const TAKE_BACK = "group.take-back-flag.v1";

/** logPanel lists the latest entries with a button to flag each, below everything else. */
export function logPanel(app: MusterTable, v: View): TemplateResult | typeof nothing {
  const log = v.log ?? [];
  const flags = v.flags ?? [];
  if (log.length === 0 && flags.length === 0) return nothing;
  return html`<section class="panel entries" data-log>
    ${flags.length > 0 ? html`<h2>Flagged for a judge</h2><ul>${flags.map((f) => flagged(app, f))}</ul>` : nothing}
    ${log.length > 0
      ? html`<details>
          <summary>Latest entries of the group</summary>
          <ol>${log.map((l) => logged(app, v, l))}</ol>
        </details>`
      : nothing}
  </section>`;
}

function flagged(app: MusterTable, f: Flagged): TemplateResult {
  const going = app.waiting.some((e) => e.type === TAKE_BACK && e.data["flag"] === f.flag);
  const back = () => void app.enter({ type: TAKE_BACK, data: { table: app.view.table, flag: f.flag } }, `Flag of entry ${f.entry} taken back`);
  return html`<li data-flag=${f.flag}>
    <p>${f.open ? shape("flag") : shape("done")} <strong>Entry ${f.entry}:</strong> ${f.reason}</p>
    <p class="hint">${going ? "Taken back, on its way." : f.says}</p>
    ${f.open && !going && app.mayRecord ? html`<button type="button" class="small" ?disabled=${app.busy} @click=${back}>Take the flag back</button>` : nothing}
  </li>`;
}

function logged(app: MusterTable, v: View, l: Logged): TemplateResult {
  const going = app.waiting.some((e) => e.type === FLAG && e.data["entry"] === l.entry);
  const may = app.mayRecord && !v.result && !l.flagged && !going;
  const says = l.withdrawn ? html`<s>${l.says}</s> <small>taken back</small>` : l.says;
  return html`<li data-entry=${l.entry}>
    <p>${says}</p>
    <p class="hint">${clock(l.at)}${l.team ? ` · ${l.team}` : ""} · no. ${l.entry}${l.flagged || going ? html` · ${shape("flag")} flagged` : nothing}</p>
    ${may ? html`<button type="button" class="small" data-do-flag ?disabled=${app.busy} @click=${() => ask(app, v, l)}>Flag<span class="unseen"> entry ${l.entry}</span></button>` : nothing}
  </li>`;
}

// ask asks why: a judge reads it before coming to the table.
function ask(app: MusterTable, v: View, l: Logged): void {
  app.sheet = {
    kind: "form",
    asked: {
      id: `flag ${l.entry}`,
      label: `Flag entry ${l.entry}`,
      type: FLAG,
      data: { table: v.table, entry: l.entry },
      inputs: [{ field: "reason", kind: "text", label: "What is wrong with it", max: 400 }],
      hint: `${l.says}. A judge sees the flag and answers it; play goes on meanwhile. Your own latest entry is taken back with Undo.`,
    },
  };
}
