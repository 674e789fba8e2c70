// Sends commands to the server and sorts what can come back.
import type { Entry, Refusal } from "./entry";
import type { Command } from "./keys";

/** TIMEOUT_MS is how long one request may take: a link that swallows packets never fails by itself. */
export const TIMEOUT_MS = 8000;

/** Answer is what the server says about a command it has taken. */
export interface Answer {
  id: string;
  position: number;
  duplicate?: boolean;
}

/** Outcome of sending a batch: what was taken, in order, and why the next one was not. */
export interface Outcome {
  answers: Answer[];
  /** The first command that was refused; those after it were not looked at. */
  refused?: Refusal;
  /** Nothing is known, or the server cannot take anything now: send the same again later. */
  again?: "no-connection" | "server-busy";
  /** What the server says about why it takes nothing now. */
  why?: string;
  /** The session of this phone is gone. */
  signedOut?: boolean;
  /** The request is more than the server reads at once. */
  tooLarge?: boolean;
}

/** Codes of refusals that say "later", not "no". */
const LATER = new Set(["busy", "unavailable", "internal", "log-damaged"]);

/**
 * post sends entries as one batch, numbered from first (0: this device does not count), each with the
 * signature that seal makes of it, if it is given. It never throws.
 */
export async function post(url: string, entries: Pick<Entry, "id" | "round" | "type" | "data">[], first: number, seal?: (c: Command) => string): Promise<Outcome> {
  const commands = entries.map((e, i) => {
    const c: Command = { id: e.id, ...(first > 0 ? { n: first + i } : {}), ...(e.round ? { round: e.round } : {}), type: e.type, data: e.data };
    return seal ? { ...c, sig: seal(c) } : c;
  });
  let res: Response;
  let body: Record<string, unknown>;
  try {
    res = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ commands }),
      credentials: "same-origin",
      redirect: "error", // a hotel's login page is no answer
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body = (await res.json()) as Record<string, unknown>;
  } catch {
    return { answers: [], again: "no-connection" };
  }
  return sort(res.status, body ?? {});
}

function sort(status: number, body: Record<string, unknown>): Outcome {
  const answers = Array.isArray(body["answers"]) ? (body["answers"] as Answer[]) : [];
  const refused = refusal(status, body);
  if (status === 401) return { answers, signedOut: true };
  if (status === 413) return { answers, tooLarge: true, refused };
  if (status === 429 || status >= 500 || (refused && LATER.has(refused.code))) {
    return { answers, again: "server-busy", ...(refused ? { why: refused.says } : {}) };
  }
  if (status === 200 && !Array.isArray(body["answers"])) return { answers, again: "no-connection" };
  return { answers, refused };
}

/** signedOut asks whether the session is gone: without one everybody is a spectator to the rules. */
export async function signedOut(state: string): Promise<boolean> {
  try {
    const res = await fetch(state, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: "no-store", redirect: "error" });
    return res.status === 401;
  } catch {
    return false;
  }
}

// refusal reads ours, or the problem+json of a request that did not get as far as the rules.
function refusal(status: number, body: Record<string, unknown>): Refusal | undefined {
  const ours = body["refused"] as Refusal | undefined;
  if (ours?.code) return ours;
  if (status < 400) return undefined;
  const says = [body["detail"], body["title"]].find((s) => typeof s === "string" && s !== "") as string | undefined;
  return { code: String(body["code"] ?? `http-${status}`), says: says ?? `The server answered ${status}.` };
}
