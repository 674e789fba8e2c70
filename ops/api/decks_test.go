package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine/lotr/decks"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/ops/api"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/deck"
)

// seat opens a gathering and a group of one table at which Ana and Bo sit, and does not start it.
func (r *rig) seat(t *testing.T, scenario string, settings group.Settings) *browser {
	t.Helper()
	o := r.organiser(t)
	o.want(http.StatusOK, "POST", "/gatherings", map[string]any{"id": "spring", "name": "Spring"}, nil)
	o.want(http.StatusOK, "POST", "/gatherings/spring/people", map[string]any{"people": []map[string]string{{"name": "Ana"}, {"name": "Bo"}}}, nil)
	res := o.accepted("spring", "g1", cmd(group.OpenGroup{
		Name: "One", Scenario: scenario, Mode: "standard", Difficulty: "standard", Seed: 1, Settings: settings,
		Tables: []group.TableName{{ID: "red", Team: "Amon"}},
	}), cmd(group.SeatPlayers{Seats: []group.Seat{{Player: "p-1", Table: "red"}, {Player: "p-2", Table: "red"}}}))
	o.players(res.Answers[1].Position) // the board has it
	return o
}

const decksPath = "/gatherings/spring/groups/g1/tables/red/decks?player="

// deck brings a deck and returns what came of it.
func (b *browser) deck(status int, query, body string) deck.Report {
	b.t.Helper()
	var r deck.Report
	b.want(status, "POST", decksPath+query, body, &r)
	return r
}

// players returns the players of table red once the board has reached a position.
func (b *browser) players(at events.Position) []board.Player {
	b.t.Helper()
	var g board.Group
	b.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", groupPath("spring", "g1"), at), nil, &g)
	return g.Tables[0].Players
}

// text writes a printed list in the form of RingsDB's text export, with other heroes if any are named.
func (b *browser) text(id string, heroes ...string) string {
	b.t.Helper()
	for _, p := range b.printed() {
		if p.ID != id {
			continue
		}
		var s strings.Builder
		fmt.Fprintf(&s, "%s in words\n\nHeroes\n", p.Name)
		for _, h := range p.Heroes {
			if len(heroes) == 0 {
				_, pack, _ := strings.Cut(strings.TrimSuffix(h.Says, ")"), ", ")
				fmt.Fprintf(&s, "%s (%s)\n", h.Title, pack)
			}
		}
		s.WriteString(strings.Join(heroes, "\n") + "\n\nMain Deck\n")
		for _, c := range p.Cards {
			fmt.Fprintf(&s, "%dx %s (%s)\n", c.Count, c.Name, c.Pack)
		}
		return s.String()
	}
	b.t.Fatalf("no printed list %s", id)
	return ""
}

// plain writes a printed list without its cards of the Fellowship sphere, which are for the saga only.
func (b *browser) plain(id string, heroes ...string) string {
	b.t.Helper()
	s := b.text(id, heroes...)
	for from, to := range map[string]string{
		"Banner of Elendil (The Flame of the West)": "Wandering Took (Core Set)", "The Three Hunters (The Treason of Saruman)": "Quick Strike (Core Set)",
	} {
		s = strings.ReplaceAll(s, from, to)
	}
	return s
}

func (b *browser) printed() []deck.Printed {
	b.t.Helper()
	var list struct{ Decks []deck.Printed }
	b.want(http.StatusOK, "GET", "/decks", nil, &list)
	return list.Decks
}

func codes(r deck.Report) []string {
	out := []string{}
	for _, p := range r.Problems {
		out = append(out, string(p.Code))
	}
	return out
}

// Rule: Printed decklists.
// Source: The Flame of the West, "Decklists"; The Mountain of Fire, "Decklists".
func TestThePrintedListsAreOffered(t *testing.T) {
	var ids []string
	for _, p := range newRig(t).browser(t).printed() {
		ids = append(ids, p.ID)
		if p.Size != 50 || len(p.Heroes) != 3 || p.Threat == 0 || !strings.Contains(p.Source, "Decklists") {
			t.Errorf("%+v", p)
		}
	}
	if want := []string{"leadership-lore", "tactics-spirit", "leadership-lore-tactics", "leadership-spirit"}; !slices.Equal(ids, want) {
		t.Errorf("the lists are %v, want %v", ids, want)
	}
}

// A captain looks at what a deck comes to, which changes nothing, and then has it recorded: the heroes
// with their numbers, the deck as it was checked. The other player's deck is checked with it.
//
// Rule: Deck checks.
// Source: The Mountain of Fire, "Setting Up the Game"; "Playing Epic Multiplayer Mode".
func TestACaptainDeclaresTheDecksOfATable(t *testing.T) {
	r := newRig(t)
	o := r.seat(t, "the-black-gate-opens", group.Settings{})
	red := r.captain(t, "spring", "g1", "red")
	before := r.positions(t)["spring"]

	got := red.deck(http.StatusOK, "p-1&printed=leadership-spirit&dry=true", "")
	if !got.Playable || got.Declared || got.From != "printed" || got.Size != 50 || len(got.Heroes) != 3 || got.Scenario != "The Black Gate Opens" || got.Elimination != 99 {
		t.Errorf("%+v", got)
	}
	if !slices.ContainsFunc(got.Setup, func(n decks.Note) bool { return strings.Contains(n.Says, "Aragorn") && n.Source != "" }) {
		t.Errorf("the notes for setup are %+v", got.Setup)
	}
	if now := r.positions(t)["spring"]; now != before {
		t.Errorf("looking at a deck recorded something: %d, then %d", before, now)
	}

	done := red.deck(http.StatusOK, "p-1&printed=leadership-spirit&id=first", "")
	if !done.Declared || done.Position == 0 || done.Threat != got.Threat {
		t.Fatalf("%+v", done)
	}
	ana := red.players(done.Position)[0]
	if ana.Deck == nil || ana.Deck.Source != "printed" || ana.Deck.Cards != 50 || ana.Threat != done.Threat || len(ana.Heroes) != 3 || ana.Heroes[0].Willpower == 0 || ana.Heroes[0].Sphere == "" {
		t.Errorf("Ana is %+v", ana)
	}
	again := red.deck(http.StatusOK, "p-1&printed=leadership-spirit&id=first", "")
	if now := r.positions(t)["spring"]; !again.Declared || now != done.Position {
		t.Errorf("sent again under the same id: declared %t, the log went on from %d to %d", again.Declared, done.Position, now)
	}

	same := red.deck(http.StatusConflict, "p-2&printed=leadership-spirit", "")
	if same.Declared || same.Playable || !slices.Contains(codes(same), "hero-twice") || !strings.Contains(fmt.Sprint(same.Problems), "Ana") || same.Problems[0].Source == "" {
		t.Errorf("the same heroes for Bo: %+v", same.Problems)
	}
	bo := o.deck(http.StatusOK, "p-2", red.text("tactics-spirit"))
	if !bo.Declared || bo.From != "text" || bo.Size != 50 || bo.Name != "Tactics & Spirit in words" || len(bo.Unknown) != 0 {
		t.Errorf("%+v", bo)
	}
	if ps := red.players(bo.Position); ps[1].Deck == nil || ps[1].Deck.Name != bo.Name {
		t.Errorf("Bo is %+v", ps[1])
	}
	replaced := red.deck(http.StatusOK, "p-2&dry=true&printed=tactics-spirit", "")
	if replaced.Replaces != bo.Name {
		t.Errorf("it replaces %q", replaced.Replaces)
	}
}

// Rule: Deck imports.
// Source: facts/README.md.
func TestAMalformedDeckNamesItsLine(t *testing.T) {
	r := newRig(t)
	r.seat(t, "the-river-running", group.Settings{})
	red := r.captain(t, "spring", "g1", "red")
	before := r.positions(t)["spring"]
	for _, c := range []struct {
		name, query, body, code, says string
		status, line                  int
	}{
		{"text", "", "My deck\nHeroes\nGimli (Core Set)\nAllies\n0x Gandalf\n", "malformed-deck", "0 copies", 422, 5},
		{"neither heading nor card", "", "My deck\n3x Gandalf (Core Set)\nhello\n", "malformed-deck", "neither a heading nor a card", 422, 3},
		{"RingsDB", "", "{\"name\": \"X\",\n \"slots\": {\n  \"01001\": \"one\"}}", "malformed-deck", "", 422, 3},
		{"RingsDB without slots", "&format=ringsdb", `{"name": "X"}`, "malformed-deck", "it has no slots", 422, 1},
		{"OCTGN", "", "<deck>\n<section name=\"Hero\">\n<card qty=\"many\">Gimli</card>", "malformed-deck", "copies", 422, 3},
		{"a form that it has not", "&format=octgn", "3x Gandalf (Core Set)", "malformed-deck", "OCTGN", 422, 1},
		{"nothing", "", "", "malformed-deck", "empty", 422, 1},
		{"no such form", "&format=pdf", "x", "", "", 422, 0},
		{"no such list", "&printed=spirit", "", "malformed", "spirit", 422, 0},
		{"too much", "", strings.Repeat("x", api.MaxDeck+1), "", "", 413, 0},
	} {
		var p api.Problem
		status, body := red.send("POST", decksPath+"p-1"+c.query, c.body)
		if err := json.Unmarshal(body, &p); err != nil || status != c.status {
			t.Errorf("%s: %d %s", c.name, status, body)
			continue
		}
		if p.Line != c.line || c.code != "" && p.Code != c.code || !strings.Contains(p.Detail, c.says) {
			t.Errorf("%s: %+v, want %s in line %d that says %q", c.name, p, c.code, c.line, c.says)
		}
	}
	if now := r.positions(t)["spring"]; now != before {
		t.Errorf("a malformed deck recorded something: %d, then %d", before, now)
	}
}

// What a rule forbids is refused with the rule, and the line of the card.
//
// Rule: Deck checks.
// Source: The Mountain of Fire, "The Fellowship Sphere"; facts/game-facts.md, "5.5 Campaign log".
func TestADeckIsCheckedAgainstScenarioAndCampaign(t *testing.T) {
	r := newRig(t)
	r.seat(t, "the-siege-of-gondor", group.Settings{Campaign: &group.Campaign{
		Stream: "saga", Fallen: []string{"Denethor"}, Threat: map[events.PersonID]int{"p-1": 4},
	}})
	red := r.captain(t, "spring", "g1", "red")
	fallen := red.deck(http.StatusConflict, "p-1", red.text("leadership-lore"))
	if !slices.Equal(codes(fallen), []string{"fallen-hero"}) || fallen.Problems[0].Line != 5 || fallen.Problems[0].Source == "" {
		t.Errorf("%+v", fallen.Problems)
	}
	// A card of the encounter side, one that nobody knows, one of another version of the scenario's hero.
	other := red.deck(http.StatusOK, "p-1&dry=true", red.text("tactics-spirit")+"1x Umbar War Galley\n2x Nobody at All\n1x Aragorn (Core Set)\n")
	if other.Playable || !slices.Contains(codes(other), "encounter-card") || len(other.Unknown) != 2 || other.Unknown[1].Line == 0 && other.Unknown[0].Line == 0 {
		t.Errorf("%v, unknown %+v", codes(other), other.Unknown)
	}
	fine := red.deck(http.StatusOK, "p-1", red.text("tactics-spirit")+"2x Nobody at All\n")
	if !fine.Declared || len(fine.Unknown) != 1 || fine.Size != 52 {
		t.Fatalf("%+v", fine)
	}
	if ana := red.players(fine.Position)[0]; ana.Threat != fine.Threat || !slices.Equal(ana.Deck.Unknown, []string{"Nobody at All"}) {
		t.Errorf("threat %d with the campaign's 4, want %d; deck %+v", ana.Threat, fine.Threat, ana.Deck)
	}
}

// A hero whose threat cost is not known is not guessed: the starting threat has to be typed.
//
// Rule: Deck checks.
// Source: facts/game-facts.md, "5.1 Round".
func TestAnUnknownHeroAsksForTheThreat(t *testing.T) {
	r := newRig(t)
	r.seat(t, "the-river-running", group.Settings{})
	red := r.captain(t, "spring", "g1", "red")
	body := red.plain("leadership-lore", "Denethor (Core Set)", "Somebody New")
	asked := red.deck(http.StatusConflict, "p-1", body)
	if !slices.Equal(codes(asked), []string{"threat-not-known"}) || !slices.Equal(asked.Missing, []string{"Somebody New"}) || !strings.Contains(asked.Problems[0].Says, "Somebody New") {
		t.Errorf("%+v, missing %v", asked.Problems, asked.Missing)
	}
	if over := red.deck(http.StatusConflict, "p-1&threat=50", body); !slices.Equal(codes(over), []string{"starting-threat"}) {
		t.Errorf("%+v", over.Problems)
	}
	told := red.deck(http.StatusOK, "p-1&threat=18", body)
	if !told.Declared || told.Threat != 18 {
		t.Fatalf("%+v", told)
	}
	ana := red.players(told.Position)[0]
	if ana.Threat != 18 || len(ana.Heroes) != 2 || ana.Heroes[1].Title != "Somebody New" || ana.Heroes[1].Sphere != "" {
		t.Errorf("%+v", ana)
	}
}

func TestWhoMayBringDecks(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "g1")
	const query = "&dry=true"
	file := o.plain("leadership-lore")
	refused := func(who *browser, status int, path, code string) {
		t.Helper()
		var p api.Problem
		who.want(status, "POST", path, file, &p)
		if p.Code != code || p.Detail == "" {
			t.Errorf("%s: %+v, want %s", path, p, code)
		}
	}
	refused(r.browser(t), http.StatusForbidden, decksPath+"p-1"+query, "not-allowed")
	refused(r.captain(t, "spring", "g1", "green"), http.StatusForbidden, decksPath+"p-1"+query, "other-table")
	refused(o, http.StatusConflict, decksPath+"p-9"+query, "no-such-player")
	refused(o, http.StatusConflict, strings.Replace(decksPath, "red", "pink", 1)+"p-1"+query, "unknown-table")
	refused(o, http.StatusNotFound, strings.Replace(decksPath, "g1", "g2", 1)+"p-1"+query, "not-found")
	judge := r.judge(t, "spring").deck(http.StatusOK, "p-1"+query, file)
	if judge.Playable || !slices.Equal(codes(judge), []string{"not-allowed"}) {
		t.Errorf("a judge seats nobody, and the report is %+v", judge.Problems)
	}
	if got := o.deck(http.StatusOK, "p-1"+query, file); !got.Playable {
		t.Errorf("%+v", got.Problems)
	}
	o.want(http.StatusUnprocessableEntity, "POST", strings.TrimSuffix(decksPath, "player="), "", nil)
}

// In round 1 a deck may be replaced, with its heroes; later only a first one is taken, and the heroes
// stay as they are.
//
// Rule: Deck checks.
// Source: A Shadow in the East, "Contracts".
func TestDecksInPlay(t *testing.T) {
	r := newRig(t)
	o := r.seat(t, "the-river-running", group.Settings{})
	two := []group.Hero{{Title: "One", Threat: 10}, {Title: "Two", Threat: 9}}
	o.accepted("spring", "g1", cmd(group.SeatPlayers{Seats: []group.Seat{{Player: "p-2", Table: "red", Heroes: two}}}), cmd(group.StartGroup{}))
	red := r.captain(t, "spring", "g1", "red")
	saga := red.deck(http.StatusConflict, "p-1&printed=leadership-lore", "")
	if saga.Playable || !slices.Contains(codes(saga), "fellowship-outside-saga") {
		t.Errorf("cards of the Fellowship sphere outside the saga: %+v", saga.Problems)
	}
	first := red.deck(http.StatusOK, "p-1", red.plain("leadership-lore"))
	second := red.deck(http.StatusOK, "p-1", red.plain("tactics-spirit"))
	if !first.Declared || !second.Declared || second.Replaces != first.Name {
		t.Errorf("replaces %q, want %q", second.Replaces, first.Name)
	}
	ana := red.players(second.Position)[0]
	if ana.Threat != second.Threat || ana.Heroes[0].Title != "Théoden" || ana.Deck.Name != second.Name {
		t.Errorf("%+v", ana)
	}
	o.accepted("spring", "g1", cmd(group.EndRound{Table: "red", Round: 1}))
	late := red.deck(http.StatusConflict, "p-1", red.plain("leadership-lore"))
	if !slices.Equal(codes(late), []string{"deck-fixed"}) {
		t.Errorf("%+v", late.Problems)
	}
	rest := red.deck(http.StatusOK, "p-2", red.plain("leadership-lore"))
	if !rest.Declared || !slices.ContainsFunc(rest.Warnings, func(p decks.Problem) bool { return p.Code == "other-heroes" && strings.Contains(p.Says, "One, Two") }) {
		t.Errorf("%+v", rest)
	}
	if bo := red.players(rest.Position)[1]; bo.Heroes[0].Title != "One" || bo.Deck == nil || len(bo.Deck.Warnings) == 0 {
		t.Errorf("%+v", bo)
	}
}

// Before the start the decks of a table are looked at once more, all together, as they are then.
//
// Rule: Deck checks.
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode".
func TestTheDecksOfAGroupAreCheckedTogether(t *testing.T) {
	r := newRig(t)
	o := r.seat(t, "the-river-running", group.Settings{})
	doubts := func() deck.Doubts {
		t.Helper()
		var d deck.Doubts
		o.want(http.StatusOK, "GET", groupPath("spring", "g1")+"/decks", nil, &d)
		return d
	}
	if d := doubts(); d.Declared != 0 || d.Players != 2 || len(d.Lines) != 0 {
		t.Errorf("without decks: %+v", d)
	}
	if got := o.deck(http.StatusOK, "p-1", o.plain("leadership-lore")); !got.Declared {
		t.Fatalf("%+v", got)
	}
	if got := o.deck(http.StatusOK, "p-2", o.plain("tactics-spirit")); !got.Declared {
		t.Fatalf("%+v", got)
	}
	if d := doubts(); d.Declared != 2 || len(d.Lines) != 0 {
		t.Errorf("two decks that go together: %+v", d)
	}
	// Then Ana's seat is typed anew: a hero whom Bo has as an ally, and a contract that her allies break.
	// Seats alone break no rule.
	o.accepted("spring", "g1", cmd(group.SeatPlayers{Seats: []group.Seat{
		{Player: "p-1", Table: "red", Contract: "Fellowship", Heroes: []group.Hero{{Title: "Gandalf", Threat: 14}}},
	}}))
	d := doubts()
	if len(d.Lines) < 2 || d.Lines[0].Warning || d.Lines[0].Code != "contract-restriction" || d.Lines[0].Player != "p-1" || d.Lines[0].Team != "Amon" {
		t.Fatalf("%+v", d.Lines)
	}
	if last := d.Lines[len(d.Lines)-1]; !last.Warning || last.Code != "unique-also-hero" || last.Player != "p-2" || !strings.Contains(last.Says, "Ana") {
		t.Errorf("%+v", last)
	}
	o.accepted("spring", "g1", cmd(group.StartGroup{}))
	if d := doubts(); d.Declared != 0 || len(d.Lines) != 0 {
		t.Errorf("once the game has started: %+v", d)
	}
	o.want(http.StatusNotFound, "GET", groupPath("spring", "g9")+"/decks", nil, nil)
}
