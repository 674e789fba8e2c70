// <wall-moment>: what everybody should look up for, over the whole screen for six seconds.
import { LitElement, css, html, nothing } from "lit";
import { now } from "../shared/live";

const SHOWN_MS = 6000;
const seen = new Set<string>();

export class WallMoment extends LitElement {
  static properties = {
    key: { type: String },
    kind: { type: String },
    heading: { type: String },
    says: { type: String },
    at: { type: String },
    open: { state: true },
  };
  declare key: string;
  declare kind: string;
  declare heading: string;
  declare says: string;
  declare at: string;
  declare open: boolean;
  private timer = 0;

  constructor() {
    super();
    this.key = this.kind = this.heading = this.says = this.at = "";
    this.open = false;
  }

  static styles = css`
    .over {
      position: fixed;
      inset: 0;
      z-index: 10;
      display: flex;
      flex-direction: column;
      align-items: center;
      justify-content: center;
      gap: calc(30 * var(--u, 1px));
      padding: calc(80 * var(--u, 1px));
      background: var(--bg);
      color: var(--ink);
      border: calc(24 * var(--u, 1px)) solid var(--waiting);
      text-align: center;
      animation: in 300ms ease-out;
    }
    .over[data-kind="lost"],
    .over[data-kind="defeat"] {
      border-color: var(--danger);
    }
    .over[data-kind="won"],
    .over[data-kind="victory"] {
      border-color: var(--good);
    }
    h2 {
      margin: 0;
      font-size: calc(150 * var(--u, 1px));
      line-height: 1.05;
      font-weight: 780;
      text-wrap: balance;
    }
    p {
      margin: 0;
      font-size: calc(64 * var(--u, 1px));
      line-height: 1.25;
      color: var(--muted);
      text-wrap: balance;
      max-width: 30em;
    }
    @keyframes in {
      from {
        opacity: 0;
      }
    }
    @media (prefers-reduced-motion: reduce) {
      .over {
        animation: none;
      }
    }
  `;

  willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("key") || !this.key || seen.has(this.key)) return;
    seen.add(this.key);
    const left = SHOWN_MS - (now() - Date.parse(this.at));
    if (!(left > 0)) return;
    this.open = true;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.open = false), Math.min(left, SHOWN_MS));
  }

  render() {
    if (!this.open) return nothing;
    return html`<div class="over" role="status" data-kind=${this.kind}>
      <h2>${this.heading}</h2>
      <p>${this.says}</p>
    </div>`;
  }
}

customElements.define("wall-moment", WallMoment);
