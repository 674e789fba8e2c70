// What the phone keeps of the logs it was shown. It is a database of its own, so that a newer version of it
// never waits for another tab that has the outbox open.
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from "idb";

/** MOST_HEADS is how many checkpoints of a gathering are kept; then the oldest go, but never a first one. */
export const MOST_HEADS = 5000;
/** MOST_ALARMS is how many alarms of a gathering are kept; further ones are counted. */
export const MOST_ALARMS = 100;
/** MOST_HISTORIES is how many histories of a gathering are kept apart; then nothing new is begun. */
export const MOST_HISTORIES = 50;

/**
 * History is one log of a gathering as the server showed it. There is one, unless the server has shown
 * something that does not go on from it: that begins the next, beside an alarm.
 */
export interface History {
  gathering: string;
  number: number; // from 1
  key: string; // verifier key, pinned when the history was begun
  began: number; // ms since 1970, this phone's clock, like all times here
  dropped: number; // checkpoints that had to go
}

/** Kept is a checkpoint that was checked and kept. */
export interface Kept {
  gathering: string;
  history: number;
  size: number;
  fingerprint: string;
  note: string; // as signed
  seen: number;
  after: number; // size of the kept one that it was proven to go on from; 0: the first of its history
}

/** Kind says what an alarm is about. */
export type Kind = "root" | "proof" | "shorter" | "shown" | "signature" | "key";

/** Alarm is one contradiction, with what it takes to show it to somebody else. */
export interface Alarm {
  id?: number; // given by the database
  gathering: string;
  history: number; // that was contradicted; 0: none was begun yet
  at: number;
  kind: Kind;
  says: string;
  kept?: string; // note of the kept checkpoint
  shown?: string; // what the server has shown, as it came
  proof?: string; // what the server gave as the proof
  key?: string; // that was pinned
  other?: string; // key that the server names now
  read?: number; // when a person has read it
  more?: number; // further alarms that were only counted
}

interface Schema extends DBSchema {
  histories: { key: [string, number]; value: History };
  heads: { key: [string, number, number]; value: Kept };
  alarms: { key: number; value: Alarm; indexes: { gathering: string } };
}

/** Records are those of one gathering. */
export class Records {
  private constructor(
    private readonly db: IDBPDatabase<Schema>,
    private readonly gathering: string,
    private readonly most: number,
  ) {}

  /** open opens the database, making it on the first visit; most bounds the checkpoints of the gathering. */
  static async open(gathering: string, most = MOST_HEADS): Promise<Records> {
    const db = await openDB<Schema>("muster-log", 1, {
      upgrade(db) {
        db.createObjectStore("histories", { keyPath: ["gathering", "number"] });
        db.createObjectStore("heads", { keyPath: ["gathering", "history", "size"] });
        db.createObjectStore("alarms", { keyPath: "id", autoIncrement: true }).createIndex("gathering", "gathering");
      },
    });
    return new Records(db, gathering, most);
  }

  private all(): IDBKeyRange {
    return IDBKeyRange.bound([this.gathering], [this.gathering, []]); // an array comes after every number
  }

  private of(history: number): IDBKeyRange {
    return IDBKeyRange.bound([this.gathering, history], [this.gathering, history, []]);
  }

  /** histories are those of the gathering, the first first. */
  histories(): Promise<History[]> {
    return this.db.getAll("histories", this.all());
  }

  /** heads are the kept checkpoints of a history with rising sizes. */
  heads(history: number): Promise<Kept[]> {
    return this.db.getAll("heads", this.of(history));
  }

  /** newest are the last n kept checkpoints of the gathering, the newest first. */
  async newest(n: number): Promise<Kept[]> {
    const out: Kept[] = [];
    let at = await this.db.transaction("heads").store.openCursor(this.all(), "prev");
    for (; at && out.length < n; at = await at.continue()) out.push(at.value);
    return out;
  }

  /** head is the kept checkpoint of a size. */
  head(history: number, size: number): Promise<Kept | undefined> {
    return this.db.get("heads", [this.gathering, history, size]);
  }

  /** count is how many checkpoints of the gathering are kept. */
  count(): Promise<number> {
    return this.db.count("heads", this.all());
  }

  /** alarms are those of the gathering, the first first. */
  alarms(): Promise<Alarm[]> {
    return this.db.getAllFromIndex("alarms", "gathering", this.gathering);
  }

  /** keep stores a checkpoint that goes on from what is kept. */
  async keep(k: Kept): Promise<void> {
    const tx = this.db.transaction(["heads", "histories"], "readwrite");
    await this.put(tx, k);
    await tx.done;
  }

  /**
   * raise stores an alarm, and with it what the server shows now as the first checkpoint of a new history, so
   * that this is held against what comes next. It returns false if the same was an alarm before.
   */
  async raise(a: Alarm, next?: { key: string; head: Omit<Kept, "history"> }): Promise<boolean> {
    const tx = this.db.transaction(["heads", "histories", "alarms"], "readwrite", { durability: "strict" });
    const alarms = tx.objectStore("alarms");
    const had = await alarms.index("gathering").getAll(this.gathering);
    const before = had.some((b) => b.kind === a.kind && b.shown === a.shown && b.kept === a.kept && b.history === a.history);
    if (!before && had.length < MOST_ALARMS) await alarms.add(a);
    else if (!before) await alarms.put({ ...had.at(-1)!, more: (had.at(-1)!.more ?? 0) + 1 });
    const number = (await tx.objectStore("histories").count(this.all())) + 1;
    if (next && number <= MOST_HISTORIES) {
      await tx.objectStore("histories").put({ gathering: this.gathering, number, key: next.key, began: a.at, dropped: 0 });
      await this.put(tx, { ...next.head, history: number });
    }
    await tx.done;
    return !before;
  }

  /** begin stores the first checkpoint of the first history. */
  async begin(key: string, head: Omit<Kept, "history">): Promise<void> {
    const tx = this.db.transaction(["heads", "histories"], "readwrite");
    await tx.objectStore("histories").put({ gathering: this.gathering, number: 1, key, began: head.seen, dropped: 0 });
    await this.put(tx, { ...head, history: 1 });
    await tx.done;
  }

  /** read notes that a person has read every alarm there is. */
  async read(now: number): Promise<void> {
    const tx = this.db.transaction("alarms", "readwrite", { durability: "strict" });
    for (const a of await tx.store.index("gathering").getAll(this.gathering)) {
      if (!a.read) await tx.store.put({ ...a, read: now });
    }
    await tx.done;
  }

  // put stores a checkpoint and lets the oldest go that is not the first of its history.
  private async put(tx: IDBPTransaction<Schema, StoreNames<Schema>[], "readwrite">, k: Kept): Promise<void> {
    const heads = tx.objectStore("heads");
    await heads.put(k);
    let over = (await heads.count(this.all())) - this.most;
    for (let at = over > 0 ? await heads.openCursor(this.all()) : null; at && over > 0; at = await at.continue()) {
      const old = at.value;
      if (old.after === 0 || (old.history === k.history && old.size === k.size)) continue;
      await at.delete();
      over--;
      const histories = tx.objectStore("histories");
      const h = await histories.get([this.gathering, old.history]);
      if (h) await histories.put({ ...h, dropped: h.dropped + 1 });
    }
  }
}
