// The marks of a timeline: what each is called, and its shape. Shapes differ, so colour is never all there
// is to tell them apart by.

export interface Mark {
  name: string;
  says: string;
  /** path of the shape around (0,0), about 10 wide. */
  shape: string;
  /** row that it stands in, so that the end of a round does not hide what happened at it. */
  row: 1 | 2;
}

export const MARKS: Mark[] = [
  { name: "queue", row: 1, says: "all tables ended", shape: "M-1.5-6h3v12h-3z" },
  { name: "effect", row: 1, says: "effect resolved", shape: "M-2.5-2.5h5v5h-5z" },
  { name: "city", row: 2, says: "city strength changed", shape: "M-4-4h8l-4 8z" },
  { name: "eye", row: 2, says: "the Eye", shape: "M-5 0l5-4 5 4-5 4z" },
  { name: "ruling", row: 2, says: "ruling", shape: "M0-6l6 6-6 6-6-6z" },
  { name: "flag", row: 2, says: "disputed entry", shape: "M-4-6h8l-2.5 3 2.5 3h-6v6h-2z" },
  { name: "official", row: 2, says: "judge or organiser", shape: "M-4 4v-4l4-4 4 4v4z" },
  { name: "withdrawn", row: 2, says: "taken back", shape: "M-5-3.5l1.5-1.5 3.5 3.5 3.5-3.5 1.5 1.5-3.5 3.5 3.5 3.5-1.5 1.5-3.5-3.5-3.5 3.5-1.5-1.5 3.5-3.5z" },
  { name: "danger", row: 2, says: "danger", shape: "M0-6l6 11h-12z" },
  { name: "pause", row: 2, says: "pause", shape: "M-4-5h3v10h-3zM1-5h3v10h-3z" },
  { name: "end", row: 1, says: "end of the game", shape: "M-5-5h10v10h-10zM-2.5-2.5v5h5v-5z" },
  { name: "signed", row: 2, says: "checkpoint", shape: "M-5-1l2-2 2.5 2.5 4.5-4.5 2 2-6.5 6.5z" },
];

/** moved puts a shape to a place. Only where its parts begin is absolute. */
export function moved(shape: string, x: number, y: number): string {
  return shape.replace(/M(-?[\d.]+) ?(-?[\d.]+)/g, (_, dx, dy) => `M${(x + Number(dx)).toFixed(1)} ${(y + Number(dy)).toFixed(1)}`);
}
