// Command ids. crypto.randomUUID exists on secure origins only and makes version 4, so version 7 is
// made here from getRandomValues, which plain HTTP allows too.
//
// Source: RFC 9562, section 5.7.

/** uuid7 returns a UUID of version 7 in lower-case text form for the time now (ms since 1970). */
export function uuid7(now = Date.now()): string {
  const b = crypto.getRandomValues(new Uint8Array(16));
  let ms = Math.max(0, Math.floor(now));
  for (let i = 5; i >= 0; i--) {
    b[i] = ms % 256;
    ms = Math.floor(ms / 256);
  }
  b[6] = 0x70 | (b[6]! & 0x0f);
  b[8] = 0x80 | (b[8]! & 0x3f);
  const hex = Array.from(b, (x) => x.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
