// Tells the server how this phone is, so that the organiser sees who is connected and whose entries
// wait. It is a help only: nothing waits for an answer, and what gets lost is told again.

/** EVERY_MS is how often a sign of life is given: a dead link breaks no connection by itself. */
const EVERY_MS = 15_000;
const SOON_MS = 300; // changes within this time are told at once
const TIMEOUT_MS = 8000;

/** Waits is what the server should know of: how many entries wait, when the oldest was made (ms since 1970), and whether there is an alarm about the log. */
export interface Waits {
  count: number;
  since: number;
  alarm: boolean;
}

/** SCRIPT is the file name of this page's script; it changes with every version of the page. */
const SCRIPT = new URL(import.meta.url).pathname.split("/").pop() ?? "";

/** Presence reports of one phone. */
export class Presence {
  private told = "";
  private timer = 0;

  constructor(
    private readonly url: string,
    private readonly waits: () => Waits,
  ) {
    setInterval(() => this.tell(), EVERY_MS);
    document.addEventListener("visibilitychange", () => {
      this.told = "";
      if (document.hidden) this.send(true);
    });
    addEventListener("pagehide", () => this.send(true));
  }

  /** query is the report as the query of an address. */
  query(away = false): string {
    const { count, since, alarm } = this.waits();
    const q = new URLSearchParams({ waiting: String(count), v: SCRIPT });
    if (count > 0) q.set("oldest", String(Math.max(0, Date.now() - since)));
    if (alarm) q.set("alarm", "1");
    if (away) q.set("away", "1");
    return q.toString();
  }

  /** changed tells the server soon, if something else waits than it was told. */
  changed(): void {
    const now = this.what();
    if (now === this.told) return;
    this.told = now;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.tell(), SOON_MS);
  }

  private what(): string {
    const { count, since, alarm } = this.waits();
    return `${count} ${since} ${alarm}`;
  }

  private tell(): void {
    if (document.hidden) return; // it is put away, and has said so
    this.told = this.what();
    this.send(false);
  }

  // keepalive: the report outlives a page that is closed.
  private send(away: boolean): void {
    const body = new URLSearchParams(this.query(away));
    void fetch(this.url, { method: "POST", body, keepalive: true, cache: "no-store", redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      () => undefined, // the next report says it again
    );
  }
}
