// <muster-cards>: picks an encounter card of the scenario by type-ahead, last used first, or takes
// one typed by hand.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { Card } from "./view";

/** Picked is a card of the scenario, or one typed by hand. */
export interface Picked {
  card?: Card;
  hand?: { name: string; kind: string };
}

const SHOWN = 8;

/** CardPicker fires "picked" (detail: Picked, or null when the choice is taken back). */
export class CardPicker extends LitElement {
  static override properties = {
    cards: { attribute: false },
    recent: { attribute: false },
    kind: { type: String },
    listed: { type: Boolean },
    label: { type: String },
    picked: { attribute: false },
    search: { state: true },
    all: { state: true },
  };
  declare cards: Card[];
  /** Names used at this table, last first. */
  declare recent: string[];
  /** Kind of card, "" for any. */
  declare kind: string;
  /** Only a card of the list may be named. */
  declare listed: boolean;
  declare label: string;
  declare picked: Picked | null;
  declare search: string;
  declare all: boolean;

  constructor() {
    super();
    this.cards = [];
    this.recent = [];
    this.kind = "";
    this.listed = false;
    this.label = "Card";
    this.picked = null;
    this.search = "";
    this.all = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    if (this.picked) {
      const name = this.picked.card?.name ?? this.picked.hand?.name ?? "";
      return html`<div class="picked">
        <span>${name}${this.picked.hand ? html` <em>typed by hand</em>` : nothing}</span>
        <button type="button" class="small" @click=${() => this.pick(null)}>Another card</button>
      </div>`;
    }
    const found = this.found();
    const shown = this.all || this.search !== "" ? found : found.slice(0, SHOWN);
    return html`<label class="field">
        <span>${this.label}</span>
        <input type="search" autocomplete="off" placeholder="Type a part of the name" .value=${this.search} @input=${this.typed} @keydown=${this.key} />
      </label>
      <ul class="picks">
        ${shown.map((c) => html`<li><button type="button" class="pick" data-card=${c.code} @click=${() => this.pick({ card: c })}>${this.line(c)}</button></li>`)}
        ${shown.length < found.length
          ? html`<li><button type="button" class="pick quiet" @click=${() => (this.all = true)}>All ${found.length} cards</button></li>`
          : nothing}
        ${this.search.trim() !== "" && !this.listed
          ? html`<li><button type="button" class="pick quiet" @click=${this.byHand}>Not in the list: use “${this.search.trim()}”</button></li>`
          : nothing}
      </ul>`;
  }

  private line(c: Card): TemplateResult {
    if (!this.cards.some((x) => x.siege != null)) return html`<span>${c.name}</span> <small>${c.kind}</small>`;
    const siege = c.siege == null ? "siege not known" : c.siege === 0 ? "no siege" : `siege ${c.siege}`;
    return html`<span>${c.name}</span> <small>${c.kind === "treachery" ? "treachery" : siege}</small>`;
  }

  private found(): Card[] {
    const want = fold(this.search.trim());
    const rank = (c: Card): number => {
      const at = this.recent.indexOf(c.name);
      return at < 0 ? this.recent.length : at;
    };
    return this.cards
      .filter((c) => (this.kind === "" || c.kind === this.kind) && fold(c.name).includes(want))
      .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  }

  private typed(e: Event): void {
    this.search = (e.target as HTMLInputElement).value;
  }

  private key(e: KeyboardEvent): void {
    if (e.key !== "Enter") return;
    e.preventDefault();
    const found = this.found();
    if (this.search.trim() !== "" && found[0]) this.pick({ card: found[0] });
    else if (this.search.trim() !== "" && !this.listed) this.byHand();
  }

  private byHand(): void {
    const name = this.search.trim().slice(0, 80);
    this.pick({ hand: { name, kind: this.kind || "enemy" } });
  }

  private pick(p: Picked | null): void {
    this.search = "";
    this.dispatchEvent(new CustomEvent<Picked | null>("picked", { detail: p }));
  }
}

function fold(s: string): string {
  return s.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

customElements.define("muster-cards", CardPicker);
