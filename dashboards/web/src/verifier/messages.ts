/** What the page and its worker say to each other; the program's part is in cmd/internal/verifier. */

/** Flags are those of `muster verify`. */
export interface Flags {
  checkpoints: string[];
  key: string;
  witnesses: string[];
  need: number; // 0: all of witnesses
}

/** Asked goes to the worker: check a file. */
export interface Asked {
  file: File;
  phones: File[]; // what phones have saved of the log
  flags: Flags;
}

/** Progress says how far a check is, in commits. */
export interface Progress {
  step: string;
  done: number;
  of: number;
}

export interface Check {
  part: string;
  count: number;
  bad: number;
  skipped?: string;
}

export interface Finding {
  part: string;
  position?: number;
  stream?: string;
  version?: number;
  event?: string;
  rule?: string;
  expected?: string;
  found: string;
}

/** Phone is what came of one phone's file. */
export interface Phone {
  name: string;
  table: string;
  kept: number;
  fit: number;
}

/** Entries says how many entries of a group's tables their phones have signed. */
export interface Entries {
  stream: string;
  signed: number;
  unsigned: number;
}

export interface Report {
  gathering: string;
  commits: number;
  events: number;
  fingerprint: string;
  key: string;
  keyGiven: boolean;
  witnessed?: string[];
  phones?: Phone[];
  entries?: Entries[];
  checks: Check[];
  findings?: Finding[];
  moreFindings?: number;
}

/** Outcome is what the program found, as its report and in its words. */
export interface Outcome {
  proven: boolean;
  report: Report;
  words: Record<string, string>; // of the parts
  first?: string;
  text: string; // what `muster verify` prints
}

/** Said comes from the worker. */
export type Said =
  | { kind: "ready" }
  | { kind: "broken"; says: string } // the program could not be loaded
  | { kind: "died"; says: string } // it ended in the middle of a check
  | { kind: "told"; progress?: Progress; outcome?: Outcome; unreadable?: string };
