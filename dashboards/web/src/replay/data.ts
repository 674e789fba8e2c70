// What the page reads from the server, and what it keeps of it.

/** Entry is one commit on the timeline. */
export interface Entry {
  position: number;
  version: number;
  at: string;
  round: number;
  table?: string;
  kind: string;
  words: string;
  by: string;
  device?: string;
  marks?: string[];
  withdrawn?: boolean;
}

export interface Series {
  kind: "city" | "eye" | "progress";
  label: string;
  values: number[];
}

export interface Threat {
  player: string;
  name: string;
  table: string;
  values: number[];
}

export interface Wait {
  round: number;
  position: number;
  seconds: number[];
}

/** Timeline is everything that happened, in order. */
export interface Timeline {
  name: string;
  scenario: string;
  version: number;
  position: number;
  over: boolean;
  lanes: { table: string; team: string }[];
  entries: Entry[];
  charts: { main: Series; threats: Threat[]; waits: Wait[] };
}

export interface Change {
  where: string;
  field: string;
  before: string;
  after: string;
}

/** Frame is the group at a position. */
export interface Frame {
  entry: Entry;
  changes: Change[];
  command: { id: string; type: string; words: string; by: string; device?: string; n?: number; round?: number; data?: unknown; actor: { role: string; person?: string }; signed: { kind: string; key?: string; says: string } };
  events: { type: string; words?: string; rule?: string; data?: unknown }[];
  leaf: string;
  raw: boolean;
  wall: { moment?: { title: string; says: string; at: string } };
}

export interface Proof {
  index: number;
  leaf: string;
  checkpoint?: { size: number; fingerprint: string; at: string; by: string[] };
  valid: boolean;
  says: string;
  key: string;
}

/** Shell is what the server put into the page. */
export interface Shell {
  name: string;
  api: string;
  walls: string;
  log: string;
  bundle?: string;
  verify: string;
  whatIf?: string;
  live: string;
}

const PATIENCE_MS = 8000;
const KEPT = 160; // positions that stay in memory

/** Markup is a wall that may be put into the page. */
export type Markup = string & { readonly trusted: unique symbol };

interface Policy {
  createHTML(s: string): unknown;
}

interface Policies {
  createPolicy(name: string, rules: { createHTML(s: string): string }): Policy;
}

let policy: Policy | undefined;

// markup lets a wall of this server through Trusted Types; nothing else comes here.
function markup(fragment: string): Markup {
  const types = (globalThis as unknown as { trustedTypes?: Policies }).trustedTypes;
  if (!types) return fragment as Markup;
  policy ??= types.createPolicy("muster", { createHTML: (s) => s });
  return policy.createHTML(fragment) as Markup;
}

/** Problem is an answer that says what is wrong. */
export class Problem extends Error {}

async function get(path: string): Promise<Response> {
  const r = await fetch(path, { signal: AbortSignal.timeout(PATIENCE_MS), credentials: "same-origin" });
  if (r.ok) return r;
  let says = `the server answered ${r.status}`;
  try {
    says = ((await r.json()) as { detail?: string }).detail ?? says;
  } catch {
    // no words came with it
  }
  throw new Problem(says);
}

/** Shown is everything that a page shows of a position. */
export interface Shown {
  frame: Frame;
  wall: Markup;
}

/** Library fetches positions, each once while it is kept. */
export class Library {
  private kept = new Map<number, Promise<Shown>>();
  private differences = new Map<string, Promise<Change[]>>();

  constructor(private shell: Shell) {}

  async timeline(): Promise<Timeline> {
    return (await (await get(this.shell.api)).json()) as Timeline;
  }

  /** at returns what was at a position. */
  at(position: number): Promise<Shown> {
    const known = this.kept.get(position);
    if (known) {
      this.kept.delete(position); // the one asked for last goes last
      this.kept.set(position, known);
      return known;
    }
    const made = this.fetch(position);
    this.kept.set(position, made);
    made.catch(() => this.kept.delete(position)); // asked for again, it is tried again
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(oldest);
    }
    return made;
  }

  private async fetch(position: number): Promise<Shown> {
    const [frame, wall] = await Promise.all([get(`${this.shell.api}/${position}`), get(`${this.shell.walls}${position}`)]);
    return { frame: (await frame.json()) as Frame, wall: markup(await wall.text()) };
  }

  /** between returns what differs between two positions. */
  between(from: number, to: number): Promise<Change[]> {
    const key = `${from}-${to}`;
    let made = this.differences.get(key);
    if (!made) {
      made = get(`${this.shell.api}/${to}/changes?since=${from}`)
        .then((r) => r.json() as Promise<{ changes: Change[] }>)
        .then((b) => b.changes);
      this.differences.clear(); // one comparison is looked at a time
      this.differences.set(key, made);
    }
    return made;
  }

  async proof(position: number): Promise<Proof> {
    return (await (await get(`${this.shell.log}${position}`)).json()) as Proof;
  }
}
