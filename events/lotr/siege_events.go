package lotr

import "github.com/muster-events/muster/events"

// DolGuldurAssigned says which table holds Dol Guldur.
type DolGuldurAssigned struct {
	Table events.TableID `json:"table"`
}

// LieutenantArrived puts a stage's Lieutenant into the staging area. Attacks lists whom it attacks
// at once, in turn order; empty if the city is too strong.
//
// Source: facts/game-facts.md, "2.2 Stages" (stage 3, side A).
type LieutenantArrived struct {
	Table   events.TableID    `json:"table"`
	Enemy   int               `json:"enemy"`
	Card    Card              `json:"card"`
	Attacks []events.PersonID `json:"attacks,omitempty"`
}

// LieutenantSetAside takes a Lieutenant out of play at a change of stage, with its tokens.
type LieutenantSetAside struct {
	Table events.TableID `json:"table"`
	Enemy int            `json:"enemy"`
	Card  string         `json:"card"`
}

// HostTaken gives a player control of Host of Lórien, for 10 progress of Power of Lórien.
type HostTaken struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Paid   int             `json:"paid"`
}

// HostDamaged changes the damage on Host of Lórien.
type HostDamaged struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	By     int             `json:"by"`
	Damage int             `json:"damage"`
}

// HostLost takes Host of Lórien out of the game.
type HostLost struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Why    string          `json:"why"` // "damage", "entry", "eliminated"
}

// PowerProgressed changes the progress on Power of Lórien.
type PowerProgressed struct {
	Table    events.TableID `json:"table"`
	By       int            `json:"by"`
	Progress int            `json:"progress"`
	Why      string         `json:"why"` // "stage", "spent", "entry", "ruling"
}

// PowerTaken gives a player control of Power of Lórien, for a further 20 of its progress.
type PowerTaken struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Paid   int             `json:"paid"`
}

// PowerDiscarded discards Power of Lórien when stage 1 is left without keeping it, or when the
// player who controls it is eliminated.
type PowerDiscarded struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player,omitempty"` // who controlled it; empty: nobody
	Why    string          `json:"why"`              // "stage", "eliminated"
}

// PowerUsed puts Power of Lórien into the victory display; the card just revealed is cancelled and
// discarded.
type PowerUsed struct {
	Table    events.TableID  `json:"table"`
	Player   events.PersonID `json:"player"`
	Card     string          `json:"card"` // the cancelled card
	Enemy    int             `json:"enemy,omitempty"`
	Location int             `json:"location,omitempty"`
}

// LorienHandedOver gives control of Host or Power of Lórien to a player at any stage. A player may
// come to control more than one copy.
//
// Source: Attack on Dol Guldur, "Epic Multiplayer Mode".
type LorienHandedOver struct {
	Card     string          `json:"card"` // "host" or "power"
	Table    events.TableID  `json:"table"`
	Player   events.PersonID `json:"player"`
	ToTable  events.TableID  `json:"toTable"`
	ToPlayer events.PersonID `json:"toPlayer"`
	Damage   int             `json:"damage,omitempty"` // on Host of Lórien
	Progress int             `json:"progress,omitempty"`
}

// Halves of a stage's Forced effect, for [EffectCarriedOut].
const (
	HalfPaid  = "paid"  // progress was removed instead
	HalfBad   = "bad"   // the bad effect
	HalfGood  = "good"  // the good effect
	HalfReply = "reply" // stage 1B's Response
	HalfWhole = "whole" // an effect that has no halves: stages 1B and 2B, a Lieutenant's attack
)

// EffectCarriedOut records an effect of a stage at a round's end and what the people at the tables
// now have to do with their cards.
//
// Source: facts/game-facts.md, "2.2 Stages".
type EffectCarriedOut struct {
	Step    string            `json:"step"`
	Table   events.TableID    `json:"table"` // who resolved it
	Stage   string            `json:"stage"` // whose effect it is
	Half    string            `json:"half"`  // a Half… constant
	Absent  bool              `json:"absent,omitempty"`
	Tables  []events.TableID  `json:"tables,omitempty"`  // where people have something to do
	Players []events.PersonID `json:"players,omitempty"` // who has something to do; empty: every player at Tables
	Do      string            `json:"do,omitempty"`      // what, in words for people
}

// StageDrawn records the random choice of the absent stage in standard mode. From lists the stages
// it was drawn from, in alphabetical order.
type StageDrawn struct {
	Table events.TableID `json:"table"`
	From  []string       `json:"from"`
	Stage string         `json:"stage"`
	Draw  uint64         `json:"draw"` // the draw's number in the group, from 1
}

// SiegeTyped sets the siege value of something the table destroyed or explored this round.
type SiegeTyped struct {
	Table events.TableID `json:"table"`
	Item  int            `json:"item"`
	Card  string         `json:"card"`
	Was   *int           `json:"was,omitempty"`
	Siege int            `json:"siege"`
}

// CityStrengthSet sets the city strength of Dol Guldur during setup: 5, and 5 more for each player.
//
// Source: Attack on Dol Guldur, "City Strength".
type CityStrengthSet struct {
	Strength int `json:"strength"`
	Players  int `json:"players"`
}

// CityStrengthReduced lowers the city strength, by the siege of a round or by stage 3B's good
// effect (Shares is then empty and Step is set).
//
// Source: Attack on Dol Guldur, "Siege".
type CityStrengthReduced struct {
	Round    int            `json:"round"`
	From     int            `json:"from"`
	By       int            `json:"by"`       // what was dealt; may be more than From
	Strength int            `json:"strength"` // after, 0 or more
	Shares   []Share        `json:"shares,omitempty"`
	Table    events.TableID `json:"table,omitempty"` // whose effect
	Step     string         `json:"step,omitempty"`
}

// CityStrengthRaised raises the city strength: stage 3B's bad effect, or a player admitted late.
type CityStrengthRaised struct {
	Round    int            `json:"round"`
	From     int            `json:"from"`
	By       int            `json:"by"`
	Strength int            `json:"strength"`
	Table    events.TableID `json:"table,omitempty"`
	Step     string         `json:"step,omitempty"`
	Why      string         `json:"why"` // for people
}

// CityStrengthRestated corrects the city strength by a ruling. Table and Round are set when it
// follows from a correction of what that table scored.
type CityStrengthRestated struct {
	From     int            `json:"from"`
	Strength int            `json:"strength"`
	Reason   string         `json:"reason"`
	Table    events.TableID `json:"table,omitempty"`
	Round    int            `json:"round,omitempty"`
	WasSiege int            `json:"wasSiege,omitempty"`
	NowSiege int            `json:"nowSiege,omitempty"`
}
