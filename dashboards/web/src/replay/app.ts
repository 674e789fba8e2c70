// <muster-replay>: the application of the replay page. This file holds where one is and what the buttons do;
// what it looks like is in panels.ts.
import { LitElement, type PropertyValues, type TemplateResult } from "lit";
import "./charts";
import { Library, type Change, type Proof, type Shell, type Shown, type Timeline } from "./data";
import { key, type Moves } from "./keys";
import "./lanes";
import { page } from "./panels";
import { Player } from "./player";
import "./walls";

const PROOF_MS = 350; // somebody has to stay at an entry for its proof to be asked for
const ADDRESS_MS = 300;
const AHEAD = 3; // entries that are fetched before they are asked for

export class MusterReplay extends LitElement implements Moves {
  static override properties = {
    timeline: { state: true },
    index: { state: true },
    other: { state: true },
    shown: { state: true },
    otherShown: { state: true },
    differs: { state: true },
    proof: { state: true },
    playing: { state: true },
    speed: { state: true },
    trouble: { state: true },
    clock: { state: true },
    shared: { state: true },
    find: { state: true },
  };
  declare timeline: Timeline | undefined;
  /** Number of the entry that is shown, from 0. */
  declare index: number;
  /** Number of the entry that is compared with; −1: none. */
  declare other: number;
  declare shown: Shown | undefined;
  declare otherShown: Shown | undefined;
  declare differs: Change[] | undefined;
  declare proof: Proof | undefined;
  declare playing: boolean;
  declare speed: number;
  /** What went wrong, in words; empty: nothing. */
  declare trouble: string;
  /** Charts run over the clock, not over the entries. */
  declare clock: boolean;
  /** What came of sharing the link. */
  declare shared: string;
  declare find: string;

  shell!: Shell;
  private library!: Library;
  private player = new Player(
    () => this.timeline?.entries ?? [],
    () => this.index,
    (i) => this.go(i),
    () => {
      this.playing = false;
      this.settle();
    },
  );
  private asked = 0; // counts what was asked for, so that late answers are known
  private loading = false;
  private proofTimer = 0;
  private addressTimer = 0;

  constructor() {
    super();
    this.index = 0;
    this.other = -1;
    this.playing = false;
    this.speed = this.player.speed;
    this.trouble = this.shared = this.find = "";
    this.clock = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    this.shell = JSON.parse(document.getElementById("muster-shell")?.textContent ?? "{}") as Shell;
    this.library = new Library(this.shell);
    this.replaceChildren();
    super.connectedCallback();
    document.addEventListener("keydown", (e) => {
      if (this.timeline && key(e, this)) e.preventDefault();
    });
    addEventListener("hashchange", () => this.fromAddress());
    void this.start();
  }

  private async start(): Promise<void> {
    try {
      this.timeline = await this.library.timeline();
    } catch (err) {
      this.trouble = `The game cannot be read: ${(err as Error).message}. Reload the page to try again.`;
      return;
    }
    this.index = this.timeline.entries.length - 1;
    this.fromAddress();
    void this.load();
  }

  /** fromAddress goes to #seq=123, and compares with &with=88. */
  private fromAddress(): void {
    const at = new URLSearchParams(location.hash.slice(1));
    const seq = Number(at.get("seq"));
    const second = Number(at.get("with"));
    if (seq > 0) this.go(this.indexOf(seq));
    this.other = second > 0 ? this.indexOf(second) : -1;
  }

  /** indexOf returns the number of the last entry at or before a position. */
  private indexOf(position: number): number {
    const es = this.timeline?.entries ?? [];
    let i = es.length - 1;
    while (i > 0 && es[i].position > position) i--;
    return i;
  }

  /** position is where the page is, in the gathering's log. */
  get position(): number {
    return this.timeline?.entries[this.index]?.position ?? 0;
  }

  get otherPosition(): number {
    return this.other < 0 ? 0 : (this.timeline?.entries[this.other]?.position ?? 0);
  }

  /** go shows an entry. */
  go(index: number): void {
    const last = (this.timeline?.entries.length ?? 1) - 1;
    const to = Math.max(0, Math.min(last, index));
    if (to === this.index) return;
    this.index = to;
  }

  /** hand is go by somebody's hand: playing goes on from there. */
  hand(index: number): void {
    this.go(index);
    this.player.moved();
  }

  by(n: number): void {
    this.hand(this.index + n);
  }

  to(marks: string[], direction: 1 | -1): void {
    const es = this.timeline?.entries ?? [];
    for (let i = this.index + direction; i >= 0 && i < es.length; i += direction) {
      if (es[i].marks?.some((m) => marks.includes(m))) {
        this.hand(i);
        return;
      }
    }
  }

  first(): void {
    this.hand(0);
  }

  last(): void {
    this.hand((this.timeline?.entries.length ?? 1) - 1);
  }

  play(): void {
    this.player.toggle();
    this.playing = this.player.playing;
  }

  faster(by: 1 | -1): void {
    this.player.faster(by);
    this.speed = this.player.speed;
  }

  setSpeed(speed: number): void {
    this.player.speed = speed;
    this.player.moved();
    this.speed = speed;
  }

  compare(): void {
    this.other = this.other < 0 ? this.index : -1;
  }

  link(): void {
    void this.share();
  }

  /** address is the link to what is shown. */
  address(): string {
    const second = this.other < 0 ? "" : `&with=${this.otherPosition}`;
    return `${location.origin}${location.pathname}#seq=${this.position}${second}`;
  }

  private async share(): Promise<void> {
    const link = this.address();
    try {
      await navigator.clipboard.writeText(link); // only on secure origins
      this.shared = `Copied: ${link}`;
    } catch {
      this.shared = `The link: ${link}`;
    }
  }

  protected override render(): TemplateResult {
    return page(this);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("other") && this.other < 0) this.otherShown = this.differs = undefined;
  }

  protected override updated(changed: PropertyValues): void {
    if (!this.timeline || !(changed.has("index") || changed.has("other") || changed.has("timeline"))) return;
    this.shared = "";
    void this.load();
    if (!this.playing) this.settle();
  }

  /** settle is done where somebody stays: the address says it, and its proof is fetched. */
  private settle(): void {
    window.clearTimeout(this.proofTimer);
    window.clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => history.replaceState(null, "", this.address()), ADDRESS_MS);
    const at = this.position;
    this.proofTimer = window.setTimeout(() => {
      this.library
        .proof(at)
        .then((p) => {
          if (this.position === at) this.proof = p;
        })
        .catch((err: Error) => (this.trouble = `The proof cannot be read: ${err.message}.`));
    }, PROOF_MS);
  }

  /** load fetches what is shown. While one answer is on its way only the newest wish is kept, so that playing
   * fast skips entries and does not queue them. */
  private async load(): Promise<void> {
    const wish = ++this.asked;
    if (this.loading) return;
    this.loading = true;
    try {
      await this.fetch();
      this.trouble = "";
    } catch (err) {
      this.trouble = `Position ${this.position} cannot be read: ${(err as Error).message}. Go there again to try again.`;
    } finally {
      this.loading = false;
    }
    if (this.asked !== wish) void this.load();
  }

  private async fetch(): Promise<void> {
    const [at, second] = [this.position, this.otherPosition];
    const [shown, otherShown] = await Promise.all([this.library.at(at), second ? this.library.at(second) : undefined]);
    this.shown = shown;
    if (second !== this.otherPosition) return;
    this.otherShown = otherShown;
    this.differs = second ? await this.library.between(Math.min(at, second), Math.max(at, second)) : undefined;
    for (let i = 1; i <= AHEAD && !this.playing; i++) {
      const next = this.timeline?.entries[this.index + i];
      if (next) void this.library.at(next.position).catch(() => undefined);
    }
  }
}

customElements.define("muster-replay", MusterReplay);
