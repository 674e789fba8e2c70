// What every live page does in the browser: keeps its clocks, watches its stream, and says so when
// the picture is old. The stream itself is htmx's hx-sse on the element #live.
import "htmx.org/dist/htmx.esm.js";
import "htmx.org/dist/ext/hx-sse.js";

const STALE_MS = 15_000; // without a sign of life: the picture is called old
const DEAD_MS = 25_000; // without a sign of life: the connection is given up and made anew
const RETRY_MS = 6_000; // between two tries to open a stream that never opened

interface Connection {
  reader: ReadableStreamDefaultReader | null;
  visibilityHandler?: (() => void) | null;
}

declare const htmx: {
  ajax(method: string, url: string, options: object): Promise<void>;
};

let offset = 0; // server's clock minus ours, in ms
let heard = performance.now(); // last sign of life
let lost = 0; // when the stream was lost (Date.now()), 0: it is alive
let tried = performance.now();
let connection: Connection | null = null;

/** now is the server's time in ms, as well as this browser knows it. */
export function now(): number {
  return Date.now() + offset;
}

/** duration writes ms as 4:10 or 1:04:10. */
export function duration(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  return s >= 3600
    ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
    : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** clockTime writes a moment as people in this browser's place read it: 14:28. */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** sent reads the time at which the server sent this page. What has passed since then is counted from the
 * moment that the answer began to arrive, so that a slow page is no reason for a slow clock. */
function sent(): void {
  const at = Date.parse(document.querySelector<HTMLMetaElement>('meta[name="server-time"]')?.content ?? "");
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (Number.isNaN(at) || !load) return;
  offset = at - (Date.now() - (performance.now() - load.responseStart));
}

function set(e: Element, text: string): void {
  if (e.textContent !== text) e.textContent = text;
}

/** tick brings every clock of the page up to date. */
export function tick(): void {
  const t = now();
  for (const e of document.querySelectorAll<HTMLElement>("[data-since]")) {
    const since = Date.parse(e.dataset.since ?? "");
    if (!Number.isNaN(since)) set(e, duration(t - since));
  }
  for (const e of document.querySelectorAll<HTMLElement>("[data-until]")) {
    const until = Date.parse(e.dataset.until ?? "");
    if (!Number.isNaN(until)) set(e, until > t ? duration(until - t) : (e.dataset.over ?? duration(0)));
  }
  for (const e of document.querySelectorAll<HTMLElement>("[data-now]")) set(e, clockTime(t));
  for (const e of document.querySelectorAll<HTMLElement>("[data-time]")) {
    const at = Date.parse(e.dataset.time ?? "");
    if (!Number.isNaN(at)) set(e, clockTime(at));
  }
}

function alive(): void {
  heard = performance.now();
  if (lost) {
    lost = 0;
    show();
  }
}

function gone(): void {
  if (!lost) {
    lost = Date.now();
    show();
  }
}

/** show says on the page whether the picture is the newest. The last picture always stays. */
function show(): void {
  const box = document.getElementById("link");
  const says = document.getElementById("link-says");
  if (!box || !says) return;
  document.documentElement.classList.toggle("stale", lost > 0);
  box.hidden = !lost;
  if (lost) set(says, `Reconnecting since ${duration(Date.now() - lost)}, picture of ${clockTime(lost + offset)}`);
}

function watch(live: HTMLElement): void {
  const silent = performance.now() - heard;
  if (document.hidden) {
    heard = performance.now(); // hidden tabs give up their stream on purpose
    return;
  }
  if (silent > STALE_MS) gone();
  if (silent > DEAD_MS && performance.now() - tried > RETRY_MS) reopen(live);
  if (lost) show();
}

/** reopen gives up a stream that is silent, or opens one that never opened. */
function reopen(live: HTMLElement): void {
  tried = performance.now();
  if (connection) {
    void connection.reader?.cancel();
    return;
  }
  const url = live.getAttribute("hx-sse:connect");
  if (url) void htmx.ajax("GET", url, { source: live }).catch(() => undefined);
}

// What a reader has opened stays open when the stream redraws it: [data-key] names it on the page.
const open = new Set<string>();

function toggled(e: Event): void {
  const box = (e.target as Element).closest("summary")?.parentElement;
  if (!(box instanceof HTMLDetailsElement) || !box.dataset.key) return;
  if (box.open) open.delete(box.dataset.key);
  else open.add(box.dataset.key);
}

function keepOpen(): void {
  for (const e of document.querySelectorAll<HTMLDetailsElement>("details[data-key]")) e.open = open.has(e.dataset.key ?? "");
}

export function start(): void {
  const live = document.getElementById("live");
  sent();
  tick();
  setInterval(tick, 1000);
  document.addEventListener("htmx:after:swap", tick);
  document.addEventListener("click", toggled);
  document.addEventListener("htmx:after:swap", keepOpen);
  if (!live || !live.hasAttribute("hx-sse:connect")) return;
  live.addEventListener("beat", (e) => {
    const at = Date.parse(String((e as CustomEvent).detail?.data));
    if (!Number.isNaN(at)) offset = at - Date.now();
    alive();
  });
  document.addEventListener("htmx:sse:after:connection", (e) => {
    const made: Connection = (e as CustomEvent).detail.connection;
    connection = made;
    alive();
    // a tab that was opened in the background: hx-sse looks only when a tab changes
    if (document.hidden) setTimeout(() => made.visibilityHandler?.(), 0);
  });
  document.addEventListener("htmx:sse:after:message", alive);
  document.addEventListener("htmx:sse:error", gone);
  document.addEventListener("htmx:sse:close", () => {
    connection = null;
    gone();
  });
  document.addEventListener("htmx:sse:before:connection", () => {
    // the first one is made by the page itself; any later one follows a loss
    if (connection && !document.hidden) gone();
  });
  document.addEventListener("visibilitychange", () => {
    heard = performance.now();
  });
  setInterval(() => watch(live), 1000);
}
