package gallery

import (
	"fmt"
	"strings"
	"time"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/wallpage"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/wall"
)

// now is the moment that all pictures are taken at.
var now = time.Date(2026, 11, 28, 15, 4, 0, 0, time.UTC)

// Nasty names: markup, right to left, combining marks, nothing to break at, as long as allowed.
const (
	nastyMarkup = `<script>window.__xss=1</script>`
	nastyRTL    = "מרים הגדולה من الجبل"
	nastyMarks  = "Ž̈ö̤e̊ 👩‍👩‍👧‍👦 𝔊𝔞𝔫𝔡𝔞𝔩𝔣"
)

var nastyLong = strings.Repeat("Wwwwwwwwww", 8)

func player(name string, threat int) wall.Player {
	return wall.Player{
		Player: events.PersonID("p-" + fmt.Sprint(len(name)+threat)), Name: name, Threat: threat, Elimination: 50, Danger: threat >= 45,
		HeroesLeft: 3, Says: fmt.Sprintf("%s, threat %d", name, threat),
	}
}

func out(p wall.Player) wall.Player {
	p.Out, p.Says = true, p.Name+", out of the game"
	return p
}

func first(p wall.Player) wall.Player { p.First = true; return p }

// playing is round 7 of an epic game, with one table still playing.
func playing() wall.View {
	return wall.View{
		Gathering: "autumn", Group: "fellowship", Name: "Fellowship of the Northern Shop", Scenario: "Attack on Dol Guldur", Mode: "epic", HasCity: true,
		Version: 412, Position: 1234, At: now, Phase: board.PhasePlaying, Status: "Round 7", Round: 7, Players: 12, PlayersLeft: 11,
		StartedAt: now.Add(-104 * time.Minute), RoundAt: now.Add(-11 * time.Minute), Playing: 104 * time.Minute,
		City: wall.City{
			Strength: 33, Start: 65, Mark: 10, Scored: 6, Ghost: 27, Greatest: 65, Last: -6, HasLast: true, LastSay: "Last round −6",
			Series: []wall.Point{{Round: 1, Strength: 65}, {Round: 2, Strength: 65}, {Round: 3, Strength: 65}, {Round: 4, Strength: 65}, {Round: 5, Strength: 51}, {Round: 6, Strength: 39}, {Round: 7, Strength: 33}, {Round: 7, Strength: 33, Now: true}},
		},
		Barrier: wall.Barrier{Ended: 2, Of: 3, Waiting: []string{"Rivendell"}, Since: now.Add(-250 * time.Second), For: 250 * time.Second, Says: "2 of 3 ended the round; Rivendell is playing"},
		Teams: []wall.Team{
			{
				Table: "t1", Team: "Lórien", Stage: "3B", StageName: "The Gates of Dol Guldur", State: wall.TeamEnded, Says: "Ended the round", Progress: 12, Siege: 4, SiegeCounts: true, SiegeTotal: 12,
				Lieutenant: &wall.Lieutenant{Name: "Sorcerer of Dol Guldur", Damage: 4, HitPoints: 9, Indestructible: true, Says: "Sorcerer of Dol Guldur 4/9, indestructible"},
				Players:    []wall.Player{first(player("Ana", 34)), player("Bram", 46), player("Chiara", 29), player("Dmitri", 38)}, Left: 4, HoldsCity: true,
			},
			{
				Table: "t2", Team: "Rivendell", Stage: "3D", StageName: "The Dark Dungeon", State: wall.TeamPlaying, Says: "Playing", Progress: 3, Siege: 2, Unknown: 1, SiegeCounts: true, SiegeTotal: 9,
				Players: []wall.Player{player("Elif", 41), out(player("Farid", 50)), first(player("Grace", 47)), player("Hana", 22)}, Left: 3, Lorien: []string{"Host of Lórien: Grace"},
			},
			{
				Table: "t3", Team: "Esgaroth", Stage: "3H", StageName: "The Tower", State: wall.TeamEnded, Says: "Ended the round", Progress: 0, Siege: 0, SiegeCounts: true, SiegeTotal: 11,
				Lieutenant: &wall.Lieutenant{Name: "Uruk Captain", HitPoints: 7, Indestructible: true, Says: "Uruk Captain 0/7, indestructible"},
				Players:    []wall.Player{player("Iker", 37), player("Jun", 31), first(player("Kofi", 35)), player("Lucía", 44)}, Left: 4,
			},
		},
		Steps: []wall.Step{
			{ID: "barrier", Kind: "barrier", Label: "2 of 3 ended", State: wall.StepNow},
			{ID: "1", Label: "3B Lórien", State: wall.StepPending},
			{ID: "2", Label: "3D Rivendell", State: wall.StepPending},
			{ID: "3", Label: "3H Esgaroth", State: wall.StepPending},
			{ID: "4", Label: "City 33 to 27", State: wall.StepPending},
			{ID: "5", Label: "3F absent (Lórien)", State: wall.StepPending},
			{ID: "6", Label: "Stages", State: wall.StepPending},
			{ID: "7", Label: "Victory?", State: wall.StepPending},
		},
		Changes: []wall.Change{
			{Version: 398, Round: 6, From: 39, To: 33, By: -6, Kind: "siege", Why: "Siege of round 6", Shares: []wall.Share{{Team: "Lórien", Siege: 3, Items: []string{"Dungeon Door 3"}}, {Team: "Rivendell", Siege: 1}, {Team: "Esgaroth", Siege: 2}}},
			{Version: 351, Round: 5, From: 51, To: 39, By: -12, Kind: "siege", Why: "Siege of round 5", Shares: []wall.Share{{Team: "Lórien", Siege: 5}, {Team: "Rivendell", Siege: 4}, {Team: "Esgaroth", Siege: 3}}},
			{Version: 340, Round: 4, From: 48, To: 51, By: 3, Kind: "effect", Why: "3B at Lórien: raised by 3"},
			{Version: 331, Round: 4, From: 65, To: 48, By: -17, Kind: "siege", Why: "Siege of round 4", Shares: []wall.Share{{Team: "Lórien", Siege: 4}, {Team: "Rivendell", Siege: 4}, {Team: "Esgaroth", Siege: 9}}},
		},
		Stages: []wall.Stage{{Stage: "3B", Name: "The Gates", Team: "Lórien"}, {Stage: "3D", Name: "The Dungeon", Team: "Rivendell"}, {Stage: "3F", Name: "The Pits"}, {Stage: "3H", Name: "The Tower", Team: "Esgaroth"}},
		Recent: []wall.Recent{
			{Position: 1234, At: now, Words: "Esgaroth ended round 7"},
			{Position: 1231, At: now.Add(-2 * time.Minute), Words: "Round 7, stage 3B: Ana explored Dungeon Door (siege 2)"},
			{Position: 1229, At: now.Add(-3 * time.Minute), Words: "Round 7, stage 3D: Farid was eliminated"},
			{Position: 1220, At: now.Add(-5 * time.Minute), Words: "Lórien ended round 7"},
		},
	}
}

func with(v wall.View, change func(*wall.View)) wall.View {
	change(&v)
	return v
}

func resolving() wall.View {
	return with(playing(), func(v *wall.View) {
		v.Phase, v.Status = board.PhaseEnding, "End of round 7, step 2 of 7"
		v.Barrier = wall.Barrier{Ended: 3, Of: 3, AllEnded: true, Says: "All ended the round"}
		v.Teams[0].State, v.Teams[0].Says = wall.TeamWaiting, "Waits for Rivendell"
		v.Teams[1].State, v.Teams[1].Says = wall.TeamTurn, "Decides now"
		v.Teams[2].State, v.Teams[2].Says = wall.TeamWaiting, "Waits for Rivendell"
		v.Steps[0] = wall.Step{ID: "barrier", Label: "All ended", State: wall.StepDone}
		v.Steps[1].State, v.Steps[1].Outcome = wall.StepDone, "Removed 5 progress"
		v.Steps[2].State = wall.StepNow
		v.Steps[5].State = wall.StepSkipped
		v.Turn = &wall.Turn{
			Step: "7-forced-3d", Kind: group.StepForced, Table: "t2", Team: "Rivendell", Stage: "3D", Decides: "Grace", Says: "Rivendell: 3D, pay 5 progress or suffer, Grace decides",
			Options: []group.Option{
				{Choice: group.ChoicePay, Why: "only 3 progress: cannot remove 5"},
				{Choice: group.ChoicePayBonus, Why: "only 3 progress: cannot remove 10"},
				{Choice: group.ChoiceSuffer, Allowed: true, Effect: "each player at the stage raises their threat by 3"},
			},
		}
		v.Turns = []wall.Turn{*v.Turn}
		v.Steps = append(v.Steps, wall.Step{ID: "8", Label: "Lórien cards", State: wall.StepPending}, wall.Step{ID: "9", Label: "Enemies 1 of 3 found", State: wall.StepPending})
	})
}

func fallen() wall.View {
	return with(playing(), func(v *wall.View) {
		v.Status, v.Round = "Round 9", 9
		v.City.Strength, v.City.Fallen, v.City.AtMark, v.City.Scored, v.City.Ghost = 0, true, true, 0, 0
		v.City.Series = append(v.City.Series[:7:7], wall.Point{Round: 8, Strength: 11}, wall.Point{Round: 9, Strength: 0}, wall.Point{Round: 9, Now: true})
		v.City.LastSay, v.City.Last = "Last round −11", -11
		v.Teams[0].Lieutenant.Indestructible, v.Teams[0].Lieutenant.Says = false, "Sorcerer of Dol Guldur 4/9"
		v.Moment = &wall.Moment{Kind: "city-fallen", Title: "The city has fallen", Says: "Lieutenants can be destroyed now", At: now}
	})
}

func won() wall.View {
	return with(fallen(), func(v *wall.View) {
		v.Phase, v.Status, v.Turn, v.Moment = board.PhaseWon, "Won in round 9", nil, nil
		for i := range v.Teams {
			v.Teams[i].State, v.Teams[i].Says, v.Teams[i].Lieutenant = wall.TeamOver, "Over", nil
		}
		v.Barrier.AllEnded = true
		v.Result = &wall.Result{Won: true, Title: "Dol Guldur is captured", Reason: "The city strength is 0 and no Lieutenant is in play at any stage", Rule: "Attack on Dol Guldur, \"Winning the Game\"", Rounds: 9, Took: 131 * time.Minute}
	})
}

func lost() wall.View {
	return with(playing(), func(v *wall.View) {
		v.Phase, v.Status = board.PhaseLost, "Lost in round 7"
		for i := range v.Teams {
			v.Teams[i].State, v.Teams[i].Says = wall.TeamOver, "Over"
		}
		for i := range v.Teams[1].Players {
			v.Teams[1].Players[i] = out(v.Teams[1].Players[i])
		}
		v.PlayersLeft = 8
		v.Result = &wall.Result{Lost: true, Title: "The attack has failed", Reason: "The last player at Rivendell's stage 3D was eliminated", Team: "Rivendell", Rounds: 7, Took: 104 * time.Minute}
	})
}

func setup() wall.View {
	return wall.View{
		Gathering: "autumn", Group: "fellowship", Name: "Fellowship", Scenario: "Attack on Dol Guldur", Mode: "epic", HasCity: true, Position: 12, At: now, Phase: board.PhaseSetup, Status: "Not started", Players: 3, PlayersLeft: 3,
		City:    wall.City{Strength: 20, Start: 20, Mark: 10, Ghost: 20, Greatest: 20},
		Barrier: wall.Barrier{Of: 3},
		Teams: []wall.Team{
			{Table: "t1", Team: "Lórien", State: wall.TeamSetup, Says: "Not started", Players: []wall.Player{player("Ana", -1)}, Left: 1},
			{Table: "t2", Team: "Rivendell", State: wall.TeamSetup, Says: "Not started", Players: []wall.Player{player("Bram", 28)}, Left: 1},
			{Table: "t3", Team: "Esgaroth", State: wall.TeamSetup, Says: "Nobody seated"},
		},
		Steps: []wall.Step{{ID: "barrier", Label: "Not started", State: wall.StepPending}},
	}
}

func paused() wall.View {
	return with(playing(), func(v *wall.View) {
		v.Paused, v.PauseReason = true, "Lunch until two o'clock, the hall closes for half an hour"
		v.Teams[1].LastOne, v.Teams[1].Left = true, 1
		for _, i := range []int{0, 3} {
			v.Teams[1].Players[i] = out(v.Teams[1].Players[i])
		}
	})
}

func nasty() wall.View {
	return with(resolving(), func(v *wall.View) {
		v.Name = nastyLong
		v.Teams[0].Team, v.Teams[1].Team, v.Teams[2].Team = nastyRTL, nastyLong, nastyMarkup
		for i, name := range []string{nastyRTL, nastyMarkup, nastyLong, nastyMarks} {
			v.Teams[0].Players[i].Name = name
			v.Teams[1].Players[i].Name = name
		}
		v.Turn = &wall.Turn{Team: nastyLong, Decides: nastyLong, Says: nastyLong + " decides: 3D, pay 5 progress or suffer", Options: v.Turn.Options}
		v.Turns = []wall.Turn{*v.Turn, {Team: nastyRTL, Says: nastyRTL}, {Team: nastyMarkup, Says: nastyMarkup}}
		v.Steps[1].Label, v.Steps[2].Label, v.Steps[3].Label = "3B "+nastyRTL, "3D "+nastyLong, "3H "+nastyMarkup
		v.Notices = []string{nastyLong + nastyLong + nastyRTL}
	})
}

// nastyPlaying is what the barrier line shows at its longest.
func nastyPlaying() wall.View {
	return with(nasty(), func(v *wall.View) {
		v.Phase, v.Status, v.Turn, v.Turns = board.PhasePlaying, "Round 117", nil, nil
		v.Barrier = wall.Barrier{Ended: 1, Of: 3, Waiting: []string{nastyLong, nastyRTL}, Since: now.Add(-2 * time.Hour), For: 2 * time.Hour}
		v.Changes[0].Shares = []wall.Share{{Team: nastyRTL, Siege: 3}, {Team: nastyLong, Siege: 1}, {Team: nastyMarkup, Siege: 2}}
		v.Recent[0].Words = "Round 7, stage 3D: " + nastyLong + " explored Dungeon Door (siege 2)"
		v.City.Strength, v.City.Start, v.City.Greatest = 105, 105, 108
		v.City.Series = nil
		for r := range 24 {
			v.City.Series = append(v.City.Series, wall.Point{Round: r + 1, Strength: 108 - r*r/6})
		}
	})
}

// standard is the game of a single table.
func standard() wall.View {
	return with(playing(), func(v *wall.View) {
		v.Mode, v.Name = "standard", "Table by the window"
		v.Teams = v.Teams[:1]
		v.Teams[0].State, v.Teams[0].Says = wall.TeamPlaying, "Playing"
		v.City = wall.City{Strength: 9, Start: 15, Mark: 5, Scored: 2, Ghost: 7, Greatest: 15, Series: []wall.Point{{Round: 1, Strength: 15}, {Round: 2, Strength: 9}, {Round: 2, Strength: 9, Now: true}}}
		v.Barrier = wall.Barrier{Of: 1}
	})
}

func overview(n int) wall.All {
	all := wall.All{Playing: n - 2, Won: 1, Lost: 1, Finished: 2, At: now}
	for i := range n {
		c := wall.Card{
			Group: events.GroupID(fmt.Sprintf("g%d", i)), Name: fmt.Sprintf("Company %d", i+1), Scenario: "Attack on Dol Guldur", Mode: "epic", Phase: board.PhasePlaying, Status: fmt.Sprintf("Round %d", 3+i%5), Round: 3 + i%5, City: 65 - 3*i, Start: 65, Left: 12, Players: 12,
			Teams: []wall.CardTeam{{Table: "t1", Team: "Lórien", Stage: "3B", State: wall.TeamEnded}, {Table: "t2", Team: "Rivendell", Stage: "3D", State: wall.TeamPlaying}, {Table: "t3", Team: "Esgaroth", Stage: "3H", State: wall.TeamEnded}},
		}
		switch i {
		case 0:
			c.Attention, c.Name = "Rivendell is 12 min behind", nastyLong
		case 1:
			c.Paused, c.Attention = true, "Paused for 20 min: "+nastyMarkup
		case 2:
			c.Phase, c.Status, c.City = board.PhaseWon, "Won in round 9", 0
		case 3:
			c.Phase, c.Status = board.PhaseLost, "Lost in round 6"
		case 4:
			c.Phase, c.Status, c.Round = board.PhaseSetup, "Not started, 7 players", 0
		}
		c.Figure, c.FigureSay = fmt.Sprint(c.City), "city strength"
		if c.Phase == board.PhaseSetup {
			c.Figure, c.FigureSay = "–", "not started"
		}
		all.Groups = append(all.Groups, c)
	}
	return all
}

// signed is what walls show as their last line.
var signed = deps.Checkpoint{Gathering: "autumn", Size: 123456, Fingerprint: "123456 K7QF-2M9X-A0BC-DEFG", At: now, By: []string{"muster/gatherings/autumn"}}

func walls() []Picture {
	dark, light := wallpage.Look{Theme: "dark", Scale: "scale-100"}, wallpage.Look{Theme: "light", Scale: "scale-100"}
	out := []Picture{}
	for _, v := range []struct {
		name string
		view wall.View
	}{
		{"playing", playing()},
		{"resolving", resolving()},
		{"fallen", fallen()},
		{"won", won()},
		{"lost", lost()},
		{"setup", setup()},
		{"paused", paused()},
		{"nasty", nasty()},
		{"nasty-playing", nastyPlaying()},
		{"standard", standard()},
		{"eye-gate", eyeAtTheGate()},
		{"eye-doom", eyeAtDoom()},
		{"eye-asks", eyeAsks()},
		{"eye-pending", eyePending()},
		{"eye-nasty", eyeNasty()},
		{"eye-lost", eyeLost()},
		{"pelennor", pelennor()},
		{"temple", temple()},
		{"temple-setup", templeSetup()},
		{"temple-won", templeWon()},
	} {
		out = append(out, Picture{Name: "wall-" + v.name, Wall: true, Page: wallpage.WallPage(v.view, dark, "", &signed)})
	}
	out = append(out, Picture{Name: "wall-light", Wall: true, Page: wallpage.WallPage(playing(), light, "", &signed)})
	for _, scale := range []string{"80", "120", "140", "160"} {
		look := wallpage.Look{Theme: "dark", Scale: "scale-" + scale}
		out = append(out, Picture{Name: "wall-playing-" + scale, Wall: true, Page: wallpage.WallPage(playing(), look, "", &signed)},
			Picture{Name: "wall-resolving-" + scale, Wall: true, Page: wallpage.WallPage(resolving(), look, "", &signed)},
			Picture{Name: "wall-eye-" + scale, Wall: true, Page: wallpage.WallPage(eyeAtTheGate(), look, "", &signed)},
			Picture{Name: "wall-pelennor-" + scale, Wall: true, Page: wallpage.WallPage(pelennor(), look, "", &signed)})
	}
	return append(out,
		Picture{Name: "wall-eye-light", Wall: true, Page: wallpage.WallPage(eyeAtTheGate(), light, "", &signed)},
		Picture{Name: "overview-quest-night", Wall: true, Page: wallpage.OverviewPage("Quest night", questNight(), dark, "", &signed)},
		Picture{Name: "overview-30", Wall: true, Page: wallpage.OverviewPage("Autumn Muster", overview(30), dark, "", &signed)},
		Picture{Name: "overview-5", Wall: true, Page: wallpage.OverviewPage("Autumn Muster", overview(5), light, "", &signed)},
		Picture{Name: "overview-0", Wall: true, Page: wallpage.OverviewPage("Autumn Muster", wall.All{At: now}, dark, "", nil)},
		Picture{Name: "wall-testcard", Wall: true, Page: wallpage.SetupPage(dark)},
		Picture{Name: "wall-testcard-light", Wall: true, Page: wallpage.SetupPage(light)},
	)
}

func lives() []Picture {
	return []Picture{
		{Name: "live-playing", Page: wallpage.LivePage(playing(), "")},
		{Name: "live-resolving", Page: wallpage.LivePage(resolving(), "")},
		{Name: "live-won", Page: wallpage.LivePage(won(), "")},
		{Name: "live-nasty", Page: wallpage.LivePage(nasty(), "")},
		{Name: "live-setup", Page: wallpage.LivePage(setup(), "")},
		{Name: "live-eye", Page: wallpage.LivePage(eyeAsks(), "")},
		{Name: "live-pelennor", Page: wallpage.LivePage(pelennor(), "")},
	}
}
