// Plays a game as fast as it was played, or up to a hundred times as fast. What people did fast is shown
// fast; a wait is cut short.
import type { Entry } from "./data";

export const SPEEDS = [1, 2, 5, 10, 20, 50, 100];
const LONGEST_MS = 3000; // that any wait is watched

/** Player moves along the entries while it plays. */
export class Player {
  speed = 10;
  private timer = 0;
  private at = 0; // moment of the game, ms on the shortened clock
  private last = 0;
  private clock: number[] = []; // shortened clock of each entry, for the speed it was made for
  private madeFor = 0;

  constructor(
    private entries: () => Entry[],
    private here: () => number,
    private go: (index: number) => void,
    private stopped: () => void,
  ) {}

  get playing(): boolean {
    return this.timer !== 0;
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.start();
  }

  start(): void {
    if (this.here() >= this.entries().length - 1) this.go(0);
    this.from(this.here());
    this.last = performance.now();
    this.timer = window.setInterval(() => this.step(), 40);
  }

  stop(): void {
    if (!this.playing) return;
    window.clearInterval(this.timer);
    this.timer = 0;
    this.stopped();
  }

  /** moved tells that somebody has gone elsewhere by hand. */
  moved(): void {
    if (this.playing) this.from(this.here());
  }

  faster(by: number): void {
    const i = SPEEDS.indexOf(this.speed) + by;
    this.speed = SPEEDS[Math.max(0, Math.min(i, SPEEDS.length - 1))];
    this.moved();
  }

  private from(index: number): void {
    if (this.madeFor !== this.speed || this.clock.length !== this.entries().length) {
      let t = 0;
      let before = 0;
      this.clock = this.entries().map((e, i) => {
        const now = Date.parse(e.at);
        if (i > 0) t += Math.min(Math.max(0, now - before), LONGEST_MS * this.speed);
        before = now;
        return t;
      });
      this.madeFor = this.speed;
    }
    this.at = this.clock[index] ?? 0;
  }

  private step(): void {
    const now = performance.now();
    this.at += (now - this.last) * this.speed;
    this.last = now;
    let i = this.here();
    while (i + 1 < this.clock.length && this.clock[i + 1] <= this.at) i++;
    if (i !== this.here()) this.go(i);
    if (i >= this.clock.length - 1) this.stop();
  }
}
