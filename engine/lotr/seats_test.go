package lotr

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

func heroes(titles ...string) []group.Hero {
	var out []group.Hero
	for _, t := range titles {
		out = append(out, group.Hero{Title: t, Threat: 9})
	}
	return out
}

// Source: Attack on Dol Guldur, "Playing Epic Multiplayer Mode": unique cards bind the players of one
// stage, not of the group.
func TestCheckHeroes(t *testing.T) {
	seat := func(p events.PersonID, hs ...group.Hero) group.Seat {
		return group.Seat{Player: p, Table: tid, Heroes: hs}
	}
	for name, tc := range map[string]struct {
		seats []group.Seat
		code  engine.Code
	}{
		"different heroes":               {seats(4), ""},
		"none declared yet":              {[]group.Seat{seat(p1), seat(p2)}, ""},
		"the same hero with two players": {[]group.Seat{seat(p1, heroes("Aragorn")...), seat(p2, heroes("Gimli", " aragorn ")...)}, "hero-twice"},
		"the same hero twice in a deck":  {[]group.Seat{seat(p1, heroes("Éowyn", "eowyn")...)}, "hero-twice"},
		"four heroes":                    {[]group.Seat{seat(p1, heroes("a", "b", "c", "d")...)}, "too-many-heroes"},
		"a hero without a title":         {[]group.Seat{seat(p1, heroes(" ")...)}, engine.CodeMalformed},
		"a title too long":               {[]group.Seat{seat(p1, heroes(strings.Repeat("x", 81))...)}, engine.CodeMalformed},
		"a threat cost of 21":            {[]group.Seat{seat(p1, group.Hero{Title: "a", Threat: 21})}, engine.CodeMalformed},
		"hit points below 0":             {[]group.Seat{seat(p1, group.Hero{Title: "a", HitPoints: -1})}, engine.CodeMalformed},
		"Host of Lórien as a hero":       {[]group.Seat{seat(p1, heroes("Host of Lorien")...)}, engine.CodeMalformed},
		"a start at the level":           {[]group.Seat{{Player: p1, Table: tid, Threat: num(50)}}, "starting-threat"},
		"heroes that add up to it":       {[]group.Seat{seat(p1, group.Hero{Title: "a", Threat: 20}, group.Hero{Title: "b", Threat: 20}, group.Hero{Title: "c", Threat: 10})}, "starting-threat"},
	} {
		t.Run(name, func(t *testing.T) {
			err := CheckHeroes(tc.seats)
			if tc.code != "" {
				mustRefuse(t, err, tc.code)
			} else if err != nil {
				t.Errorf("refused: %v", err)
			}
		})
	}
}

func TestDeclareHeroes(t *testing.T) {
	c := contextOf(Context{})
	bare := []events.Payload{
		group.PlayersSeated{Seats: []group.Seat{{Player: p1, Table: tid}, {Player: p2, Table: tid, Heroes: decks[1]}}},
		lotr.TableSetUp{Table: tid, Stage: "1B", Players: []events.PersonID{p1, p2}, FirstPlayer: p1, Threat: []int{-1, 28}, Elimination: []int{50, 50}},
	}
	declared := []group.Seat{{Player: p1, Table: tid, Heroes: decks[0]}}
	got, err := DeclareHeroes(c, fold(bare), declared)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, []events.Payload{group.PlayersSeated{Seats: declared}, threat(p1, -1, 21, lotr.WhyHeroes)})
	after := foldOn(fold(bare), got)
	if p, _ := after.Player(p1); p.HeroesUp() != 2 || p.Threat != 21 {
		t.Errorf("declared: %+v", p)
	}

	// A correction later shifts the threat by the difference and keeps what happened to a hero.
	after = foldOn(after, []events.Payload{
		threat(p1, 21, 25, lotr.WhyEntry),
		lotr.CharacterDamaged{Table: tid, Player: p1, Character: "Aragorn", Hero: true, By: 2, Damage: 2},
	})
	corrected := []group.Seat{{Player: p1, Table: tid, Heroes: []group.Hero{{Title: "Aragorn", Threat: 12, HitPoints: 5}, {Title: "Haldir", Threat: 7}}}}
	if got, err = DeclareHeroes(c, after, corrected); err != nil {
		t.Fatal(err)
	}
	same(t, got, []events.Payload{group.PlayersSeated{Seats: corrected}, threat(p1, 25, 23, lotr.WhyHeroes)})
	if p, _ := foldOn(after, got).Player(p1); p.Heroes[0].Damage != 2 || p.Heroes[1].Title != "Haldir" {
		t.Errorf("corrected: %+v", p)
	}

	for name, tc := range map[string]struct {
		seats []group.Seat
		code  engine.Code
	}{
		"nobody":                 {nil, engine.CodeMalformed},
		"another table":          {[]group.Seat{{Player: p1, Table: "t-2"}}, engine.CodeOtherTable},
		"a stranger":             {[]group.Seat{{Player: p4, Table: tid}}, "no-such-player"},
		"a hero of a team mate":  {[]group.Seat{{Player: p1, Table: tid, Heroes: heroes("Gimli")}}, "hero-twice"},
		"more than sit there":    {make([]group.Seat, 3), engine.CodeMalformed},
		"a start that cannot be": {[]group.Seat{{Player: p1, Table: tid, Threat: num(-1)}}, "starting-threat"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := DeclareHeroes(c, fold(bare), tc.seats)
			mustRefuse(t, err, tc.code)
		})
	}
}

func TestAdmitAndHandOverADeck(t *testing.T) {
	c := contextOf(Context{Epic: true, City: 20})
	late := group.Seat{Player: p3, Table: tid, Heroes: decks[2]}
	got, err := Admit(c, fold(game(2, "3B")), late, "the train was late")
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, []events.Payload{group.PlayerAdmitted{Seat: late, Reason: "the train was late"}})
	table := foldOn(fold(game(2, "3B")), got)
	if order := table.TurnOrder(); len(order) != 3 || order[2] != p3 || table.Players[2].Threat != 29 {
		t.Errorf("turn order %v, threat %d", order, table.Players[2].Threat)
	}

	_, err = Admit(c, fold(game(4, "3B")), group.Seat{Player: "p-5", Table: tid}, "x")
	mustRefuse(t, err, "team-full")
	_, err = Admit(c, fold(game(2, "3B")), group.Seat{Player: p2, Table: tid}, "x")
	mustRefuse(t, err, "already-seated")
	_, err = Admit(c, fold(game(2, "3B")), group.Seat{Player: p3, Table: "t-2"}, "x")
	mustRefuse(t, err, engine.CodeOtherTable)
	_, err = Admit(c, fold(game(2, "3B")), group.Seat{Player: "P 3", Table: tid}, "x")
	mustRefuse(t, err, engine.CodeMalformed)
	_, err = Admit(c, fold(game(2, "3B")), group.Seat{Player: p3, Table: tid, Heroes: heroes("Gimli")}, "x")
	mustRefuse(t, err, "hero-twice")
	// A hero that has left play, destroyed or with its player, is in nobody's way.
	for _, gone := range [][]events.Payload{
		game(2, "3B", out(p2, lotr.OutOrganiser, 28, 1)),
		game(2, "3B", lotr.CharacterDestroyed{Table: tid, Player: p2, Character: "Gimli", Hero: true, HeroesUp: 1}),
	} {
		if _, err = Admit(c, fold(gone), group.Seat{Player: p3, Table: tid, Heroes: heroes("gimli")}, "x"); err != nil {
			t.Errorf("a hero that is not in play bars another copy: %v", err)
		}
	}

	// Ruling: 16. The heir has all that the player had.
	had := game(2, "3B", engagedWith(1, "battle-warg", p1), lotr.HostTaken{Table: tid, Player: p1}, lotr.PowerTaken{Table: tid, Player: p1})
	table = fold(append(had, group.PlayerDropped{Player: p1, Table: tid, How: group.DropHandOver, Heir: p4}))
	p, ok := table.Player(p4)
	if !ok || p.Threat != 21 || len(p.Heroes) != 2 || table.FirstPlayer != p4 || table.PowerBy != p4 ||
		table.Enemies[0].Player != p4 || !table.Controls(p4, Host) || !table.Controls(p4, Power) || table.Seats[0].Player != p4 {
		t.Errorf("the heir's table: %+v", table)
	}
}
