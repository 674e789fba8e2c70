// <siege-tracker>: the city strength as one big number, its line by round, and the bar with what
// this round will take off. Everything is drawn from attributes, so a morph of the page around it
// never touches what is inside.
import { LitElement, css, html, nothing, svg } from "lit";

interface Point {
  name: string;
  value: number;
}

const W = 800; // of the line's picture
const H = 190;
const LEFT = 16;
const RIGHT = 96; // room for the newest value
const TOP = 30;
const BOTTOM = 44; // room for the rounds

export class SiegeTracker extends LitElement {
  static properties = {
    strength: { type: Number },
    start: { type: Number },
    greatest: { type: Number },
    mark: { type: Number },
    scored: { type: Number },
    ghost: { type: Number },
    unknown: { type: Number },
    series: { type: String },
    last: { type: String },
    fallen: { type: Boolean },
    atMark: { type: Boolean, attribute: "at-mark" },
  };
  declare strength: number;
  declare start: number;
  declare greatest: number;
  declare mark: number;
  declare scored: number;
  declare ghost: number;
  declare unknown: number;
  declare series: string;
  declare last: string;
  declare fallen: boolean;
  declare atMark: boolean;

  constructor() {
    super();
    this.strength = this.start = this.mark = this.scored = this.ghost = this.unknown = 0;
    this.greatest = 1;
    this.series = this.last = "";
    this.fallen = this.atMark = false;
  }

  static styles = css`
    :host {
      --k: var(--u, 1px);
      display: block;
      min-width: 0;
      color: var(--ink);
      font-variant-numeric: tabular-nums lining-nums;
    }
    .top {
      display: flex;
      align-items: flex-end;
      gap: calc(28 * var(--k));
      min-width: 0;
    }
    .label {
      font-size: calc(38 * var(--k));
      line-height: 1.2;
      color: var(--muted);
      margin: 0;
      display: flex;
      flex-wrap: wrap;
      gap: 0 calc(24 * var(--k));
      align-items: baseline;
    }
    .number {
      font-size: calc(200 * var(--k));
      line-height: 0.86;
      font-weight: 780;
      letter-spacing: -0.02em;
      flex: none;
    }
    .side {
      flex: none;
      font-size: calc(38 * var(--k));
      line-height: 1.25;
      color: var(--muted);
      padding-bottom: calc(8 * var(--k));
    }
    .side p {
      margin: 0;
      white-space: nowrap;
    }
    .side b {
      color: var(--ink);
    }
    .alarm {
      color: var(--danger);
      font-weight: 700;
    }
    svg.line {
      display: var(--line-display, block);
      flex: 1 1 0;
      min-width: 0;
      width: 100%;
      max-height: calc(190 * var(--k));
      overflow: visible;
    }
    .path {
      fill: none;
      stroke: var(--ink);
      stroke-width: 6;
      stroke-linejoin: round;
    }
    .floor {
      stroke: var(--line);
      stroke-width: 3;
    }
    .marked {
      stroke: var(--muted);
      stroke-width: 3;
      stroke-dasharray: 10 8;
    }
    text {
      fill: var(--muted);
      font-size: 32px;
      font-family: inherit;
    }
    text.newest {
      fill: var(--ink);
      font-size: 44px;
      font-weight: 700;
    }
    .bar {
      position: relative;
      height: calc(40 * var(--k));
      margin-top: calc(12 * var(--k));
      border: calc(4 * var(--k)) solid var(--line);
      background: var(--panel);
      overflow: hidden;
    }
    .bar svg {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
    }
    .full {
      fill: var(--waiting);
      transition: width 400ms ease-out;
    }
    .taken {
      fill: var(--waiting);
      opacity: 0.35;
      transition:
        x 400ms ease-out,
        width 400ms ease-out;
    }
    .hatch {
      stroke: var(--waiting);
      stroke-width: 2;
    }
    .tick {
      fill: var(--ink);
    }
    :host([kind="phone"]) {
      --k: 0.46px;
    }
    :host([kind="phone"]) .number {
      font-size: 4.5rem;
    }
    :host([kind="phone"]) .label,
    :host([kind="phone"]) .side {
      font-size: 1rem;
    }
    :host([kind="phone"]) .top {
      flex-wrap: wrap;
      gap: 0 0.9rem;
    }
    :host([kind="phone"]) .bar {
      height: 1.4rem;
      border-width: 2px;
    }
    :host([kind="phone"]) svg.line {
      flex-basis: 100%;
      max-height: none;
    }
    @media (prefers-reduced-motion: reduce) {
      .full,
      .taken {
        transition: none;
      }
    }
  `;

  render() {
    return html`
      <div aria-hidden="true">
        <p class="label"><span>City strength</span>${this.word()}</p>
        <div class="top">
          <div class="number">${this.start ? this.strength : "–"}</div>
          <div class="side">
            <p>${this.start ? `of ${this.start}` : "set when the game begins"}</p>
            ${this.last ? html`<p>${this.last}</p>` : nothing}
            ${this.scored || this.unknown
              ? html`<p>Siege <b>${this.scored}${this.unknown ? "+?" : ""}</b></p>`
              : nothing}
          </div>
          ${this.line()}
        </div>
        ${this.bar()}
      </div>
    `;
  }

  private word() {
    if (this.fallen) return html`<span class="alarm">Lieutenants can be destroyed</span>`;
    if (this.atMark) return html`<span class="alarm">Lieutenants attack as they arrive</span>`;
    return nothing;
  }

  private points(): Point[] {
    return this.series
      .split(" ")
      .filter(Boolean)
      .map((p) => {
        const [name, value] = p.split(":");
        return { name, value: Number(value) };
      });
  }

  /** line draws a step for each round; the newest value stands at its end. */
  private line() {
    const ps = this.points();
    if (ps.length < 2) return nothing;
    const top = Math.max(this.greatest, 1);
    const step = (W - LEFT - RIGHT) / (ps.length - 1);
    const x = (i: number) => LEFT + i * step;
    const y = (v: number) => TOP + (1 - v / top) * (H - TOP - BOTTOM);
    let d = `M${x(0)} ${y(ps[0].value)}`;
    for (let i = 1; i < ps.length; i++) d += `H${x(i)}V${y(ps[i].value)}`;
    const newest = ps[ps.length - 1];
    const every = Math.ceil(ps.length / 10);
    return html`<svg class="line" viewBox="0 0 ${W} ${H}">
      <line class="floor" x1=${LEFT} x2=${W - RIGHT} y1=${y(0)} y2=${y(0)} />
      ${this.mark < top
        ? svg`<line class="marked" x1=${LEFT} x2=${W - RIGHT} y1=${y(this.mark)} y2=${y(this.mark)} />`
        : nothing}
      <path class="path" d=${d} />
      ${ps.slice(0, -1).map((p, i) =>
        i % every ? nothing : svg`<text x=${x(i) + step / 2} y=${H - 6} text-anchor="middle">${p.name}</text>`,
      )}
      <text class="newest" x=${W - RIGHT + 14} y=${Math.min(y(newest.value) + 15, H - BOTTOM)}>${newest.value}</text>
    </svg>`;
  }

  /** bar shows what is left now, what this round will take off, and the mark. */
  private bar() {
    const top = Math.max(this.start, this.strength, 1);
    const part = (v: number) => `${(Math.max(0, Math.min(v, top)) / top) * 100}%`;
    const kept = this.scored ? Math.min(this.ghost, this.strength) : this.strength;
    return html`<div class="bar">
      <svg>
        <rect class="full" x="0" y="0" height="100%" width=${part(kept)} />
        <rect class="taken" x=${part(kept)} y="0" height="100%" width=${part(this.strength - kept)} />
        ${this.mark < top
          ? svg`<svg x=${part(this.mark)} overflow="visible"><rect class="tick" x="-3" y="0" width="6" height="100%" /></svg>`
          : nothing}
      </svg>
    </div>`;
  }
}

if (!customElements.get("siege-tracker")) customElements.define("siege-tracker", SiegeTracker);
