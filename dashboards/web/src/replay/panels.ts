// What the replay looks like.
import { html, nothing, type TemplateResult } from "lit";
import type { MusterReplay } from "./app";
import type { Change, Entry, Frame, Proof, Shown } from "./data";
import { KEYS } from "./keys";
import { MARKS } from "./marks";
import { SPEEDS } from "./player";

const TOLD = 14; // changes that are told at once
const FOUND = 12; // entries that a search lists

/** clock writes a moment as people in this browser's place read it. */
function clock(at: string): string {
  return new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}

/** page is the whole of it. */
export function page(r: MusterReplay): TemplateResult {
  const t = r.timeline;
  if (!t) return html`<p role="status">${r.trouble || "The game is being read."}</p>`;
  if (!t.entries.length) return html`<p role="status">Nothing has happened yet.</p>`;
  const comparing = r.other >= 0;
  return html`
    <p class="lead">${t.scenario}. ${t.entries.length} entries${t.over ? "" : ", and it goes on: reload the page for what is new"}.</p>
    ${r.trouble ? html`<p class="refusal" role="alert">${r.trouble}</p>` : nothing}
    ${scrubber(r)}
    <div class="rp-body ${comparing ? "rp-two" : ""}" data-shown=${r.shown?.frame.entry.position ?? ""}>
      <section class="rp-walls" aria-label="The wall">
        ${comparing ? wall(r.otherShown, r.otherPosition, "Compared with", false) : nothing} ${wall(r.shown, r.position, comparing ? "Here" : "The wall", !comparing)}
      </section>
      ${comparing ? differences(r) : nothing} ${r.shown ? event(r, r.shown.frame) : html`<p role="status">Position ${r.position} is being read.</p>`}
    </div>
    ${charts(r)} ${proof(r)}
  `;
}

function scrubber(r: MusterReplay): TemplateResult {
  const t = r.timeline!;
  const e = t.entries[r.index];
  const says = `Entry ${r.index + 1} of ${t.entries.length}, position ${e.position}, ${round(e)}, ${clock(e.at)}: ${e.words}`;
  return html`
    <section class="rp-scrub" aria-label="Timeline">
      <replay-lanes .timeline=${t} .index=${r.index} .other=${r.other} @go=${(ev: CustomEvent<number>) => r.hand(ev.detail)}></replay-lanes>
      <label class="hidden" for="rp-slider">Where in the game</label>
      <input
        id="rp-slider"
        type="range"
        min="0"
        max=${t.entries.length - 1}
        .value=${String(r.index)}
        aria-valuetext=${says}
        @input=${(ev: Event) => r.hand(Number((ev.target as HTMLInputElement).value))}
      />
      <div class="rp-controls">
        <div class="rp-buttons" role="group" aria-label="Steps">
          ${step("⇤", "Start", () => r.first())} ${step("« Round", "Round before", () => r.to(["round"], -1))}
          ${step("‹", "Entry before", () => r.by(-1))}
          <button class="primary rp-play" @click=${() => r.play()}>${r.playing ? "Pause" : "Play"}</button>
          ${step("›", "Next entry", () => r.by(1))} ${step("Round »", "Next round", () => r.to(["round"], 1))}
          ${step("⇥", "End", () => r.last())}
          ${t.charts.main.kind === "progress" ? nothing : turns(r, t.charts.main.kind === "eye" ? "Eye" : "City")}
        </div>
        <label class="rp-speed"
          >Speed
          <select @change=${(ev: Event) => r.setSpeed(Number((ev.target as HTMLSelectElement).value))}>
            ${SPEEDS.map((s) => html`<option value=${s} ?selected=${s === r.speed}>${s}×</option>`)}
          </select>
        </label>
        <button aria-pressed=${r.other >= 0} @click=${() => r.compare()}>${r.other >= 0 ? "Stop comparing" : "Compare with here"}</button>
        <button @click=${() => r.link()}>Link to here</button>
        ${r.shell.whatIf ? html`<a class="button quiet" href=${`${r.shell.whatIf}?at=${r.position}`}>What if…</a>` : nothing}
      </div>
      <p class="rp-where"><b>${round(e)}</b>, ${clock(e.at)}, position <b class="rp-position">${e.position}</b> (${r.index + 1} of ${t.entries.length})</p>
      <p class="rp-shared" role="status">${r.shared}</p>
      <details class="rp-help">
        <summary>Keys, marks, search</summary>
        <dl class="rp-keys">
          ${KEYS.map(([k, says]) => html`<div><dt><kbd>${k}</kbd></dt><dd>${says}</dd></div>`)}
        </dl>
        <ul class="rp-marks">
          ${MARKS.filter((m) => t.entries.some((x) => x.marks?.includes(m.name))).map(
            (m) => html`<li><svg class="rp-mark rp-mark-${m.name}" width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true"><path fill-rule="evenodd" d=${m.shape} /></svg> ${m.says}</li>`,
          )}
        </ul>
        <p class="small muted">A refused entry leaves nothing in the log, so there is none to see here. Waits of more than 3 seconds are cut short while playing.</p>
        ${search(r)}
      </details>
    </section>
  `;
}

function step(text: string, says: string, go: () => void): TemplateResult {
  return html`<button aria-label=${says} title=${says} @click=${go}>${text}</button>`;
}

function turns(r: MusterReplay, what: string): TemplateResult {
  return html`${step(`‹ ${what}`, `Last change of the ${what === "City" ? "city strength" : "Eye"}`, () => r.to(["city", "eye"], -1))}
  ${step(`${what} ›`, `Next change of the ${what === "City" ? "city strength" : "Eye"}`, () => r.to(["city", "eye"], 1))}`;
}

function round(e: Entry): string {
  return e.round ? `Round ${e.round}` : "Setup";
}

function search(r: MusterReplay): TemplateResult {
  const words = r.find.trim().toLowerCase();
  const found: [Entry, number][] = [];
  if (words) {
    r.timeline!.entries.forEach((e, i) => {
      if (found.length <= FOUND && `${e.words} ${e.by} ${e.position}`.toLowerCase().includes(words)) found.push([e, i]);
    });
  }
  return html`
    <label for="rp-find">Find an entry</label>
    <input id="rp-find" type="search" autocomplete="off" .value=${r.find} @input=${(ev: Event) => (r.find = (ev.target as HTMLInputElement).value)} />
    <ol class="rp-found">
      ${found.slice(0, FOUND).map(([e, i]) => html`<li><button class="plain" @click=${() => r.hand(i)}>${e.position}: ${round(e)}, ${e.words}</button></li>`)}
      ${found.length > FOUND ? html`<li class="muted">and more: write more words</li>` : nothing} ${words && !found.length ? html`<li class="muted">nothing</li>` : nothing}
    </ol>
  `;
}

function wall(s: Shown | undefined, position: number, says: string, alone: boolean): TemplateResult {
  return html`<div class="rp-wall">
    <h2 class="rp-h">${says}${s ? html`, position ${s.frame.entry.position}` : nothing}</h2>
    ${s
      ? html`<replay-wall class="wall-html rp-screen" data-theme="dark" .shown=${s} .named=${alone ? "" : ` at ${s.frame.entry.position}`}></replay-wall>`
      : html`<p role="status">Position ${position} is being read.</p>`}
  </div>`;
}

function event(r: MusterReplay, f: Frame): TemplateResult {
  const e = f.entry;
  return html`<section class="rp-event card" aria-label="What happened" aria-live=${r.playing ? "off" : "polite"}>
    <h2>What happened</h2>
    <p class="rp-words"><bdi>${e.words || "Nothing that is told"}</bdi></p>
    ${e.withdrawn ? html`<p class="muted">This entry was taken back later.</p>` : nothing}
    ${f.wall.moment?.at === e.at ? html`<p class="rp-moment">It took the whole wall: <b>${f.wall.moment?.title}</b></p>` : nothing}
    <h3>What it changed</h3>
    ${changes(f.changes)}
    <h3>Who, and what they sent</h3>
    <dl class="facts">
      <div><dt>Sent by</dt><dd><bdi>${f.command.by}</bdi>, ${f.command.actor.role}</dd></div>
      <div><dt>Signature</dt><dd class=${`rp-signed-${f.command.signed.kind}`}>${f.command.signed.says}</dd></div>
      <div><dt>What</dt><dd>${f.command.words} <code>${f.command.type}</code></dd></div>
      ${f.command.device ? html`<div><dt>Device</dt><dd><code>${f.command.device}</code>${f.command.n ? `, its entry ${f.command.n}` : ""}</dd></div>` : nothing}
      <div><dt>When</dt><dd>${new Date(e.at).toLocaleString([], { hourCycle: "h23" })}</dd></div>
    </dl>
    ${f.command.data === undefined ? nothing : raw("As it was sent", f.command)}
    <h3>What came of it, by which rule</h3>
    <ol class="rp-events">
      ${f.events.map(
        (h) => html`<li>
          <span><bdi>${h.words || plain(h.type)}</bdi></span>
          <small class="muted">${h.rule ? h.rule : "as entered"}</small>
          ${h.data === undefined ? nothing : raw(h.type, h.data)}
        </li>`,
      )}
    </ol>
    ${f.raw ? nothing : html`<p class="small muted">What was sent and recorded byte for byte is for organisers and judges until the game is over.</p>`}
  </section>`;
}

/** plain writes the type of an event that is said together with another one: "enemy entered". */
function plain(type: string): string {
  return type.replace(/^\w+\./, "").replace(/\.v\d+$/, "").replaceAll("-", " ");
}

function raw(says: string, data: unknown): TemplateResult {
  return html`<details class="rp-raw"><summary>${says}</summary><pre tabindex="0">${JSON.stringify(data, null, 1)}</pre></details>`;
}

function changes(list: Change[]): TemplateResult {
  if (!list.length) return html`<p class="muted">Nothing on the board.</p>`;
  const first = list.slice(0, TOLD);
  const rest = list.slice(TOLD);
  return html`${groups(first)}${rest.length ? html`<details class="rp-rest"><summary>${rest.length} more</summary>${groups(rest)}</details>` : nothing}`;
}

/** groups lists changes under what they are a part of. */
function groups(list: Change[]): TemplateResult[] {
  const out: { where: string; list: Change[] }[] = [];
  for (const c of list) {
    if (out.at(-1)?.where !== c.where) out.push({ where: c.where, list: [] });
    out.at(-1)?.list.push(c);
  }
  return out.map(
    (g) => html`<div class="rp-group">
      <p class="rp-part"><bdi>${g.where || "Group"}</bdi></p>
      <ul class="rp-changes">
        ${g.list.map(
          (c) => html`<li><span class="rp-field"><bdi>${c.field}</bdi><span class="hidden"> from</span></span> <span><bdi class="rp-before">${c.before}</bdi> <span aria-hidden="true">→</span><span class="hidden">to</span> <b><bdi>${c.after}</bdi></b></span></li>`,
        )}
      </ul>
    </div>`,
  );
}

function differences(r: MusterReplay): TemplateResult {
  const [from, to] = [Math.min(r.position, r.otherPosition), Math.max(r.position, r.otherPosition)];
  return html`<section class="rp-differs card" aria-label="What differs">
    <h2>From position ${from} to ${to}</h2>
    ${r.differs ? changes(r.differs) : html`<p class="muted">Being compared.</p>`}
  </section>`;
}

function charts(r: MusterReplay): TemplateResult {
  const t = r.timeline!;
  const go = (ev: CustomEvent<number>) => r.hand(ev.detail);
  const chart = (kind: string) => html`<replay-chart kind=${kind} .timeline=${t} .index=${r.index} .clock=${r.clock} @go=${go}></replay-chart>`;
  return html`<section class="rp-charts" aria-label="Charts">
    <label class="check"><input type="checkbox" .checked=${r.clock} @change=${(ev: Event) => (r.clock = (ev.target as HTMLInputElement).checked)} /> <span>Draw the charts over the clock instead of the entries</span></label>
    <div class="rp-grid">
      <div class="card"><h2>${t.charts.main.label}</h2>${chart("main")}</div>
      <div class="card"><h2>Threat</h2>${chart("threats")}</div>
      ${t.lanes.length > 1 && t.charts.waits.length
        ? html`<div class="card">
            <h2>Waiting at the barrier, in seconds</h2>
            ${chart("waits")}
            <details>
              <summary>As a table</summary>
              <table class="list">
                <thead><tr><th scope="col">Round</th>${t.lanes.map((l) => html`<th scope="col" class="num"><bdi>${l.team}</bdi></th>`)}</tr></thead>
                <tbody>
                  ${t.charts.waits.map((w) => html`<tr><th scope="row">${w.round}</th>${w.seconds.map((s) => html`<td class="num">${s}</td>`)}</tr>`)}
                </tbody>
              </table>
            </details>
          </div>`
        : nothing}
    </div>
  </section>`;
}

function proof(r: MusterReplay): TemplateResult {
  const p: Proof | undefined = r.proof;
  const at = r.position;
  return html`<section class="rp-proof card" aria-label="Proof">
    <h2>Proof</h2>
    ${!p || p.index !== at - 1
      ? html`<p class="muted">Stay at an entry to see what proves it.</p>`
      : html`<p class=${p.valid ? "rp-valid" : "rp-open"}>${p.says}</p>
          <dl class="facts">
            <div><dt>Leaf</dt><dd>index ${p.index}, hash <code>${p.leaf}</code></dd></div>
            ${p.checkpoint
              ? html`<div><dt>Checkpoint</dt><dd><code>${p.checkpoint.fingerprint}</code> over ${p.checkpoint.size} commits, signed ${new Date(p.checkpoint.at).toLocaleString([], { hourCycle: "h23" })}</dd></div>
                  <div><dt>Signed by</dt><dd>${p.checkpoint.by.join(", ")}${p.checkpoint.by.length < 2 ? " (no witness)" : ""}</dd></div>`
              : nothing}
            <div><dt>Key of the log</dt><dd><code>${p.key}</code></dd></div>
          </dl>
          <p class="links">
            ${p.valid && r.shown?.frame.raw ? html`<a class="button" href=${`${r.shell.log}${at}/proof`} download>Proof of this commit (.tlog-proof)</a>` : nothing}
            ${r.shell.bundle ? html`<a class="button" href=${r.shell.bundle} download>The whole bundle</a>` : nothing}
            <a class="button quiet" href=${r.shell.verify}>Check a bundle</a>
          </p>
          <p class="small muted">This server has checked the proof. To check it without trusting this server: <code>muster prove check FILE --key KEY</code>, and hold the fingerprint against what the wall has shown.${r.shell.bundle ? "" : " The organiser has the whole bundle."}</p>`}
  </section>`;
}
