// The outbox: every entry is in the browser's database before anything is sent, and leaves it when
// the server has answered. Ids are made once; the count n of this device is given when sending,
// because an entry that is refused or dropped gives its number to the next one.
//
//   add → waiting → sent (tries > 0, outcome unknown) → taken: gone
//                                                    → refused: stays until read, the rest waits
import type { Body, Entry, Refusal, Sent } from "./entry";
import type { Signer } from "./keys";
import { post, signedOut, type Outcome } from "./post";
import { Turn } from "./turn";
import { uuid7 } from "./uuid";
import type { Vault } from "./vault";

const BATCH = 50; // the server's limit for one request
const MERGE_MS = 900; // quick taps on one stepper within this time are one entry
const MAX_WAIT_MS = 30_000;
const TAKE = "group.take-recorder.v1";
const SHOW = "group.register-key.v1";
const MOST_TRIES = 5;

/** State of sending, for the header. */
export type Sending = "idle" | "sending" | "no-connection" | "server-busy" | "signed-out";

/** Place says whose outbox it is. */
export interface Place {
  gathering: string;
  group: string;
  table: string;
  device: string; // "" if the page does not know it
}

/** Words name an entry for people; those of an entry that may grow depend on by how much it is. */
export type Words = string | ((by: number) => string);

function say(words: Words, by: number): string {
  return typeof words === "string" ? words : words(by);
}

/** Outbox keeps and sends the entries of one table. It fires "change" after every change. */
export class Outbox extends EventTarget {
  /** What waits, in order; refused entries among them. */
  entries: Entry[] = [];
  /** What the server has taken but the page has not seen yet. */
  sent: Sent[] = [];
  sending: Sending = "idle";
  /** What the server says about why it takes nothing now. */
  why = "";
  /** What this phone sends is signed. */
  signs = false;
  /** The server holds this phone to another key than the one it has. */
  otherKey = false;

  readonly topic: string;
  private readonly url: string;
  private readonly counter: string;
  private readonly turn: Turn;
  private readonly channel = new BroadcastChannel("muster outbox");
  private running = false;
  private asked = false;
  private failures = 0;
  private timer = 0;
  private limit = BATCH;
  private shown = 0; // position of the state that the page shows
  private recording = false; // this phone records for the table, as far as it knows
  private declined = false; // its key was not taken

  constructor(
    private readonly vault: Vault,
    private readonly place: Place,
    /** Signs what this phone sends; without one it goes unsigned. */
    readonly signer?: Signer,
  ) {
    super();
    const group = `${place.gathering}/${place.group}`;
    this.topic = `${group}/${place.table}`;
    this.url = `/api/v1/gatherings/${place.gathering}/groups/${place.group}/commands`;
    this.counter = `${group}|${place.device}`;
    this.turn = new Turn(vault, group);
    this.channel.onmessage = () => void this.reload().then(() => this.flush());
  }

  /** refused is the entry that was refused and not read yet. */
  get refused(): Entry | undefined {
    return this.entries.find((e) => e.refused);
  }

  /** reload reads the entries from the database, after another tab changed them. */
  async reload(): Promise<void> {
    this.entries = await this.vault.getAllFromIndex("entries", "topic", this.topic);
    this.dispatchEvent(new Event("change"));
  }

  /**
   * add stores an entry and returns once it is on this phone's disk; then it is sent. With merge
   * set, data.by of a waiting entry of the same key grows instead, while that entry is new.
   */
  async add(body: Body, words: Words, merge?: string): Promise<string> {
    const now = Date.now();
    const tx = this.vault.transaction("entries", "readwrite", { durability: "strict" });
    const last = (await tx.store.index("topic").openCursor(this.topic, "prev"))?.value;
    let id = uuid7(now);
    if (merge && last?.merge === merge && last.round === body.round && last.tries === 0 && !last.refused && now < last.notBefore) {
      id = last.id;
      const by = Number(last.data["by"]) + Number(body.data["by"]);
      if (by === 0) await tx.store.delete(last.seq);
      else await tx.store.put({ ...last, data: { ...last.data, by }, words: say(words, by), notBefore: now + MERGE_MS });
    } else {
      const entry: Omit<Entry, "seq"> = {
        ...body,
        id,
        topic: this.topic,
        words: say(words, Number(body.data["by"])),
        at: now,
        tries: 0,
        notBefore: merge ? now + MERGE_MS : 0,
      };
      if (merge) entry.merge = merge;
      await tx.store.add(entry as Entry);
    }
    await tx.done;
    await this.changed();
    void this.flush();
    return id;
  }

  /** remove takes an entry out for good; false if the server may have it already. */
  async remove(seq: number): Promise<boolean> {
    const tx = this.vault.transaction("entries", "readwrite", { durability: "strict" });
    const entry = await tx.store.get(seq);
    const mayBeThere = !!entry && entry.tries > 0 && !entry.refused;
    await tx.store.delete(seq);
    await tx.done;
    await this.changed();
    void this.flush();
    return !mayBeThere;
  }

  /** redo sends a refused entry again, as a new command at its old place. */
  async redo(seq: number): Promise<void> {
    const tx = this.vault.transaction("entries", "readwrite", { durability: "strict" });
    const entry = await tx.store.get(seq);
    if (entry?.refused) {
      delete entry.refused;
      await tx.store.put({ ...entry, id: uuid7(), tries: 0, at: Date.now() });
    }
    await tx.done;
    await this.changed();
    void this.flush();
  }

  /** first puts an entry before all others and sends a refused one behind it again. */
  async first(body: Body, words: string): Promise<void> {
    const tx = this.vault.transaction("entries", "readwrite", { durability: "strict" });
    const all = await tx.store.index("topic").getAll(this.topic);
    for (const e of all) await tx.store.delete(e.seq);
    const at = Date.now();
    const head = { ...body, id: uuid7(at), topic: this.topic, words, at, tries: 0, notBefore: 0 };
    await tx.store.add(head as Entry);
    for (const { seq: _, refused: was, ...rest } of all) {
      await tx.store.add((was ? { ...rest, id: uuid7(), tries: 0 } : rest) as Entry);
    }
    await tx.done;
    await this.changed();
    void this.flush();
  }

  /** seen forgets what was sent up to a position, because the page shows it now. */
  seen(position: number): void {
    this.shown = position;
    const left = this.sent.filter((s) => s.position > position);
    if (left.length === this.sent.length) return;
    this.sent = left;
    this.dispatchEvent(new Event("change"));
  }

  /** records says whether this phone records for the table: then it shows its key before it sends anything else. */
  records(now: boolean): void {
    if (now === this.recording) return;
    this.recording = now;
    this.declined = false;
    if (now && this.signer) void this.flush();
  }

  /** wake sends at once: the connection seems to be back. */
  wake(): void {
    this.failures = 0;
    void this.flush();
  }

  /** flush sends what waits, if no tab of this browser is sending already. */
  async flush(): Promise<void> {
    if (this.running) {
      this.asked = true;
      return;
    }
    this.running = true;
    clearTimeout(this.timer);
    try {
      do {
        this.asked = false;
        if (!(await this.turn.take((renew) => this.drain(renew)))) this.later(1000);
      } while (this.asked && this.failures === 0);
    } catch (err) {
      console.warn("outbox", err);
      this.retry("server-busy");
    } finally {
      this.running = false;
    }
  }

  // drain sends batch after batch until nothing is left, something is refused or nothing answers.
  private async drain(renew: () => Promise<void>): Promise<void> {
    for (let turns = 0; turns < 1000; turns++) {
      await renew();
      const signer = await this.introduced();
      if (signer === null && this.entries.some((e) => !e.refused)) return this.retry("no-connection");
      const batch = await this.claim();
      if (batch.length === 0) return;
      this.say("sending");
      const n = (await this.vault.get("counters", this.counter)) ?? 0;
      const outcome = await post(this.url, batch, this.place.device ? n + 1 : 0, signer ? (c) => signer.seal(c) : undefined);
      if (!(await this.settle(batch, outcome, n))) return;
    }
  }

  // introduced returns what to sign with: nothing until the server has taken this phone's key. A phone that
  // records shows it first. What comes of that is no entry of the captain's and is not told as one. null: what
  // is sent has to be signed, and what signs has not come yet.
  private async introduced(): Promise<Signer | undefined | null> {
    const signer = this.signer;
    if (!signer) return undefined;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      this.signs = await signer.known();
      if (!this.signs && (!this.recording || this.declined)) return undefined;
      if (!(await signer.ready(this.signs))) return this.signs ? null : undefined;
      if (this.signs) {
        this.otherKey = false;
        return signer;
      }
      const n = (await this.vault.get("counters", this.counter)) ?? 0;
      const show = { id: uuid7(), type: SHOW, data: { table: this.place.table, key: signer.key } };
      const o = await post(this.url, [show], n + 1, (c) => signer.seal(c));
      const no = o.refused?.code;
      if (o.answers.length > 0) await this.vault.put("counters", n + 1, this.counter);
      if (o.answers.length > 0 || no === "nothing-to-do") await signer.note(true);
      else if (no === "device-gap" || no === "device-repeat") await this.recount(o.refused!, n);
      else if (o.again || o.signedOut) return undefined; // what waits says so; it is shown with the next
      else {
        this.declined = true;
        this.otherKey = no === "key-held";
        console.warn("this phone's key was not taken", o.refused);
      }
    }
    return undefined;
  }

  // claim marks the next batch as sent before it is sent: from then on the server may have it.
  private async claim(): Promise<Entry[]> {
    const tx = this.vault.transaction("entries", "readwrite", { durability: "strict" });
    const all = await tx.store.index("topic").getAll(this.topic);
    const batch: Entry[] = [];
    const now = Date.now();
    for (const e of all) {
      if (e.refused || batch.length === this.limit) break;
      if (e.notBefore > now && e.notBefore <= now + MERGE_MS) {
        this.later(e.notBefore - now);
        break;
      }
      if (e.type === TAKE && batch.length > 0) break;
      batch.push({ ...e, tries: e.tries + 1 });
      if (e.type === TAKE) break; // what follows may have to be signed
    }
    for (const e of batch) await tx.store.put(e);
    await tx.done;
    if (batch.length === 0 && this.sending !== "signed-out") this.say("idle");
    return batch;
  }

  // settle takes an outcome into account and tells whether to go on.
  private async settle(batch: Entry[], o: Outcome, n: number): Promise<boolean> {
    await this.taken(batch, o, n);
    if (o.signedOut) {
      this.say("signed-out");
      return false;
    }
    this.why = o.why ?? "";
    if (o.again) {
      this.retry(o.again);
      return false;
    }
    if (o.tooLarge && batch.length > 1) {
      this.limit = Math.ceil(batch.length / 2);
      return true;
    }
    this.limit = BATCH;
    if (!o.refused) {
      this.failures = 0;
      return true;
    }
    return this.refuse(batch[o.answers.length], o.refused, n + o.answers.length);
  }

  private async taken(batch: Entry[], o: Outcome, n: number): Promise<void> {
    if (o.answers.length === 0) return;
    const tx = this.vault.transaction(["entries", "counters"], "readwrite", { durability: "strict" });
    for (const answer of o.answers) {
      const entry = batch.find((e) => e.id === answer.id);
      if (!entry) continue;
      await tx.objectStore("entries").delete(entry.seq);
      if (entry.type === TAKE) {
        this.recording = true;
        this.declined = this.otherKey = false;
      }
      // The stream may have been faster than the answer.
      if (answer.position > this.shown) this.sent = [...this.sent, { entry, position: answer.position }];
    }
    await tx.objectStore("counters").put(n + o.answers.length, this.counter);
    await tx.done;
    await this.changed();
  }

  private async refuse(entry: Entry | undefined, why: Refusal, n: number): Promise<boolean> {
    if (why.code === "device-gap" || why.code === "device-repeat") return this.renumber(why, n);
    if (why.code === "no-key" || why.code === "bad-signature") await this.signer?.note(false); // the server has another one, or none
    if (why.code === "no-key") {
      this.declined = false;
      return this.renumber(why, n);
    }
    this.failures = 0;
    if (!entry) return false;
    if (why.code === "not-allowed" && (await signedOut(`/t/${this.topic}/state`))) {
      this.say("signed-out");
      return false;
    }
    const tx = this.vault.transaction("entries", "readwrite", { durability: "strict" });
    if (await tx.store.get(entry.seq)) await tx.store.put({ ...entry, refused: why });
    await tx.done;
    this.say("idle");
    await this.changed();
    return false;
  }

  // renumber goes on from the count the server has. Ids stay, so nothing is applied twice. A server
  // that does not say which number it wants is asked with one that leaves a gap.
  private async renumber(why: Refusal, n: number): Promise<boolean> {
    this.failures++;
    if (this.failures > MOST_TRIES) {
      this.retry("server-busy");
      return false;
    }
    if (why.code !== "no-key") await this.recount(why, n);
    return true;
  }

  private async recount(why: Refusal, n: number): Promise<void> {
    await this.vault.put("counters", why.wantN ? why.wantN - 1 : n + 1000, this.counter);
  }

  private retry(why: Sending): void {
    this.say(why);
    this.failures++;
    const wait = Math.min(MAX_WAIT_MS, 1000 * 2 ** Math.min(this.failures - 1, 10));
    this.later(wait * (0.5 + Math.random() / 2));
  }

  private later(ms: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.flush(), ms);
  }

  private say(s: Sending): void {
    if (s === this.sending) return;
    this.sending = s;
    this.dispatchEvent(new Event("change"));
  }

  private async changed(): Promise<void> {
    await this.reload();
    this.channel.postMessage(this.topic);
  }
}
