// <replay-wall>: a wall as the server has drawn it, put into the page once for each position. Lit would put an
// object such as trusted markup in again with every update, and draw everything in it anew.
import type { Shown } from "./data";

export class ReplayWall extends HTMLElement {
  private showing?: Shown;
  private words = "";

  /** shown is what is shown. */
  set shown(s: Shown) {
    if (s === this.showing) return;
    this.showing = s;
    const wall = document.createElement("div");
    wall.className = "wall";
    wall.innerHTML = s.wall;
    this.replaceChildren(wall);
    this.dress();
  }

  /** named is what this wall's parts are told apart from another one's by; empty: it is the only one. */
  set named(words: string) {
    if (words === this.words) return;
    this.words = words;
    this.dress();
  }

  /** dress gives the parts their names, and the clock the time of then. */
  private dress(): void {
    const at = this.showing?.frame.entry.at;
    const clock = this.querySelector("[data-now]");
    if (clock && at) clock.textContent = new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    for (const e of this.querySelectorAll<HTMLElement>("section[aria-label]")) {
      e.dataset.label ??= e.getAttribute("aria-label") ?? "";
      e.setAttribute("aria-label", `${e.dataset.label}, on the wall${this.words}`);
    }
    for (const e of this.querySelectorAll<HTMLElement>("[id]")) {
      e.dataset.id ??= e.id;
      e.id = `${e.dataset.id}${this.words.replaceAll(" ", "-")}`;
    }
  }
}

customElements.define("replay-wall", ReplayWall);
