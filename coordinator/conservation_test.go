package coordinator_test

import (
	"fmt"
	"regexp"
	"strconv"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/coordinator"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Must show 4: what must add up in every commit of every game. These checks know the rules only as the
// rulebooks say them; they are made of the events alone and of the state before and after.

// books keeps what adds up over more than one commit: the threat that player cards took off each player
// in this round while the main quest had Dire, by the entry that did it.
type books struct {
	lowered map[events.CommandID]map[events.PersonID]int
}

// audit looks at one commit: the state before it, what was asked, what came of it, the state after.
func (b *books) audit(t rapid.TB, before coordinator.State, asked coordinator.Command, made []events.Payload, after coordinator.State) {
	page := newPage(t, before, asked.Body)
	for _, e := range made {
		page.post(e)
		b.dire(t, page, asked, e)
		page.fold(e)
	}
	if !page.corrected {
		page.balance()
	}
	b.withinDire(t)
	for _, tb := range after.Tables {
		checkNumbers(t, tb)
		checkEliminated(t, tb)
		if es := rules.Follows(after.ContextOf(tb), tb.Table); len(es) > 0 && !after.Over() {
			t.Fatalf("%s has not come to rest after %s: %d events would follow, the first of them %s %+v",
				tb.ID, asked.Body.CommandType(), len(es), es[0].EventType(), es[0])
		}
	}
}

// page is one commit while its events are read one after the other.
type page struct {
	t         rapid.TB
	s         coordinator.State // before the commit; Tables are as of the event being read
	cmd       events.CommandBody
	progress  map[events.TableID]*sum
	archery   map[events.TableID]*sum
	corrected bool // a ruling or a withdrawal: numbers are set, nothing is made
}

// sum is what was made of something and what became of it.
type sum struct{ made, accounted int }

func newPage(t rapid.TB, s coordinator.State, cmd events.CommandBody) *page {
	p := &page{t: t, s: s, cmd: cmd, progress: map[events.TableID]*sum{}, archery: map[events.TableID]*sum{}}
	p.s.Tables = append([]coordinator.Table{}, s.Tables...)
	for _, tb := range s.Tables {
		p.progress[tb.ID], p.archery[tb.ID] = &sum{}, &sum{}
	}
	switch cmd := cmd.(type) {
	case lotr.Rule, group.Withdraw:
		p.corrected = true
	case lotr.PlaceProgress:
		p.enter(cmd.Table, cmd.By)
	case lotr.PlaceTokens:
		if cmd.Token == lotr.TokenProgress {
			p.enter(cmd.Table, cmd.By)
		}
	}
	return p
}

func (p *page) enter(at events.TableID, progress int) {
	if s := p.progress[at]; s != nil {
		s.made += max(progress, 0)
	}
}

// fold takes the event into account for the next one.
func (p *page) fold(e events.Payload) {
	te, one := e.(lotr.TableEvent)
	for i := range p.s.Tables {
		if tb := &p.s.Tables[i]; !one || te.OnTable() == tb.ID {
			tb.Table = rules.EvolveTable(tb.Table, e)
		}
	}
	if c, is := e.(lotr.CityStrengthReduced); is {
		p.s.City = c.Strength
	}
}

func (p *page) at(id events.TableID) coordinator.Table {
	tb, ok := p.s.Table(id)
	if !ok {
		p.t.Fatalf("an event is about the table %q, which is not in the group", id)
	}
	return tb
}

// post enters one event into the sums and compares what it says was there with what was.
func (p *page) post(e events.Payload) {
	switch e := e.(type) {
	case group.EntryWithdrawn:
		p.corrected = true
	case lotr.QuestResolved:
		p.quest(e)
	case lotr.LocationProgressed:
		_, _, _, had := p.at(e.Table).Tokens(lotr.Piece{Kind: lotr.KindLocation, Number: e.Location})
		p.placed(e.Table, e, had, e.By, e.Progress)
	case lotr.StageProgressed:
		p.placed(e.Table, e, p.at(e.Table).Progress, e.By, e.Progress)
	case lotr.TokensPlaced:
		p.tokens(e)
	case lotr.ProgressLost:
		p.adds(e, e.By > 0)
		p.progress[e.Table].accounted += e.By
	case lotr.EnemyDamaged:
		_, _, had, _ := p.at(e.Table).Tokens(lotr.Piece{Kind: lotr.KindEnemy, Number: e.Enemy})
		p.adds(e, had+e.By == e.Damage && e.Damage >= 0)
		p.becameDamage(e.Table, e.By)
	case lotr.TriggerDue:
		if n := assigned.FindStringSubmatch(e.Says); n != nil && e.Trigger == "4b-damage" {
			by, _ := strconv.Atoi(n[1])
			p.becameDamage(e.Table, by)
		}
	case lotr.TriggerDone:
		if e.Trigger == "1b-garrison" { // it places 1 by itself
			p.progress[e.Table].made++
		}
	case lotr.EnemyDestroyed:
		p.destroyed(e)
	default:
		p.postPeople(e)
	}
}

// assigned is how people are told of damage that they assign.
var assigned = regexp.MustCompile(`assign (\d+) damage`)

// adds fails unless the numbers of an event fit what was there.
func (p *page) adds(e events.Payload, right bool) {
	if !right {
		p.t.Fatalf("%s does not add up after %+v: %+v", e.EventType(), p.cmd, e)
	}
}

func (p *page) placed(at events.TableID, e events.Payload, had, by, now int) {
	p.adds(e, had+by == now && now >= 0)
	p.progress[at].accounted += max(by, 0)
}

// quest: a quest is the difference of willpower and threat; a successful one makes as much progress.
func (p *page) quest(e lotr.QuestResolved) {
	diff := e.Willpower - e.Threat
	p.adds(e, e.By == max(diff, -diff) && (e.Outcome == "success") == (diff > 0) && (e.Outcome == "tie") == (diff == 0))
	if !e.Typed {
		tb := p.at(e.Table)
		p.adds(e, e.Threat == rules.StagingThreat(p.s.ContextOf(tb), tb.Table))
	}
	if e.Outcome == "success" {
		p.progress[e.Table].made += e.By
	}
}

func (p *page) tokens(e lotr.TokensPlaced) {
	_, resources, damage, progress := p.at(e.Table).Tokens(e.Piece)
	had := map[string]int{lotr.TokenResource: resources, lotr.TokenDamage: damage, lotr.TokenProgress: progress}[e.Token]
	p.adds(e, had+e.By == e.Now && e.Now >= 0)
	switch e.Token {
	case lotr.TokenProgress:
		p.progress[e.Table].accounted += max(e.By, 0)
	case lotr.TokenDamage:
		p.archery[e.Table].accounted += max(e.By, 0)
	}
}

// becameDamage: at stage 4B of The Battle of the Pelennor Fields progress of a successful quest that
// the active location does not take becomes damage on enemies. That is the one stage that turns
// progress into something else.
//
// Source: facts/game-facts.md, "3.1 Stages" (4B).
func (p *page) becameDamage(at events.TableID, by int) {
	_, quest := p.cmd.(lotr.ResolveQuest)
	if tb := p.at(at); quest && tb.Stage == "4B" && p.plays(tb) == "the-battle-of-the-pelennor-fields" {
		p.progress[at].accounted += max(by, 0)
	}
}

// destroyed: at stage 3B of The Battle of the Pelennor Fields an enemy that is destroyed places its
// threat as progress.
//
// Source: facts/game-facts.md, "3.1 Stages" (3B).
func (p *page) destroyed(e lotr.EnemyDestroyed) {
	tb := p.at(e.Table)
	if p.plays(tb) != "the-battle-of-the-pelennor-fields" || tb.Stage != "3B" {
		return
	}
	threat := e.Card.Threat
	if e.Enemy != 0 {
		threat = rules.ThreatOf(p.s.ContextOf(tb), tb.Table, lotr.Piece{Kind: lotr.KindEnemy, Number: e.Enemy})
	}
	p.progress[e.Table].made += threat
}

func (p *page) plays(tb coordinator.Table) string {
	if tb.Scenario != "" {
		return tb.Scenario
	}
	return p.s.Scenario
}

// postPeople is post for what happens to players and characters.
func (p *page) postPeople(e events.Payload) {
	switch e := e.(type) {
	case lotr.ArcheryDue:
		p.adds(e, e.Total == rules.ArcheryTotal(p.at(e.Table).Table) && e.Total > 0)
	case lotr.ArcheryAssigned:
		p.shot(e)
	case lotr.CharacterDamaged:
		p.adds(e, damageOf(p.at(e.Table), e)+e.By == e.Damage && e.Damage >= 0)
		p.archery[e.Table].accounted += max(e.By, 0)
	case lotr.HostDamaged:
		p.archery[e.Table].accounted += max(e.By, 0)
	case lotr.ThreatChanged:
		pl, ok := p.at(e.Table).Player(e.Player)
		p.adds(e, ok && !pl.Out && pl.Threat == e.From && e.To >= 0 && e.Cut >= 0)
	case lotr.EliminationChanged:
		pl, _ := p.at(e.Table).Player(e.Player)
		p.adds(e, pl.Elimination == e.From && e.To > 0)
	}
}

// shot: archery deals exactly what is due, unless the table says that nobody can take more.
func (p *page) shot(e lotr.ArcheryAssigned) {
	dealt := 0
	for _, h := range e.Hits {
		p.adds(e, h.Damage > 0)
		dealt += h.Damage
	}
	cmd, _ := p.cmd.(lotr.AssignArchery)
	p.adds(e, e.Total == p.at(e.Table).Archery && (dealt == e.Total || cmd.NoMore && dealt < e.Total))
	p.archery[e.Table].made += dealt
}

func damageOf(tb coordinator.Table, e lotr.CharacterDamaged) int {
	pl, _ := tb.Player(e.Player)
	if !e.Hero {
		return pl.Allies[e.Character]
	}
	for _, h := range pl.Heroes {
		if h.Title == e.Character && !h.Gone {
			return h.Damage
		}
	}
	return -1
}

// balance: what was made of progress was placed or is recorded as lost, and what archery deals is on the
// characters. A hit on somebody whose player went out by an earlier one has nobody to take it; the logs
// of Attack on Dol Guldur are older than the record of what is lost.
func (p *page) balance() {
	for _, tb := range p.s.Tables {
		got := p.progress[tb.ID]
		old := p.s.Scenario == "attack-on-dol-guldur" && tb.StageCap >= 0 && got.accounted < got.made
		if got.made != got.accounted && !old {
			p.t.Fatalf("%s at %s, stage %s: %+v makes %d progress, and %d is accounted for", p.plays(tb), tb.ID, tb.Stage, p.cmd, got.made, got.accounted)
		}
		if hit := p.archery[tb.ID]; hit.made > 0 && (hit.accounted > hit.made || hit.accounted < hit.made && p.everybodyIn(tb)) {
			p.t.Fatalf("%s: %+v deals %d, and %d is on characters", tb.ID, p.cmd, hit.made, hit.accounted)
		}
	}
}

// everybodyIn reports whether nobody went out of the game at a table in this commit.
func (p *page) everybodyIn(tb coordinator.Table) bool {
	cmd, _ := p.cmd.(lotr.AssignArchery)
	for _, h := range cmd.Hits {
		if pl, _ := tb.Player(h.Player); pl.Out {
			return false
		}
	}
	return true
}

// dire books what player cards take off a threat while the main quest has Dire. An entry that does not
// say where its reduction comes from counts as a player card's.
//
// Source: The Mountain of Fire, "Dire".
func (b *books) dire(t rapid.TB, p *page, asked coordinator.Command, e events.Payload) {
	switch e := e.(type) {
	case group.RoundStarted:
		b.lowered = nil
	case group.EntryWithdrawn:
		delete(b.lowered, e.Entry)
	case lotr.ThreatChanged:
		if e.To >= e.From || e.Why == lotr.WhyRuling || e.Why == lotr.WhyHeroes || !p.direAt(e.Table) {
			return
		}
		cmd, entered := asked.Body.(lotr.ChangeThreat)
		byCard := e.Source == lotr.FromPlayerCard || e.Source == lotr.FromMaster
		if entered && e.Why == lotr.WhyEntry && (cmd.Source == "" || cmd.Source == lotr.FromPlayerCard || cmd.Source == lotr.FromMaster) {
			byCard = true
		}
		if byCard {
			b.lower(asked.ID, e.Player, e.From-e.To)
		}
		if entered && cmd.To == nil && !p.cutBy(e, cmd) {
			t.Fatalf("%+v lowers threat by %d and cuts %d", cmd, e.From-e.To, e.Cut)
		}
	}
}

// cutBy reports whether what an entry takes off a threat and what Dire cuts of it are what it asked for,
// as far as there was threat.
func (p *page) cutBy(e lotr.ThreatChanged, cmd lotr.ChangeThreat) bool {
	asked := min(-cmd.By, e.From)
	return e.From-e.To+e.Cut == asked
}

func (p *page) direAt(id events.TableID) bool {
	tb := p.at(id)
	sc, _ := rules.Lookup(p.plays(tb))
	st, _ := sc.Stage(tb.Stage)
	return st.Dire
}

func (b *books) lower(by events.CommandID, who events.PersonID, n int) {
	if b.lowered == nil {
		b.lowered = map[events.CommandID]map[events.PersonID]int{}
	}
	if b.lowered[by] == nil {
		b.lowered[by] = map[events.PersonID]int{}
	}
	b.lowered[by][who] += n
}

func (b *books) withinDire(t rapid.TB) {
	sum := map[events.PersonID]int{}
	for _, entry := range b.lowered {
		for who, n := range entry {
			if sum[who] += n; sum[who] > 1 {
				t.Fatalf("player cards lowered the threat of %s by %d in one round under Dire", who, sum[who])
			}
		}
	}
}

// checkEliminated: who is in the game is below their level, at once.
//
// Source: facts/game-facts.md, "5.2 Elimination" (1.57).
func checkEliminated(t rapid.TB, tb coordinator.Table) {
	for _, pl := range tb.Players {
		if !pl.Out && pl.Threat >= pl.Elimination {
			t.Fatalf("%s is in the game with threat %d at the level %d", pl.ID, pl.Threat, pl.Elimination)
		}
	}
}

// checkNumbers: nothing that is counted at a table is below 0.
//
// Source: facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)" (1.43).
func checkNumbers(t rapid.TB, tb coordinator.Table) {
	least := func(least int, what string, all ...int) {
		for _, n := range all {
			if n < least {
				t.Fatalf("%s: %s: %v", tb.ID, what, all)
			}
		}
	}
	least(0, "stage", tb.Progress, tb.Resources, tb.StagePlaced, tb.Archery, tb.PowerProgress, tb.Refreshes, tb.Quests, tb.StepCards)
	least(-1, "limit", tb.StageCap)
	for _, e := range tb.Enemies {
		least(0, e.Card.Name, e.Damage, e.Hurt, e.Resources)
	}
	for _, l := range tb.Locations {
		least(0, l.Card.Name, l.Progress, l.Resources, l.Damage)
	}
	for _, o := range tb.Objectives {
		least(0, o.Card.Name, o.Progress, o.Resources, o.Damage)
	}
	for _, q := range tb.SideQuests {
		least(0, q.Card.Name, q.Progress, q.Resources, q.Damage)
	}
	for _, l := range tb.Lorien {
		least(0, l.Card, l.Damage, l.Progress)
	}
	if tb.Test != nil {
		least(0, "test", tb.Test.Cards, tb.Test.Icons, tb.Test.Willpower)
	}
	checkPeopleNumbers(least, tb)
}

func checkPeopleNumbers(least func(int, string, ...int), tb coordinator.Table) {
	for _, pl := range tb.Players {
		least(-1, "threat of "+string(pl.ID), pl.Threat, pl.StartThreat)
		least(0, "of "+string(pl.ID), pl.Lowered, pl.Elimination-1)
		for _, h := range pl.Heroes {
			least(0, h.Title, h.Damage)
		}
		for name, damage := range pl.Allies {
			least(0, name, damage)
		}
	}
	for what, n := range tb.Taken {
		least(0, fmt.Sprintf("%s taken", what), n)
	}
}
