// <muster-stepper>: a number with − and +. Hold to repeat, or type the number.
import { html, LitElement, nothing, type TemplateResult } from "lit";

const HOLD_MS = 450;
const REPEAT_MS = 140;

/** Stepper fires "by" (detail: the step) and "to" (detail: the number typed). */
export class Stepper extends LitElement {
  static override properties = {
    label: { type: String },
    value: { type: Number },
    min: { type: Number },
    max: { type: Number },
    empty: { type: String },
    waiting: { type: Boolean },
    disabled: { type: Boolean },
  };
  declare label: string;
  declare value: number | null;
  declare min: number;
  declare max: number;
  /** Placeholder while there is no number. */
  declare empty: string;
  /** The number counts entries that have not arrived yet. */
  declare waiting: boolean;
  declare disabled: boolean;
  private hold = 0;
  private held = false;

  constructor() {
    super();
    this.label = "";
    this.value = 0;
    this.min = 0;
    this.max = 99;
    this.empty = "";
    this.waiting = false;
    this.disabled = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.release();
  }

  protected override render(): TemplateResult {
    if (this.disabled) return html`<strong class="fixed"><span class="unseen">${this.label}: </span>${this.value ?? (this.empty || "0")}</strong>`;
    return html`<div class="stepper ${this.waiting ? "is-waiting" : ""}" role="group" aria-label=${this.label}>
      ${this.button(-1, "\u2212", `${this.label}: one less`)}
      <input
        inputmode="numeric"
        autocomplete="off"
        aria-label=${this.waiting ? `${this.label}, not sent yet` : this.label}
        placeholder=${this.empty || nothing}
        .value=${this.value === null ? "" : String(this.value)}
        @focus=${(e: Event) => (e.target as HTMLInputElement).select()}
        @change=${this.typed}
      />
      ${this.button(1, "+", `${this.label}: one more`)}
    </div>`;
  }

  private button(by: number, sign: string, label: string): TemplateResult {
    const at = this.value ?? 0;
    const end = by < 0 ? at <= this.min : at >= this.max;
    return html`<button
      type="button"
      aria-label=${label}
      ?disabled=${end}
      @click=${() => this.tap(by)}
      @pointerdown=${() => this.press(by)}
      @pointerup=${this.release}
      @pointerleave=${this.release}
      @pointercancel=${this.release}
      @contextmenu=${(e: Event) => e.preventDefault()}
    >
      ${sign}
    </button>`;
  }

  private tap(by: number): void {
    if (this.held) this.held = false;
    else this.step(by);
  }

  private press(by: number): void {
    this.release();
    this.held = false;
    this.hold = window.setTimeout(() => {
      this.held = true;
      this.hold = window.setInterval(() => this.step(by), REPEAT_MS);
    }, HOLD_MS);
  }

  private release(): void {
    clearTimeout(this.hold);
    clearInterval(this.hold);
  }

  private step(by: number): void {
    const to = (this.value ?? 0) + by;
    if (to < this.min || to > this.max) return this.release();
    this.dispatchEvent(new CustomEvent<number>("by", { detail: by }));
  }

  private typed(e: Event): void {
    const field = e.target as HTMLInputElement;
    const text = field.value.trim().replace("\u2212", "-");
    const n = Number(text);
    if (text === "" || !Number.isInteger(n) || n < this.min || n > this.max) {
      field.value = this.value === null ? "" : String(this.value);
      return;
    }
    this.dispatchEvent(new CustomEvent<number>("to", { detail: n }));
  }
}

customElements.define("muster-stepper", Stepper);
