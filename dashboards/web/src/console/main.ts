import "../shared/siege-tracker";
import { start } from "../shared/live";
import { goOn } from "../shared/go-on";
import { once } from "../shared/once";

// The table of groups: a filter, and j, k, Enter to move and open. Everything works without them.
let picked = ""; // id of the row that the keys are on

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-row]")];
}

function field(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>("[data-filter]");
}

/** paint filters the rows and marks the picked one, also after the stream has redrawn them. */
function paint(): void {
  const want = (field()?.value ?? "").trim().toLowerCase();
  for (const r of rows()) {
    r.hidden = want !== "" && !(r.dataset.row ?? "").includes(want);
    r.classList.toggle("picked", r.id === picked);
  }
  const box = document.querySelector<HTMLElement>("[data-filter-box]");
  if (box) box.hidden = rows().length === 0;
}

function move(by: number): void {
  const seen = rows().filter((r) => !r.hidden);
  if (!seen.length) return;
  const at = seen.findIndex((r) => r.id === picked);
  const next = seen[Math.max(0, Math.min(seen.length - 1, at < 0 ? 0 : at + by))];
  picked = next.id;
  next.querySelector<HTMLElement>("a")?.focus();
  paint();
}

function keys(e: KeyboardEvent): void {
  const typing = (e.target as HTMLElement).matches("input, textarea, select");
  if (e.ctrlKey || e.metaKey || e.altKey || !rows().length) return;
  if (typing) {
    if (e.key === "Escape") (e.target as HTMLElement).blur();
    return;
  }
  if (e.key === "j") move(1);
  else if (e.key === "k") move(-1);
}

/** find goes to the filter when / is let go, so that it does not end up in the field. */
function find(e: KeyboardEvent): void {
  if (e.key === "/" && !(e.target as HTMLElement).matches("input, textarea, select")) field()?.focus();
}

start();
once();
paint();
goOn();
document.addEventListener("input", (e) => {
  if ((e.target as HTMLElement).matches("[data-filter]")) paint();
});
document.addEventListener("keydown", keys);
document.addEventListener("keyup", find);
document.addEventListener("htmx:after:swap", paint);
document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
