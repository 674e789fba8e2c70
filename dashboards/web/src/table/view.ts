// The view of one table as package projections/table makes it; field by field the same. Only what
// the page uses is listed.

export interface View {
  gathering: string;
  group: string;
  table: string;
  version: number;
  position: number;
  at: string;
  role: string;

  groupName: string;
  scenario: string;
  title: string;
  mode: string;
  team: string;
  phase: string;
  paused: boolean;
  pauseSays?: string;
  round: number;
  headline: string;
  now: string;
  ended: boolean;
  mayRecord: boolean;
  result: string;
  resultRule: string;

  city: { strength: number; start: number; mark: number; fallen: boolean; scored: number };
  quest: Quest;
  players: Player[];
  enemies: Enemy[];
  locations: Location[];
  scored: Scored[];
  siege: { round: number; total: number; unknown: number; counts: boolean };
  victory: string[];
  lorien: Lorien[];

  roundPhase: string;
  roundPhases: PhaseStep[];

  actions: Action[];
  step?: Step;
  steps: Step[];
  others: { waiting: boolean; says: string; teams: string[]; since?: string };
  undo?: Undo;
  summary: string[];
  open: string[];
  rules: { says: string; section: string };
  toDo: string[];
  notices: string[];
  targets?: { players?: Target[] };
  recorder: { device?: string; captain?: string };
  barrier: TeamLine[];

  hasCity: boolean;
  objectives: Objective[];
  sideQuests: SideQuest[];
  peril?: { player: string; name: string; card: string; says: string };
  test?: Test;
  checklist: Checks[];
  eye?: Eye;
  pending: { title: string; says: string; rule: string }[];
  score?: { says: string; lines?: string[] };
  /** The fingerprint of what is signed of the log. */
  checkpoint?: string;
  /** The group's latest entries, which this table may flag for a judge. */
  log?: Logged[];
  flags?: Flagged[];
}

export interface Logged {
  entry: number;
  at: string;
  says: string;
  team?: string;
  own?: boolean;
  withdrawn?: boolean;
  flagged?: boolean;
}

export interface Flagged {
  flag: number;
  entry: number;
  reason: string;
  open?: boolean;
  says: string;
}

export interface Objective {
  number: number;
  name: string;
  where: string;
  resources: number;
  damage: number;
  progress: number;
  hitPoints: number;
  says: string;
}

export interface SideQuest {
  number: number;
  name: string;
  progress: number;
  questPoints: number;
  resources: number;
  damage: number;
  current: boolean;
}

export interface Test {
  title: string;
  card: string;
  open: boolean;
  counted: boolean;
  willpower: number;
  icons: number;
  cards: number;
  says: string[];
  more: number;
}

export interface Check {
  id: string;
  card: string;
  says: string;
  section?: string;
  state: "ahead" | "due" | "done";
}

export interface Checks {
  when: string;
  label: string;
  items: Check[];
}

export interface Eye {
  here: boolean;
  title: string;
  does: string;
  moves: string;
  may: string;
  with?: string[];
}

export interface Quest {
  stage: string;
  name: string;
  progress: number;
  cap: number;
  resources: number;
  stagingThreat: number;
  archery: number;
  archeryTotal: number;
  active: string;
  activeNumber: number;
  activeAt: number;
  activeOf: number;
  revealed: string;
  surgeOwed: number;
  power: number;
  powerInPlay: boolean;
  holdsCity: boolean;
  points?: number;
  keywords?: string[];
  current?: string;
  reveals?: string;
}

export interface Ally {
  name: string;
  hitPoints: number;
  damage: number;
  exhausted: boolean;
  says: string;
}

export interface Player {
  player: string;
  name: string;
  threat: number;
  elimination: number;
  danger: boolean;
  out: boolean;
  outWhy?: string;
  first: boolean;
  heroes: Hero[];
  heroesLeft: number;
  engaged: number;
  /** Name of the deck that was declared. */
  deck?: string;
  allies?: Ally[];
  notes?: string[];
}

export interface Hero {
  title: string;
  threat: number;
  hitPoints: number;
  damage: number;
  dead: boolean;
  gone?: boolean;
  exhausted?: boolean;
  sphere?: string;
  willpower?: number;
  attack?: number;
  defense?: number;
  ranged?: boolean;
  sentinel?: boolean;
  traits?: string;
}

export interface Enemy {
  number: number;
  name: string;
  engaged?: string;
  engagedName?: string;
  damage: number;
  hitPoints: number;
  attack: number;
  defense: number;
  threat: number;
  engagement: number;
  siege?: number;
  lieutenant: boolean;
  indestructible: boolean;
  immune: boolean;
  says: string;
  resources?: number;
}

export interface Location {
  number: number;
  name: string;
  active: boolean;
  progress: number;
  questPoints: number;
  threat: number;
  siege?: number;
  barred?: string;
  resources?: number;
  damage?: number;
  says?: string;
}

export interface Scored {
  item: number;
  card: string;
  siege: number | null;
  printed?: number;
  typed?: boolean;
}

export interface Lorien {
  card: string;
  name: string;
  player: string;
  by: string;
  damage: number;
  progress: number;
}

export interface PhaseStep {
  phase: string;
  label: string;
  state: "done" | "now" | "ahead";
}

export interface Action {
  id: string;
  label: string;
  type: string;
  data: Record<string, unknown>;
  inputs: Input[] | null;
  group: string;
  primary: boolean;
  disabled: boolean;
  why?: string;
  section?: string;
  confirm?: string[];
  /** The card in play that it belongs to. */
  on?: { kind: string; number?: number };
  /** Its label where the card is named already. */
  short?: string;
}

export interface Input {
  field: string;
  kind: string;
  label: string;
  optional?: boolean;
  min?: number;
  max?: number;
  start?: number;
  cardKind?: string;
  listed?: boolean;
  full?: boolean;
  choices?: Choice[];
}

export interface Choice {
  value: unknown;
  label: string;
  data?: Record<string, unknown>;
  disabled?: boolean;
  why?: string;
}

export interface Step {
  id: string;
  kind: string;
  title: string;
  text: string;
  stage?: string;
  decides?: string;
  number: number;
  of: number;
  options: StepOption[];
}

export interface StepOption {
  choice: string;
  label: string;
  allowed: boolean;
  why?: string;
  effect?: string;
  section?: string;
  needs?: string;
  type: string;
  data: Record<string, unknown>;
  inputs: Input[] | null;
  confirm?: string[];
}

export interface Undo {
  entry: string;
  words: string;
  type: string;
  data: Record<string, unknown>;
}

export interface Target {
  player?: string;
  label: string;
}

export interface TeamLine {
  table: string;
  team: string;
  stage: string;
  ended: boolean;
  own: boolean;
  says: string;
}

/** Card is an encounter card of the scenario, for the type-ahead. */
export interface Card {
  code: string;
  name: string;
  kind: string;
  siege?: number | null;
  questPoints?: number;
  hitPoints?: number;
  icons?: number;
}

/** Shell is what the server puts into the page. */
export interface Shell {
  view: View;
  cards: Card[];
  device: string;
  /** Paths of the page: its state and its stream. */
  state: string;
  stream: string;
  presence: string;
}
