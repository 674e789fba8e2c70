// Holds every checkpoint that the server shows against the one that this phone has kept last. What fits is
// kept; what does not is an alarm. A server that does not answer, or answers something else than a log (a
// hotel's login page), is no alarm: then the log is not checked, and the page says since when.
import type { Turn } from "../table/turn";
import { fileOf, type Origin } from "./file";
import { NoteError, openHead, parseKey, sameHead, sizeOf, unreadable, type Head, type Key } from "./note";
import { Records, type Alarm, type Kept, type Kind } from "./store";
import { goesOn, openExtension } from "./tree";

const TIMEOUT_MS = 8000;
const MOST_BYTES = 32 << 10; // of an answer: a checkpoint and a proof
const MOST_TRIES = 6; // for one checkpoint; the next one is tried anew
const SPREAD_MS = 1000; // all phones are told at once
const RETRY_MS = 4000; // doubled with every try
const TURN_MS = 1500; // until another tab is asked again whether it is done
const CONFIRM_MS = 5000; // a log that became shorter is looked at twice
const LISTED = 50; // checkpoints that the page lists

/** State is what the page says about the log. */
export interface State {
  newest: Kept[]; // of those that are kept, the newest first
  count: number; // of all that are kept
  alarms: Alarm[]; // the first first
  why: string; // the newest could not be checked; "": it was
}

/** Keeper keeps and checks the checkpoints of one gathering. It fires "change" after every change. */
export class Keeper extends EventTarget {
  state: State = { newest: [], count: 0, alarms: [], why: "" };
  private print = ""; // what the server has shown last
  private done = ""; // what was checked last
  private tries = 0;
  private timer = 0;
  private running = false;
  private renew: () => Promise<void> = async () => {};
  private readonly channel = new BroadcastChannel("muster log");

  private constructor(
    private readonly records: Records,
    private readonly turn: Turn,
    private readonly gathering: string,
  ) {
    super();
    this.channel.onmessage = () => void this.reload();
  }

  /** open opens the phone's records; turn lets one tab check at a time. */
  static async open(gathering: string, turn: Turn): Promise<Keeper> {
    const k = new Keeper(await Records.open(gathering), turn, gathering);
    await k.reload();
    return k;
  }

  /** told takes the fingerprint of a checkpoint that the server shows. */
  told(print: string): void {
    if (print === this.print || sizeOf(print) === 0) return;
    this.print = print;
    this.tries = 0;
    this.later(Math.random() * SPREAD_MS);
  }

  /** wake tries again what could not be checked: the server is heard again. */
  wake(): void {
    if (this.print === this.done || this.tries === 0) return;
    this.tries = 0;
    this.later(Math.random() * SPREAD_MS);
  }

  /** read notes that a person has read the alarms. */
  async read(): Promise<void> {
    await this.records.read(Date.now());
    await this.changed();
  }

  /** file is what the phone gives away of what it has kept; see file.ts. */
  async file(o: Origin): Promise<unknown> {
    const histories = await Promise.all((await this.records.histories()).map(async (history) => ({ history, heads: await this.records.heads(history.number) })));
    return fileOf(o, histories, await this.records.alarms());
  }

  private async reload(): Promise<void> {
    const [newest, count, alarms] = await Promise.all([this.records.newest(LISTED), this.records.count(), this.records.alarms()]);
    this.state = { ...this.state, newest, count, alarms };
    this.dispatchEvent(new Event("change"));
  }

  private async changed(): Promise<void> {
    await this.reload();
    this.channel.postMessage(this.gathering);
  }

  private later(ms: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.run(), ms);
  }

  private async run(): Promise<void> {
    if (this.running) return; // it looks for something newer when it ends
    this.running = true;
    const print = this.print;
    let wait = -1;
    try {
      const mine = await this.turn.take(async (renew) => {
        this.renew = renew;
        await this.check(print);
      });
      if (mine) [this.done, this.tries, this.state.why] = [print, 0, ""];
      else wait = TURN_MS;
    } catch (err) {
      this.state.why = said(err);
      if (++this.tries < MOST_TRIES) wait = RETRY_MS * 2 ** (this.tries - 1) * (0.5 + Math.random() / 2);
    } finally {
      this.running = false;
      if (this.print !== print) wait = 0;
      if (wait >= 0) this.later(wait);
      await this.changed().catch(said);
    }
  }

  // check holds what the server shows against what is kept. It throws if nothing can be said.
  private async check(print: string): Promise<void> {
    const size = sizeOf(print);
    const last = (await this.records.newest(1))[0];
    if (!last) return this.first(size, print);
    const key = parseKey((await this.records.histories()).at(-1)!.key);
    const c: Case = { last, key, older: openHead(last.note, key), print, size };
    const kept = size === last.size ? last : await this.records.head(last.history, size);
    if (kept?.fingerprint === print) return;
    if (size > last.size) return this.onward(c);
    return kept ? this.again(c, kept) : this.back(c);
  }

  // first keeps the first checkpoint, and pins the key that has signed it.
  private async first(size: number, print: string): Promise<void> {
    const key = parseKey((await this.get("/key")).replace(/\n$/, ""));
    const note = await this.get(`/checkpoints/${size}/checkpoint`);
    let h: Head;
    try {
      h = openHead(note, key);
    } catch (err) {
      if (!(err instanceof NoteError) || err.why === "unreadable") throw err;
      await this.raise(undefined, { kind: err.why, says: `The server shows a checkpoint that the key of its log has not signed: ${err.message}.`, shown: note, key: key.vkey });
      return;
    }
    if (h.size !== size) throw unreadable("the server answered with another checkpoint");
    await this.records.begin(key.vkey, this.kept(h, 0));
    await this.asShown(h, print);
  }

  // onward checks that a longer log goes on from the kept one.
  private async onward(c: Case): Promise<void> {
    const answer = await this.get(`/checkpoints/${c.size}/since/${c.last.size}`);
    const at = answer.indexOf("\n\n");
    const x = await this.signed(c, answer.slice(at + 2), () => openExtension(answer, c.key));
    if (!x) return;
    if (x.old !== c.last.size || x.newer.size !== c.size) throw unreadable("the server answered with another proof");
    if (!goesOn(c.older, x.newer, x.hashes)) {
      const says = `The log of ${x.newer.fingerprint} does not go on from ${c.last.fingerprint}, which this phone was shown at ${clock(c.last.seen)}: something before was changed.`;
      return this.raise(c, { kind: "proof", says, shown: x.newer.note, proof: answer.slice(0, at + 1) }, x.newer);
    }
    await this.records.keep({ ...this.kept(x.newer, c.last.size), history: c.last.history });
    await this.asShown(x.newer, c.print);
  }

  // again looks at a checkpoint of a size that is kept, but with other letters.
  private async again(c: Case, kept: Kept): Promise<void> {
    const h = await this.headOf(c, c.size);
    if (!h) return;
    const was = openHead(kept.note, c.key);
    if (sameHead(h, was)) return this.asShown(h, c.print);
    return this.raise({ ...c, last: kept }, { kind: "root", says: other(kept, h), shown: h.note }, h);
  }

  // back looks at a shorter log: an earlier state of the kept one, as a second server may show for a moment,
  // or entries are gone.
  private async back(c: Case): Promise<void> {
    const h = await this.headOf(c, c.size);
    if (!h) return;
    const path = `/checkpoints/${c.last.size}/since/${c.size}`;
    let answer = await this.ask(path);
    if (answer === undefined) {
      await new Promise((done) => setTimeout(done, CONFIRM_MS));
      answer = await this.ask(path);
    }
    if (answer === undefined) return this.shorter(c);
    const at = answer.indexOf("\n\n");
    const found = answer;
    const x = await this.signed(c, answer.slice(at + 2), () => openExtension(found, c.key));
    if (!x) return;
    if (x.old !== c.size || x.newer.size !== c.last.size) throw unreadable("the server answered with another proof");
    if (!sameHead(x.newer, c.older)) return this.raise(c, { kind: "root", says: other(c.last, x.newer), shown: x.newer.note }, x.newer);
    if (!goesOn(h, c.older, x.hashes)) {
      const says = `${c.last.fingerprint}, which this phone was shown at ${clock(c.last.seen)}, does not go on from ${h.fingerprint}, which the server shows now.`;
      return this.raise(c, { kind: "proof", says, shown: h.note, proof: answer.slice(0, at + 1) }, h);
    }
    await this.asShown(h, c.print);
  }

  // shorter raises the alarm if what the server has signed last is less than what is kept.
  private async shorter(c: Case): Promise<void> {
    const h = await this.headOf(c, 0);
    if (!h) return;
    if (h.size >= c.last.size) throw unreadable("the server has lost a checkpoint that it has shown");
    const says = `The log has become shorter: at ${clock(c.last.seen)} this phone was shown ${c.last.fingerprint}, now the newest that the server has is ${h.fingerprint}.`;
    return this.raise(c, { kind: "shorter", says, shown: h.note }, h);
  }

  // headOf gets the signed checkpoint of a size, 0: the newest; undefined after an alarm.
  private async headOf(c: Case, size: number): Promise<Head | undefined> {
    const note = await this.get(size > 0 ? `/checkpoints/${size}/checkpoint` : "/checkpoint");
    const h = await this.signed(c, note, () => openHead(note, c.key));
    if (h && size > 0 && h.size !== size) throw unreadable("the server answered with another checkpoint");
    return h;
  }

  // signed opens something; a wrong signature or another key is an alarm, and undefined is returned.
  private async signed<T>(c: Case, note: string, open: () => T): Promise<T | undefined> {
    try {
      return open();
    } catch (err) {
      if (!(err instanceof NoteError) || err.why === "unreadable") throw err;
      if (err.why === "key") await this.otherKey(c, note);
      else await this.raise(c, { kind: "signature", says: `The server shows a checkpoint that the key of this log has not signed: ${err.message}.`, shown: note });
      return undefined;
    }
  }

  // otherKey raises the alarm about a log that another key signs now.
  private async otherKey(c: Case, note: string): Promise<void> {
    const says = `The log is signed with another key now than when this phone saw it first.`;
    let next: Key;
    let h: Head;
    try {
      next = parseKey((await this.get("/key")).replace(/\n$/, ""));
      h = openHead(note, next);
    } catch {
      return this.raise(c, { kind: "key", says: `${says} The server does not name that key.`, shown: note });
    }
    return this.raise(c, { kind: "key", says, shown: note, other: next.vkey }, h, next);
  }

  // asShown raises the alarm if the page shows another fingerprint than what is signed.
  private async asShown(h: Head, print: string): Promise<void> {
    if (h.fingerprint === print) return;
    await this.raise(undefined, { kind: "shown", says: `The page shows ${print}, but what the server has signed is ${h.fingerprint}.`, shown: h.note });
  }

  private async raise(c: Case | undefined, a: { kind: Kind; says: string } & Partial<Alarm>, next?: Head, key?: Key): Promise<void> {
    const history = c?.last.history ?? (await this.records.histories()).length;
    const alarm: Alarm = { gathering: this.gathering, history, at: Date.now(), ...(c ? { kept: c.last.note, key: c.key.vkey } : {}), ...a };
    const pinned = key ?? c?.key;
    await this.records.raise(alarm, next && pinned ? { key: pinned.vkey, head: this.kept(next, 0) } : undefined);
  }

  private kept(h: Head, after: number): Omit<Kept, "history"> {
    return { gathering: this.gathering, size: h.size, fingerprint: h.fingerprint, note: h.note, seen: Date.now(), after };
  }

  private async get(path: string): Promise<string> {
    const answer = await this.ask(path);
    if (answer === undefined) throw unreadable("the server does not have what it shows");
    return answer;
  }

  // ask gets something of the log; undefined: the server says that there is no such thing.
  private async ask(path: string): Promise<string | undefined> {
    await this.renew();
    try {
      const res = await fetch(`/log/${this.gathering}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: "no-store", redirect: "error" });
      if (res.status === 404) return undefined;
      if (!res.ok || !res.headers.get("Content-Type")?.startsWith("text/plain")) throw new NoAnswer();
      const b = await res.arrayBuffer();
      if (b.byteLength > MOST_BYTES) throw new NoAnswer();
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(b);
    } catch {
      throw new NoAnswer();
    }
  }
}

/** Case is one checkpoint that is looked at, beside the newest that is kept. */
interface Case {
  last: Kept;
  key: Key; // pinned
  older: Head; // last, opened
  print: string;
  size: number; // of print
}

class NoAnswer extends Error {}

// said says why nothing could be checked.
function said(err: unknown): string {
  if (err instanceof NoteError) return err.message;
  if (err instanceof NoAnswer) return "the server does not answer";
  console.warn("log", err);
  return "this phone could not read or keep its records";
}

function other(kept: Kept, h: Head): string {
  return `The log is another one: at ${clock(kept.seen)} this phone was shown ${kept.fingerprint}, now the server has signed ${h.fingerprint} for the same entries.`;
}

function clock(at: number): string {
  return new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hour12: false }).format(new Date(at));
}
