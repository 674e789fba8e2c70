// <muster-deck>: takes a player's deck, a printed list, a file or pasted text. The server reads and
// checks it; what it comes to is shown before it is recorded. It works online only.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { cited, shape } from "./shape";
import { uuid7 } from "./uuid";

/** DeckProblem is what a rule says of a deck. */
interface DeckProblem {
  code: string;
  says: string;
  source: string;
  line?: number;
}

interface DeckHero {
  title: string;
  says: string;
  threat: string;
}

/** DeckReport is what a deck comes to at the table, as package projections/deck makes it. */
export interface DeckReport {
  name: string;
  scenario: string;
  heroes: DeckHero[];
  contract?: string;
  size: number;
  threat: number;
  missing?: string[];
  elimination: number;
  problems: DeckProblem[];
  warnings: DeckProblem[];
  unknown: { name: string; hint?: string; count: number; line?: number; why: string; could?: string[] }[];
  setup: { says: string; source: string }[];
  notes: string[];
  replaces?: string;
  playable: boolean;
  declared: boolean;
}

interface Printed {
  id: string;
  name: string;
  source: string;
  heroes: DeckHero[];
  threat: number;
}

const TIMEOUT_MS = 20_000; // a megabyte over a hall's Wi-Fi takes a while
const MAX_BYTES = 1 << 20; // of a file; the server's limit

/** DeckTaker fires "taken" (detail: DeckReport) once a deck is recorded. */
export class DeckTaker extends LitElement {
  static override properties = {
    post: { attribute: false },
    player: { attribute: false },
    live: { type: Boolean },
    why: { attribute: false },
    printed: { state: true },
    chosen: { state: true },
    text: { state: true },
    report: { state: true },
    wrong: { state: true },
    busy: { state: true },
    threat: { state: true },
  };
  /** Path that decks are posted to. */
  declare post: string;
  declare player: string;
  /** The server is heard. */
  declare live: boolean;
  /** What to say while it is not. */
  declare why: string;
  declare printed: Printed[];
  /** Id of the printed list that is chosen; "": the text. */
  declare chosen: string;
  declare text: string;
  declare report: DeckReport | null;
  /** Why a file could not be read, or nothing came back. */
  declare wrong: string;
  declare busy: boolean;
  /** The starting threat that was typed; -1: none. */
  declare threat: number;
  /** Of the request that records the deck; "": none was sent. */
  private request = "";

  constructor() {
    super();
    this.live = false;
    this.printed = [];
    this.chosen = "";
    this.text = "";
    this.report = null;
    this.wrong = "";
    this.busy = false;
    this.threat = -1;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.list();
  }

  protected override updated(changed: Map<string, unknown>): void {
    if (changed.has("live") && this.live && this.printed.length === 0) void this.list();
    if (changed.has("report") && this.report) {
      this.querySelector<HTMLElement>("[data-report]")?.focus({ preventScroll: true });
      this.closest("dialog")?.scrollTo(0, 0);
    }
  }

  private async list(): Promise<void> {
    try {
      const res = await fetch("/api/v1/decks", { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" });
      if (res.ok) this.printed = ((await res.json()) as { decks: Printed[] }).decks;
    } catch {
      // offline: asked again once the server is heard
    }
  }

  protected override render(): TemplateResult {
    return this.report ? this.result(this.report) : this.choice();
  }

  private choice(): TemplateResult {
    return html`<form novalidate @submit=${this.check}>
      <fieldset class="choices">
        <legend>A list that a rulebook prints</legend>
        ${this.printed.map(
          (p) => html`<button type="button" class="choice" data-printed=${p.id} aria-pressed=${p.id === this.chosen} @click=${() => this.choose(p.id)}>
            <span><strong>${p.name}</strong><br /><small>${p.heroes.map((h) => h.title).join(", ")}, threat ${p.threat}<br />${p.source}</small></span>
          </button>`,
        )}
      </fieldset>
      <label class="field"><span>Or a file: RingsDB (JSON, text), OCTGN (.o8d)</span><input type="file" accept=".o8d,.json,.txt,.xml,.md,text/*,application/json" @change=${this.file} /></label>
      <label class="field"><span>Or paste it</span
        ><textarea rows="6" spellcheck="false" autocapitalize="off" placeholder=${"My deck\n\nHeroes\nDenethor (Core Set)\n…"} .value=${this.text} @input=${this.typed}></textarea>
      </label>
      <div class="row">${this.complaint()}<button class="main" data-check ?disabled=${this.busy || !this.live || (!this.chosen && !this.text.trim())}>Check the deck</button></div>
    </form>`;
  }

  // complaint says what went wrong or cannot go on, right above the buttons.
  private complaint(): TemplateResult | typeof nothing {
    if (!this.live) return html`<p class="hint" role="status">${shape("offline")} ${this.why}</p>`;
    return this.wrong ? html`<p class="deck-wrong" role="alert" data-wrong>${shape("danger")} ${this.wrong}</p>` : nothing;
  }

  private choose(id: string): void {
    this.chosen = this.chosen === id ? "" : id;
    this.wrong = "";
  }

  private typed(e: InputEvent): void {
    this.text = (e.target as HTMLTextAreaElement).value;
    this.chosen = "";
  }

  private async file(e: Event): Promise<void> {
    const f = (e.target as HTMLInputElement).files?.[0];
    if (!f) return;
    if (f.size > MAX_BYTES) {
      this.wrong = `${f.name} has ${f.size} bytes, and a deck has ${MAX_BYTES} at most.`;
      return;
    }
    this.text = await f.text();
    this.chosen = "";
    this.wrong = "";
  }

  private check(e: Event): void {
    e.preventDefault();
    this.threat = -1;
    void this.send(true);
  }

  // send has the deck checked, or recorded. The same deck sent twice is recorded once: the answer to the
  // first may have been lost.
  private async send(dry: boolean): Promise<void> {
    if (this.busy || !this.live) return;
    this.busy = true;
    this.wrong = "";
    const query = new URLSearchParams({ player: this.player, ...(dry ? { dry: "true" } : { id: this.request ||= uuid7() }) });
    if (this.chosen) query.set("printed", this.chosen);
    if (this.threat >= 0) query.set("threat", String(this.threat));
    if (dry) this.request = "";
    try {
      const res = await fetch(`${this.post}?${query}`, {
        method: "POST",
        headers: { "Content-Type": "application/octet-stream", Accept: "application/json" },
        body: this.chosen ? "" : this.text,
        credentials: "same-origin",
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      this.answered(res.status, (await res.json()) as DeckReport & { detail?: string; line?: number });
    } catch {
      this.wrong = dry ? "No answer from the server. Check it again." : "No answer from the server. Take it again: it is recorded once.";
      if (dry) this.report = null;
    } finally {
      this.busy = false;
    }
  }

  private answered(status: number, body: DeckReport & { detail?: string; line?: number }): void {
    if (status !== 200 && status !== 409) {
      this.wrong = `${body.line ? `Line ${body.line}: ` : ""}${body.detail ?? `the server answered ${status}`}.`;
      this.report = null;
      return;
    }
    if (!body.heroes) {
      this.wrong = `${body.detail ?? "It was not taken"}.`;
      this.report = null;
      return;
    }
    this.report = body;
    if (body.declared) this.dispatchEvent(new CustomEvent("taken", { detail: body }));
  }

  private result(r: DeckReport): TemplateResult {
    const asks = (r.missing ?? []).length > 0 || this.threat >= 0;
    return html`<div class="deck" data-report tabindex="-1">
      <p>
        <strong>${r.name || "A deck without a name"}</strong>: ${r.size} cards, starting threat ${r.missing?.length ? html`not known` : r.threat}${r.scenario ? html`, for ${r.scenario}` : nothing}
        ${r.replaces ? html`<br /><small>instead of ${r.replaces}</small>` : nothing}
      </p>
      <ul class="lines plain">
        ${r.heroes.map((h) => html`<li><div><span>${h.title}</span><small>${h.says}</small></div><span>${h.threat}</span></li>`)}
        ${r.contract ? html`<li><div><span>${r.contract}</span><small>contract</small></div></li>` : nothing}
      </ul>
      <p role="status" class=${r.playable ? "deck-good" : "deck-wrong"}>
        ${r.playable ? html`${shape("done")} Nothing is against it.` : html`${shape("danger")} It cannot be played like this:`}
      </p>
      ${this.problems(r.problems)} ${asks ? this.asked() : nothing}
      ${r.warnings.length > 0 ? html`<h3>To know</h3>${this.problems(r.warnings)}` : nothing} ${this.notKnown(r)}
      ${r.setup.length > 0 ? html`<h3>When the game is set up</h3><ul>${r.setup.map((n) => html`<li>${n.says} <cite>${cited(n.source)}</cite></li>`)}</ul>` : nothing}
      ${r.notes.length > 0 ? html`<ul class="hint">${r.notes.map((n) => html`<li>${n}</li>`)}</ul>` : nothing}
      <div class="row">
        ${this.complaint()}
        <button type="button" data-other ?disabled=${this.busy} @click=${() => (this.report = null)}>Another deck</button>
        <button type="button" class="main" data-take ?disabled=${this.busy || !this.live || !r.playable} @click=${() => void this.send(false)}>Take this deck</button>
      </div>
    </div>`;
  }

  private problems(list: DeckProblem[]): TemplateResult | typeof nothing {
    if (list.length === 0) return nothing;
    return html`<ul data-problems>
      ${list.map((p) => html`<li>${p.line ? html`<small>line ${p.line}:</small> ` : nothing}${p.says}. <cite>${cited(p.source)}</cite></li>`)}
    </ul>`;
  }

  private asked(): TemplateResult {
    const take = (e: Event) => (this.threat = Number((e.target as HTMLInputElement).value || -1));
    return html`<label class="field"><span>Starting threat, as the dial shows it</span
        ><input type="number" inputmode="numeric" min="0" max="98" data-threat .value=${this.threat < 0 ? "" : String(this.threat)} @input=${take} /></label>
      <button type="button" class="wide" data-again ?disabled=${this.busy || !this.live || this.threat < 0} @click=${() => void this.send(true)}>Check it with this threat</button>`;
  }

  private notKnown(r: DeckReport): TemplateResult | typeof nothing {
    if (r.unknown.length === 0) return nothing;
    const n = r.unknown.reduce((sum, u) => sum + u.count, 0);
    return html`<details>
      <summary>${n} ${n === 1 ? "card is" : "cards are"} not known here and not checked</summary>
      <ul>
        ${r.unknown.map((u) => html`<li>${u.line ? html`<small>line ${u.line}:</small> ` : nothing}${u.count}× ${u.name}${u.hint ? ` (${u.hint})` : ""}: ${u.why}${u.could?.length ? `: ${u.could.join("; ")}` : ""}</li>`)}
      </ul>
    </details>`;
  }
}

customElements.define("muster-deck", DeckTaker);
