import { html, nothing, type TemplateResult } from "lit";
import type { Check, Finding, Outcome, Report } from "../verifier/messages";

const LINKS = 12; // to replays, at most

function icon(name: string): TemplateResult {
  return html`<svg class="icon" aria-hidden="true"><use href="#i-${name}"></use></svg>`;
}

function count(n: number): string {
  return n.toLocaleString("en");
}

/** proven says that nothing contradicts the file, and how much that is worth. */
export function proven(o: Outcome): TemplateResult {
  const r = o.report;
  const brought = r.checks.some((c) => ["given", "phones"].includes(c.part) && c.count > 0);
  return html`<div class="verdict v-good">
      <h2>${icon("ended")} Proven</h2>
      <p>Nothing in the file contradicts it: gathering <b>${r.gathering}</b>, ${count(r.commits)} entries with ${count(r.events)} events.</p>
      ${brought
        ? html`<p>It is the log of then: what you have brought along fits it.</p>`
        : html`<p>You have brought nothing along, so this proves only that the file fits the key that lies in it. Hold the fingerprint below against a photo of the wall.</p>`}
    </div>
    ${signed(r)} ${checks(o)} ${printed(o)}`;
}

/** contradicted shows the first thing that is wrong, and where. */
export function contradicted(o: Outcome, replays: Record<string, string[]>): TemplateResult {
  const [first, ...others] = o.report.findings ?? [];
  const more = o.report.moreFindings ?? 0;
  return html`<div class="verdict v-bad" role="alert">
      <h2>${icon("danger")} Contradicted</h2>
      <p>${first.position ? html`The first entry that is wrong is number <b id="first-bad">${first.position}</b> of ${count(o.report.commits)}.` : "Something is wrong that belongs to no single entry."}</p>
      ${facts(o, first)} ${links(o.report, first, replays)}
    </div>
    ${others.length
      ? html`<details><summary>${count(others.length + more)} further contradictions</summary>
          <ol class="v-others">${others.map((f) => html`<li>${facts(o, f)}</li>`)}</ol>
          ${more ? html`<p>and ${count(more)} more.</p>` : nothing}</details>`
      : nothing}
    ${signed(o.report)} ${checks(o)} ${printed(o)}`;
}

/** unreadable is for what is no bundle. */
export function unreadable(says: string): TemplateResult {
  return html`<div class="verdict v-bad" role="alert">
    <h2>${icon("danger")} Nothing can be said about this file</h2>
    <p><bdi>${says}</bdi></p>
    <p class="muted">It may have been cut off on the way, or is another file. Download it once more.</p>
  </div>`;
}

/** died is for a verifier that ended before it had an answer. */
export function died(says: string): TemplateResult {
  return html`<div class="verdict v-bad" role="alert">
    <h2>${icon("danger")} The check has died</h2>
    <p>${/memory/i.test(says) ? "This browser does not have enough memory for the file." : "The verifier has ended in the middle."} Nothing is known about the file: check it with <code>muster verify FILE</code>.</p>
    <p class="muted small"><code>${says}</code></p>
  </div>`;
}

function facts(o: Outcome, f: Finding): TemplateResult {
  const row = (name: string, says: unknown) => (says ? html`<div><dt>${name}</dt><dd><bdi>${says}</bdi></dd></div>` : nothing);
  return html`<dl class="facts">
    ${row("Part", o.words[f.part] ?? f.part)} ${row("Entry", f.position)} ${row("Of", f.stream && `${f.stream}, version ${f.version}`)} ${row("Kind", f.event && html`<code>${f.event}</code>`)}
    ${row("Expected", f.expected)} ${row("Found", f.found)} ${row("Rule", f.rule)}
  </dl>`;
}

/**
 * links lead to the entry in the replays of this server, if it has the gathering. What contradicts the tree names no
 * stream: then it is every group of the gathering, since a position is one in the log of all of them.
 */
function links(r: Report, f: Finding, replays: Record<string, string[]>): TemplateResult | typeof nothing {
  const known = replays[r.gathering] ?? [];
  const stream = f.stream ?? r.findings?.find((o) => o.position === f.position && o.stream)?.stream;
  const [, kind, group] = (stream ?? "").split("/");
  const groups = stream ? known.filter((g) => kind === "g" && g === group) : known;
  if (!f.position || !groups.length) return nothing;
  return html`<p class="links">${groups.slice(0, LINKS).map((g) => html`<a class="button" href="/replay/${r.gathering}/${g}#seq=${f.position}">Entry ${f.position} as this server has it, in ${g}</a>`)}</p>`;
}

function signed(r: Report): TemplateResult {
  return html`<h2>Who signed</h2>
    <dl class="facts">
      <div><dt>Fingerprint</dt><dd><b>${r.fingerprint}</b></dd></div>
      <div><dt>Key of the log</dt><dd><code>${r.key}</code>${r.keyGiven ? ", the key that you gave" : ", the file’s own: compare it with the one the organiser showed"}</dd></div>
      <div><dt>Witnesses</dt><dd>${r.witnessed?.length ? r.witnessed.join(", ") : "none"}</dd></div>
      ${r.phones?.map((p) => html`<div><dt>Phone</dt><dd><bdi>${p.name}</bdi> (<bdi>${p.table}</bdi>): ${count(p.fit)} of ${count(p.kept)} kept checkpoints fit</dd></div>`)}
      ${r.entries?.map((e) => html`<div><dt>Phones of tables</dt><dd>${e.stream}: ${count(e.signed)} of ${count(e.signed + e.unsigned)} entries are signed by them</dd></div>`)}
    </dl>`;
}

function checks(o: Outcome): TemplateResult {
  return html`<h2>What was checked</h2>
    <ul class="v-checks">${o.report.checks.map((c) => line(c, o.words[c.part] ?? c.part))}</ul>`;
}

function line(c: Check, words: string): TemplateResult {
  const [cls, name, says] = c.bad > 0 ? ["v-no", "danger", "contradicted"] : c.skipped ? ["v-skipped", "paused", "not checked to its end"] : ["v-yes", "ended", "holds"];
  return html`<li class=${cls}>${icon(name)}<span><span class="hidden">${says}: </span><b>${count(c.count)}</b> ${words}${c.bad > 0 ? html` <b>(${count(c.bad)} contradicted)</b>` : nothing}${c.skipped ? ` (${c.skipped})` : nothing}</span></li>`;
}

function printed(o: Outcome): TemplateResult {
  return html`<details><summary>What <code>muster verify</code> prints</summary><pre id="printed" tabindex="0">${o.text}</pre></details>`;
}
