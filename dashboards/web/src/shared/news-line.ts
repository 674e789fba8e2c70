// <news-line>: what people should see without asking for it. Its key is the same as long as the news is.
// A page that was there before a change calls for attention: on a phone it shakes and the title is marked,
// on a wall a line is shown for a while. A page that comes back after losing its connection, or is opened
// again, does so only if the key is another than the last one it has shown.
import { LitElement, css, html, nothing } from "lit";

const FRESH_MS = 20_000;
const MARK = "● ";

/** shown returns the key that this tab has shown last at this address; null: none. */
function shown(key: string): string | null {
  const place = `news ${location.pathname}`;
  try {
    const was = sessionStorage.getItem(place);
    sessionStorage.setItem(place, key);
    return was;
  } catch {
    return null; // a browser that keeps nothing: nothing calls for attention
  }
}

function unmark(): void {
  if (document.visibilityState === "visible" && document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length);
}

export class NewsLine extends LitElement {
  static properties = {
    key: { type: String },
    brief: { type: Boolean },
    fresh: { state: true },
  };
  declare key: string;
  declare brief: boolean; // shown only while it is fresh
  declare fresh: boolean;
  private timer = 0;

  constructor() {
    super();
    this.key = "";
    this.brief = this.fresh = false;
  }

  static styles = css`
    .line {
      display: flex;
      align-items: center;
      gap: 0.6em;
      margin: 0 0 0.75rem;
      padding: 0.6rem 0.9rem;
      border: 2px solid var(--done);
      border-inline-start-width: 10px;
      border-radius: 6px;
      font-weight: 650;
      overflow-wrap: anywhere;
    }
    .line.fresh {
      border-color: var(--waiting);
      animation: in 300ms ease-out;
    }
    .line.brief {
      position: fixed;
      z-index: 9;
      inset-inline: 3vw;
      top: calc(14 * var(--u, 1px)); /* over the header: what is below it stays to be read */
      justify-content: center;
      margin: 0;
      padding: calc(10 * var(--u, 1px)) calc(24 * var(--u, 1px));
      border-width: calc(6 * var(--u, 1px));
      background: var(--bg);
      color: var(--ink);
      font-size: calc(60 * var(--u, 1px));
      line-height: 1.15;
      text-align: center;
    }
    @keyframes in {
      from {
        opacity: 0;
      }
    }
    @media (prefers-reduced-motion: reduce) {
      .line {
        animation: none;
      }
    }
    @media print {
      .line.brief {
        display: none;
      }
    }
  `;

  willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("key")) return;
    const was = shown(this.key);
    if (was === null || was === this.key || !this.key) return;
    this.fresh = true;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.fresh = false), FRESH_MS);
    if (this.brief) return;
    // before the first tap a browser refuses, and complains
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
    if (document.visibilityState === "hidden" && !document.title.startsWith(MARK)) document.title = MARK + document.title;
  }

  render() {
    if (!this.key || (this.brief && !this.fresh)) return nothing;
    return html`<div class="line ${this.fresh ? "fresh" : ""} ${this.brief ? "brief" : ""}"><slot></slot></div>`;
  }
}

document.addEventListener("visibilitychange", unmark);
customElements.define("news-line", NewsLine);
