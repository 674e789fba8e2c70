// Proofs that a log only grew.
//
// Source: RFC 6962, sections 2.1 and 2.1.2; RFC 9162, section 2.1.4.2, "Verifying Consistency between Two
// Tree Heads". Sizes are whole numbers up to 2^53, so they are halved, not shifted.
import { concat, equal, fromBase64, sha256, toBase64, type Bytes } from "../shared/crypto";
import { openHead, unreadable, type Head, type Key } from "./note";

const MAX_HASHES = 63; // more than any tree needs
const NODE = new Uint8Array([1]); // what the hash of an inner node begins with

/** Extension is a newer checkpoint with the proof that its log begins with that of an older one. */
export interface Extension {
  old: number; // size of the older
  hashes: Bytes[];
  newer: Head;
}

/**
 * openExtension reads what the server answers to "since", and checks the signature of the newer
 * checkpoint; not the proof. It throws a NoteError, as openHead does.
 */
export function openExtension(file: string, key: Key): Extension {
  const at = file.indexOf("\n\n");
  const [first = "", ...lines] = file.slice(0, Math.max(at, 0)).split("\n");
  const m = /^old (0|[1-9]\d{0,15})$/.exec(first);
  if (at < 0 || !m || lines.length > MAX_HASHES) throw unreadable("that is no proof that a log goes on");
  const hashes = lines.map((l) => {
    const b = fromBase64(l);
    if (!b || b.length !== 32 || toBase64(b) !== l) throw unreadable("a hash of the proof is malformed");
    return b;
  });
  return { old: Number(m[1]), hashes, newer: openHead(file.slice(at + 2), key) };
}

const odd = (n: number): boolean => n % 2 === 1;
const half = (n: number): number => Math.floor(n / 2);
const node = (left: Uint8Array, right: Uint8Array): Bytes => sha256(concat(NODE, left, right));

/** goesOn tells whether a proof shows that the log of a newer checkpoint begins with that of an older. */
export function goesOn(older: Head, newer: Head, hashes: Uint8Array[]): boolean {
  if (older.origin !== newer.origin || older.size < 1 || older.size > newer.size) return false;
  if (older.size === newer.size) return hashes.length === 0 && equal(older.root, newer.root);
  let fn = older.size - 1;
  let sn = newer.size - 1;
  while (odd(fn)) [fn, sn] = [half(fn), half(sn)];
  const path = fn === 0 ? [older.root, ...hashes] : [...hashes]; // a full tree is its own first hash
  const start = path.shift();
  if (!start) return false;
  let fr: Uint8Array = start;
  let sr: Uint8Array = start;
  for (const c of path) {
    if (sn === 0) return false;
    if (odd(fn) || fn === sn) {
      fr = node(c, fr);
      sr = node(c, sr);
      while (!odd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      sr = node(sr, c);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && equal(fr, older.root) && equal(sr, newer.root);
}
