// What checks the log on a phone, and what signs its entries. The table page loads it once it has started: it
// is large, and the page does not wait for it. An entry waits only if it has to be signed.
export * as crypto from "../shared/crypto";
export { Keeper, type State } from "./keeper";
export { openHead, parseKey, NoteError, type Head, type Key } from "./note";
export { Records, type Alarm, type Kept } from "./store";
export { goesOn, openExtension } from "./tree";
