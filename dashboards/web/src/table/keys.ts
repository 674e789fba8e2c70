// The key that this browser signs a table's entries with, so that nobody but the phone can have made them:
// one for each gathering, made here, and its secret half never leaves the browser. It has a database of its
// own, so that a newer version of it never waits for another tab that has the outbox open.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type * as proof from "../proof/main";

/** Kept is the key of a gathering. */
interface Kept {
  secret: Uint8Array;
  key: string; // public, in standard base64
  fingerprint: string; // of it, "3f9a 01c2 77b0 12ef"
}

interface Schema extends DBSchema {
  keys: { key: string; value: Kept }; // by gathering
  shown: { key: string; value: string }; // "<gathering>/g/<group>|<device>" → the public key that the server has of this device
}

/** Command is what is signed of an entry, as it is sent. */
export interface Command {
  id: string;
  n?: number;
  round?: number;
  type: string;
  data: unknown;
}

const PATIENCE_MS = 8000; // for the script that signs
const AGAIN_MS = 30_000; // until it is asked for again, while nothing needs it

/** Signer signs the entries of one device for one group. */
export class Signer {
  private crypto?: typeof proof.crypto;
  private own?: Kept;
  private tries = 0;
  private failedAt = -AGAIN_MS;

  private constructor(
    private readonly db: IDBPDatabase<Schema>,
    private readonly script: string,
    private readonly gathering: string,
    private readonly stream: string,
    private readonly device: string,
  ) {}

  /** open opens the keys of this browser; undefined if it can keep none. The script at an address signs. */
  static async open(script: string, gathering: string, group: string, device: string): Promise<Signer | undefined> {
    if (!device || !script) return undefined;
    try {
      const db = await openDB<Schema>("muster keys", 1, {
        upgrade(made) {
          made.createObjectStore("keys");
          made.createObjectStore("shown");
        },
      });
      const s = new Signer(db, script, gathering, `${gathering}/g/${group}`, device);
      s.own = await db.get("keys", gathering);
      return s;
    } catch (err) {
      console.warn("entries of this phone are not signed", err);
      return undefined;
    }
  }

  /** key is the public key in standard base64; empty until there is one. */
  get key(): string {
    return this.own?.key ?? "";
  }

  /** fingerprint is the key in short, for people to compare. */
  get fingerprint(): string {
    return this.own?.fingerprint ?? "";
  }

  /**
   * ready loads what signs and makes the key if there is none yet. It tells whether this phone can sign now;
   * with needed unset it does not ask again right after it could not.
   */
  async ready(needed: boolean): Promise<boolean> {
    if (this.crypto && this.own) return true;
    if (!needed && performance.now() < this.failedAt + AGAIN_MS) return false;
    try {
      this.crypto ??= (await soon(import(this.tries > 0 ? `${this.script}?again=${this.tries}` : this.script) as Promise<typeof proof>)).crypto;
      const c = this.crypto;
      const tx = this.db.transaction("keys", "readwrite", { durability: "strict" }); // one tab makes it, the other finds it
      this.own = await tx.store.get(this.gathering);
      if (!this.own) await tx.store.put((this.own = make(c)), this.gathering);
      await tx.done;
      return true;
    } catch (err) {
      console.warn("this phone cannot sign now", err);
      this.tries++;
      this.failedAt = performance.now();
      return false;
    }
  }

  /** known tells whether the server has this key of the device. */
  async known(): Promise<boolean> {
    return this.key !== "" && (await this.db.get("shown", this.place).catch(() => undefined)) === this.key;
  }

  /** note keeps whether the server has it. */
  async note(known: boolean): Promise<void> {
    if (known) await this.db.put("shown", this.key, this.place);
    else await this.db.delete("shown", this.place);
  }

  /** seal returns the signature of a command in standard base64. The signer has to be ready. */
  seal(c: Command): string {
    const { toBase64, sign, text } = this.crypto!;
    return toBase64(sign(text(signedText(this.stream, this.device, c)), this.own!.secret));
  }

  private get place(): string {
    return `${this.stream}|${this.device}`;
  }
}

// soon gives up on what does not come: a link that swallows packets never fails by itself.
function soon<T>(what: Promise<T>): Promise<T> {
  return Promise.race([what, new Promise<T>((_, no) => setTimeout(() => no(new Error("no answer")), PATIENCE_MS))]);
}

function make({ newKey, publicKey, sha256, toBase64 }: typeof proof.crypto): Kept {
  const secret = newKey();
  const key = publicKey(secret);
  const hex = Array.from(sha256(key).slice(0, 8), (x) => x.toString(16).padStart(2, "0")).join("");
  return { secret, key: toBase64(key), fingerprint: hex.match(/.{4}/g)!.join(" ") };
}

/**
 * signedText is what is signed of a command, byte for byte as the server makes it out of its log (SignedText
 * in package events): there, these signs are escaped inside of texts.
 */
export function signedText(stream: string, device: string, c: Command): string {
  const data = JSON.stringify(c.data).replace(/[<>&\u2028\u2029]/g, (x) => "\\u" + x.charCodeAt(0).toString(16).padStart(4, "0"));
  return ["muster command v1", stream, c.id, device, c.n ?? 0, c.round ?? 0, c.type, data].join("\n");
}
