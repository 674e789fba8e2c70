package lotr

import (
	"slices"
	"strconv"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Citations of the scenarios of A Shadow in the East.
const (
	shadowStages = `facts/game-facts.md, "4.1 Stages"`
	shadowSide   = `facts/game-facts.md, "4.2 Side quests"`
	shadowCards  = `facts/game-facts.md, "4.3 Rule-bearing cards"`
)

// easterling is the trait of the enemies that bear arms.
const easterling = "Easterling"

// arms is a treachery that is attached to an Easterling enemy and changes it. It lies on the enemy
// as an objective does.
type arms struct {
	code                    string
	threat, attack, defense int
	archery                 int
	// returns is set if the enemy goes back to the staging area with it.
	returns bool
	// surges is set if another card is revealed when nobody can bear it.
	surges bool
	// rather tells whether it goes to a rather than to b.
	rather func(c Context, t Table, a, b Enemy) bool
}

// armoury are the treacheries of A Shadow in the East that are attached to enemies.
//
// Source: A Shadow in the East, cards 19, 22, 23 and 60.
var armoury = []arms{
	{code: "sword-of-rhun", attack: 2, rather: func(c Context, t Table, a, b Enemy) bool { return AttackOf(c, t, a) < AttackOf(c, t, b) }},
	{code: "recurve-bow", archery: 2, rather: func(c Context, t Table, a, b Enemy) bool { return EngagementOf(c, t, a) > EngagementOf(c, t, b) }},
	{code: easterlingHorse, threat: 2, returns: true, surges: true, rather: func(c Context, t Table, a, b Enemy) bool { return EngagementOf(c, t, a) < EngagementOf(c, t, b) }},
	{code: "fanaticism", threat: 1, attack: 1, defense: 1, surges: true, rather: func(c Context, t Table, a, b Enemy) bool { return DefenseOf(c, t, a) < DefenseOf(c, t, b) }},
}

func armsOf(code string) (arms, bool) {
	i := slices.IndexFunc(armoury, func(a arms) bool { return a.code == code })
	if code == "" || i < 0 {
		return arms{}, false
	}
	return armoury[i], true
}

// borne returns what is attached to an enemy.
func borne(t Table, e Enemy) []Objective {
	var out []Objective
	for _, o := range t.Objectives {
		if o.On == (lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number}) {
			out = append(out, o)
		}
	}
	return out
}

// easterlingAttachments returns how many attachments with the trait Easterling an enemy bears.
func easterlingAttachments(t Table, e Enemy) int {
	n := 0
	for _, o := range borne(t, e) {
		if o.Card.HasTrait(easterling) {
			n++
		}
	}
	return n
}

func bears(t Table, e Enemy, code string) bool {
	return slices.ContainsFunc(borne(t, e), func(o Objective) bool { return o.Card.Code == code })
}

// armsThreat, armsAttack, armsDefense and armsArchery add what an enemy bears to a printed number.
func armsThreat(_ Context, t Table, p lotr.Piece, _ lotr.Card, printed int) int {
	if p.Kind != lotr.KindEnemy {
		return printed
	}
	return printed + sumArms(t, Enemy{Number: p.Number}, func(a arms) int { return a.threat })
}

func armsAttack(_ Context, t Table, e Enemy) int {
	return e.Card.Attack + raiderBonus(t, e) + sumArms(t, e, func(a arms) int { return a.attack })
}

func armsDefense(_ Context, t Table, e Enemy) int {
	return e.Card.Defense + raiderBonus(t, e) + sumArms(t, e, func(a arms) int { return a.defense })
}

func armsArchery(t Table, p lotr.Piece, _ lotr.Card, printed int) int {
	if p.Kind != lotr.KindEnemy {
		return printed
	}
	return printed + sumArms(t, Enemy{Number: p.Number}, func(a arms) int { return a.archery })
}

func sumArms(t Table, e Enemy, of func(arms) int) int {
	sum := 0
	for _, o := range borne(t, e) {
		if a, ok := armsOf(o.Card.Code); ok {
			sum += of(a)
		}
	}
	return sum
}

// raiderBonus: an Easterling Raider attacks and defends 1 better for each Easterling attachment.
//
// Source: A Shadow in the East, card 20.
func raiderBonus(t Table, e Enemy) int {
	if e.Card.Code != "easterling-raider" {
		return 0
	}
	return easterlingAttachments(t, e)
}

// takeArms attaches a revealed treachery to the enemy that it goes to. Of several that are equal it is
// the one that came into play first; a first player who wants another moves it.
//
// Source: facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)" (1.03).
func takeArms(d *entry, card lotr.Card) {
	a, ok := armsOf(card.Code)
	if !ok {
		return
	}
	e, ok := bearerFor(d.c, d.t, a)
	if !ok {
		return
	}
	d.arm(a, e)
	if a.returns && e.Player != "" {
		d.emit(lotr.EnemyReturned{Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name})
	}
}

// armsSurge: a treachery that nobody can bear surges, if it is one that does.
func armsSurge(c Context, t Table, card lotr.Card) lotr.Card {
	a, ok := armsOf(card.Code)
	if !ok || !a.surges {
		return card
	}
	if _, found := bearerFor(c, t, a); !found {
		card.Surge = true
	}
	return card
}

func bearerFor(c Context, t Table, a arms) (Enemy, bool) {
	var best Enemy
	found := false
	for _, e := range t.Enemies {
		if !e.Card.HasTrait(easterling) || bears(t, e, a.code) {
			continue
		}
		if !found || a.rather(c, t, e, best) {
			best, found = e, true
		}
	}
	return best, found
}

// warriorsArm: with Warriors of the East in play an Easterling enemy that enters play takes up the top
// Easterling treachery of the discard pile; Easterling Captain takes one of the deck anyway.
//
// Source: A Shadow in the East, cards 17 and 24.
func warriorsArm(d *entry, _ lotr.Piece, card lotr.Card, _ string) {
	if card.Code == easterlingCaptain {
		d.tell("Discard cards from the encounter deck until an Easterling treachery comes, and attach it to Easterling Captain.")
	}
	if card.Kind == kindEnemy && card.HasTrait(easterling) && d.t.HasInPlay(warriorsOfTheEast) {
		d.tell("Warriors of the East: attach the top Easterling treachery of the discard pile to " + card.Name + ".")
	}
}

func (d *entry) arm(a arms, e Enemy) {
	d.putObjective(a.code, "effect", lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number}, "")
}

// dropArms discards what was attached to an enemy that has left play.
func dropArms(d *entry) {
	for _, o := range d.t.Objectives {
		if _, ok := armsOf(o.Card.Code); ok && !d.carried(o) {
			d.takeOut(lotr.Piece{Kind: lotr.KindObjective, Number: o.Number}, "its bearer has left play")
		}
	}
}

// carried tells whether an objective lies on a card in play.
func (d *entry) carried(o Objective) bool {
	if o.On == (lotr.Piece{}) {
		return false
	}
	card, _, _, _ := d.t.Tokens(o.On)
	return card.Name != ""
}

// armOption lets the captain attach a treachery because an effect says so that muster does not see: an
// enemy's own, or a shadow card's.
func armOption(code, name string) option {
	return option{
		id: "attach-" + code, label: "Attach " + name, needs: lotr.KindEnemy, section: shadowCards,
		says: name + " from the encounter deck or the discard pile is attached to an enemy.",
		offered: func(c Context, t Table) (bool, string) {
			if len(t.Enemies) == 0 {
				return false, ""
			}
			if inPlayOf(t, code) >= copiesOf(c, t, code) {
				return true, "every copy of " + name + " is in play already"
			}
			return true, ""
		},
		take: func(d *entry, cmd lotr.TakeOption) error {
			e, err := d.enemy(cmd.Piece.Number)
			if err != nil {
				return err
			}
			a, _ := armsOf(code)
			d.arm(a, e)
			return nil
		},
	}
}

func inPlayOf(t Table, code string) int {
	n := 0
	for _, o := range t.Objectives {
		if o.Card.Code == code {
			n++
		}
	}
	return n
}

func copiesOf(c Context, t Table, code string) int {
	sc, ok := known[firstOf(t.Scenario, c.Scenario)]
	if !ok {
		return 0
	}
	card, _ := sc.find(code)
	return card.InDeck(c.Easy)
}

// mark keeps until the end of the round that a card's effect goes on.
func (d *entry) mark(id, card, says string) {
	d.emit(lotr.TriggerDone{Table: d.t.ID, Trigger: id, When: string(WhenStaging), Card: card, Says: says, Auto: true})
}

// marks returns how many times an effect was marked this round.
func marks(t Table, id string) int {
	n := 0
	for _, done := range t.Done {
		if done == doneKey(WhenStaging, id) {
			n++
		}
	}
	return n
}

// pursued engages an enemy with a player whom it always engages, wherever it was.
func (d *entry) pursued(e Enemy, player events.PersonID) {
	if player != "" && e.Player != player {
		d.engaged(e, player, byEffect)
	}
}

// pursueFirst engages with the first player every enemy that always is.
func (d *entry) pursueFirst(code string) {
	first, ok := d.t.Player(d.t.FirstPlayer)
	if !ok || first.Out {
		return
	}
	for _, e := range d.t.Enemies {
		if e.Card.Code == code {
			d.pursued(e, first.ID)
		}
	}
}

// fell returns the characters that the attack of this entry destroyed, and the enemy that attacked;
// nothing if no attack of an enemy was entered.
func (d *entry) fell() (by Enemy, who []lotr.CharacterDestroyed) {
	for _, e := range d.out {
		switch e := e.(type) {
		case lotr.EnemyAttacked:
			by, who = Enemy{Number: e.Enemy}, nil
			if i := slices.IndexFunc(d.t.Enemies, func(in Enemy) bool { return in.Number == e.Enemy }); i >= 0 {
				by = d.t.Enemies[i]
			}
		case lotr.CharacterDestroyed:
			if by.Number != 0 {
				who = append(who, e)
			}
		}
	}
	return by, who
}

// tally brings a token onto a card for each time something happened in this entry; why tells its own
// tokens from others, so that a second look finds nothing to do.
func (d *entry) tally(code, token string, times int, why string) {
	p, ok := d.t.PieceOf(code)
	if !ok {
		return
	}
	for _, e := range d.out {
		if e, is := e.(lotr.TokensPlaced); is && e.Piece == p && e.Token == token && e.Why == why {
			times -= e.By
		}
	}
	if times > 0 {
		d.addTokens(p, token, times, why)
	}
}

// countOf says how many there are of something: "1 enemy", "2 enemies".
func countOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
