// Charts over the game, drawn by uPlot: the figure that the game is about, the threat of each player, the
// waits at the barrier. A line shows where one is; pointing at a chart goes there.
import { LitElement, html, nothing } from "lit";
import uPlot from "uplot";
import type { Timeline } from "./data";

const DASHES: number[][] = [[], [8, 4], [2, 3], [10, 3, 2, 3]];
const HEIGHT = 200;

/** colours are those of the page, as canvases need them. */
function colours(e: Element): Record<string, string> {
  const s = getComputedStyle(e);
  const of = (name: string) => s.getPropertyValue(name).trim();
  return { ink: of("--ink"), muted: of("--muted"), line: of("--line"), bg: of("--bg"), all: [of("--done"), of("--waiting"), of("--good"), of("--danger")].join("|") };
}

export class ReplayChart extends LitElement {
  static override properties = {
    timeline: { attribute: false },
    kind: { type: String },
    index: { type: Number },
    clock: { type: Boolean },
  };
  declare timeline: Timeline | undefined;
  declare kind: "main" | "threats" | "waits";
  declare index: number;
  declare clock: boolean;
  private plot?: uPlot;
  private watch?: ResizeObserver;
  private drawn = ""; // what the plot was made of

  constructor() {
    super();
    this.kind = "main";
    this.index = 0;
    this.clock = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.again);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watch?.disconnect();
    matchMedia("(prefers-color-scheme: dark)").removeEventListener("change", this.again);
    this.plot?.destroy();
    this.plot = undefined;
  }

  private again = (): void => {
    this.drawn = "";
    this.requestUpdate();
  };

  protected override render() {
    return html`<div class="rp-plot" role="img" aria-label=${this.label()}></div>
      ${this.kind === "threats" ? this.legend() : nothing}`;
  }

  /** label says what the chart shows here, to who cannot see it. */
  private label(): string {
    const t = this.timeline;
    if (!t) return "";
    if (this.kind === "waits") return "Time spent waiting at the barrier by round; the numbers are in the table below";
    if (this.kind === "threats") return "Threat of each player over the game; the numbers here are in the list below";
    return `${t.charts.main.label} over the game, here ${this.value(t.charts.main.values[this.index])}`;
  }

  private value(v: number | undefined): string {
    const main = this.timeline?.charts.main;
    if (v === undefined || v < 0) return "–";
    if (main?.kind === "eye") return this.timeline?.lanes[v]?.team ?? "–";
    return String(v);
  }

  private legend() {
    const t = this.timeline;
    if (!t) return nothing;
    return html`<ul class="rp-legend">
      ${t.charts.threats.map((p, i) => {
        const v = p.values[this.index];
        return html`<li>
          <svg class="rp-swatch rp-c${i % 4}" width="28" height="10" aria-hidden="true">
            <line x1="0" x2="28" y1="5" y2="5" stroke-width="3" stroke-dasharray=${this.dash(i).join(" ") || "none"} />
          </svg>
          <bdi>${p.name}</bdi> <b>${v === undefined || v < 0 ? "–" : v}</b>
        </li>`;
      })}
    </ul>`;
  }

  private dash(i: number): number[] {
    return DASHES[Math.floor(i / 4) % DASHES.length];
  }

  protected override updated(): void {
    const t = this.timeline;
    if (!t || !this.clientWidth) return;
    const made = `${t.version}/${this.clock}/${this.kind}`;
    if (made !== this.drawn) this.draw(t, made);
    else this.plot?.redraw(false);
  }

  private fit(): void {
    if (!this.plot) this.requestUpdate();
    else if (this.clientWidth) this.plot.setSize({ width: this.clientWidth, height: HEIGHT });
  }

  private xs(t: Timeline): number[] {
    return this.clock ? t.entries.map((e) => Date.parse(e.at) / 1000) : t.entries.map((_, i) => i);
  }

  private data(t: Timeline): uPlot.AlignedData {
    const known = (vs: number[]) => vs.map((v) => (v < 0 ? null : v));
    if (this.kind === "waits") {
      const ws = t.charts.waits;
      return [ws.map((w) => w.round), ...t.lanes.map((_, i) => ws.map((w) => w.seconds[i] ?? null))] as uPlot.AlignedData;
    }
    const x = this.xs(t);
    if (this.kind === "main") return [x, known(t.charts.main.values)];
    return [x, ...t.charts.threats.map((p) => known(p.values))] as uPlot.AlignedData;
  }

  private draw(t: Timeline, made: string): void {
    const where = this.querySelector<HTMLElement>(".rp-plot");
    if (!where) return;
    this.plot?.destroy();
    this.plot = new uPlot(this.options(t), this.data(t), where);
    this.drawn = made;
    if (this.kind !== "waits") {
      for (const e of ["pointerdown", "pointermove"] as const) this.plot.over.addEventListener(e, (ev) => this.point(ev));
    }
  }

  private point(e: PointerEvent): void {
    if (!this.plot || (e.type === "pointermove" && e.buttons !== 1)) return;
    const left = e.clientX - this.plot.over.getBoundingClientRect().left;
    this.dispatchEvent(new CustomEvent("go", { detail: this.plot.posToIdx(left) }));
  }

  private options(t: Timeline): uPlot.Options {
    const c = colours(this);
    const all = c.all.split("|");
    const axis = { stroke: c.muted, grid: { stroke: c.line, width: 1 }, ticks: { stroke: c.line }, font: "14px system-ui" };
    const line = (label: string, i: number, more: Partial<uPlot.Series> = {}): uPlot.Series => ({
      label, stroke: all[i % 4], width: 2, dash: this.dash(i), points: { show: false }, ...more,
    });
    const step = uPlot.paths.stepped?.({ align: 1 });
    let series: uPlot.Series[];
    if (this.kind === "waits") series = t.lanes.map((l, i) => line(l.team, i, { dash: DASHES[i % 4], points: { show: true, size: 8 } }));
    else if (this.kind === "threats") series = t.charts.threats.map((p, i) => line(p.name, i, { paths: step }));
    else series = [line(t.charts.main.label, 0, { paths: step, stroke: c.ink, width: 3 })];
    const eye = this.kind === "main" && t.charts.main.kind === "eye";
    return {
      width: this.clientWidth, height: HEIGHT,
      legend: { show: false }, cursor: { drag: { x: false, y: false }, x: false, y: false, points: { show: false } },
      scales: { x: { time: this.clock && this.kind !== "waits" }, y: { range: (_u, lo, hi) => this.range(t, lo, hi) } },
      series: [{}, ...series],
      axes: [
        { ...axis, values: this.clock && this.kind !== "waits" ? undefined : this.names(t) },
        { ...axis, size: eye ? 90 : 44, ...(eye ? { splits: () => t.lanes.map((_, i) => i), values: (_u: uPlot, vs: number[]) => vs.map((v) => t.lanes[v]?.team ?? "") } : {}) },
      ],
      hooks: { draw: [(u) => this.here(u, c.ink)] },
    };
  }

  /** range is what the upright axis spans: lanes, threats as close as they are, other figures from 0. */
  private range(t: Timeline, lo: number, hi: number): [number, number] {
    if (this.kind === "main" && t.charts.main.kind === "eye") return [-0.5, t.lanes.length - 0.5];
    if (this.kind === "threats") return [Math.max(0, (lo ?? 0) - 3), (hi ?? 50) + 3];
    return [0, Math.max(1, (hi ?? 1) * 1.08)];
  }

  /** names calls places on the axis by their round. */
  private names(t: Timeline) {
    return (_u: uPlot, vs: number[]): string[] => {
      if (this.kind === "waits") return vs.map((v) => (Number.isInteger(v) ? `round ${v}` : ""));
      return vs.map((v) => (t.entries[v] ? `#${t.entries[v].position}` : ""));
    };
  }

  /** here draws the line where one is. */
  private here(u: uPlot, ink: string): void {
    if (this.kind === "waits" || !this.timeline) return;
    const at = this.xs(this.timeline)[this.index];
    const x = Math.round(u.valToPos(at, "x", true));
    u.ctx.save();
    u.ctx.strokeStyle = ink;
    u.ctx.lineWidth = 2 * devicePixelRatio;
    u.ctx.setLineDash([]);
    u.ctx.beginPath();
    u.ctx.moveTo(x, u.bbox.top);
    u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
    u.ctx.stroke();
    u.ctx.restore();
  }
}

customElements.define("replay-chart", ReplayChart);
