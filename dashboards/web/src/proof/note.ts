// Signed heads of a gathering's log, read and checked on the phone.
//
// Source: C2SP signed-note, "Format", "Signatures", "Verifier keys"; C2SP tlog-checkpoint, "Note text".
import { concat, equal, fromBase64, sha256, text, toBase64, verify, type Bytes } from "../shared/crypto";

const MAX_NOTE = 16 << 10; // bytes, with all signatures
const MAX_SIGNATURES = 100;
const ED25519 = 1; // type of a key in a signed note

/** Why says what is wrong with a note: it is none, its log's key has not signed it, or another key has. */
export type Why = "unreadable" | "signature" | "key";

/** NoteError says what is wrong with something that was to be a note, a key or a proof. */
export class NoteError extends Error {
  constructor(
    readonly why: Why,
    says: string,
  ) {
    super(says);
  }
}

/** unreadable is the error of what is not what it should be. */
export function unreadable(says: string): NoteError {
  return new NoteError("unreadable", says);
}

/** Key is a verifier key: "<name>+<id>+<key>". */
export interface Key {
  vkey: string;
  name: string; // the log's origin
  id: string; // eight hexadecimal digits by which a signature names it
  bytes: Bytes; // 32
}

/** Head is a checkpoint: the first size entries of a log have this root. */
export interface Head {
  origin: string; // names the log, "muster/gatherings/<id>"
  size: number;
  root: Bytes; // 32
  fingerprint: string; // "1234 K7QF-2M9X-A0BC-DEFG", as walls show it
  note: string; // as signed
}

// base64 reads standard base64 in the one way in which it is written.
function base64(s: string): Bytes | undefined {
  const b = fromBase64(s);
  return b && toBase64(b) === s ? b : undefined;
}

function hex(b: Uint8Array): string {
  return Array.from(b, (x) => x.toString(16).padStart(2, "0")).join("");
}

const NAME = /^[^\s\u0085+]+$/u;

/** parseKey reads a verifier key; it throws a NoteError if it is none of Ed25519. */
export function parseKey(vkey: string): Key {
  const [name = "", id = "", ...rest] = vkey.split("+");
  const b = base64(rest.join("+"));
  if (!NAME.test(name) || !b || b.length !== 33 || b[0] !== ED25519) throw unreadable("that is no key of a log");
  if (hex(sha256(concat(text(`${name}\n`), b)).subarray(0, 4)) !== id) throw unreadable("the key of the log is damaged");
  return { vkey, name, id, bytes: b.subarray(1) };
}

interface Signature {
  name: string;
  id: string;
  bytes: Bytes;
}

// split takes a note apart; nothing of it is checked.
function split(note: string): { body: string; signatures: Signature[] } {
  if (text(note).length > MAX_NOTE) throw unreadable("the checkpoint is too long");
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) throw unreadable("the checkpoint holds control characters");
  const at = note.lastIndexOf("\n\n");
  if (at < 0 || !note.endsWith("\n")) throw unreadable("the checkpoint has no signatures");
  const lines = note.slice(at + 2, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) throw unreadable("the checkpoint has too many signatures");
  return { body: note.slice(0, at + 1), signatures: lines.map(signature) };
}

function signature(line: string): Signature {
  const [dash, name = "", written = "", ...rest] = line.split(" ");
  const b = base64(written);
  if (dash !== "—" || !NAME.test(name) || rest.length > 0 || !b || b.length < 5) throw unreadable("a signature of the checkpoint is malformed");
  return { name, id: hex(b.subarray(0, 4)), bytes: b.subarray(4) };
}

// head reads the text of a checkpoint; further lines are no part of ours.
function head(body: string, note: string): Head {
  const [origin = "", count = "", written = "", end, ...rest] = body.split("\n");
  const root = base64(written);
  const size = Number(count);
  if (!origin || !/^(0|[1-9]\d*)$/.test(count) || !Number.isSafeInteger(size) || !root || root.length !== 32 || end !== "" || rest.length > 0) {
    throw unreadable("the checkpoint is malformed: origin, size and root were expected");
  }
  return { origin, size, root, fingerprint: fingerprint(size, root), note };
}

/**
 * openHead reads a checkpoint and checks the signature of its log's key. It throws a NoteError: unreadable
 * if it is no checkpoint, key if only another key of the same log has signed it, else signature.
 */
export function openHead(note: string, key: Key): Head {
  const { body, signatures } = split(note);
  const h = head(body, note);
  if (h.origin !== key.name) throw new NoteError("signature", `it is a checkpoint of ${h.origin.slice(0, 100)}, not of ${key.name}`);
  const own = signatures.filter((s) => s.name === key.name);
  const known = own.filter((s) => s.id === key.id);
  if (known.length === 0 && own.length > 0) throw new NoteError("key", "it is signed with another key");
  if (known.length === 0) throw new NoteError("signature", "the log's key has not signed it");
  const message = text(body);
  if (!known.every((s) => verify(s.bytes, message, key.bytes))) throw new NoteError("signature", "its signature is wrong");
  return h;
}

/** sameHead tells whether two checkpoints are of the same log. */
export function sameHead(a: Head, b: Head): boolean {
  return a.origin === b.origin && a.size === b.size && equal(a.root, b.root);
}

// An alphabet without letters that are read for others (Crockford's).
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** fingerprint is what walls show of a checkpoint: its size, and the first 80 bits of its root. */
export function fingerprint(size: number, root: Uint8Array): string {
  let bits = 0n;
  for (const b of root.subarray(0, 10)) bits = (bits << 8n) | BigInt(b);
  const letters = Array.from({ length: 16 }, (_, i) => LETTERS[Number((bits >> BigInt(75 - 5 * i)) & 31n)]).join("");
  return `${size} ${letters.match(/.{4}/g)!.join("-")}`;
}

/** sizeOf returns the size that a fingerprint begins with; 0: it is no fingerprint. */
export function sizeOf(print: string): number {
  const m = /^([1-9]\d{0,15}) [0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/.exec(print);
  const size = Number(m?.[1] ?? 0);
  return Number.isSafeInteger(size) ? size : 0;
}
