// <muster-form>: asks what an action still needs, one field below the other, and puts the command's
// data together. It knows kinds of input, not rules.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import "./cards";
import "./eyes";
import "./stepper";
import type { Picked } from "./cards";
import type { Discarded } from "./eyes";
import { cited, shape } from "./shape";
import type { Card, Choice, Input } from "./view";

/** Asked is an action or an answer to a question of the round's end. */
export interface Asked {
  id: string;
  label: string;
  type: string;
  data: Record<string, unknown>;
  inputs: Input[];
  section?: string;
  confirm?: string[];
  /** What comes of it for good: asked in a step of its own, after everything else. */
  sure?: string[];
  hint?: string;
  /** It would be refused: shown, not sent. */
  blocked?: boolean;
  /** Heroes declared already. */
  heroes?: HeroRow[];
}

/** HeroRow is a hero as its player declares it; what is 0 or empty was not declared. */
export interface HeroRow {
  title: string;
  threat: number;
  hitPoints: number;
  sphere?: string;
  traits?: string;
  willpower?: number;
  attack?: number;
  defense?: number;
  ranged?: boolean;
  sentinel?: boolean;
}

const SPHERES = ["Leadership", "Tactics", "Spirit", "Lore", "Fellowship"];

const ECHO_MS = 400; // a second tap within this time is the first one's echo

interface Value {
  value: unknown;
  data?: Record<string, unknown>;
  words: string;
}

/** Given is what the form fires as "given": the data of the command and words for it. */
export interface Given {
  data: Record<string, unknown>;
  words: string;
  card?: string;
}

/** ActionForm fires "given" (detail: Given) and "cancel". */
export class ActionForm extends LitElement {
  static override properties = {
    asked: { attribute: false },
    cards: { attribute: false },
    recent: { attribute: false },
    busy: { type: Boolean },
    values: { state: true },
    hits: { state: true },
    several: { state: true },
    icons: { state: true },
    heroes: { state: true },
    final: { state: true },
    ready: { state: true },
  };
  declare asked: Asked;
  declare cards: Card[];
  declare recent: string[];
  declare busy: boolean;
  declare values: Map<string, Value>;
  declare hits: Map<number, number>;
  /** What is chosen of inputs that take several, by field: places in their choices. */
  declare several: Map<string, Set<number>>;
  /** The cards discarded for a test. */
  declare icons: Discarded[];
  declare heroes: HeroRow[];
  /** What is given if the captain says yes; null: that is not asked yet. */
  declare final: Given | null;
  /** The second tap of a double tap is over. */
  declare ready: boolean;
  private picks = new Map<string, Picked>();

  constructor() {
    super();
    this.cards = [];
    this.recent = [];
    this.busy = false;
    this.values = new Map();
    this.hits = new Map();
    this.several = new Map();
    this.icons = [];
    this.heroes = [];
    this.final = null;
    this.ready = true;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    const was = changed.get("asked") as Asked | undefined;
    if (!changed.has("asked") || was?.id === this.asked.id) return;
    this.values = new Map();
    this.hits = new Map();
    this.several = new Map();
    this.icons = [];
    this.heroes = this.asked.heroes ?? [];
    this.picks = new Map();
    for (const i of this.asked.inputs) {
      if (i.kind === "number" && !i.optional) this.put(i.field, numberValue(i, i.start ?? i.min ?? 0));
      const free = (i.choices ?? []).filter((c) => !c.disabled);
      if (i.choices?.length && free.length === 1 && !i.optional) this.put(i.field, chosen(free[0]!));
    }
    this.final = null;
    if (this.asked.sure?.length && this.asked.inputs.length === 0) this.askOnce({ data: structuredClone(this.asked.data), words: this.asked.label });
  }

  // askOnce shows what comes of it. Its buttons may lie where the finger is, so that for a moment
  // they take nothing.
  private askOnce(g: Given): void {
    this.final = g;
    this.ready = false;
    window.setTimeout(() => (this.ready = true), ECHO_MS);
  }

  protected override updated(changed: Map<string, unknown>): void {
    if (changed.has("ready") && this.ready && this.final) this.querySelector<HTMLElement>("[data-back]")?.focus();
  }

  // sure is the step in which an answer that is final is asked once more.
  private sure(g: Given): TemplateResult {
    const back = () => (this.asked.inputs.length === 0 ? this.dispatchEvent(new Event("cancel")) : (this.final = null));
    const off = this.busy || !this.ready;
    return html`<div class="sure">
      ${g.words === this.asked.label ? nothing : html`<p><strong>${g.words}</strong></p>`}
      <div class="consequence" role="status">${(this.asked.sure ?? []).map((line) => html`<p>${line}</p>`)}</div>
      ${this.asked.section ? html`<p class="rule">${cited(this.asked.section)}</p>` : nothing}
      <div class="bigs">
        <button type="button" class="big quiet" data-back ?disabled=${!this.ready} @click=${back}>Back</button>
        <button type="button" class="big main" data-yes ?disabled=${off} @click=${() => this.fire(g)}>Yes</button>
      </div>
    </div>`;
  }

  protected override render(): TemplateResult {
    const a = this.asked;
    if (this.final) return this.sure(this.final);
    return html`<form @submit=${this.submit} novalidate>
      ${a.hint ? html`<p class="hint">${a.hint}</p>` : nothing}
      ${this.order().map((i) => this.input(i))}
      ${a.confirm?.length ? html`<ul class="confirm">${a.confirm.map((line) => html`<li>${line}</li>`)}</ul>` : nothing}
      ${a.section ? html`<p class="rule">${cited(a.section)}</p>` : nothing}
      <div class="row">
        <button type="button" class="quiet" @click=${() => this.dispatchEvent(new Event("cancel"))}>Cancel</button>
        <button class="main" data-submit ?disabled=${this.busy || !this.complete()}>${a.label}</button>
      </div>
    </form>`;
  }

  // order puts what follows from an answer after its question.
  private order(): Input[] {
    const shown = this.asked.inputs.filter((i) => this.wanted(i));
    return this.byName() ? shown.sort((a, b) => Number(b.kind === "character") - Number(a.kind === "character")) : shown;
  }

  // wanted leaves out what has no sense yet: a list of pieces in play when there are none, a card
  // picker while something in play is chosen instead of it, a siege value of nothing.
  private wanted(i: Input): boolean {
    const pieces = this.asked.inputs.filter(isPiece);
    if (isPiece(i) && i.kind !== "card" && i.optional && !i.choices?.length) return false;
    if (i.kind === "card") return !pieces.some((o) => o !== i && o.optional && this.values.has(o.field));
    const picked = this.picks.size > 0;
    if (i.field === "siege" && pieces.length > 0) return picked || pieces.some((o) => this.values.has(o.field));
    if (i.kind === "table" && pieces.some((o) => o.kind === "card")) return picked;
    if (i.field === "player" && i.optional && this.asked.inputs.some((o) => o.kind === "character")) return this.byName();
    return true;
  }

  // byName: the character was typed, so that its player has to be said as well.
  private byName(): boolean {
    const who = this.asked.inputs.find((o) => o.kind === "character");
    const is = who && this.values.get(who.field);
    return !!is && !is.data;
  }

  private input(i: Input): TemplateResult {
    switch (i.kind) {
      case "number":
        return this.number(i);
      case "text":
        return this.text(i);
      case "flag":
        return this.flag(i);
      case "card":
        return this.card(i);
      case "hits":
        return this.archery(i);
      case "heroes":
        return this.heroForm(i);
      case "several":
        return this.many(i);
      case "icons":
        return html`<muster-eyes .label=${i.label} .count=${i.max ?? 0} .cards=${this.cards} @eyes=${(e: CustomEvent<Discarded[]>) => (this.icons = e.detail)}></muster-eyes>`;
      case "character":
        return html`${this.choice(i)}${this.text({ ...i, label: "Another character, by name", max: 80 }, true)}`;
      default:
        return this.choice(i);
    }
  }

  private number(i: Input): TemplateResult {
    const at = this.values.get(i.field)?.value as number | undefined;
    const known = i.field === "siege" ? this.printed() : undefined;
    const shown = at ?? known ?? null;
    const set = (n: number) => this.put(i.field, numberValue(i, n));
    return html`<div class="field">
      <span>${i.label}${i.optional && shown === null ? html` <small>${i.field === "siege" ? "not known: read it off the card" : "(worked out unless you type it)"}</small>` : nothing}</span>
      <muster-stepper
        .label=${i.label}
        .value=${shown}
        .min=${i.min ?? 0}
        .max=${i.max ?? 99}
        .empty=${"?"}
        @by=${(e: CustomEvent<number>) => set((shown ?? i.start ?? 0) + e.detail)}
        @to=${(e: CustomEvent<number>) => set(e.detail)}
      ></muster-stepper>
    </div>`;
  }

  private text(i: Input, other = false): TemplateResult {
    const is = this.values.get(i.field);
    const value = other && is?.data ? "" : String(is?.value ?? "");
    const typed = (e: Event) => {
      const s = (e.target as HTMLInputElement).value.trim().slice(0, i.max || 120);
      if (s === "") this.drop(i.field);
      else this.put(i.field, { value: s, words: s });
    };
    return html`<label class="field">
      <span>${i.label}${i.optional ? html` <small>(may stay empty)</small>` : nothing}</span>
      <input type="text" autocomplete="off" maxlength=${i.max || 120} .value=${value} @input=${typed} />
    </label>`;
  }

  private flag(i: Input): TemplateResult {
    const on = this.values.get(i.field)?.value === true;
    const toggle = () => (on ? this.drop(i.field) : this.put(i.field, { value: true, words: i.label }));
    return html`<label class="flag"><input type="checkbox" .checked=${on} @change=${toggle} /><span>${i.label}</span></label>`;
  }

  private choice(i: Input): TemplateResult {
    const is = this.values.get(i.field);
    const pick = (c: Choice) => {
      if (isPiece(i)) this.clearPieces();
      this.put(i.field, chosen(c));
      if (this.isOneTap(i)) this.give();
    };
    const none = i.choices?.length ? nothing : html`<p class="hint">There is none in play.</p>`;
    return html`<fieldset class="choices">
      <legend>${i.label}${i.optional && !isPiece(i) ? html` <small>(optional)</small>` : nothing}</legend>
      ${none}
      ${(i.choices ?? []).map((c) => {
        const on = same(is?.value, c.value) && same(is?.data, c.data);
        return html`<button
          type="button"
          class="choice"
          aria-pressed=${on ? "true" : "false"}
          ?disabled=${c.disabled || this.busy}
          data-value=${valueName(c.value)}
          @click=${() => (on && i.optional ? this.drop(i.field) : pick(c))}
        >
          <span>${c.label}</span>${c.why ? html`<small>${c.why}</small>` : nothing}${on ? shape("done") : nothing}
        </button>`;
      })}
    </fieldset>`;
  }

  private card(i: Input): TemplateResult {
    const picked = (e: CustomEvent<Picked | null>) => {
      this.clearPieces();
      if (!e.detail) this.picks.delete(i.field);
      else this.picks.set(i.field, e.detail);
      const p = e.detail;
      if (p?.card) this.put(i.field, { value: p.card.code || p.card.name, words: p.card.name });
      else if (p?.hand) this.put("hand", { value: p.hand, words: p.hand.name });
      this.requestUpdate();
    };
    return html`<muster-cards
      .cards=${this.cards}
      .recent=${this.recent}
      .kind=${i.cardKind ?? ""}
      .listed=${i.listed ?? false}
      .label=${i.label}
      .picked=${this.picks.get(i.field) ?? null}
      @picked=${picked}
    ></muster-cards>`;
  }

  private archery(i: Input): TemplateResult {
    const total = i.max ?? 0;
    const sum = [...this.hits.values()].reduce((a, b) => a + b, 0);
    const hit = (at: number, n: number) => {
      this.hits = new Map(this.hits).set(at, Math.max(0, n));
    };
    return html`<fieldset class="choices">
      <legend>${i.label}</legend>
      <p class="hint" aria-live="polite"><strong>${sum} of ${total}</strong> assigned</p>
      ${(i.choices ?? []).map((c, at) => {
        const n = this.hits.get(at) ?? 0;
        return html`<div class="field">
          <span>${c.label}${c.why ? html` <small>${c.why}</small>` : nothing}</span>
          <muster-stepper
            .label=${`Damage to ${c.label}`}
            .value=${n}
            .max=${n + Math.max(0, total - sum)}
            .disabled=${c.disabled ?? false}
            @by=${(e: CustomEvent<number>) => hit(at, n + e.detail)}
            @to=${(e: CustomEvent<number>) => hit(at, e.detail)}
          ></muster-stepper>
        </div>`;
      })}
    </fieldset>`;
  }

  // many lets several of the choices be marked.
  private many(i: Input): TemplateResult {
    const picked = this.several.get(i.field) ?? new Set<number>();
    const toggle = (at: number) => {
      const next = new Set(picked);
      if (!next.delete(at)) next.add(at);
      this.several = new Map(this.several).set(i.field, next);
    };
    return html`<fieldset class="choices">
      <legend>${i.label}${i.optional ? html` <small>(optional)</small>` : nothing}</legend>
      ${i.choices?.length ? nothing : html`<p class="hint">There is none in play.</p>`}
      ${(i.choices ?? []).map(
        (c, at) => html`<button
          type="button"
          class="choice"
          aria-pressed=${picked.has(at) ? "true" : "false"}
          ?disabled=${c.disabled || this.busy}
          data-value=${valueName(c.value)}
          @click=${() => toggle(at)}
        >
          <span>${c.label}</span>${c.why ? html`<small>${c.why}</small>` : nothing}${picked.has(at) ? shape("done") : nothing}
        </button>`,
      )}
    </fieldset>`;
  }

  private heroForm(i: Input): TemplateResult {
    const count = i.full ? 4 : 3; // a hero of the Fellowship sphere beside three others
    const rows = Array.from({ length: count }, (_, at) => this.heroes[at] ?? { title: "", threat: 0, hitPoints: 0 });
    const set = (at: number, part: Partial<HeroRow>) => {
      this.heroes = rows.map((r, j) => (j === at ? { ...r, ...part } : r));
    };
    return html`${rows.map(
      (r, at) => html`<fieldset class="hero">
        <legend>Hero ${at + 1}</legend>
        <label class="field">
          <span>Name on the card</span>
          <input type="text" autocomplete="off" maxlength="80" .value=${r.title} @input=${(e: Event) => set(at, { title: (e.target as HTMLInputElement).value })} />
        </label>
        <div class="field">
          <span>Threat cost</span>
          <muster-stepper .label=${`Threat cost of hero ${at + 1}`} .value=${r.threat} .max=${20} @by=${(e: CustomEvent<number>) => set(at, { threat: r.threat + e.detail })} @to=${(e: CustomEvent<number>) => set(at, { threat: e.detail })}></muster-stepper>
        </div>
        <div class="field">
          <span>Hit points</span>
          <muster-stepper .label=${`Hit points of hero ${at + 1}`} .value=${r.hitPoints} .max=${20} @by=${(e: CustomEvent<number>) => set(at, { hitPoints: r.hitPoints + e.detail })} @to=${(e: CustomEvent<number>) => set(at, { hitPoints: e.detail })}></muster-stepper>
        </div>
        ${i.full ? this.heroNumbers(r, at, (part) => set(at, part)) : nothing}
      </fieldset>`,
    )}${i.label ? html`<p class="hint">${i.label}</p>` : nothing}`;
  }

  // heroNumbers are what quests, tests and attacks work with.
  private heroNumbers(r: HeroRow, at: number, set: (part: Partial<HeroRow>) => void): TemplateResult {
    const numbers: ["willpower" | "attack" | "defense", string][] = [["willpower", "Willpower"], ["attack", "Attack"], ["defense", "Defense"]];
    return html`<label class="field">
        <span>Sphere</span>
        <select .value=${r.sphere ?? ""} @change=${(e: Event) => set({ sphere: (e.target as HTMLSelectElement).value })}>
          <option value="">not said</option>
          ${SPHERES.map((s) => html`<option value=${s} ?selected=${r.sphere === s}>${s}</option>`)}
        </select>
      </label>
      ${numbers.map(
        ([key, label]) => html`<div class="field">
          <span>${label}</span>
          <muster-stepper .label=${`${label} of hero ${at + 1}`} .value=${r[key] ?? 0} .max=${20} @by=${(e: CustomEvent<number>) => set({ [key]: (r[key] ?? 0) + e.detail })} @to=${(e: CustomEvent<number>) => set({ [key]: e.detail })}></muster-stepper>
        </div>`,
      )}
      <label class="flag"><input type="checkbox" .checked=${r.ranged ?? false} @change=${(e: Event) => set({ ranged: (e.target as HTMLInputElement).checked })} /><span>Ranged</span></label>
      <label class="flag"><input type="checkbox" .checked=${r.sentinel ?? false} @change=${(e: Event) => set({ sentinel: (e.target as HTMLInputElement).checked })} /><span>Sentinel</span></label>`;
  }

  // printed is the siege value that goes with what is chosen.
  private printed(): number | undefined {
    for (const p of this.picks.values()) if (p.card?.siege != null) return p.card.siege;
    for (const v of this.values.values()) {
      const siege = v.data?.["siege"];
      if (typeof siege === "number") return siege;
    }
    return undefined;
  }

  // isOneTap: the only question of this form is this choice, and nothing else has to be confirmed.
  private isOneTap(i: Input): boolean {
    return this.asked.inputs.length === 1 && !i.optional && i.kind !== "character" && !this.asked.confirm?.length;
  }

  private complete(): boolean {
    if (this.asked.blocked) return false;
    return this.asked.inputs.every((i) => {
      if (i.kind === "hits") return this.assigned(i);
      if (i.kind === "heroes") return this.named().length > 0;
      if (i.kind === "several") return (this.several.get(i.field)?.size ?? 0) >= (i.optional ? 0 : (i.min ?? 1));
      if (i.kind === "icons") return this.icons.length === (i.max ?? 0);
      if (i.kind === "card") return i.optional || !this.wanted(i) || this.values.has(i.field) || this.values.has("hand");
      if (i.kind === "table" || (i.field === "player" && this.byName())) return !this.wanted(i) || this.values.has(i.field);
      if (i.kind === "flag" || i.optional) return true;
      return this.values.has(i.field);
    }) && this.somethingToDestroy();
  }

  // somethingToDestroy: of "one in play" and "a card of the scenario", both optional, one is needed.
  private somethingToDestroy(): boolean {
    const pieces = this.asked.inputs.filter(isPiece);
    if (!pieces.some((i) => i.kind === "card")) return true;
    return pieces.some((i) => this.values.has(i.field)) || this.values.has("hand");
  }

  private assigned(i: Input): boolean {
    const sum = [...this.hits.values()].reduce((a, b) => a + b, 0);
    return sum === (i.max ?? 0) || this.values.get("noMore")?.value === true;
  }

  private named(): HeroRow[] {
    return this.heroes
      .map((h) => Object.fromEntries(Object.entries({ ...h, title: h.title.trim() }).filter(([k, x]) => ["title", "threat", "hitPoints"].includes(k) || x)) as unknown as HeroRow)
      .filter((h) => h.title !== "");
  }

  // clearPieces forgets which enemy, location or card was meant, and the siege value that went with it.
  private clearPieces(): void {
    for (const i of this.asked.inputs) if (isPiece(i)) this.drop(i.field);
    this.drop("hand");
    this.drop("siege");
    this.picks.clear();
  }

  private put(field: string, v: Value): void {
    this.values = new Map(this.values).set(field, v);
  }

  private drop(field: string): void {
    const values = new Map(this.values);
    values.delete(field);
    this.values = values;
  }

  private submit(e: Event): void {
    e.preventDefault();
    if (!this.busy && this.complete()) this.give();
  }

  private give(): void {
    const data = structuredClone(this.asked.data ?? {});
    const words: string[] = [];
    for (const i of this.asked.inputs) {
      if (i.kind === "hits") place(data, i.field, this.hitList(i));
      if (i.kind === "heroes") place(data, i.field, this.named());
      if (i.kind === "icons") place(data, i.field, this.icons);
      if (i.kind === "several") {
        const chosen = [...(this.several.get(i.field) ?? [])].sort((a, b) => a - b).map((at) => i.choices![at]!);
        if (chosen.length === 0) continue;
        place(data, i.field, chosen.map((c) => c.value));
        words.push(chosen.map((c) => c.label).join(", "));
      }
    }
    for (const [field, v] of this.values) {
      place(data, field, v.value);
      for (const [k, x] of Object.entries(v.data ?? {})) if (k !== "siege") place(data, k, x);
      words.push(v.words);
    }
    const card = [...this.picks.values()][0];
    const detail: Given = { data, words: [this.asked.label, ...words].join(" · ") };
    if (card) detail.card = card.card?.name ?? card.hand?.name ?? "";
    if (this.asked.sure?.length) this.askOnce(detail);
    else this.fire(detail);
  }

  private fire(detail: Given): void {
    this.dispatchEvent(new CustomEvent<Given>("given", { detail }));
  }

  private hitList(i: Input): unknown[] {
    const out: unknown[] = [];
    for (const [at, damage] of this.hits) {
      const c = i.choices?.[at];
      if (c && damage > 0) out.push({ ...(c.data ?? {}), character: c.value, damage });
    }
    return out;
  }
}

function isPiece(i: Input): boolean {
  return i.kind === "card" || i.kind === "enemy" || i.kind === "location";
}

function chosen(c: Choice): Value {
  const v: Value = { value: c.value, words: c.label };
  if (c.data) v.data = c.data;
  return v;
}

function numberValue(i: Input, n: number): Value {
  const value = Math.min(i.max ?? 99, Math.max(i.min ?? 0, n));
  return { value, words: `${i.label.toLocaleLowerCase()} ${value}` };
}

// valueName names a choice for tests and styles.
function valueName(v: unknown): string {
  if (typeof v !== "object" || v === null) return String(v);
  return Object.values(v).join(" ");
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

// place sets a field of the command's data; "seats.0.heroes" reaches into what is known already.
function place(data: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split(".");
  let at: Record<string, unknown> = data;
  for (const k of keys.slice(0, -1)) at = (at[k] ??= {}) as Record<string, unknown>;
  at[keys.at(-1)!] = value;
}

customElements.define("muster-form", ActionForm);
