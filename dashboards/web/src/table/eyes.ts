// <muster-eyes>: the cards discarded for a Fortitude test, exactly so many, each by its name or by its
// number of Eyes.
import { html, LitElement, type TemplateResult } from "lit";
import "./stepper";
import type { Card } from "./view";

/** Discarded is one card discarded for a test. */
export interface Discarded {
  card?: string;
  icons: number;
}

/** EyeCounter fires "eyes" (detail: Discarded[]) whenever something changes, and once at its start. */
export class EyeCounter extends LitElement {
  static override properties = { label: { type: String }, count: { type: Number }, cards: { attribute: false }, rows: { state: true } };
  declare label: string;
  declare count: number;
  declare cards: Card[];
  declare rows: Discarded[];

  constructor() {
    super();
    this.label = "";
    this.count = 0;
    this.cards = [];
    this.rows = [];
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("count") && this.rows.length !== this.count) {
      this.rows = Array.from({ length: this.count }, () => ({ icons: 0 }));
      queueMicrotask(() => this.tell());
    }
  }

  protected override render(): TemplateResult {
    const sum = this.rows.reduce((a, r) => a + r.icons, 0);
    return html`<fieldset class="choices eyes">
      <legend>${this.label}</legend>
      <p class="hint" aria-live="polite"><strong>${sum}</strong> ${sum === 1 ? "Eye" : "Eyes"} on ${this.count} ${this.count === 1 ? "card" : "cards"}</p>
      <datalist id="eye-cards">${this.cards.map((c) => html`<option value=${c.name}>${c.icons ? `${c.icons} Eyes` : "no Eye"}</option>`)}</datalist>
      ${this.rows.map((r, at) => this.row(r, at))}
    </fieldset>`;
  }

  private row(r: Discarded, at: number): TemplateResult {
    return html`<div class="eyerow">
      <input
        type="text"
        list="eye-cards"
        autocomplete="off"
        maxlength="80"
        aria-label=${`Name of card ${at + 1}`}
        placeholder=${`Card ${at + 1}, by name`}
        .value=${r.card ?? ""}
        @change=${(e: Event) => this.named(at, (e.target as HTMLInputElement).value.trim())}
      />
      <muster-stepper
        .label=${`Eyes on card ${at + 1}`}
        .value=${r.icons}
        .max=${9}
        @by=${(e: CustomEvent<number>) => this.set(at, { ...r, icons: r.icons + e.detail })}
        @to=${(e: CustomEvent<number>) => this.set(at, { ...r, icons: e.detail })}
      ></muster-stepper>
    </div>`;
  }

  // named takes a card by its name; one of the scenario brings its Eyes.
  private named(at: number, name: string): void {
    const known = this.cards.find((c) => c.name.toLocaleLowerCase() === name.toLocaleLowerCase());
    const icons = known ? (known.icons ?? 0) : this.rows[at]!.icons;
    this.set(at, name === "" ? { icons } : { card: known?.name ?? name, icons });
  }

  private set(at: number, row: Discarded): void {
    this.rows = this.rows.map((r, j) => (j === at ? row : r));
    this.tell();
  }

  private tell(): void {
    this.dispatchEvent(new CustomEvent<Discarded[]>("eyes", { detail: this.rows }));
  }
}

customElements.define("muster-eyes", EyeCounter);
