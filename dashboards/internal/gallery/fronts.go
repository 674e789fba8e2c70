package gallery

import (
	"time"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/frontpage"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
)

func gathering() catalog.Gathering {
	tables := []catalog.Table{{ID: "t1", Team: "Lórien", Stage: "3B", Ended: true}, {ID: "t2", Team: "Rivendell", Stage: "3D"}, {ID: "t3", Team: nastyMarkup, Stage: "3H", Ended: true}}
	return catalog.Gathering{
		ID: "autumn", Name: "Autumn Muster", OpenedAt: now.Add(-5 * time.Hour), Position: 1234,
		Settings: group.Settings{}, People: []events.PersonID{"p-1", "p-2", "p-3"},
		Groups: []catalog.Group{
			{ID: "fellowship", Name: "Fellowship", Scenario: "attack-on-dol-guldur", Mode: "epic", Phase: board.PhasePlaying, Round: 7, City: 33, Players: 12, Left: 11, Tables: tables, Waiting: []events.TableID{"t2"}, WaitSince: now.Add(-250 * time.Second), LastAt: now},
			{ID: "grey-company", Name: "Grey Company", Scenario: "attack-on-dol-guldur", Mode: "epic", Phase: board.PhaseEnding, Round: 6, City: 21, Players: 9, Left: 9, Tables: tables, Step: "3D Rivendell: pay or suffer", LastAt: now.Add(-40 * time.Second)},
			{ID: "long", Name: nastyLong, Scenario: "attack-on-dol-guldur", Mode: "epic", Phase: board.PhaseSetup, Players: 7, Left: 7, Tables: tables, LastAt: now.Add(-30 * time.Minute)},
			{ID: "rtl", Name: nastyRTL, Scenario: "attack-on-dol-guldur", Mode: "standard", Phase: board.PhaseWon, Round: 9, Players: 2, Left: 2, Tables: tables[:1], LastAt: now.Add(-time.Hour)},
			{ID: "xss", Name: nastyMarkup, Scenario: "attack-on-dol-guldur", Mode: "standard", Phase: board.PhasePlaying, Paused: true, Round: 2, City: 12, Players: 2, Left: 1, Tables: tables[:1], LastAt: now.Add(-20 * time.Minute)},
		},
	}
}

func fronts() []Picture {
	table := access.Session{Role: events.RoleCaptain, Gathering: "autumn", Group: "fellowship", Table: "t2"}
	join := frontpage.Join{Code: "K7QX2M9", Opens: table, Gathering: "Autumn Muster", Group: "Fellowship", Team: "Rivendell", Players: []string{"Elif", nastyRTL, nastyMarkup}, ID: "01930000-0000-7000-8000-000000000000"}
	taken := join
	taken.Taken, taken.By, taken.Team, taken.Problem = true, nastyMarkup, nastyLong, "Tick the box if this phone is to record from now on."
	return []Picture{
		{Name: "home", Page: frontpage.HomePage(frontpage.Home{Gatherings: []catalog.Gathering{gathering()}, Address: "http://muster.local:8080"})},
		{Name: "home-empty", Page: frontpage.HomePage(frontpage.Home{Me: access.Session{Role: events.RoleOrganiser}, Address: "http://muster.local:8080"})},
		{Name: "join", Page: frontpage.JoinPage(frontpage.Join{Code: "K7QX2M8", Problem: "no table has this code: look at the card again; the last character tells mistyped ones apart"})},
		{Name: "join-table", Page: frontpage.TablePage(join)},
		{Name: "join-taken", Page: frontpage.TablePage(taken)},
		{Name: "join-judge", Page: frontpage.JudgePage(frontpage.Join{Code: "K7QX2M9", Gathering: "Autumn Muster"})},
		{Name: "login", Page: frontpage.LoginPage("that is not the key", "")},
		{Name: "status", Page: frontpage.StatusPage(frontpage.Status{OK: true, Parts: []deps.Health{{Part: "Log", OK: true, Says: "1,234 commits, written and read back"}}, Address: "http://muster.local:8080", At: "2026-11-28 15:04:00 UTC"})},
		{Name: "status-bad", Page: frontpage.StatusPage(frontpage.Status{Parts: []deps.Health{{Part: "Disk", Says: "800 MB left: make room, or commands will be refused"}}, Secure: true})},
		{Name: "error", Page: layout.ErrorPage(layout.Problem{Title: "That was refused", Says: "3D is next: Rivendell decides about its Forced effect first", Source: "Attack on Dol Guldur, \"Playing Epic Multiplayer Mode\"", Quote: "A1B2C3D4", Back: "/"})},
	}
}
