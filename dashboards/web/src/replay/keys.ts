// Keys of the replay.

/** KEYS are what the page says of its keys. */
export const KEYS: [string, string][] = [
  ["← →", "one entry"],
  ["Shift ← →", "one round"],
  ["C, Shift C", "next, last change of the city strength or the Eye"],
  ["R, Shift R", "next, last ruling, disputed entry or entry taken back"],
  ["Home, End", "start, end"],
  ["Space", "play, pause"],
  ["+ −", "faster, slower"],
  ["X", "compare with here"],
  ["L", "copy the link"],
];

export interface Moves {
  by(n: number): void;
  to(mark: string[], direction: 1 | -1): void;
  first(): void;
  last(): void;
  play(): void;
  faster(by: 1 | -1): void;
  compare(): void;
  link(): void;
}

/** key does what a key stands for; false if it stands for nothing here. */
export function key(e: KeyboardEvent, m: Moves): boolean {
  if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return false;
  const t = e.target as HTMLElement;
  if (t.closest("select, textarea, input:not([type=range])")) return false;
  const back = e.shiftKey ? -1 : 1;
  switch (e.key) {
    case "ArrowRight":
    case "ArrowLeft": {
      const d = e.key === "ArrowRight" ? 1 : -1;
      if (e.shiftKey) m.to(["round"], d);
      else m.by(d);
      return true;
    }
    case "Home":
      m.first();
      return true;
    case "End":
      m.last();
      return true;
    case " ":
      if (t.closest("button, a, summary, input[type=checkbox]")) return false;
      m.play();
      return true;
    case "+":
      m.faster(1);
      return true;
    case "-":
    case "−":
      m.faster(-1);
      return true;
  }
  switch (e.key.toLowerCase()) {
    case "c":
      m.to(["city", "eye"], back);
      return true;
    case "r":
      m.to(["ruling", "flag", "withdrawn"], back);
      return true;
    case "x":
      m.compare();
      return true;
    case "l":
      m.link();
      return true;
  }
  return false;
}
