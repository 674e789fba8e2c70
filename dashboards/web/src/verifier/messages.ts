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

export interface Report {
  gathering: string;
  commits: number;
  events: number;
  fingerprint: string;
  key: string;
  keyGiven: boolean;
  witnessed?: string[];
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
