package campaign

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
)

// Codes of refusals about a campaign.
const (
	CodeNotOpened engine.Code = "not-opened"      // there is no such campaign
	CodeOpened    engine.Code = "already-opened"  // its id is taken
	CodeEnded     engine.Code = "campaign-over"   // only corrections are accepted
	CodePlayer    engine.Code = "no-such-player"  // who is not on the log
	CodeHero      engine.Code = "hero"            // a hero that cannot be on the log
	CodeOrder     engine.Code = "out-of-order"    // a scenario before its turn
	CodePlaying   engine.Code = "game-begun"      // a game is being played
	CodeNoGame    engine.Code = "no-game"         // none is
	CodePool      engine.Code = "campaign-pool"   // a card that is not in the pool, or is there already
	CodeFinale    engine.Code = "finale"          // the choice at the end
	CodePlace     engine.Code = "place-to-choose" // where a card of both scenarios goes
)

// Bounds of a campaign's log.
const (
	maxPlayers = rules.MaxPlayers
	maxHeroes  = rules.MaxHeroes
	maxPool    = 100
	maxName    = 80
	maxReason  = 400
	maxPenalty = 40
	maxNote    = 999
	maxNames   = 60 // fallen heroes, completed scenarios, notes
)

// decision is one decision being made: each event that is emitted is folded at once.
type decision struct {
	s   State
	out []events.Payload
}

func (d *decision) emit(es ...events.Payload) {
	for _, e := range es {
		d.out = append(d.out, e)
		d.s.Log = d.s.Evolve(e)
	}
}

// Decide answers a command, asked in a state, with the events to append (at least one), or with a
// [*engine.Refusal]. It checks, in this order: the right of who asks, the device's count, the state of
// the campaign, the command's own rules.
//
// Rule: Campaign log.
// Source: facts/game-facts.md, "5.5 Campaign log".
func Decide(s State, c coordinator.Command) ([]events.Payload, error) {
	if c.Body == nil {
		return nil, refuse(engine.CodeMalformed, "", "the command has no body")
	}
	if no := access.May(c.Actor, access.Give(c.Body.CommandType()), access.Object{}); no != nil {
		return nil, no
	}
	if err := s.count(c); err != nil {
		return nil, err
	}
	if err := s.phase(c.Body); err != nil {
		return nil, err
	}
	d := &decision{s: s}
	if err := d.decide(c.Body); err != nil {
		return nil, err
	}
	if len(d.out) == 0 {
		return nil, refuse("nothing-changes", "", "that changes nothing")
	}
	return d.out, nil
}

// count refuses a device's command that is out of its own order.
func (s State) count(c coordinator.Command) error {
	last, _ := s.devices.Get(c.Device)
	return coordinator.Count(c, last)
}

func (s State) phase(b events.CommandBody) error {
	_, opens := b.(campaign.OpenCampaign)
	_, corrects := b.(campaign.CorrectLog)
	switch {
	case opens && s.Opened:
		return refuse(CodeOpened, "", "a campaign of this id was opened already as %s; choose another id", s.Name)
	case !opens && !s.Opened:
		return refuse(CodeNotOpened, "", "there is no such campaign yet; the organiser opens it first")
	case s.Over() && !corrects:
		return refuse(CodeEnded, "", "the campaign %s has ended; only a judge's correction changes its log now", s.Name)
	}
	return nil
}

func (d *decision) decide(b events.CommandBody) error {
	switch b := b.(type) {
	case campaign.OpenCampaign:
		return d.open(b)
	case campaign.RecordHeroes:
		return d.recordHeroes(b)
	case campaign.ChangeHero:
		return d.changeHero(b)
	case campaign.BeginGame:
		return d.beginGame(b)
	case campaign.CancelGame:
		return d.cancelGame(b)
	case campaign.RecordResult:
		return d.recordResult(b)
	case campaign.EarnCard:
		return d.earnCard(b)
	case campaign.ChooseFinale:
		return d.chooseFinale(b)
	case campaign.CorrectLog:
		return d.correct(b)
	default:
		return refuse(engine.CodeUnknownCommand, "", "a campaign does not know the command %s; update this program", b.CommandType())
	}
}

func (d *decision) open(b campaign.OpenCampaign) error {
	name, err := clean("the campaign's name", b.Name)
	if err != nil {
		return err
	}
	if len(b.Players) < 1 || len(b.Players) > maxPlayers {
		return refuse(engine.CodeMalformed, rules.LogFacts, "%d players; a campaign has 1 to %d", len(b.Players), maxPlayers)
	}
	opened := campaign.CampaignOpened{Name: name, Facts: b.Facts}
	if opened.Fallen, err = cleanAll("a fallen hero's title", b.Fallen); err != nil {
		return err
	}
	if opened.Played, err = cleanAll("the scenario that was completed", b.Played); err != nil {
		return err
	}
	probe := State{Log: rules.Log{Fallen: opened.Fallen}}
	for _, p := range b.Players {
		if p, err = probe.checkPlayer(p); err != nil {
			return err
		}
		probe.Players = append(probe.Players, p)
	}
	opened.Players = probe.Players
	if opened.Pool, err = checkPool(b.Pool); err != nil {
		return err
	}
	for _, c := range opened.Pool {
		if _, ok := probe.Player(c.Player); c.Player != "" && !ok {
			return refuse(CodePlayer, "", "%s is of {%s}, who is not on this campaign's log: name one of its players", c.Name, short(string(c.Player)))
		}
	}
	if len(b.Facts) > maxNames {
		return refuse(engine.CodeMalformed, "", "%d notes: name at most %d", len(b.Facts), maxNames)
	}
	for _, fact := range slices.Sorted(maps.Keys(b.Facts)) {
		if err := checkFact(fact, b.Facts[fact], 0); err != nil {
			return err
		}
	}
	d.emit(opened)
	return nil
}

// checkPlayer checks a player's part of the log against the rest of it.
func (s State) checkPlayer(p campaign.Player) (campaign.Player, error) {
	if err := p.Player.Validate(); err != nil {
		return p, refuse(engine.CodeMalformed, "", "%v", err)
	}
	if _, twice := s.Player(p.Player); twice {
		return p, refuse(engine.CodeMalformed, "", "{%s} is named twice; a player is on the log once", p.Player)
	}
	if p.Penalty < 0 || p.Penalty > maxPenalty {
		return p, refuse(engine.CodeMalformed, "", "the threat penalty of {%s} is %d: type a number from 0 to %d", p.Player, p.Penalty, maxPenalty)
	}
	heroes, err := s.checkHeroes(p.Player, p.Heroes)
	p.Heroes = heroes
	return p, err
}

// checkHeroes checks the heroes of a player: at most 3, none on the list of the fallen, none that
// another player has, since all play at one table.
//
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode"; facts/game-facts.md, "5.5 Campaign log".
func (s State) checkHeroes(who events.PersonID, heroes []campaign.Hero) ([]campaign.Hero, error) {
	if len(heroes) > maxHeroes {
		return nil, refuse(CodeHero, rules.LogFacts, "{%s} has %d heroes: record 1 to %d", who, len(heroes), maxHeroes)
	}
	out := make([]campaign.Hero, 0, len(heroes))
	for _, h := range heroes {
		title, err := clean("a hero's title", h.Title)
		if err != nil {
			return nil, err
		}
		h.Title = title
		if slices.ContainsFunc(out, func(o campaign.Hero) bool { return rules.SameTitle(o.Title, title) }) {
			return nil, refuse(CodeHero, rules.LogFacts, "%s is named twice for {%s}; a unique hero is there once", title, who)
		}
		if err := s.mayPlay(who, title); err != nil {
			return nil, err
		}
		out = append(out, h)
	}
	return out, nil
}

func (s State) mayPlay(who events.PersonID, title string) error {
	if slices.ContainsFunc(s.Fallen, func(f string) bool { return rules.SameTitle(f, title) }) {
		return refuse(CodeHero, rules.LogFacts, "%s is on the list of fallen heroes: choose another", title)
	}
	for _, p := range s.Players {
		if p.Player == who {
			continue
		}
		if slices.ContainsFunc(p.Heroes, func(h campaign.Hero) bool { return rules.SameTitle(h.Title, title) }) {
			return refuse(CodeHero, rules.LogFacts, "{%s} has %s on the log already: a unique hero is in play once, choose another", p.Player, title)
		}
	}
	return nil
}

func (d *decision) recordHeroes(b campaign.RecordHeroes) error {
	p, err := d.onLog(b.Player)
	if err != nil {
		return err
	}
	if len(p.Heroes) > 0 {
		return refuse(CodeHero, rules.LogFacts, "the heroes of {%s} are on the log: change one, which costs a permanent +1 threat unless the next campaign card waives it", b.Player)
	}
	heroes, err := d.s.checkHeroes(b.Player, b.Heroes)
	if err != nil {
		return err
	}
	if len(heroes) == 0 {
		return refuse(engine.CodeMalformed, "", "no hero is named: name 1 to %d", maxHeroes)
	}
	d.emit(campaign.HeroesRecorded{Player: b.Player, Heroes: heroes})
	return nil
}

// changeHero replaces a hero. It costs a permanent +1 threat unless the next campaign card waives it,
// or the campaign took the hero away.
//
// Rule: Replacing Aragorn.
// Source: facts/game-facts.md, "5.5 Campaign log"; The Flame of the West, "Campaign Mode Rules - Aragorn".
func (d *decision) changeHero(b campaign.ChangeHero) error {
	p, err := d.onLog(b.Player)
	if err != nil {
		return err
	}
	from, err := clean("the hero to replace", b.From)
	if err != nil {
		return err
	}
	taken := d.s.Taken[b.Player] != "" && rules.SameTitle(d.s.Taken[b.Player], from)
	if d.s.Game != nil && !taken {
		return refuse(CodePlaying, rules.LogFacts, "a game is being played: record its result before a hero is changed")
	}
	fell := slices.ContainsFunc(d.s.Lost[b.Player], func(t string) bool { return rules.SameTitle(t, from) })
	has := slices.ContainsFunc(p.Heroes, func(h campaign.Hero) bool { return rules.SameTitle(h.Title, from) })
	switch {
	case !taken && !fell && !has:
		return refuse(CodeHero, rules.LogFacts, "{%s} has no hero %s on the log: name one of %s", b.Player, from, titles(p.Heroes))
	case !has && len(p.Heroes) >= maxHeroes:
		return refuse(CodeHero, rules.LogFacts, "{%s} has %d heroes already: %s needs no replacing", b.Player, maxHeroes, from)
	}
	if slices.ContainsFunc(p.Heroes, func(h campaign.Hero) bool { return rules.SameTitle(h.Title, b.To.Title) }) {
		return refuse(CodeHero, rules.LogFacts, "{%s} has %s on the log already: choose another hero", b.Player, b.To.Title)
	}
	to, err := d.s.checkHeroes(b.Player, []campaign.Hero{b.To})
	if err != nil {
		return err
	}
	changed := campaign.HeroChanged{Player: b.Player, From: from, To: to[0]}
	changed.Waived = d.s.Waived(b.Player, from)
	d.emit(changed)
	if changed.Waived == "" {
		d.penalty(b.Player, rules.Penalty, "changed "+from+" for "+to[0].Title)
	}
	return nil
}

func (d *decision) penalty(who events.PersonID, by int, why string) {
	p, _ := d.s.Player(who)
	d.emit(campaign.PenaltyRaised{Player: who, By: by, Penalty: p.Penalty + by, Why: why})
}

func (d *decision) onLog(id events.PersonID) (campaign.Player, error) {
	p, ok := d.s.Player(id)
	if !ok {
		return p, refuse(CodePlayer, "", "{%s} is not on this campaign's log: name one of its players", short(string(id)))
	}
	return p, nil
}

func titles(heroes []campaign.Hero) string {
	out := make([]string, len(heroes))
	for i, h := range heroes {
		out[i] = h.Title
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

func clean(what, s string) (string, error) {
	name, err := roster.CleanName(s)
	if err != nil {
		return "", refuse(engine.CodeMalformed, "", "%s %v", what, err)
	}
	return name, nil
}

func cleanAll(what string, all []string) ([]string, error) {
	if len(all) > maxNames {
		return nil, refuse(engine.CodeMalformed, "", "%d names for %s: name at most %d", len(all), what, maxNames)
	}
	var out []string
	for _, s := range all {
		s, err := clean(what, s)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func checkFact(fact string, n, least int) error {
	if fact == "" || len(fact) > maxName || n < least || n > maxNote {
		return refuse(engine.CodeMalformed, rules.LogFacts, "the note %q says %d: name it in 1 to %d letters, with a number from %d to %d", short(fact), n, maxName, least, maxNote)
	}
	return nil
}

func short(s string) string {
	if r := []rune(strings.ToValidUTF8(s, "?")); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

func refuse(code engine.Code, source, format string, args ...any) error {
	return &engine.Refusal{Code: code, Source: source, Says: fmt.Sprintf(format, args...)}
}
