package gallery

import (
	"time"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/history"
)

var (
	organiser = access.Session{Role: events.RoleOrganiser}
	judge     = access.Session{Role: events.RoleJudge, Gathering: "autumn"}
)

func rows() []console.Row {
	var out []console.Row
	for _, c := range overview(8).Groups {
		out = append(out, console.Row{Card: c, LastAt: now.Add(-time.Minute)})
	}
	for i := range 5 {
		out[i].Phones = phones()[:i]
	}
	out[0].Waiting, out[0].Wait, out[0].Since = []string{"Rivendell", nastyRTL}, 12*time.Minute, now.Add(-12*time.Minute)
	out[5].Name = nastyRTL
	return out
}

// phones are the phones of tables in every state.
func phones() []console.Phone {
	return []console.Phone{
		{Table: "t1", Team: "Lórien", Phone: deps.Phone{State: deps.PhoneConnected, Since: now.Add(-time.Hour)}},
		{Table: "t2", Team: nastyRTL, Phone: deps.Phone{State: deps.PhoneGone, Since: now.Add(-3 * time.Minute), Waiting: 4, Oldest: now.Add(-4 * time.Minute), Others: 1}},
		{Table: "t3", Team: nastyLong, Old: true, Phone: deps.Phone{State: deps.PhoneConnected, Since: now.Add(-time.Hour)}},
		{Table: "t4", Team: "Esgaroth", Phone: deps.Phone{State: deps.PhoneNever}},
		{Table: "t5", Team: "Rivendell", Phone: deps.Phone{State: deps.PhoneAway, Since: now.Add(-time.Minute)}},
		{Table: "t6", Team: "Mirkwood", Phone: deps.Phone{State: deps.PhoneUnseen, Since: now.Add(-time.Hour)}},
	}
}

func desk(me access.Session) console.Gathering {
	return console.Gathering{
		Me: me, Info: gathering(), Rows: rows(), All: overview(8), Address: "http://muster.local:8080", Done: "The message is at the tables.",
		Alerts: []console.Alert{
			{To: "/console/autumn/groups/g0", Says: nastyLong + ": the others have waited 12 minutes for Rivendell"},
			{To: "/console/autumn/groups/g1", Says: "Company 2: Elm has no phone that records"},
			{To: "/status", Says: "Disk: 800 MB left: make room, or commands will be refused"},
		},
		Actions: []console.Button{{To: "/", Text: "Pause all"}, {To: "/", Text: "Message to all"}, {To: "/", Text: "End the gathering", Danger: true}},
	}
}

func boardOf() board.Group {
	return board.Group{
		Gathering: "autumn", ID: "fellowship", Name: "Fellowship", Mode: "epic", Difficulty: "standard", Phase: board.PhasePlaying, Round: 7, Version: 412, Players: 3,
		City: board.City{Strength: 33, Start: 65},
		Tables: []board.Table{
			{ID: "t1", Team: "Lórien", Stage: "3B", Progress: 12, SiegeRound: 4, Players: []board.Player{{ID: "p-1", Threat: 34}, {ID: "p-2", Threat: 46, Out: true}}, Enemies: []board.Enemy{{Number: 1, Damage: 4, Card: lotr.Card{Name: "Sorcerer of Dol Guldur", Lieutenant: true}}}},
			{ID: "t2", Team: nastyRTL, Stage: "1B", Resources: 1, PowerInPlay: true, PowerProgress: 6, Players: []board.Player{{ID: "p-3", Threat: 22}}},
			{ID: "t3", Team: nastyLong, Stage: "3H"},
		},
	}
}

func setupView() console.Setup {
	b := boardOf()
	b.Phase = board.PhaseSetup
	g := console.SetupGroup{Group: b, Buttons: []console.Button{{To: "/", Text: "Start round 1"}, {To: "/", Text: "Seat players"}}}
	for i, t := range b.Tables {
		st := console.SetupTable{Table: t, Code: "K7QX2M9", Holds: i == 0}
		if i < 2 {
			st.Names = []string{"Ana", nastyLong, nastyRTL, nastyMarkup}
		}
		g.Tables = append(g.Tables, st)
	}
	return console.Setup{Me: organiser, Info: gathering(), Groups: []console.SetupGroup{g}, JudgeCode: "J4DGE7X", Feed: true, Done: "Made: 3 groups.", Address: "http://muster.local:8080", GroupsID: "01930000-0000-7000-8000-000000000000"}
}

func logLines() []console.LogLine {
	var out []console.LogLine
	for i, says := range []string{
		"Round 7: Esgaroth ended the round", "Round 7, stage 3B: Ana explored Dungeon Door (siege 2)", "Round 7, stage 3D: " + nastyRTL + " raised their threat by 3",
		"Ruling: city strength 36 to 33, because " + nastyMarkup, "Round 7, stage 3H: " + nastyLong,
	} {
		out = append(out, console.LogLine{
			Line: history.Line{Version: events.Version(412 - i), At: now.Add(-time.Duration(i) * time.Minute), Withdrawn: i == 2}, Says: says, Team: "Lórien", By: "Ana (captain)",
		})
	}
	return out
}

func consoles() []Picture {
	group7 := console.GroupView{Me: judge, Info: gathering(), Board: boardOf(), View: playing(), Phones: phones(), Log: logLines(), Older: 380, Done: "Play is paused.", Buttons: []console.Button{{To: "/", Text: "Correct something", Next: true}, {To: "/", Text: "Pause"}, {To: "/", Text: "Force the end of a round", Danger: true}}}
	rule := console.RuleView{Board: boardOf(), ID: "01930000-0000-7000-8000-000000000000", Typed: map[string]string{"siege-round": "7"}, Names: map[events.PersonID]string{"p-1": "Ana", "p-2": nastyLong, "p-3": nastyRTL}, Version: 412, Back: "/"}
	rule.Page.Title, rule.Page.Styles = "Correct", []string{"console.css"}
	sure := rule
	sure.Changes = []string{"City strength: 33 → 36", nastyRTL + "'s threat: 22 → 25"}
	sure.Since = []string{"Bram (judge), 3 s ago: city strength 36 to 33"}
	sure.Typed = map[string]string{"reason": nastyMarkup, "city": "36", "verdict": group.VerdictCorrected}
	bad := roster.Report{People: 3, Problems: []roster.Problem{{Row: 4, Field: "name", Says: "the name holds a character that turns the text around: " + nastyMarks}, {Row: 7, Field: "team", Says: nastyLong + " has 5 players; 1 to 4 are allowed"}}}
	good := roster.Report{People: 3, Groups: []roster.Group{{Name: nastyRTL, Teams: []roster.Team{{Name: "Lórien", Players: []string{"Ana", nastyMarkup}}, {Name: nastyLong, Players: []string{nastyMarks}}}}}}
	done := good
	done.Applied = true
	var cards []console.Card
	for _, team := range []string{"Lórien", "Rivendell", "Esgaroth", nastyLong, nastyRTL} {
		cards = append(cards, console.Card{Team: team, Group: "Fellowship", Code: "K7QX2M9"})
	}
	form := console.Form{
		Title: "Force the end of round 7 at a table", Says: []string{"The table's round ends although something may be open there.", nastyMarkup + ": nobody is seated yet"}, Danger: true, Submit: "End it", Action: "/", Back: "/", ID: "x",
		Problem: "the reason is missing: fill it in", Fields: fields(),
	}
	form.Page.Title, form.Page.Styles = form.Title, []string{"console.css"}
	return []Picture{
		{Name: "console-list", Page: console.ListPage(console.List{Gatherings: []catalog.Gathering{gathering()}, ID: "x", Address: "http://muster.local:8080", Me: access.Session{Role: events.RoleOrganiser, Name: "Ana"}})},
		{Name: "console-empty", Page: console.ListPage(console.List{Problem: "The name of the gathering: it is empty", Me: access.Session{Role: events.RoleOrganiser}})},
		{Name: "console-desk", Page: console.GatheringPage(desk(organiser))},
		{Name: "console-judge", Page: console.GatheringPage(desk(judge))},
		{Name: "console-setup", Page: console.SetupPage(setupView())},
		{Name: "console-group", Page: console.GroupPage(group7)},
		{Name: "console-rule", Page: console.RulePage(rule)},
		{Name: "console-rule-sure", Page: console.RulePage(sure)},
		{Name: "console-form", Page: console.FormPage(form)},
		{Name: "console-roster-bad", Page: console.RosterPage(console.RosterView{Me: organiser, Info: gathering(), Report: bad})},
		{Name: "console-roster-good", Page: console.RosterPage(console.RosterView{Me: organiser, Info: gathering(), Report: good, File: "name,group,team\n</textarea><script>window.__xss=1</script>", Format: "csv"})},
		{Name: "console-roster-done", Page: console.RosterPage(console.RosterView{Me: organiser, Info: gathering(), Report: done})},
		{Name: "console-imported", Page: console.ImportedPage(console.Imported{Me: organiser, Info: gathering(), Group: "fellowship", Lines: []console.ImportedLine{{Words: "Explored Dungeon Door (siege 2)", OK: true, Says: "entered"}, {Words: "Ended round 7", Says: "round 8 is being played"}}})},
		{Name: "print-cards", Page: console.CardsPage(console.Cards{Info: gathering(), Cards: cards, Address: "http://muster.local:8080"})},
	}
}

// fields are a field of every kind.
func fields() []console.Field {
	choices := []console.Choice{{Value: "a", Text: nastyLong, Why: "has ended the round", Off: true}, {Value: "b", Text: nastyRTL}}
	return []console.Field{
		{Kind: console.FieldRadio, Name: "table", Label: "Table", Options: choices},
		{Kind: console.FieldChecks, Name: "tables", Label: "Only at these tables", Help: "None ticked: all", Options: choices},
		{Kind: console.FieldSelect, Name: "player", Label: "Player", Options: choices, Optional: true},
		{Kind: console.FieldNumber, Name: "n", Label: "Siege value", Max: 99},
		{Kind: console.FieldText, Name: "name", Label: "Name", Value: nastyRTL, Max: 80},
		{Kind: console.FieldArea, Name: "reason", Label: "Why", Max: 400},
		{Kind: console.FieldHidden, Name: "round", Value: "7"},
	}
}
