// What a wall does for its room: hides the cursor, moves a little against burn-in, keeps the screen
// awake, goes full screen on F, and turns the pages of an overview.

const IDLE_MS = 3000;
const SHIFT_MS = 600_000;
const PAGE_MS = 20_000;

function hideCursor(): void {
  const html = document.documentElement;
  let timer = 0;
  const wake = () => {
    html.classList.remove("idle");
    window.clearTimeout(timer);
    timer = window.setTimeout(() => html.classList.add("idle"), IDLE_MS);
  };
  for (const e of ["pointermove", "keydown"]) document.addEventListener(e, wake, { passive: true });
  wake();
}

function shift(): void {
  let n = 0;
  setInterval(() => {
    n = (n + 1) % 4;
    document.documentElement.dataset.shift = String(n);
  }, SHIFT_MS);
}

async function stayAwake(): Promise<void> {
  if (document.hidden) return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // not allowed on this screen: it stays as its owner set it
  }
}

function fullScreen(e: KeyboardEvent): void {
  if (e.key.toLowerCase() !== "f" || e.ctrlKey || e.metaKey || e.altKey) return;
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen().catch(() => undefined);
}

// Pages of an overview: [data-page] elements, one shown at a time. A key stops the rotation and
// arrows turn by hand.
let page = 0;
let turning = true;

function pages(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-page]")];
}

function showPage(): void {
  const all = pages();
  if (!all.length) return;
  page = ((page % all.length) + all.length) % all.length;
  all.forEach((p, i) => (p.hidden = i !== page));
  document.documentElement.classList.toggle("turning", turning && all.length > 1);
  const says = document.getElementById("page-says");
  if (says) says.textContent = all.length > 1 ? `Page ${page + 1} of ${all.length}` : "";
}

function keys(e: KeyboardEvent): void {
  if (e.key === "ArrowRight" || e.key === "ArrowLeft") page += e.key === "ArrowRight" ? 1 : -1;
  else if (e.key !== " ") return;
  turning = e.key === " " ? !turning : false;
  showPage();
}

function rotate(): void {
  if (!document.querySelector("[data-page]")) return;
  showPage();
  document.addEventListener("htmx:after:swap", showPage);
  document.addEventListener("keydown", keys);
  setInterval(() => {
    if (!turning) return;
    page++;
    showPage();
  }, PAGE_MS);
}

export function room(): void {
  hideCursor();
  shift();
  void stayAwake();
  document.addEventListener("visibilitychange", () => void stayAwake());
  document.addEventListener("keydown", fullScreen);
  rotate();
}
