package exchange

import (
	"slices"
	"strconv"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// LeagueResult is a result of a league as other programs know one.
type LeagueResult struct {
	Session league.SessionID `json:"session,omitempty"` // empty: whoever reads it says which
	league.Result
}

// LeagueLine is a result that was read, with its line.
type LeagueLine struct {
	Line int
	LeagueResult
}

// MostLeagueResults bounds the results of a league that are read at once.
const MostLeagueResults = 5000

// Kinds of result without a game, each with the columns that it takes.
var leagueColumns = []string{
	"session", "kind", "player", "name", "place", "field", "won", "drawn", "lost", "attended", "achievements", "points",
	"scenario", "mode", "difficulty", "size", "outcome", "score", "rounds", "out", "dead", "damage", "start", "tokens",
	"outside", "cycle_heroes", "box_heroes", "outside_core", "beyond", "note",
}

// bar parts several people or achievements in one cell.
const bar = " | "

// Outcomes of a game in a file.
const (
	outcomeWon  = "won"
	outcomeLost = "lost"
)

// WriteLeague writes results of a league as CSV, a line for each. The people of one result stand in one cell,
// parted by bars.
//
// Source: issue 4, "Leagues".
func WriteLeague(results []LeagueResult, name func(events.PersonID) string) []byte {
	rows := [][]string{leagueColumns}
	for _, r := range results {
		var ids, names []string
		for _, p := range r.Players {
			ids, names = append(ids, string(p)), append(names, name(p))
		}
		row := []string{
			string(r.Session), r.Kind, strings.Join(ids, bar), guard(strings.Join(names, bar)), number(r.Place), number(r.Field), number(r.Wins),
			number(r.Draws), number(r.Losses), flag(r.Kind == league.KindAttendance), guard(r.Achievement), string(r.Points),
		}
		row = append(row, gameCells(r.Game, r.Kind)...)
		rows = append(rows, append(row, guard(r.Note)))
	}
	return writeCSV(rows)
}

// gameCells are those of a game, empty if there is none.
func gameCells(g *league.Game, kind string) []string {
	if g == nil {
		return make([]string, len(leagueColumns)-13)
	}
	outcome, score, tokens := outcomeLost, "", number(g.Tokens)
	if g.Won {
		outcome = outcomeWon
	}
	if g.Score != nil {
		score = strconv.Itoa(*g.Score)
	}
	if kind == league.KindTokens {
		tokens = strconv.Itoa(g.Tokens) // 0 is a number of tokens, too
	}
	d := league.Deck{}
	if g.Deck != nil {
		d = *g.Deck
	}
	return []string{
		guard(g.Scenario), guard(g.Mode), guard(g.Difficulty), number(g.Size), outcome, score, number(g.Rounds), number(g.Out), number(g.Dead),
		number(g.Damage), number(g.Start), tokens, number(d.Outside), number(d.CycleHeroes), number(d.BoxHeroes), number(d.OutsideCore),
		number(d.Beyond),
	}
}

// ReadLeague reads results of a league from CSV. Only the column of players or of their names is needed. People
// are named by id, code or, if no other has it, by name; several are parted by bars. A line without a kind may
// say several things of its players, each of which is a result: a game, a place or matches or attendance,
// achievements, points. Achievements are named by id or name. The error is [Problems].
//
// Source: issue 4, "Leagues".
func ReadLeague(data []byte, people []Entrant, achievements []league.Achievement) ([]LeagueLine, error) {
	var n noted
	s := readSheet(data, leagueColumns, nil, &n)
	if s == nil {
		return nil, n.err()
	}
	in := leagueReader{who: whoIs(people), names: namesOf(people), achievements: achievements, noted: &n}
	for _, r := range s.rows {
		in.row(r)
	}
	if len(in.lines) > MostLeagueResults {
		n.add(0, "", "the file has %d results: at most %d are read", len(in.lines), MostLeagueResults)
	}
	if len(s.rows) == 0 {
		n.add(0, "", "the file has no results: below the names of the columns each line is one")
	}
	return in.lines, n.err()
}

type leagueReader struct {
	who          map[string]events.PersonID
	names        map[events.PersonID]string
	achievements []league.Achievement
	lines        []LeagueLine
	noted        *noted
}

// parted are the entries of a cell.
func parted(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, "|") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// person finds who is named; the second name is what the column of names says.
func (in *leagueReader) person(r sheetRow, name, also string) (events.PersonID, bool) {
	find := func(s string) (events.PersonID, bool) {
		id, known := in.who[s]
		if !known {
			id, known = in.who[strings.ToLower(s)]
		}
		return id, known
	}
	id, known := find(name)
	if known && also != "" && !strings.EqualFold(also, in.names[id]) { // the file is from elsewhere: the name counts
		id, known = find(also)
	}
	if !known && also != "" {
		id, known = find(also)
	}
	if !known {
		in.noted.add(r.line, "player", "%q is nobody who is known here, or more than one: use the id", clip(name))
	}
	return id, known
}

// people are whom a line is about.
func (in *leagueReader) people(r sheetRow) ([]events.PersonID, bool) {
	ids, names := parted(r.text("player")), parted(r.text("name"))
	if len(ids) == 0 {
		ids, names = names, nil
	}
	if len(ids) == 0 {
		in.noted.add(r.line, "player", "nobody is named: fill in an id or a name")
		return nil, false
	}
	if len(names) != len(ids) { // a name that holds a bar, or none
		names = make([]string, len(ids))
	}
	var out []events.PersonID
	for i, id := range ids {
		p, known := in.person(r, id, names[i])
		if !known {
			return nil, false
		}
		if slices.Contains(out, p) {
			in.noted.add(r.line, "player", "%q is named twice: name each player once", clip(id))
			return nil, false
		}
		out = append(out, p)
	}
	return out, true
}

// row reads the results of a line.
func (in *leagueReader) row(r sheetRow) {
	who, known := in.people(r)
	if !known {
		return
	}
	before := len(in.lines)
	kind := r.text("kind")
	if kind != "" && !slices.Contains(leagueKinds, kind) {
		in.noted.add(r.line, "kind", "%q is no kind of result: use one of %s, or none", clip(kind), strings.Join(leagueKinds, ", "))
		return
	}
	if r.text("scenario") != "" {
		in.add(r, in.game(r, kind, who))
	}
	for _, p := range who {
		for _, x := range in.plain(r, kind) {
			x.Players = []events.PersonID{p}
			in.add(r, x)
		}
	}
	if len(in.lines) == before {
		in.noted.add(r.line, "", "nothing is said of %s: fill in a place, matches, a game, points, achievements, or yes for attended", clip(r.text("player")+r.text("name")))
	}
}

var leagueKinds = []string{
	league.KindAttendance, league.KindPlace, league.KindMatches, league.KindAchievement, league.KindPoints, league.KindQuest, league.KindGroup,
	league.KindTokens,
}

func (in *leagueReader) add(r sheetRow, x league.Result) {
	x.Note = r.text("note")
	in.lines = append(in.lines, LeagueLine{r.line, LeagueResult{league.SessionID(r.text("session")), x}})
}

// plain are the results of a line that are no game, each of one player.
func (in *leagueReader) plain(r sheetRow, kind string) []league.Result {
	var out []league.Result
	if x := (league.Result{
		Kind: league.KindPlace, Place: r.number("place"), Field: r.number("field"), Wins: r.number("won"), Draws: r.number("drawn"), Losses: r.number("lost"),
	}); x.Place != 0 {
		out = append(out, x)
	} else if x.Wins != 0 || x.Draws != 0 || x.Losses != 0 {
		x.Kind, x.Field = league.KindMatches, 0
		out = append(out, x)
	} else if r.flag("attended") || kind == league.KindAttendance {
		out = append(out, league.Result{Kind: league.KindAttendance})
	}
	for _, a := range parted(r.text("achievements")) {
		out = append(out, league.Result{Kind: league.KindAchievement, Achievement: in.achievement(r, a)})
	}
	if n := r.exact("points"); n != nil {
		out = append(out, league.Result{Kind: league.KindPoints, Points: league.Amount(n.String())})
	}
	return out
}

// achievement finds the id of an achievement.
func (in *leagueReader) achievement(r sheetRow, text string) string {
	var ids []string
	for _, a := range in.achievements {
		if a.ID == text || strings.EqualFold(a.Name, text) {
			return a.ID
		}
		ids = append(ids, a.ID)
	}
	in.noted.add(r.line, "achievements", "there is no achievement %q: the rules have %s", clip(text), clip200(strings.Join(ids, ", ")))
	return text
}

// game is the game of a line.
func (in *leagueReader) game(r sheetRow, kind string, who []events.PersonID) league.Result {
	g := league.Game{
		Scenario: r.text("scenario"), Mode: r.text("mode"), Difficulty: r.text("difficulty"), Size: r.number("size"), Rounds: r.number("rounds"),
		Out: r.number("out"), Dead: r.number("dead"), Damage: r.number("damage"), Start: r.number("start"), Tokens: r.number("tokens"),
	}
	if g.Size == 0 {
		g.Size = len(who)
	}
	switch outcome := strings.ToLower(r.text("outcome")); outcome {
	case outcomeWon, outcomeLost:
		g.Won = outcome == outcomeWon
	default:
		in.noted.add(r.line, "outcome", "%q is no outcome: it is won or lost", clip(outcome))
	}
	if r.text("score") != "" {
		n := r.number("score")
		g.Score = &n
	}
	d := league.Deck{
		Outside: r.number("outside"), CycleHeroes: r.number("cycle_heroes"), BoxHeroes: r.number("box_heroes"), OutsideCore: r.number("outside_core"),
		Beyond: r.number("beyond"),
	}
	if d != (league.Deck{}) {
		g.Deck = &d
	}
	switch {
	case kind == "" && r.text("tokens") != "":
		kind = league.KindTokens
	case kind == "":
		kind = league.KindQuest
	}
	return league.Result{Kind: kind, Players: who, Game: &g}
}
