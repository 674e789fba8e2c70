// Hashes and signatures for pages that prove something themselves. Plain HTTP has no WebCrypto, and a
// store's laptop is plain HTTP: so this is a library's code everywhere, slower and always there.
import { getPublicKey, hashes, sign as signed, utils, verify as verified } from "@noble/ed25519";
import { sha256 as sum256, sha512 } from "@noble/hashes/sha2.js";

hashes.sha512 = sha512;

/** Bytes are bytes, as every function here takes and gives them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** text returns the bytes of a text in UTF-8. */
export function text(s: string): Bytes {
  return new TextEncoder().encode(s) as Bytes;
}

/** concat puts bytes behind one another. */
export function concat(...parts: Uint8Array[]): Bytes {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

/** sha256 is the SHA-256 of bytes: 32 bytes. */
export function sha256(b: Uint8Array): Bytes {
  return sum256(b) as Bytes;
}

/** newKey makes a secret Ed25519 key: 32 random bytes. */
export function newKey(): Bytes {
  return utils.randomSecretKey() as Bytes;
}

/** publicKey is the public half of a secret key: 32 bytes. */
export function publicKey(secret: Uint8Array): Bytes {
  return getPublicKey(secret) as Bytes;
}

/** sign signs a message with a secret key: 64 bytes (Ed25519, RFC 8032). */
export function sign(message: Uint8Array, secret: Uint8Array): Bytes {
  return signed(message, secret) as Bytes;
}

/** verify tells whether a signature of a message is that of a public key; what is malformed is not. */
export function verify(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return verified(signature, message, key, { zip215: false });
  } catch {
    return false;
  }
}

/** toBase64 writes bytes in standard base64, with padding. */
export function toBase64(b: Uint8Array): string {
  return btoa(Array.from(b, (x) => String.fromCharCode(x)).join(""));
}

/** fromBase64 reads standard base64; undefined if it is none. */
export function fromBase64(s: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(s), (c) => c.charCodeAt(0)) as Bytes;
  } catch {
    return undefined;
  }
}

/** equal tells whether bytes are the same. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
