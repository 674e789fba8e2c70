// What checks the log on a phone. The table page loads it once it has started, so that neither the page nor
// an entry ever waits for it.
export { Keeper, type State } from "./keeper";
export { openHead, parseKey, NoteError, type Head, type Key } from "./note";
export { type Alarm, type Kept } from "./store";
export { goesOn, openExtension } from "./tree";
