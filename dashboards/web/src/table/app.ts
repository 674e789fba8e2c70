// <muster-table>: the captain's page of one table. This file holds its state and what the buttons
// do; what it looks like is in panels.ts and questions.ts.
import { LitElement, type TemplateResult } from "lit";
import "./form";
import "./stepper";
import { Checked } from "./checked";
import type { Body, Entry } from "./entry";
import { Feed } from "./feed";
import { filled, forecast, type Forecast } from "./forecast";
import type { Asked, Given, HeroRow } from "./form";
import { Signer } from "./keys";
import { Outbox, type Words } from "./outbox";
import { page } from "./page";
import { Presence, type Waits } from "./presence";
import { saveFile } from "./save";
import { openVault, type Vault } from "./vault";
import type { Action, Card, Shell, StepOption, View } from "./view";
import { keepAwake } from "./worker";

/** Connection is what the header says about the link to the server. */
export interface Connection {
  words: string;
  kind: "connected" | "sending" | "offline" | "connecting";
}

/** A sheet lies over the page until it is answered or closed. */
export type Sheet = { kind: "form"; asked: Asked } | { kind: "waiting" } | { kind: "more" } | { kind: "log" } | { kind: "deck"; player: string };

const AGAIN_MS = 400; // a second tap within this time is the first one's echo

/** MusterTable is the page's one application. */
export class MusterTable extends LitElement {
  static override properties = { tick: { state: true }, sheet: { state: true }, busy: { state: true }, said: { state: true } };
  declare tick: number;
  declare sheet: Sheet | null;
  /** An entry is being stored: nothing else is taken. */
  declare busy: boolean;
  /** What happened last, for the status line. */
  declare said: string;
  /** When it was said, ms since 1970. */
  saidAt = 0;

  shell!: Shell;
  view!: View;
  /** When the view was last known to be true, ms since 1970. */
  at = 0;
  /** Since when the server is not heard, ms since 1970; 0: it is. */
  lostAt = 0;
  cards: Card[] = [];
  recent: string[] = [];
  outbox?: Outbox;
  /** What this phone keeps and checks of the log. */
  readonly checked = new Checked(() => {
    this.presence.changed();
    this.tick++;
  });
  private proof = ""; // address of the script that checks
  private feed!: Feed;
  private presence!: Presence;
  private vault?: Vault;
  private heard = false;
  private refusalSeen = "";
  private chain: Promise<unknown> = Promise.resolve();

  constructor() {
    super();
    this.tick = 0;
    this.sheet = null;
    this.busy = false;
    this.said = "";
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    const data = document.getElementById("muster-shell")?.textContent ?? "";
    this.shell = JSON.parse(data) as Shell;
    this.view = filled(this.shell.view);
    this.at = Date.now();
    this.cards = this.shell.cards ?? [];
    this.proof = this.dataset["proof"] ?? "";
    this.replaceChildren();
    super.connectedCallback();
    this.feed = new Feed(this.shell.stream, this.shell.state, () => this.presence.query());
    this.presence = new Presence(this.shell.presence, () => this.waits());
    this.feed.addEventListener("view", (e) => this.take((e as CustomEvent<View>).detail));
    this.feed.addEventListener("state", () => this.linked());
    void this.start();
    setInterval(() => this.tick++, 1000);
    addEventListener("beforeunload", (e) => {
      if (this.waiting.length > 0) e.preventDefault();
    });
    keepAwake();
  }

  private async start(): Promise<void> {
    this.vault = await openVault();
    const v = this.view;
    const signer = v.role === "captain" ? await Signer.open(this.proof, v.gathering, v.group, this.shell.device) : undefined;
    this.outbox = new Outbox(this.vault, { gathering: v.gathering, group: v.group, table: v.table, device: this.shell.device }, signer);
    this.outbox.addEventListener("change", () => {
      this.outbox?.seen(this.view.position); // the state may have come before the answer
      this.presence.changed();
      this.tick++;
    });
    const kept = await this.vault.get("views", this.outbox.topic);
    if (kept && kept.view.position > this.view.position) {
      this.view = filled(kept.view);
      this.at = kept.at;
    } else if (kept && kept.view.position === this.view.position) {
      this.at = kept.at; // perhaps this page came out of the cache: not newer than what was seen
    }
    this.outbox.seen(this.view.position);
    this.recent = (await this.vault.get("cards", v.scenario)) ?? [];
    await this.outbox.reload();
    this.outbox.records(this.records);
    void this.outbox.flush();
    this.checked.told(this.view.checkpoint);
    this.checked.start(this.proof, v.gathering, this.vault);
    if (!document.hidden) this.feed.restart();
  }

  // take shows a state that came from the server; an older one than shown is late and dropped.
  private take(v: View): void {
    this.at = Date.now();
    if (v.position >= this.view.position) this.view = filled(v);
    this.checked.told(v.checkpoint);
    this.outbox?.seen(this.view.position);
    this.outbox?.records(this.records);
    if (this.outbox) void this.vault?.put("views", { view: this.view, at: this.at }, this.outbox.topic);
    this.tick++;
  }

  private linked(): void {
    this.heard = true;
    this.at = Math.max(this.at, this.feed.heardAt);
    if (!this.feed.live) this.lostAt ||= Date.now();
    else {
      this.lostAt = 0;
      this.outbox?.wake();
      this.checked.wake();
    }
    this.tick++;
  }

  protected override render(): TemplateResult {
    return page(this);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("said")) this.saidAt = Date.now();
  }

  protected override updated(): void {
    const dialog = this.querySelector<HTMLDialogElement>("dialog");
    if (this.sheet && !dialog?.open) dialog?.showModal();
    if (!this.sheet && dialog?.open) dialog.close(); // gives the focus back to the button
    this.showRefusal();
  }

  // showRefusal brings a new refusal or alarm, which is at the top of the page, before the captain's eyes.
  private showRefusal(): void {
    const alarm = this.checked.state?.alarms.filter((a) => !a.read).at(-1)?.id ?? "";
    const id = `${this.outbox?.refused?.id ?? ""}${alarm}`;
    if (id === this.refusalSeen) return;
    this.refusalSeen = id;
    if (id) scrollTo({ top: 0 });
  }

  /** live tells whether the server is heard. */
  get live(): boolean {
    return this.feed.live;
  }

  /** waiting lists what is not known to have arrived. */
  get waiting(): Entry[] {
    return this.outbox?.entries ?? [];
  }

  private waits(): Waits {
    return { count: this.waiting.length, since: Math.min(...this.waiting.map((e) => e.at)), alarm: !!this.checked.state?.alarms.length };
  }

  /** shown is the view with waiting entries counted in. */
  shown(): Forecast {
    const sent = (this.outbox?.sent ?? []).map((s) => s.entry);
    return forecast(this.view, [...sent, ...this.waiting]);
  }

  /** connection is the state of the link in words. */
  connection(): Connection {
    const n = this.waiting.length;
    const saved = n > 0 ? `, ${n} saved` : "";
    if (this.feed.signedOut || this.outbox?.sending === "signed-out") return { kind: "offline", words: `Signed out${saved}` };
    if (!this.feed.live) return this.heard ? { kind: "offline", words: `Offline${saved}` } : { kind: "connecting", words: `Connecting${saved}` };
    if (this.outbox?.sending === "server-busy") return { kind: "offline", words: `Server busy${saved}` };
    if (this.outbox?.refused) return { kind: "offline", words: `Connected, ${n} not recorded` };
    if (n > 0) return { kind: "sending", words: `Sending ${n}` };
    return { kind: "connected", words: "Connected" };
  }

  /** signedOut tells whether the phone has to join again. */
  get signedOut(): boolean {
    return this.feed.signedOut || this.outbox?.sending === "signed-out";
  }

  /** otherRecords tells whether another device records for this table. */
  get otherRecords(): boolean {
    const device = this.view.recorder?.device;
    return this.view.role === "captain" && !!device && !!this.shell.device && device !== this.shell.device;
  }

  /** records tells whether this very phone is the one that records. */
  private get records(): boolean {
    return this.view.role === "captain" && !!this.shell.device && this.view.recorder?.device === this.shell.device;
  }

  /** mayRecord tells whether entries of this phone are taken; otherwise it only watches. */
  get mayRecord(): boolean {
    return this.view.mayRecord && !this.otherRecords;
  }

  /** named replaces the ids of people that a sentence of the rules holds, "{p-7}", by their names. */
  named(says: string): string {
    const people = new Map(this.view.players.map((p) => [p.player, p.name]));
    for (const t of this.view.targets?.players ?? []) if (t.player && !people.has(t.player)) people.set(t.player, t.label);
    return says.replace(/\{(p-\d+)\}/g, (_, id: string) => people.get(id) ?? id.replace("p-", "Player "));
  }

  /** may tells whether a command type can be entered now at all. */
  may(type: string): boolean {
    return this.mayRecord && this.view.actions.some((a) => a.type === type && !this.barred(a));
  }

  /**
   * barred tells whether an action cannot be entered now. While a change of phase waits to be sent,
   * the last state says nothing about what the new phase allows: the server will say.
   */
  barred(a: Action): boolean {
    return a.disabled && !(this.waiting.some((e) => e.type === "lotr.begin-phase.v1") && !this.view.paused);
  }

  /** step adds to a number; quick steps on one number become one entry. */
  step(key: string, body: Body, words: Words): void {
    this.chain = this.chain.then(() => this.outbox?.add(this.now(body), words, key)).catch((err) => this.failed(err));
  }

  /** enter stores one entry. Taps that come while it is stored, or right after, are echoes. */
  async enter(body: Body, words: string): Promise<void> {
    if (this.busy || !this.outbox) return;
    this.busy = true;
    const since = Date.now();
    try {
      await this.chain;
      await this.outbox.add(this.now(body), words);
      this.said = `Saved: ${words}`;
    } catch (err) {
      this.failed(err);
    } finally {
      window.setTimeout(() => (this.busy = false), Math.max(0, since + AGAIN_MS - Date.now()));
    }
  }

  /** now says in which round an entry is made: it may arrive much later. */
  private now(body: Body): Body {
    return { ...body, round: this.view.round };
  }

  private failed(err: unknown): void {
    console.warn("entry", err);
    this.said = "This phone could not save the entry: its storage is full or switched off. Nothing was recorded.";
  }

  /** ask opens the form of an action, or sends it at once if nothing has to be asked. */
  ask(a: Action): void {
    const asked: Asked = { ...a, inputs: a.inputs ?? [] };
    if (a.why && !a.disabled) asked.hint = a.why;
    const seats = a.data?.["seats"] as { player: string }[] | undefined;
    const heroes = this.view.players.find((p) => p.player === seats?.[0]?.player)?.heroes ?? [];
    if (heroes.length > 0) asked.heroes = heroes.map(({ title, threat, hitPoints, sphere, traits, willpower, attack, defense, ranged, sentinel }) => {
      const row = { title, threat, hitPoints, sphere, traits, willpower, attack, defense, ranged, sentinel };
      return Object.fromEntries(Object.entries(row).filter(([, x]) => x !== undefined)) as unknown as HeroRow;
    });
    if (asked.inputs.length === 0 && !a.confirm?.length) {
      void this.enter({ type: a.type, data: a.data ?? {} }, a.label);
      return;
    }
    this.sheet = { kind: "form", asked };
  }

  /** answer gives an answer to the question of the round's end; what is final is asked once more. */
  answer(o: StepOption, step: string): void {
    const inputs = o.inputs ?? [];
    if (inputs.length === 0 && !o.confirm?.length) {
      void this.enter({ type: o.type, data: o.data }, o.label);
      return;
    }
    const asked: Asked = { id: `${step} ${o.choice}`, label: o.label, type: o.type, data: o.data, inputs };
    if (o.confirm) asked.sure = o.confirm;
    if (o.effect) asked.hint = o.effect;
    if (o.section) asked.section = o.section;
    this.sheet = { kind: "form", asked };
  }

  /** given takes what a form asked for. */
  async given(asked: Asked, g: Given): Promise<void> {
    if (this.busy) return;
    await this.enter({ type: asked.type, data: g.data }, g.words);
    this.sheet = null;
    if (g.card) await this.remember(g.card);
  }

  private async remember(card: string): Promise<void> {
    this.recent = [card, ...this.recent.filter((c) => c !== card)].slice(0, 30);
    await this.vault?.put("cards", this.recent, this.view.scenario);
  }

  /** undoable is the latest entry of this table and how it is taken back. */
  undoable(): { words: string; take: () => Promise<unknown> } | null {
    const pending = [...(this.outbox?.sent ?? []).map((s) => s.entry), ...this.waiting.filter((e) => !e.refused)];
    const last = pending.at(-1);
    if (!last) {
      const u = this.view.undo;
      return u ? { words: u.words, take: () => this.enter({ type: u.type, data: u.data }, `Undo: ${u.words}`) } : null;
    }
    if (this.waiting.includes(last) && last.tries === 0) {
      return { words: last.words, take: () => this.drop(last) };
    }
    if (!last.type.startsWith("lotr.")) return null; // an undo itself, or something that ended the round
    const data = { table: this.view.table, entry: last.id };
    return { words: last.words, take: () => this.enter({ type: "group.withdraw.v1", data }, `Undo: ${last.words}`) };
  }

  /** drop removes a waiting or refused entry. */
  async drop(e: Entry): Promise<void> {
    const gone = await this.outbox?.remove(e.seq);
    this.said = gone ? `Removed: ${e.words}` : `Removed from this phone: ${e.words}. It may have arrived already; then Undo takes it back.`;
  }

  /** takeOver makes this phone the table's recorder and sends what was refused for that reason. */
  async takeOver(): Promise<void> {
    const v = this.view;
    await this.outbox?.first({ type: "group.take-recorder.v1", data: { table: v.table, confirm: true } }, "This phone records for the table");
  }

  /** export saves the waiting entries as a file that the organiser can import. */
  exportWaiting(): void {
    const v = this.view;
    const commands = this.waiting.map((e) => ({ id: e.id, round: e.round, type: e.type, data: e.data, words: e.words, at: new Date(e.at).toISOString(), refused: e.refused }));
    const file = { muster: "waiting-entries", format: 1, gathering: v.gathering, group: v.group, table: v.table, device: this.shell.device, commands };
    saveFile(`muster-${v.gathering}-${v.group}-${v.table}.json`, file);
  }
}

customElements.define("muster-table", MusterTable);

