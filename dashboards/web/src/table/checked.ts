// What the page shows of the log that the server signs. What checks it (src/proof) is loaded once the page
// has started; until then, and where it cannot be loaded, nothing is said.
import { html, nothing, type TemplateResult } from "lit";
import type * as proof from "../proof/main";
import type { MusterTable } from "./app";
import { saveFile } from "./save";
import { clock, shape } from "./shape";
import { Turn } from "./turn";
import type { Vault } from "./vault";

const AFTER_MS = 2000; // the page has something else to do first
const MOST_TRIES = 5;

/** Checked checks the log that the server shows this page. */
export class Checked {
  private keeper?: proof.Keeper;
  private print = "";
  private tries = 0;

  constructor(private readonly changed: () => void) {}

  /** state is what is kept and found; undefined while nothing is known yet. */
  get state(): proof.State | undefined {
    return this.keeper?.state;
  }

  /** start begins to check the log of a gathering with the script at an address; "": nothing is checked. */
  start(script: string, gathering: string, vault: Vault): void {
    if (script) setTimeout(() => void this.load(script, gathering, vault), AFTER_MS * (this.tries + 1));
  }

  private async load(script: string, gathering: string, vault: Vault): Promise<void> {
    try {
      // Some browsers remember that a script did not come; with a query it is another one.
      const { Keeper } = (await import(this.tries > 0 ? `${script}?again=${this.tries}` : script)) as typeof proof;
      this.keeper = await Keeper.open(gathering, new Turn(vault, `log ${gathering}`));
      this.keeper.addEventListener("change", this.changed);
      this.keeper.told(this.print);
      this.changed();
    } catch (err) {
      console.warn("the log is not checked", err);
      if (++this.tries < MOST_TRIES) this.start(script, gathering, vault);
    }
  }

  /** told takes the fingerprint that the server shows. */
  told(print = ""): void {
    this.print = print;
    this.keeper?.told(print);
  }

  /** wake tries again: the server is heard again. */
  wake(): void {
    this.keeper?.wake();
  }

  /** read notes that a person has read the alarms. */
  read(): void {
    void this.keeper?.read();
  }

  /** save saves what is kept as a file; see src/proof/file.ts. */
  async save(gathering: string, table: string, device: string): Promise<void> {
    if (this.keeper) saveFile(`muster-log-${gathering}-${table.replace("/", "-")}.json`, await this.keeper.file({ gathering, table, device }));
  }
}

const letters = (fingerprint: string): string => fingerprint.slice(fingerprint.indexOf(" ") + 1);

/** alarmAlert shows alarms that nobody has read on this phone, above everything else. */
export function alarmAlert(app: MusterTable): TemplateResult | typeof nothing {
  const unread = app.checked.state?.alarms.filter((a) => !a.read) ?? [];
  const last = unread.at(-1);
  if (!last) return nothing;
  const signed = ["signature", "key", "shown"].includes(last.kind);
  return html`<section class="alert" data-alarm=${last.kind}>
    <h2>${shape("danger")} ${signed ? "The log is not signed as it was" : "The log was changed afterwards"}</h2>
    <p>${last.says}</p>
    <p><strong>Call a judge and show this. Keep this phone as it is:</strong> what it keeps proves what the server has shown. Play goes on meanwhile.</p>
    <p class="hint">${unread.length > 1 ? `${unread.length} alarms are not read yet. ` : ""}If the organiser has set this gathering up anew, as after a rehearsal, this is why; a judge will know.</p>
    <div class="row">
      <button type="button" @click=${() => (app.sheet = { kind: "log" })}>What is kept</button>
      <button type="button" class="main" data-alarm-read @click=${() => app.checked.read()}>I have read this</button>
    </div>
  </section>`;
}

/** checkedLine says in one line up to where the log is checked. */
export function checkedLine(app: MusterTable): TemplateResult | typeof nothing {
  const s = app.checked.state;
  if (!s || (s.count === 0 && !app.view.checkpoint)) return nothing;
  return html`<button type="button" class="quiet wide checked" data-checked @click=${() => (app.sheet = { kind: "log" })}>${says(app, s)}</button>`;
}

function says(app: MusterTable, s: proof.State): TemplateResult {
  const last = s.newest[0];
  const alarm = s.alarms.at(-1);
  if (alarm) return html`<span>${shape("danger")} Log: alarm at ${clock(alarm.at)}. A judge has to know.</span>`;
  if (!last) return html`<span>Log not checked yet</span>`;
  if (!app.live || s.why) return html`<span>${shape("waiting")} Log not checked since ${clock(last.seen)} (up to ${last.size})</span>`;
  return html`<span>Log checked up to ${last.size}, ${clock(last.seen)}, <span class="print">${letters(last.fingerprint)}</span></span>`;
}

/** logSheet lists what is kept of the log, and saves it as a file. */
export function logSheet(app: MusterTable): TemplateResult {
  const s = app.checked.state;
  const v = app.view;
  if (!s || (s.count === 0 && s.alarms.length === 0)) return html`<p>This phone keeps nothing of the log yet.${s?.why ? ` It was not checked: ${s.why}.` : ""}</p>`;
  return html`<p>${says(app, s)}</p>
    ${s.why ? html`<p class="hint">The newest could not be checked: ${s.why}. It is tried again.</p>` : nothing}
    <p class="hint">The server signs everything that is entered. This phone keeps every such checkpoint that it is shown, and checks that each goes on from the one before: nobody can change the past unseen. Compare the letters with the wall or with another phone.</p>
    ${s.alarms.length > 0
      ? html`<h3>Alarms</h3>
          <ul class="lines plain" data-alarms>${s.alarms.map((a) => html`<li><div><span>${shape("danger")} ${a.says}</span><small>${clock(a.at)}${a.read ? `, read at ${clock(a.read)}` : ""}${a.more ? `; ${a.more} more after it` : ""}</small></div></li>`)}</ul>`
      : nothing}
    <h3>${s.count} kept${s.count > s.newest.length ? `, the newest ${s.newest.length}` : ""}</h3>
    <ol class="lines plain" data-kept reversed>
      ${s.newest.map((k) => html`<li><div><span>${k.size} <span class="print">${letters(k.fingerprint)}</span></span><small>${clock(k.seen)}${k.after > 0 ? `, goes on from ${k.after}` : k.history > 1 ? ", does not go on from those before" : ", the first"}</small></div></li>`)}
    </ol>
    <p class="hint">This page comes from the same server. To be sure, check the file on another machine with the bundle that the organiser gives away: <code>muster verify BUNDLE --phone FILE</code></p>
    <div class="smalls"><button type="button" data-export-log @click=${() => void app.checked.save(v.gathering, `${v.group}/${v.table}`, app.shell.device)}>Save as a file</button></div>`;
}
