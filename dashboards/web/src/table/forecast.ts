// What the table will look like once the waiting entries have arrived: the plain numbers only. The
// rules stay with the server; whatever this guesses wrong is put right by the next state.
import type { Entry } from "./entry";
import type { View } from "./view";

/** Forecast is a view with waiting entries counted in, and the keys of what they touch. */
export interface Forecast {
  view: View;
  touched: Set<string>;
}

type Step = (v: View, data: Record<string, unknown>, touch: (key: string) => void) => void;

const num = (x: unknown): number => (typeof x === "number" ? x : 0);

const STEPS: Record<string, Step> = {
  "lotr.change-threat.v1": (v, d, touch) => {
    for (const p of v.players) {
      if (p.out || (d["player"] && d["player"] !== p.player)) continue;
      if (typeof d["to"] === "number") p.threat = d["to"];
      else if (p.threat >= 0) p.threat = Math.max(0, p.threat + num(d["by"]));
      touch(`threat:${p.player}`);
    }
  },
  "lotr.place-progress.v1": (v, d, touch) => {
    let by = num(d["by"]);
    const at = num(d["location"]) || (d["direct"] ? 0 : v.quest.activeNumber);
    const loc = v.locations.find((l) => l.number === at);
    if (loc) {
      const room = loc.questPoints > 0 ? loc.questPoints - loc.progress : by;
      const here = d["location"] ? by : Math.min(by, Math.max(0, room));
      loc.progress = Math.max(0, loc.progress + here);
      if (loc.active) v.quest.activeAt = loc.progress;
      touch(`location:${loc.number}`);
      by = d["location"] ? 0 : by - here;
    }
    if (by !== 0) {
      v.quest.progress = Math.max(0, v.quest.progress + by);
      touch("progress");
    }
  },
  "lotr.progress-power.v1": (v, d, touch) => {
    v.quest.power = Math.max(0, v.quest.power + num(d["by"]));
    touch("power");
  },
  "lotr.damage-enemy.v1": (v, d, touch) => {
    const e = v.enemies.find((x) => x.number === d["enemy"]);
    if (e) e.damage = Math.max(0, e.damage + num(d["by"]));
    touch(`enemy:${String(d["enemy"])}`);
  },
  "lotr.destroy-enemy.v1": (v, d) => {
    const e = v.enemies.find((x) => x.number === d["enemy"]);
    if (e) v.enemies = v.enemies.filter((x) => x !== e);
    scored(v, e?.name, e?.siege, d);
  },
  "lotr.explore-location.v1": (v, d) => {
    const l = v.locations.find((x) => x.number === d["location"]);
    if (l) v.locations = v.locations.filter((x) => x !== l);
    if (l?.active) Object.assign(v.quest, { active: "", activeNumber: 0, activeAt: 0, activeOf: 0 });
    scored(v, l?.name, l?.siege, d);
  },
  "lotr.travel.v1": (v, d, touch) => {
    for (const l of v.locations) l.active = l.number === d["location"];
    const l = v.locations.find((x) => x.active);
    if (l) Object.assign(v.quest, { active: l.name, activeNumber: l.number, activeAt: l.progress, activeOf: l.questPoints });
    touch(`location:${String(d["location"])}`);
  },
  "lotr.engage.v1": (v, d, touch) => {
    const e = v.enemies.find((x) => x.number === d["enemy"]);
    if (e) {
      e.engaged = String(d["player"]);
      e.engagedName = v.players.find((p) => p.player === e.engaged)?.name ?? "";
    }
    touch(`enemy:${String(d["enemy"])}`);
  },
  "lotr.damage-character.v1": (v, d, touch) => {
    const p = v.players.find((x) => x.player === d["player"]);
    const h = p?.heroes?.find((x) => x.title === d["character"]);
    if (h) h.damage = Math.max(0, h.damage + num(d["by"]));
    touch(`hero:${String(d["player"])}:${String(d["character"])}`);
  },
  "lotr.destroy-character.v1": (v, d, touch) => {
    const p = v.players.find((x) => x.player === d["player"]);
    const h = p?.heroes?.find((x) => x.title === d["character"]);
    if (h) h.dead = true;
    touch(`hero:${String(d["player"])}:${String(d["character"])}`);
  },
  "lotr.place-tokens.v1": (v, d, touch) => {
    const at = d["piece"] as { kind?: string; number?: number } | undefined;
    const token = { resource: "resources", damage: "damage", progress: "progress" }[String(d["token"])] as "resources" | "damage" | "progress" | undefined;
    if (!at?.kind || !token) return;
    const list: { number: number; resources?: number; damage?: number; progress?: number }[] =
      at.kind === "objective" ? v.objectives : at.kind === "side-quest" ? v.sideQuests : at.kind === "location" ? v.locations : at.kind === "enemy" ? v.enemies : [];
    const card = list.find((x) => x.number === at.number);
    if (card) card[token] = Math.max(0, (card[token] ?? 0) + num(d["by"]));
    touch(`${token}:${at.kind}:${at.number ?? 0}`);
  },
  "lotr.tick-trigger.v1": (v, d) => {
    for (const c of v.checklist) for (const i of c.items) if (i.id === d["trigger"] && i.state === "due") i.state = "done";
  },
  "lotr.begin-phase.v1": (v, d, touch) => {
    const at = v.roundPhases.findIndex((p) => p.phase === d["phase"]);
    if (at < 0) return;
    v.roundPhase = String(d["phase"]);
    v.roundPhases = v.roundPhases.map((p, i) => ({ ...p, state: i < at ? "done" : i === at ? "now" : "ahead" }));
    touch("phase");
  },
  "group.end-round.v1": (v, _d, touch) => {
    v.ended = true;
    touch("ended");
  },
};

function scored(v: View, name: string | undefined, siege: number | undefined, d: Record<string, unknown>): void {
  const hand = d["hand"] as { name?: string; siege?: number } | undefined;
  const typed = typeof d["siege"] === "number" ? d["siege"] : undefined;
  const value = typed ?? siege ?? hand?.siege ?? null;
  v.scored = [...v.scored, { item: 0, card: name ?? hand?.name ?? String(d["card"] ?? "?"), siege: value }];
  if (value === null) v.siege.unknown++;
  else v.siege.round += value;
}

/** forecast returns a copy of the view with the entries counted in, in order. */
export function forecast(view: View, entries: Entry[]): Forecast {
  const touched = new Set<string>();
  if (entries.length === 0) return { view, touched };
  const copy = structuredClone(view);
  for (const e of entries) {
    if (!e.refused) STEPS[e.type]?.(copy, e.data, (key) => touched.add(key));
  }
  return { view: copy, touched };
}

/** filled returns the view with every list that the server left out as an empty one. */
export function filled(v: View): View {
  const lists = [
    "players", "enemies", "locations", "scored", "victory", "lorien", "roundPhases", "actions",
    "steps", "summary", "open", "toDo", "notices", "barrier", "objectives", "sideQuests", "checklist", "pending",
  ] as const;
  const out: Record<string, unknown> = { ...v };
  for (const name of lists) out[name] = v[name] ?? [];
  return out as unknown as View;
}
