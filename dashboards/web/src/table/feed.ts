// The live state of the table: server-sent events read by fetch, because EventSource does not show
// heartbeats and so cannot tell a quiet link from a dead one. Where a stream does not come through
// (some proxies hold it back), the state is asked for now and then instead.
import type { View } from "./view";

/** SILENCE_MS without a byte means that the link is dead (the server sends a beat every 10 s). */
export const SILENCE_MS = 25_000;
const ANSWER_MS = 8000;
const MAX_WAIT_MS = 4000;

/** Feed keeps one stream open while the page is visible. Events: "view" (detail), "state". */
export class Feed extends EventTarget {
  live = false;
  /** heardAt is when the server was heard last, ms since 1970; 0: not yet. */
  heardAt = 0;
  /** signedOut: the server no longer lets this phone read the table. */
  signedOut = false;
  /** asked: the server was tried once at least, so that "not live" means something. */
  private asked = false;
  private abort?: AbortController;
  private timer = 0;
  private failures = 0;
  private last = "";

  constructor(
    private readonly stream: string,
    private readonly state: string,
    private readonly report: () => string, // query that tells the server how this phone is
  ) {
    super();
    addEventListener("online", () => this.restart());
    addEventListener("pageshow", (e) => (e as PageTransitionEvent).persisted && this.restart()); // back from the browser's memory
    document.addEventListener("visibilitychange", () => (document.hidden ? this.stop() : this.restart()));
  }

  /** restart opens the stream anew, at once. */
  restart(): void {
    this.failures = 0;
    this.stop();
    void this.open();
  }

  /** stop closes the stream: a hidden tab gives its connection back. */
  stop(): void {
    clearTimeout(this.timer);
    const abort = this.abort;
    this.abort = undefined;
    abort?.abort();
  }

  private async open(): Promise<void> {
    const abort = new AbortController();
    this.abort = abort;
    const dead = () => {
      this.set(false);
      abort.abort();
    };
    let silence = setTimeout(() => abort.abort(), ANSWER_MS);
    const heard = () => {
      this.heardAt = Date.now();
      clearTimeout(silence);
      silence = setTimeout(dead, SILENCE_MS);
    };
    try {
      const headers: Record<string, string> = { Accept: "text/event-stream" };
      if (this.last) headers["Last-Event-ID"] = this.last;
      const res = await fetch(`${this.stream}?${this.report()}`, { headers, signal: abort.signal, cache: "no-store", redirect: "error" });
      if (res.status === 401 || res.status === 403) return this.refused();
      if (!res.ok || !res.body) throw new Error(`stream answered ${res.status}`);
      heard();
      await this.read(res.body, heard);
    } catch {
      // falls through to the retry: what went wrong does not matter, only that it did
    } finally {
      clearTimeout(silence);
    }
    if (this.abort !== abort) return; // stopped or restarted meanwhile
    this.set(await this.ask());
    if (this.abort !== abort) return;
    const wait = Math.min(MAX_WAIT_MS, 1000 * 2 ** Math.min(this.failures++, 10));
    this.timer = window.setTimeout(() => void this.open(), wait * (0.5 + Math.random() / 2));
  }

  // ask gets the state once and tells whether the server answered.
  private async ask(): Promise<boolean> {
    try {
      const res = await fetch(this.state, { signal: AbortSignal.timeout(ANSWER_MS), cache: "no-store", redirect: "error" });
      if (!res.ok) return false;
      const view = (await res.json()) as View;
      this.heardAt = Date.now();
      this.dispatchEvent(new CustomEvent<View>("view", { detail: view }));
      return true;
    } catch {
      return false;
    }
  }

  private async read(body: ReadableStream<Uint8Array>, heard: () => void): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
    let buffer = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      heard();
      this.failures = 0;
      this.set(true);
      buffer += value.replaceAll("\r", "");
      let end: number;
      while ((end = buffer.indexOf("\n\n")) >= 0) {
        this.frame(buffer.slice(0, end));
        buffer = buffer.slice(end + 2);
      }
    }
  }

  private frame(text: string): void {
    const data: string[] = [];
    let event = "message";
    for (const line of text.split("\n")) {
      const at = line.indexOf(":");
      if (at === 0) continue;
      const [field, value] = at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")];
      if (field === "data") data.push(value);
      else if (field === "event") event = value;
      else if (field === "id") this.last = value;
    }
    if (data.length === 0 || (event !== "view" && event !== "message")) return;
    this.dispatchEvent(new CustomEvent<View>("view", { detail: JSON.parse(data.join("\n")) as View }));
  }

  private refused(): void {
    this.signedOut = true;
    this.set(false);
    this.dispatchEvent(new Event("state"));
  }

  private set(live: boolean): void {
    if (this.asked && live === this.live && !(live && this.signedOut)) return;
    this.asked = true;
    this.live = live;
    if (live) this.signedOut = false;
    this.dispatchEvent(new Event("state"));
  }
}
