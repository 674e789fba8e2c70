// What a captain typed, from the tap until the server has answered.

/** Body is a command without its envelope: its type and data as package events names them. */
export interface Body {
  type: string;
  data: Record<string, unknown>;
  round?: number; // of the group, as this page showed it; in another round the server refuses the entry
}

/** Refusal is the server's reason for changing nothing. */
export interface Refusal {
  code: string;
  says: string;
  source?: string;
  wantN?: number;
}

/** Entry is one command in the outbox. */
export interface Entry extends Body {
  seq: number; // place in the outbox, given by the browser's database
  id: string; // UUID of the command, for ever
  topic: string; // "<gathering>/<group>/<table>"
  words: string; // for people
  at: number; // ms since 1970, this device's clock; shown, never used for order
  tries: number; // how often it was sent; above 0 the server may have it
  notBefore: number; // ms since 1970: it may still grow until then (quick taps on one stepper)
  merge?: string; // entries of one key made in quick succession become one
  refused?: Refusal;
}

/** Sent is an entry that the server has taken, until the page has seen what came of it. */
export interface Sent {
  entry: Entry;
  position: number;
}
