package faults_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
)

// party is a whole server with a gathering of one group in play: red, green and blue, one player each.
type party struct {
	*apptest.Server
	t     *testing.T
	boss  *client.Client
	id    events.StreamID
	judge string // code
	codes map[events.TableID]string
	at    events.Position // of the latest answer
}

// names are what people of a party are called.
type names struct {
	gathering, group string
	teams, players   [3]string
}

var plainNames = names{
	gathering: "Spring Siege", group: "Siege One",
	teams: [3]string{"Amon", "Bree", "Celduin"}, players: [3]string{"Ana", "Bram", "Chiara"},
}

// newParty starts a server and a game on it.
func newParty(t *testing.T, s *apptest.Server, n names) *party {
	t.Helper()
	p := &party{Server: s, t: t, boss: s.Organiser(t), id: events.Group(spring, "g1"), codes: map[events.TableID]string{}}
	p.must(p.boss.OpenGathering(t.Context(), spring, n.gathering, group.Settings{}))
	var people []roster.NewPerson
	for _, name := range n.players {
		people = append(people, roster.NewPerson{Name: name})
	}
	ids, err := p.boss.Register(t.Context(), spring, people)
	p.must(err)
	open := group.OpenGroup{Name: n.group, Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard", Seed: 7}
	var seats group.SeatPlayers
	threat := 20
	for i, table := range tables {
		open.Tables = append(open.Tables, group.TableName{ID: table, Team: n.teams[i]})
		seats.Seats = append(seats.Seats, group.Seat{Player: ids[i], Table: table, Threat: &threat})
	}
	for _, b := range []events.CommandBody{open, seats, group.StartGroup{}} {
		p.order(b)
	}
	codes, err := p.boss.Codes(t.Context(), spring)
	p.must(err)
	p.judge = codes.Judge
	for _, c := range codes.Tables {
		p.codes[c.Table] = c.Code
	}
	return p
}

func (p *party) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// order gives a command as the organiser.
func (p *party) order(b events.CommandBody) {
	p.t.Helper()
	r, err := p.boss.Send(p.t.Context(), spring, p.id.Group, client.Command{ID: newID(), Body: b})
	p.must(err)
	if r.Refused != nil {
		p.t.Fatalf("%s: refused: %s", b.CommandType(), r.Refused.Says)
	}
	p.at = max(p.at, r.Answers[0].Position)
}

func newID() events.CommandID { return events.CommandID(uuid.Must(uuid.NewV7()).String()) }

func (p *party) board() board.Group {
	p.t.Helper()
	b, err := p.boss.Board(p.t.Context(), spring, p.id.Group, p.at)
	p.must(err)
	return b
}

func (p *party) table(id events.TableID) board.Table {
	p.t.Helper()
	b := p.board()
	t, ok := b.Table(id)
	if !ok {
		p.t.Fatalf("no table %s", id)
	}
	return t
}

// history returns what happened in the group, latest first.
func (p *party) history() []history.Line {
	p.t.Helper()
	var out struct {
		Lines []history.Line `json:"lines"`
	}
	_, body := p.phone().get("/api/v1/gatherings/spring/groups/g1/history?limit=200")
	p.must(json.Unmarshal([]byte(body), &out))
	return out.Lines
}

// phone is a browser without a screen, with its own cookies and its own count of entries.
type phone struct {
	*party
	http *http.Client
	n    uint64
}

func (p *party) phone() *phone {
	jar, err := cookiejar.New(nil)
	p.must(err)
	return &phone{party: p, http: &http.Client{Jar: jar, Timeout: patience}}
}

// organiser returns a phone with an organiser's session.
func (p *party) organiser() *phone {
	p.t.Helper()
	b := p.phone()
	if status, says := b.json("/api/v1/login", map[string]string{"key": p.OrganiserKey()}); status >= 300 {
		p.t.Fatalf("log in: %d %s", status, says)
	}
	return b
}

// captain returns a phone that records for a table.
func (p *party) captain(table events.TableID) *phone {
	p.t.Helper()
	b := p.phone()
	b.join(p.codes[table], "Captain of "+string(table), false)
	return b
}

// join enters a code on the page that asks for it, and returns what the page says then.
func (b *phone) join(code, name string, confirm bool) string {
	b.t.Helper()
	form := url.Values{"id": {uuid.NewString()}, "name": {name}}
	if confirm {
		form.Set("confirm", "yes")
	}
	res, err := b.http.PostForm(b.URL+"/join/"+code, form)
	b.must(err)
	status, says := b.read(res)
	if status != http.StatusOK {
		b.t.Fatalf("join: %d %s", status, says)
	}
	b.n = 0 // a session of its own, counted from the start
	return says
}

func (b *phone) read(res *http.Response) (int, string) {
	b.t.Helper()
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	b.must(err)
	return res.StatusCode, string(body)
}

func (b *phone) get(path string) (int, string) {
	b.t.Helper()
	res, err := b.http.Get(b.URL + path)
	b.must(err)
	return b.read(res)
}

func (b *phone) json(path string, in any) (int, string) {
	b.t.Helper()
	body, err := json.Marshal(in)
	b.must(err)
	res, err := b.http.Post(b.URL+path, "application/json", bytes.NewReader(body))
	b.must(err)
	return b.read(res)
}

// upload posts a file in a form, as the console does.
func (b *phone) upload(path, name, content string) (int, string) {
	b.t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	f, err := w.CreateFormFile("file", name)
	b.must(err)
	_, _ = io.WriteString(f, content)
	b.must(w.Close())
	res, err := b.http.Post(b.URL+path, w.FormDataContentType(), &form)
	b.must(err)
	return b.read(res)
}

// entry makes the next entry of this phone, in the round that its page shows.
func (b *phone) entry(body events.CommandBody, round int) runner.Entry {
	b.t.Helper()
	data, err := json.Marshal(body)
	b.must(err)
	return runner.Entry{ID: newID(), N: b.n + 1, Type: body.CommandType(), Data: data, Round: round}
}

// answered is the answer to one entry.
type answered struct {
	Status  int
	Answers []runner.Answered `json:"answers"`
	Refused *runner.Refused   `json:"refused"`
}

// send sends an entry and counts it if it is taken.
func (b *phone) send(e runner.Entry) answered {
	b.t.Helper()
	status, body := b.json("/api/v1/gatherings/spring/groups/g1/commands", runner.Request{Commands: []runner.Entry{e}})
	out := answered{Status: status}
	if err := json.Unmarshal([]byte(body), &out); err != nil {
		b.t.Fatalf("answer %d: %v: %s", status, err, body)
	}
	if len(out.Answers) == 1 {
		b.n = max(b.n, e.N)
		b.at = max(b.at, out.Answers[0].Position)
	}
	return out
}

// taken sends an entry that has to be taken.
func (b *phone) taken(body events.CommandBody) {
	b.t.Helper()
	if a := b.send(b.entry(body, 0)); a.Refused != nil || len(a.Answers) != 1 {
		b.t.Fatalf("%s: %d, refused: %+v", body.CommandType(), a.Status, a.Refused)
	}
}

// refuses sends an entry that has to be refused with that code.
func (b *phone) refuses(e runner.Entry, status int, code string) string {
	b.t.Helper()
	a := b.send(e)
	if a.Refused == nil || string(a.Refused.Code) != code || a.Status != status || a.Refused.Says == "" {
		b.t.Fatalf("%s is answered with %d %+v, want %d and a refusal %s that says why", e.Type, a.Status, a.Refused, status, code)
	}
	return a.Refused.Says
}

// saved is the file that a table page makes of entries that wait on the phone.
func saved(table events.TableID, es ...runner.Entry) string {
	type line struct {
		ID    events.CommandID `json:"id"`
		Round int              `json:"round,omitempty"`
		Type  string           `json:"type"`
		Data  json.RawMessage  `json:"data"`
		Words string           `json:"words"`
	}
	f := map[string]any{"muster": "waiting-entries", "format": 1, "gathering": spring, "group": "g1", "table": table, "device": "d-1"}
	var lines []line
	for i, e := range es {
		lines = append(lines, line{e.ID, e.Round, e.Type, e.Data, fmt.Sprintf("entry %d", i+1)})
	}
	f["commands"] = lines
	b, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// contains checks that a page says all of something.
func contains(t *testing.T, page string, all ...string) {
	t.Helper()
	for _, s := range all {
		if !strings.Contains(page, s) {
			t.Errorf("%q is not in\n%.2000s", s, page)
		}
	}
}
