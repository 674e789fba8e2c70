// The timeline: a row of marks, a lane for each table, rounds, and where one is. It is a picture; the slider
// below it is what keys and screen readers work with.
import { LitElement, html, nothing, svg } from "lit";
import type { Timeline } from "./data";
import { MARKS, moved } from "./marks";

const LANE = 20;
const TOP = 44; // rounds, and two rows of marks
const LEFT = 0;

export class ReplayLanes extends LitElement {
  static override properties = { timeline: { attribute: false }, index: { type: Number }, other: { type: Number }, width: { state: true } };
  declare timeline: Timeline | undefined;
  declare index: number;
  declare other: number;
  declare width: number;
  private watch?: ResizeObserver;

  constructor() {
    super();
    this.index = 0;
    this.other = -1;
    this.width = 0;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.watch = new ResizeObserver(() => (this.width = this.clientWidth));
    this.watch.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watch?.disconnect();
  }

  private x(i: number): number {
    const n = Math.max(1, (this.timeline?.entries.length ?? 1) - 1);
    return LEFT + 8 + (i / n) * (this.width - 16);
  }

  private point(e: PointerEvent): void {
    if (!this.timeline || (e.type === "pointermove" && e.buttons !== 1)) return;
    const box = this.getBoundingClientRect();
    const n = this.timeline.entries.length - 1;
    const i = Math.round(((e.clientX - box.left - 8) / Math.max(1, box.width - 16)) * n);
    this.dispatchEvent(new CustomEvent("go", { detail: Math.max(0, Math.min(n, i)) }));
  }

  protected override render() {
    const t = this.timeline;
    if (!t || !this.width) return nothing;
    const h = TOP + t.lanes.length * LANE + 6;
    return html`<svg
      class="rp-lanes"
      viewBox="0 0 ${this.width} ${h}"
      height=${h}
      width=${this.width}
      aria-hidden="true"
      @pointerdown=${this.point}
      @pointermove=${this.point}
    >
      ${this.rounds(t, h)} ${this.tables(t)} ${this.marks(t)}
      ${this.other >= 0 ? svg`<line class="rp-other" x1=${this.x(this.other)} x2=${this.x(this.other)} y1="0" y2=${h} />` : nothing}
      <line class="rp-here" x1=${this.x(this.index)} x2=${this.x(this.index)} y1="0" y2=${h} />
    </svg>`;
  }

  private rounds(t: Timeline, h: number) {
    let free = 0; // where the last label ends
    return t.entries.map((e, i) => {
      if (!e.marks?.includes("round")) return nothing;
      const x = this.x(i);
      const label = x >= free;
      if (label) free = x + 24;
      return svg`<line class="rp-round" x1=${x} x2=${x} y1="0" y2=${h} />${label ? svg`<text class="rp-label" x=${x + 3} y="11">${e.round}</text>` : nothing}`;
    });
  }

  private tables(t: Timeline) {
    return t.lanes.map((lane, l) => {
      const y = TOP + l * LANE;
      let d = "";
      let gone = "";
      t.entries.forEach((e, i) => {
        if (e.table !== lane.table) return;
        const bar = `M${this.x(i).toFixed(1)} ${y + 3}v${LANE - 6}`;
        if (e.withdrawn) gone += bar;
        else d += bar;
      });
      return svg`<line class="rp-lane" x1="0" x2=${this.width} y1=${y + LANE} y2=${y + LANE} />
        <path class="rp-entries" d=${d} /><path class="rp-taken" d=${gone} />
        <text class="rp-team" x="10" y=${y + LANE - 5}>${lane.team}</text>`;
    });
  }

  private marks(t: Timeline) {
    return MARKS.map((m) => {
      let d = "";
      t.entries.forEach((e, i) => {
        if (e.marks?.includes(m.name)) d += moved(m.shape, this.x(i), m.row === 1 ? 20 : 35);
      });
      return d ? svg`<path class="rp-mark rp-mark-${m.name}" fill-rule="evenodd" d=${d} />` : nothing;
    });
  }
}

customElements.define("replay-lanes", ReplayLanes);
