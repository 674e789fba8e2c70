package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/coordinator/roster"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	words "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/client"
)

// Texts by which people who are erased are found again. Each is nowhere else.
const (
	registeredName = "Wilhelmina Zauberfisch"
	contact        = "zauberfisch@example.org"
	typedName      = "Quirinius Donnergurk"   // at the join page, as captain
	entrantName    = "Xanthippe Nebelkerz"    // at the tournament's page, on a phone
	staying        = "Ottokar Unvergessen"    // is not erased
	judgeName      = "Hildegunde Falkenblick" // at the join page, as judge
)

// erasure is a whole server, on which people have left their traces.
type erasure struct {
	t    *testing.T
	s    *apptest.Server
	boss *client.Client
	log  *logged
	ids  map[string]events.PersonID // by name
}

// logged keeps what a server logs.
type logged struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(b)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// Must show 5: somebody is erased. The log still proves itself, and their name is nowhere: not in the
// bundle, a read model, a page, a log line, or a copy of the data directory that is made afterwards.
func TestAPersonErasedIsNowhere(t *testing.T) {
	e := &erasure{t: t, log: &logged{}, ids: map[string]events.PersonID{}}
	e.s = apptest.StartLogging(t, t.TempDir(), slog.New(slog.NewJSONHandler(e.log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	e.boss = e.s.Organiser(t)
	e.happens()
	all := []string{registeredName, contact, typedName, entrantName, judgeName}
	pages := e.crawl()
	for _, name := range all {
		if !strings.Contains(pages, name) {
			t.Errorf("%s is on no page before it is erased: this test sees too little", name)
		}
		if len(filesWith(t, e.s.Data, name)) == 0 {
			t.Errorf("%s is in no file before it is erased: this test sees nothing", name)
		}
		if found := filesWith(t, filepath.Join(e.s.Data, "models"), name); len(found) > 0 {
			t.Errorf("%s was written to read models: %v", name, found)
		}
	}
	for _, name := range []string{registeredName, typedName, entrantName, judgeName} {
		if err := e.forget(e.ids[name]); err != nil {
			t.Fatal(err)
		}
	}
	if pages = e.crawl(); !strings.Contains(pages, staying) || !strings.Contains(pages, "Player 1") {
		t.Error("pages do not name who stays, or number who is erased")
	}
	e.nowhere("a page", pages)
	e.bundles()
	e.nowhereInFiles("the data directory while the server runs")
	e.s.Stop()
	e.nowhereInFiles("the data directory")
	if err := os.RemoveAll(filepath.Join(e.s.Data, "models")); err != nil { // made anew from the log
		t.Fatal(err)
	}
	e.s = apptest.StartLogging(t, e.s.Data, slog.New(slog.NewJSONHandler(e.log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	e.boss = e.s.Organiser(t)
	e.nowhere("a page after a restart", e.crawl())
	e.s.Stop()
	e.nowhereInFiles("the data directory after read models were made anew")
	if !strings.Contains(e.log.String(), "stopping") {
		t.Error("no log line was kept: this test sees nothing")
	}
	e.nowhere("a log line", e.log.String())
}

// nowhere fails if a text holds a name that was erased.
func (e *erasure) nowhere(where, text string) {
	e.t.Helper()
	for _, name := range []string{registeredName, contact, typedName, entrantName, judgeName} {
		if i := strings.Index(text, name); i >= 0 {
			e.t.Errorf("%s is in %s: …%s…", name, where, text[max(0, i-200):min(len(text), i+len(name)+50)])
		}
	}
}

func (e *erasure) nowhereInFiles(where string) {
	e.t.Helper()
	for _, name := range []string{registeredName, contact, typedName, entrantName, judgeName} {
		if found := filesWith(e.t, e.s.Data, name); len(found) > 0 {
			e.t.Errorf("%s: %s is in %v", where, name, found)
		}
	}
	if len(filesWith(e.t, e.s.Data, staying)) == 0 {
		e.t.Errorf("%s: who was not erased is gone", where)
	}
}

// filesWith returns the files under a folder that hold a text as it is, or as JSON or a form writes it.
func filesWith(t *testing.T, dir, text string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if os.IsNotExist(err) { // a temporary file of the server
			return nil
		}
		for _, as := range []string{text, url.QueryEscape(text), strings.ToLower(text)} {
			if bytes.Contains(b, []byte(as)) {
				out = append(out, path)
				break
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// happens: people are registered, seated, join with names that they type, play, enter a tournament and a
// league, declare a deck; rulings, flags and a notice name them by what they are.
func (e *erasure) happens() {
	t := e.t
	ctx := t.Context()
	if err := e.boss.OpenGathering(ctx, "store", "Store", group.Settings{}); err != nil {
		t.Fatal(err)
	}
	ids, err := e.boss.Register(ctx, "store", []roster.NewPerson{{Name: registeredName, Contact: contact}, {Name: staying, Contact: "otto@example.org"}})
	if err != nil {
		t.Fatal(err)
	}
	e.ids[registeredName], e.ids[staying] = ids[0], ids[1]
	hero := func(title string) []group.Hero { return []group.Hero{{Title: title, Threat: 10, HitPoints: 5}} }
	e.send("red", group.OpenGroup{
		Name: "Red", Scenario: "attack-on-dol-guldur", Mode: "standard", Difficulty: "standard", Tables: []group.TableName{{ID: "t1", Team: "Rivendell"}},
	}, group.SeatPlayers{Seats: []group.Seat{{Player: ids[0], Table: "t1", Heroes: hero("Warden")}, {Player: ids[1], Table: "t1", Heroes: hero("Scout")}}}, lotr.DeclareDeck{Table: "t1", Player: ids[0], Name: "Woods", Source: "ringsdb", Cards: []lotr.DeckCard{{Name: "Warden", Type: "Hero", Copies: 1}}}, group.StartGroup{})
	codes, err := e.boss.Codes(ctx, "store")
	if err != nil {
		t.Fatal(err)
	}
	captain := e.join(codes.Tables[0].Code, typedName)
	e.as(captain, "red", group.TakeRecorder{Table: "t1"}, lotr.ChangeThreat{Table: "t1", Player: ids[0], By: 3}, group.FlagEntry{Table: "t1", Entry: 4, Reason: "it was two"})
	judge := e.join(codes.Judge, judgeName)
	n := 20
	e.as(judge, "red", lotr.Rule{Reason: "counted again", Verdict: group.VerdictCorrected, City: &n}, group.PostNotice{Text: "Lunch at one"})
	e.contests(ids)
}

// contests: a tournament with an entrant from a phone, and a league.
func (e *erasure) contests(ids []events.PersonID) {
	t := e.t
	ctx := t.Context()
	reply, err := e.boss.SendTournament(ctx, "store", "cup", e.commands(
		tournament.OpenTournament{Name: "Cup", Rules: tournament.Rules{Format: tournament.FormatSwiss, Rounds: 2}, Seed: 7},
		tournament.Register{Entrants: []tournament.Entrant{{Player: ids[0]}, {Player: ids[1]}}},
	)...)
	e.accepted(reply, err)
	phone := client.New(e.s.URL, nil)
	me, err := phone.EnterTournament(ctx, "store", "cup", events.CommandID(uuid.NewString()), entrantName)
	if err != nil {
		t.Fatal(err)
	}
	e.ids[entrantName] = me.Person
	reply, err = e.boss.SendTournament(ctx, "store", "cup", e.commands(tournament.StartTournament{}, tournament.PairRound{Round: 1}, tournament.PublishRound{Round: 1})...)
	e.accepted(reply, err)
	reply, err = e.boss.SendLeague(ctx, "store", "winter", e.commands(
		words.OpenLeague{Name: "Winter", Rules: season.Words(rules.SeasonByPlaces()), Walkins: true},
		words.PlanSession{Session: words.Session{ID: "w1", Name: "Week 1"}},
		words.EnterPlayers{Players: []words.Player{{Player: ids[0]}, {Player: ids[1]}}},
		words.RecordResults{Session: "w1", Results: []words.Result{{Kind: words.KindPlace, Players: ids[:1], Place: 1}, {Kind: words.KindPlace, Players: ids[1:], Place: 2}}},
	)...)
	e.accepted(reply, err)
}

func (e *erasure) commands(bodies ...events.CommandBody) []client.Command {
	out := make([]client.Command, len(bodies))
	for i, b := range bodies {
		out[i] = client.Command{ID: events.CommandID(uuid.NewString()), Body: b}
	}
	return out
}

func (e *erasure) accepted(r client.Reply, err error) {
	e.t.Helper()
	if err != nil || r.Refused != nil {
		e.t.Fatalf("%v, %+v", err, r.Refused)
	}
}

func (e *erasure) send(g events.GroupID, bodies ...events.CommandBody) { e.as(e.boss, g, bodies...) }

func (e *erasure) as(c *client.Client, g events.GroupID, bodies ...events.CommandBody) {
	e.t.Helper()
	r, err := c.Send(e.t.Context(), "store", g, e.commands(bodies...)...)
	e.accepted(r, err)
}

func (e *erasure) join(code, name string) *client.Client {
	e.t.Helper()
	c := client.New(e.s.URL, nil)
	s, err := c.Join(e.t.Context(), code, name)
	if err != nil {
		e.t.Fatal(err)
	}
	e.ids[name] = s.Person
	return c
}

// forget erases somebody as the console does.
func (e *erasure) forget(id events.PersonID) error {
	b := e.browser()
	form := url.Values{"id": {uuid.NewString()}, "person": {string(id)}}
	res, err := b.PostForm(e.s.URL+"/console/store/do/forget", form)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err == nil && (res.StatusCode != http.StatusOK || !bytes.Contains(body, []byte("The name is erased"))) {
		return fmt.Errorf("%s: %s", res.Status, body)
	}
	return err
}

// browser is the organiser's browser.
func (e *erasure) browser() *http.Client {
	e.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		e.t.Fatal(err)
	}
	b := &http.Client{Jar: jar, Timeout: apptest.Patience}
	res, err := b.Get(e.s.OrganiserLink())
	if err != nil {
		e.t.Fatal(err)
	}
	_ = res.Body.Close()
	return b
}

var links = regexp.MustCompile(`(?:href|src|hx-sse:connect)="(/[^"#]*)`)

// crawl reads every page that an organiser comes to, and what the API says of the gathering.
func (e *erasure) crawl() string {
	e.t.Helper()
	b := e.browser()
	const api = "/api/v1/gatherings/store"
	todo := []string{
		"/", "/console", "/console/store", "/console/store/do/forget", "/judge/store", "/status", "/wall/store", "/wall/store/red", "/live/store/red", "/t/store/red/t1", "/replay/store/red",
		api, api + "/groups/red", api + "/groups/red/history", api + "/history", api + "/people", api + "/export", api + "/tournaments/cup?view=officials", api + "/tournaments/cup/history", api + "/leagues/winter?view=officials",
	}
	seen := map[string]bool{}
	var all strings.Builder
	for len(todo) > 0 && len(seen) < 400 {
		at := todo[0]
		todo = todo[1:]
		if at = strings.ReplaceAll(at, "&amp;", "&"); seen[at] || passedOver(at) {
			continue
		}
		seen[at] = true
		res, err := b.Get(e.s.URL + at)
		if err != nil {
			e.t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil {
			e.t.Fatalf("%s: %v", at, err)
		}
		if res.StatusCode >= http.StatusInternalServerError {
			e.t.Errorf("%s: %s", at, res.Status)
		}
		fmt.Fprintf(&all, "\n==== %s %s\n%s", at, res.Status, body)
		for _, m := range links.FindAllStringSubmatch(string(body), -1) {
			todo = append(todo, m[1])
		}
	}
	if len(seen) < 40 {
		e.t.Errorf("only %d pages were found", len(seen))
	}
	return all.String()
}

// passedOver leaves out what never ends, what logs out, and what is no page.
func passedOver(at string) bool {
	for _, start := range []string{"/sse/", "/assets/", "/qr", "/logout", "/console/login", "/icon", "/favicon", "/api/v1/openapi"} {
		if strings.HasPrefix(at, start) {
			return true
		}
	}
	return strings.HasSuffix(at, "/stream") || strings.HasSuffix(at, "/feed")
}

// bundles writes the gathering to files with names and without: both are proven, and neither knows who was
// erased.
func (e *erasure) bundles() {
	t := e.t
	for _, with := range [][]string{nil, {"--with-names"}} {
		file := filepath.Join(t.TempDir(), "store.muster.zip")
		must(t, append([]string{"bundle", "store", file, "--data", e.s.Data}, with...)...)
		if says := must(t, "verify", file); !strings.Contains(strings.ToLower(says), "proven") {
			t.Errorf("verify says\n%s", says)
		}
		unpacked := unpack(t, file)
		e.nowhere(fmt.Sprintf("the bundle %v", with), unpacked)
		if strings.Contains(unpacked, staying) != (with != nil) {
			t.Errorf("the bundle %v names who was not erased: %v", with, with == nil)
		}
	}
	export := must(t, "export", "store", "--data", e.s.Data)
	if strings.Count(export, (desk.PersonForgotten{}).EventType()) != 4 {
		t.Error("the log does not say that four people were erased")
	}
	e.nowhere("the export", export)
}

// unpack returns everything that an archive holds.
func unpack(t *testing.T, path string) string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	var all strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&all, r); err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
	}
	return all.String()
}
