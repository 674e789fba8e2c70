// Shapes that say a state without colour, and words for times.
import { html, svg, type TemplateResult } from "lit";

const PATHS = {
  waiting: svg`<path d="M4 2h8v3l-3 3 3 3v3H4v-3l3-3-3-3z"/>`,
  done: svg`<circle cx="8" cy="8" r="7"/><path class="cut" d="M4.5 8.2l2.4 2.4 4.6-5"/>`,
  offline: svg`<path d="M8 1.5l7 13H1z"/><path class="cut" d="M8 6v4m0 1.6v1.2"/>`,
  danger: svg`<path d="M8 0.8l7.2 7.2L8 15.2 0.8 8z"/><path class="cut" d="M8 4.4v4.2m0 1.4v1.4"/>`,
  eye: svg`<path class="line" d="M1 8c2.600-4 4.600-5 7-5s4.400 1 7 5c-2.600 4-4.600 5-7 5s-4.400-1-7-5z"/><path d="M8 3.500c2 3 2 6 0 9-2-3-2-6 0-9z"/>`,
  flag: svg`<path d="M3 1h2v14H3z"/><path d="M6 2h8l-2.500 3L14 8H6z"/>`,
  locked: svg`<path d="M3 7h10v7H3z"/><path class="line" d="M5 7V5a3 3 0 0 1 6 0v2"/>`,
};

/** shape draws one of the shapes; it says nothing to a screen reader, so words stand beside it. */
export function shape(name: keyof typeof PATHS): TemplateResult {
  return html`<svg class="shape" viewBox="0 0 16 16" aria-hidden="true">${PATHS[name]}</svg>`;
}

/** clock returns the local time of day, "14:28". */
export function clock(at: number | string | Date): string {
  return new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hour12: false }).format(new Date(at));
}

/** lasted returns a duration as "4:10", with hours if there are any. */
export function lasted(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  const h = Math.floor(s / 3600);
  return h > 0 ? `${h}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** signed returns a number with its sign, the minus as U+2212. */
export function signed(n: number): string {
  return n < 0 ? `\u2212${-n}` : `+${n}`;
}

/** cited names the place of a rule for people; our own collection of facts is no book they have. */
export function cited(section: string): string {
  return section.replace(/^facts\/game-facts\.md, "[\d.]+ (.+)"$/, 'Game facts, "$1"');
}
