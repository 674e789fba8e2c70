package console

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/dashboards/wallpage"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

func inSetup(b board.Group) bool { return b.Phase == board.PhaseSetup }
func going(b board.Group) bool   { return b.Phase == board.PhasePlaying || b.Phase == board.PhaseEnding }
func open(b board.Group) bool    { return !b.Over() }
func playing(b board.Group) bool { return b.Phase == board.PhasePlaying }

// actions is everything that can be done to a group, in the order of the buttons.
func actions() []action {
	return append([]action{
		{name: "start", button: "Start round 1", done: "The game has begun.", gives: group.StartGroup{}.CommandType(), shown: inSetup, form: startForm, do: func(c *call) error { return c.send(0, group.StartGroup{}) }},
		{name: "seat", button: "Seat players", done: "The players are seated.", gives: group.SeatPlayers{}.CommandType(), shown: inSetup, form: seatForm, do: seat},
		{name: "move", button: "Move a player", done: "The player was moved.", gives: group.SeatPlayers{}.CommandType(), shown: func(b board.Group) bool { return inSetup(b) && b.Epic() && b.Players > 0 }, form: moveForm, do: move},
		{name: "unseat", button: "Take a player out", done: "The player was taken out.", gives: group.UnseatPlayer{}.CommandType(), shown: inSetup, form: unseatForm, do: func(c *call) error {
			return c.send(0, group.UnseatPlayer{Player: events.PersonID(c.r.FormValue("player"))})
		}},
		{name: "dol-guldur", button: "Who holds Dol Guldur", done: "The Dol Guldur card has its table.", gives: lotr.AssignDolGuldur{}.CommandType(), shown: func(b board.Group) bool { return inSetup(b) && b.Epic() && b.Scenario == dolGuldur }, form: holderForm, do: assignHolder},
		{name: "pause", button: "Pause", done: "Play is paused.", gives: group.Pause{}.CommandType(), shown: func(b board.Group) bool { return open(b) && !b.Paused }, form: pauseForm, do: pause},
		{name: "resume", button: "Go on", done: "Play goes on.", gives: group.Resume{}.CommandType(), shown: func(b board.Group) bool { return open(b) && b.Paused }, form: func(*call) Form {
			return Form{Says: []string{"Captains can enter again."}}
		}, do: func(c *call) error { return c.send(0, group.Resume{}) }},
		{name: "notice", button: "Message", done: "The message is at the tables.", gives: group.PostNotice{}.CommandType(), shown: open, form: noticeForm, do: notice},
		{name: "end-round", button: "End a table's round", done: "The table has ended the round.", gives: group.EndRound{}.CommandType(), shown: playing, form: endForm, do: endRound},
		{name: "answer", button: "Answer for a table", done: "The answer is recorded.", gives: group.ResolveStep{}.CommandType(), shown: func(b board.Group) bool { return len(openSteps(b)) > 0 }, form: answerForm, do: answer},
		{name: "withdraw", button: "Undo a table's latest entry", done: "The entry is withdrawn.", gives: group.Withdraw{}.CommandType(), shown: func(b board.Group) bool { return len(withEntry(b)) > 0 }, form: withdrawForm, do: withdraw},
		{name: "force", button: "Force the end of a round", done: "The round was ended.", gives: group.ForceEndRound{}.CommandType(), danger: true, shown: playing, form: forceForm, do: force},
		{name: "admit", button: "Admit a late player", done: "The player is seated.", gives: group.AdmitPlayer{}.CommandType(), shown: going, form: admitForm, do: admit},
		{name: "drop", button: "A player leaves", done: "It is recorded that the player has left.", gives: group.DropPlayer{}.CommandType(), danger: true, shown: going, form: dropForm, do: drop},
		{name: "renew", button: "New join code", done: "The table has a new code; the old one no longer works.", gives: desk.RenewCode{}.CommandType(), danger: true, shown: open, form: renewForm, do: renew},
		{name: "abandon", button: "Abandon the game", done: "The game has ended without a result.", gives: group.Abandon{}.CommandType(), danger: true, shown: open, form: abandonForm, do: abandon},
	}, reviewActions()...)
}

// cityAtStart is the city strength that a game of so many players begins with. The coordinator sets
// it; this is what the form says beforehand.
//
// Source: Attack on Dol Guldur, "City Strength".
func cityAtStart(players int) int { return 5 + 5*players }

func startForm(c *call) Form {
	f := Form{Says: []string{fmt.Sprintf("%s at %s begin round 1 at the same time. Seats can no longer be changed freely afterwards.", count(c.b.Players, "player", "players"), count(len(c.b.Tables), "table", "tables"))}}
	if c.b.Scenario == dolGuldur {
		f.Says = append(f.Says, fmt.Sprintf("City strength: %d.", cityAtStart(c.b.Players)))
	}
	for _, t := range c.b.Tables {
		names := make([]string, len(t.Players))
		for i, pl := range t.Players {
			names[i] = isolated(c.player(pl.ID))
		}
		who := "nobody is seated yet"
		if len(names) > 0 {
			who = strings.Join(names, ", ")
		}
		f.Says = append(f.Says, isolated(t.Team)+": "+who)
	}
	f.Says = append(f.Says, c.deckLines()...)
	return f
}

func seatForm(c *call) Form {
	f := Form{Submit: "Seat them", Says: []string{"1 to 4 players at a table. Captains declare heroes on their phones."}}
	for _, t := range c.b.Tables {
		f.Fields = append(f.Fields, Field{
			Kind: FieldArea, Name: "names-" + string(t.ID), Label: fmt.Sprintf("%s (%s seated)", t.Team, count(len(t.Players), "player", "players")), Optional: true,
			Help: "One name on each line",
		})
	}
	return f
}

// seat registers the names that were typed and seats them, all or none.
func seat(c *call) error {
	var names []string
	var seats []group.Seat
	for _, t := range c.b.Tables {
		typed := lines(c.r.FormValue("names-" + string(t.ID)))
		if n := len(t.Players) + len(typed); n > 4 {
			return site.Malformed(fmt.Sprintf("%s would have %d players; a table has 1 to 4", t.Team, n))
		}
		for _, n := range typed {
			names = append(names, n)
			seats = append(seats, group.Seat{Table: t.ID})
		}
	}
	if len(names) == 0 {
		return site.Malformed("no name was typed")
	}
	ids, err := c.register(names)
	if err != nil {
		return err
	}
	for i := range seats {
		seats[i].Player = ids[i]
	}
	return c.send(0, group.SeatPlayers{Seats: seats})
}

func moveForm(c *call) Form {
	return Form{
		Fields: []Field{
			c.playerField("player", "Player", func(board.Player) bool { return true }),
			c.tableField("To", func(t board.Table) (bool, string) {
				return len(t.Players) < 4, count(len(t.Players), "player", "players")
			}),
		},
		Submit: "Move",
	}
}

// seatOf returns a player's seat with all that was declared for it.
func seatOf(seats []group.Seat, pl board.Player) group.Seat {
	i := slices.IndexFunc(seats, func(s group.Seat) bool { return s.Player == pl.ID })
	if i < 0 {
		return group.Seat{Player: pl.ID}
	}
	return seats[i]
}

// move gives a player another table, with the heroes, threat and deck declared so far.
func move(c *call) error {
	to, err := c.table()
	if err != nil {
		return err
	}
	id := events.PersonID(c.r.FormValue("player"))
	for _, t := range c.b.Tables {
		for _, pl := range t.Players {
			if pl.ID != id {
				continue
			}
			seat := seatOf(c.b.Games[t.ID].Seats, pl)
			seat.Table = to.ID
			return c.send(0, group.SeatPlayers{Seats: []group.Seat{seat}})
		}
	}
	return site.Malformed("choose a player")
}

func unseatForm(c *call) Form {
	return Form{Fields: []Field{c.playerField("player", "Player", func(board.Player) bool { return true })}, Submit: "Take out"}
}

func holderForm(c *call) Form {
	return Form{
		Says:   []string{"There is one Dol Guldur card in the group. The table that has it also resolves the effect of the stage nobody is at."},
		Fields: []Field{c.tableField("The Dol Guldur card lies at", anyTable)}, Submit: "Record it",
	}
}

func assignHolder(c *call) error {
	t, err := c.table()
	if err != nil {
		return err
	}
	return c.send(0, lotr.AssignDolGuldur{Table: t.ID})
}

func pauseForm(*call) Form {
	return Form{Says: []string{"Captains can enter nothing until you go on; their pages and the wall say why."}, Fields: []Field{reasonField("Why")}}
}

func pause(c *call) error {
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return err
	}
	return c.send(0, group.Pause{Reason: reason})
}

func noticeForm(c *call) Form {
	f := Field{Kind: FieldChecks, Name: "tables", Label: "Only at these tables", Help: "None ticked: at all of them, and on the wall.", Optional: true}
	for _, t := range c.b.Tables {
		f.Options = append(f.Options, Choice{Value: string(t.ID), Text: t.Team})
	}
	return Form{Fields: []Field{{Kind: FieldArea, Name: "text", Label: "Message", Max: 280}, f}, Submit: "Send"}
}

func notice(c *call) error {
	text, err := site.Field(c.r, "text", "The message", 280)
	if err != nil {
		return err
	}
	n := group.PostNotice{Text: text}
	for _, t := range c.r.Form["tables"] {
		n.Tables = append(n.Tables, events.TableID(t))
	}
	return c.send(0, n)
}

// stillPlaying tells which tables have not ended the round.
func stillPlaying(b board.Group) func(board.Table) (bool, string) {
	return func(t board.Table) (bool, string) {
		if t.Ended >= b.Round {
			return false, "has ended the round"
		}
		return true, ""
	}
}

func endForm(c *call) Form {
	return Form{
		Title: fmt.Sprintf("End round %d for a table", c.b.Round), Submit: "End the round",
		Says:   []string{"As if its captain had done it: it is refused while something is open at the table. When the last table ends, the round's end is resolved."},
		Fields: []Field{c.tableField("Table", stillPlaying(c.b)), roundField(c.b)},
	}
}

// roundField keeps the round that the form was made in, so that it cannot end a later one.
func roundField(b board.Group) Field {
	return Field{Kind: FieldHidden, Name: "round", Value: strconv.Itoa(b.Round)}
}

func roundOf(c *call) (int, error) {
	n, err := site.Number(c.r, "round", "The round", 1, 9999)
	if err != nil || n == nil {
		return 0, site.Malformed("this form is old: open it again")
	}
	return *n, nil
}

func endRound(c *call) error {
	t, err := c.table()
	if err != nil {
		return err
	}
	n, err := roundOf(c)
	if err != nil {
		return err
	}
	return c.send(0, group.EndRound{Table: t.ID, Round: n})
}

func forceForm(c *call) Form {
	waiting := len(c.b.Barrier.Waiting)
	f := Form{
		Title: fmt.Sprintf("Force the end of round %d at a table", c.b.Round), Submit: "End it",
		Says:   []string{"The table's round ends although something may be open there. What its captain has not entered does not count in this round; a ruling can add it later."},
		Fields: []Field{c.tableField("Table", stillPlaying(c.b)), reasonField("Why"), roundField(c.b)},
	}
	if waiting == 1 {
		f.Says = append(f.Says, "It is the last table: the end of the round will be resolved at once for all of them.")
	} else if waiting > 1 {
		f.Says = append(f.Says, fmt.Sprintf("The group then still waits for %s.", count(waiting-1, "table", "tables")))
	}
	return f
}

func force(c *call) error {
	t, err := c.table()
	if err != nil {
		return err
	}
	n, err := roundOf(c)
	if err != nil {
		return err
	}
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return err
	}
	return c.send(0, group.ForceEndRound{Table: t.ID, Round: n, Reason: reason})
}

// openSteps are the steps of the round's end that wait for people.
func openSteps(b board.Group) []board.Step {
	var out []board.Step
	for _, s := range b.Queue {
		if s.State == board.StepNow && b.Phase == board.PhaseEnding && len(s.Options) > 0 {
			out = append(out, s)
		}
	}
	return out
}

func answerForm(c *call) Form {
	f := Form{Submit: "Record the answer", Says: []string{"When a captain's phone is gone, answer here what the table has decided."}}
	choices := Field{Kind: FieldRadio, Name: "answer", Label: "Answer"}
	needs := map[string]bool{}
	for _, s := range openSteps(c.b) {
		t, _ := c.b.Table(s.Table)
		for _, o := range s.Options {
			why := o.Effect
			if !o.Allowed {
				why = o.Why
			}
			choices.Options = append(choices.Options, Choice{
				Value: s.ID + "|" + string(s.Table) + "|" + o.Choice, Text: fmt.Sprintf("%s, %s: %s", t.Team, words.StepName(s.Step), wallpage.Choice(o)), Why: why, Off: !o.Allowed,
			})
			for need := range strings.FieldsSeq(strings.NewReplacer(",", " ").Replace(o.Needs)) {
				needs[need] = true
			}
		}
	}
	f.Fields = append(f.Fields, choices)
	if len(needs) > 0 {
		f.Fields = append(f.Fields, c.targetFields()...)
	}
	return f
}

// targetFields ask for what some answers need besides the choice.
func (c *call) targetFields() []Field {
	player := c.playerField("player", "Target player", func(pl board.Player) bool { return !pl.Out })
	player.Optional = true
	at := Field{Kind: FieldSelect, Name: "attable", Label: "Target table", Optional: true}
	enemy := Field{Kind: FieldSelect, Name: "enemy", Label: "Target enemy", Optional: true}
	for _, t := range c.b.Tables {
		at.Options = append(at.Options, Choice{Value: string(t.ID), Text: t.Team})
		for _, e := range t.Enemies {
			enemy.Options = append(enemy.Options, Choice{Value: string(t.ID) + "|" + strconv.Itoa(e.Number), Text: e.Card.Name + " (" + t.Team + ")"})
		}
	}
	return []Field{
		player, at, enemy,
		{Kind: FieldNumber, Name: "n", Label: "How many", Optional: true, Max: 99},
		{Kind: FieldText, Name: "card", Label: "Enemy that was not entered", Optional: true, Max: 80},
		{Kind: FieldNumber, Name: "siege", Label: "Its siege value", Optional: true, Max: 99},
		{Kind: FieldSelect, Name: "give", Label: "Lórien card to hand over", Optional: true, Options: []Choice{{Value: "host", Text: lotr.HostName}, {Value: "power", Text: lotr.PowerName}}},
	}
}

func answer(c *call) error {
	parts := strings.SplitN(c.r.FormValue("answer"), "|", 3)
	if len(parts) != 3 {
		return site.Malformed("choose an answer")
	}
	siege, err := site.Number(c.r, "siege", "The siege value", 0, 99)
	if err != nil {
		return err
	}
	n, err := site.Number(c.r, "n", "The number", 0, 99)
	if err != nil {
		return err
	}
	body := group.ResolveStep{
		Step: parts[0], Table: events.TableID(parts[1]), Choice: parts[2],
		Player: events.PersonID(c.r.FormValue("player")), AtTable: events.TableID(c.r.FormValue("attable")),
		Card: strings.TrimSpace(c.r.FormValue("card")), Siege: siege, Give: c.r.FormValue("give"),
	}
	if n != nil {
		body.N = *n
	}
	if at, n, ok := strings.Cut(c.r.FormValue("enemy"), "|"); ok {
		body.AtTable = events.TableID(at)
		body.Enemy, _ = strconv.Atoi(n) // one of our own options; anything else is no enemy
	}
	return c.send(0, body)
}

// withEntry are the tables with an entry that can be withdrawn.
func withEntry(b board.Group) []board.Table {
	var out []board.Table
	for _, t := range b.Tables {
		if t.LastEntry != nil && open(b) {
			out = append(out, t)
		}
	}
	return out
}

func withdrawForm(c *call) Form {
	f := Field{Kind: FieldRadio, Name: "entry", Label: "Entry"}
	for _, t := range withEntry(c.b) {
		f.Options = append(f.Options, Choice{Value: string(t.ID) + "|" + string(t.LastEntry.Command), Text: t.Team + ": " + c.named(t.LastEntry.Words)})
	}
	return Form{Says: []string{"The table is put back to where it was before the entry, with all that the entry did to the group."}, Fields: []Field{f}, Submit: "Withdraw it"}
}

func withdraw(c *call) error {
	table, entry, ok := strings.Cut(c.r.FormValue("entry"), "|")
	if !ok {
		return site.Malformed("choose an entry")
	}
	return c.send(0, group.Withdraw{Table: events.TableID(table), Entry: events.CommandID(entry)})
}

func admitForm(c *call) Form {
	f := Form{
		Says: []string{"The rulebook does not say what a late player does to the city strength, so you say it, and the log keeps it."},
		Fields: []Field{
			{Kind: FieldText, Name: "name", Label: "Name", Max: 80},
			c.tableField("Table", func(t board.Table) (bool, string) {
				return len(t.Players) < 4, count(len(t.Players), "player", "players")
			}),
			{Kind: FieldRadio, Name: "raise", Label: "City strength", Value: "no", Options: []Choice{{Value: "no", Text: "stays as it is"}, {Value: "yes", Text: "rises by 5, as one more player would have made it at the start"}}},
			reasonField("Why"),
		},
		Submit: "Seat the player",
	}
	if c.b.Scenario != dolGuldur {
		f.Says, f.Fields = nil, slices.DeleteFunc(f.Fields, func(x Field) bool { return x.Name == "raise" })
	}
	return f
}

func admit(c *call) error {
	t, err := c.table()
	if err != nil {
		return err
	}
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return err
	}
	ids, err := c.register([]string{c.r.FormValue("name")})
	if err != nil {
		return err
	}
	return c.send(0, group.AdmitPlayer{Seat: group.Seat{Player: ids[0], Table: t.ID}, RaiseCity: c.r.FormValue("raise") == "yes", Reason: reason})
}

func dropForm(c *call) Form {
	return Form{
		Says: []string{"The last player of a table who is eliminated loses the game for the whole group."},
		Fields: []Field{
			c.playerField("player", "Player who leaves", func(pl board.Player) bool { return !pl.Out }),
			{Kind: FieldRadio, Name: "how", Label: "The deck", Value: group.DropHandOver, Options: []Choice{{Value: group.DropHandOver, Text: "is played on by somebody else"}, {Value: group.DropEliminate, Text: "leaves the game: the player is eliminated"}}},
			{Kind: FieldText, Name: "heir", Label: "Name of who plays it on", Optional: true, Max: 80},
			reasonField("Why"),
		},
		Submit: "Record it",
	}
}

func drop(c *call) error {
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return err
	}
	d := group.DropPlayer{Player: events.PersonID(c.r.FormValue("player")), How: c.r.FormValue("how"), Reason: reason}
	if d.How == group.DropHandOver {
		ids, err := c.register([]string{c.r.FormValue("heir")})
		if err != nil {
			return err
		}
		d.Heir = ids[0]
	}
	return c.send(0, d)
}

func renewForm(c *call) Form {
	return Form{
		Says:   []string{"The phone that records for the table is logged out, and the card on the table no longer works. Print the new one afterwards."},
		Fields: []Field{c.tableField("Table", anyTable)}, Submit: "Make a new code",
	}
}

func renew(c *call) error {
	t, err := c.table()
	if err != nil {
		return err
	}
	return c.Send(c.r, c.me, events.Desk(c.g), 0, desk.RenewCode{Group: c.b.ID, Table: t.ID})
}

func abandonForm(c *call) Form {
	return Form{
		Says:   []string{fmt.Sprintf("%s ends without a result, in round %d. Nothing can be entered afterwards; a ruling can take it back.", c.b.Name, c.b.Round)},
		Fields: []Field{reasonField("Why")},
	}
}

func abandon(c *call) error {
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return err
	}
	return c.send(0, group.Abandon{Reason: reason})
}

// named puts names in the place of ids.
func (c *call) named(s string) string { return words.Resolve(s, c.player) }
