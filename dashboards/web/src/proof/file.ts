// The file in which a phone gives away what it has kept, for `muster verify BUNDLE --phone FILE`.
//
// JSON, one object:
//
//   muster      "phone-log"
//   format      1
//   gathering   id of the gathering
//   table       "<group>/<table>", where the phone recorded
//   device      id of the phone's session; "" if the page did not know it
//   saved       when the file was written; all times are RFC 3339 in UTC, by the phone's clock
//   histories   logs of this gathering that the server has shown, the first first; more than one only if
//               there was an alarm, since what does not go on from the others begins one of its own:
//     key           verifier key of the log (C2SP signed-note), pinned when the history was begun
//     began         when its first checkpoint was seen
//     dropped       checkpoints that had to go, because a phone keeps 5,000; the first never goes
//     checkpoints   with rising sizes:
//       note            the signed checkpoint (C2SP tlog-checkpoint), every byte of it
//       seen            when the server showed it
//       after           size of the kept checkpoint that it was proven to go on from; 0: the first
//   alarms      what did not fit, the first first; what does not apply is left out:
//     at, kind, says  when, "root", "proof", "shorter", "shown", "signature" or "key", and in words
//     history         number of the history that was contradicted, from 1; 0: there was none yet
//     kept, shown     the kept checkpoint, and what the server has shown instead
//     proof           what the server gave as the proof that one goes on from the other
//     key, other      the pinned key, and the one that the server names now
//     read            when a person has read it on the phone
//     more            further alarms that were counted and not kept
import type { Alarm, History, Kept } from "./store";

/** Origin says whose records a file holds. */
export interface Origin {
  gathering: string;
  table: string;
  device: string;
}

const time = (ms: number): string => new Date(ms).toISOString();

/** fileOf is the content of the file. */
export function fileOf(o: Origin, histories: { history: History; heads: Kept[] }[], alarms: Alarm[]): unknown {
  return {
    muster: "phone-log",
    format: 1,
    ...o,
    saved: time(Date.now()),
    histories: histories.map(({ history: h, heads }) => ({
      key: h.key,
      began: time(h.began),
      dropped: h.dropped,
      checkpoints: heads.map((k) => ({ note: k.note, seen: time(k.seen), after: k.after })),
    })),
    alarms: alarms.map(({ id: _, gathering: __, at, read, ...a }) => ({ ...a, at: time(at), ...(read ? { read: time(read) } : {}) })),
  };
}
