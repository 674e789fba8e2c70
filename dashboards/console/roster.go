package console

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/catalog"
)

// RosterView is what came of a list of players.
type RosterView struct {
	Me     access.Session
	Info   catalog.Gathering
	Report roster.Report
	File   string // the file itself, to be sent again when it is applied
	Format string
}

// POST /console/{gathering}/roster: first with a file, which is only checked; then with its text,
// which is applied.
func (p pages) roster(w http.ResponseWriter, r *http.Request) error {
	c, err := p.setupCall(w, r)
	if err != nil {
		return err
	}
	if no := c.me.May(access.Import, c.g, access.Object{}); no != nil {
		return no
	}
	v := RosterView{Me: c.me, Info: c.info, File: r.FormValue("text"), Format: r.FormValue("format")}
	dry := v.File == ""
	if dry {
		if v.File, v.Format, err = upload(r); err != nil {
			return err
		}
	}
	v.Report, err = p.Roster.Import(r.Context(), c.g, c.me.Actor(), strings.NewReader(v.File), v.Format, dry)
	if err != nil {
		return err
	}
	if v.Report.Applied {
		p.settle(c)
	}
	return p.Page(w, r, RosterPage(v))
}

// settle waits until pages show what was just imported.
func (p pages) settle(c *call) {
	if info, err := p.Reader.Gathering(c.r.Context(), c.g); err == nil {
		p.Await(c.r.Context(), c.g, info.Position)
	}
}

// upload reads the file of a form and tells its format by its name or first character.
func upload(r *http.Request) (text, format string, err error) {
	file, head, err := r.FormFile("file")
	if err != nil {
		return "", "", site.Malformed("no file was chosen")
	}
	defer file.Close()
	b, err := io.ReadAll(io.LimitReader(file, site.UploadLimit))
	if err != nil {
		return "", "", site.Malformed("the file could not be read: " + err.Error())
	}
	if len(bytes.TrimSpace(b)) == 0 {
		return "", "", site.Malformed("the file is empty")
	}
	format = roster.FormatCSV
	first := bytes.TrimLeft(b, "\ufeff \t\r\n")[0]
	if strings.EqualFold(path.Ext(head.Filename), ".json") || first == '[' || first == '{' {
		format = roster.FormatJSON
	}
	return string(b), format, nil
}

// waiting is the file that a phone saves when its entries cannot reach the server.
type waiting struct {
	Muster    string             `json:"muster"` // "waiting-entries"
	Format    int                `json:"format"` // 1
	Gathering events.GatheringID `json:"gathering"`
	Group     events.GroupID     `json:"group"`
	Table     events.TableID     `json:"table"`
	Device    events.DeviceID    `json:"device"`
	Commands  []waitingEntry     `json:"commands"`
}

type waitingEntry struct {
	ID      events.CommandID `json:"id"`
	Type    string           `json:"type"`
	Data    json.RawMessage  `json:"data"`
	Round   int              `json:"round,omitempty"` // that it was entered in
	Words   string           `json:"words"`
	At      time.Time        `json:"at"`
	Refused json.RawMessage  `json:"refused,omitempty"`
}

// maxWaiting is the greatest number of entries in a file.
const maxWaiting = 500

// Imported is what came of a file of waiting entries.
type Imported struct {
	Me    access.Session
	Info  catalog.Gathering
	Group events.GroupID
	Lines []ImportedLine
}

// ImportedLine is one entry of the file.
type ImportedLine struct {
	Words string
	OK    bool
	Says  string // what came of it
}

// POST /console/{gathering}/import
func (p pages) importWaiting(w http.ResponseWriter, r *http.Request) error {
	c, err := p.setupCall(w, r)
	if err != nil {
		return err
	}
	text, _, err := upload(r)
	if err != nil {
		return err
	}
	f, err := readWaiting(text, c.g)
	if err != nil {
		return err
	}
	v := Imported{Me: c.me, Info: c.info, Group: f.Group}
	stopped := false
	for _, e := range f.Commands {
		line := ImportedLine{Words: e.Words}
		if stopped {
			line.Says = "not tried, because an entry before it was refused"
		} else {
			line.OK, line.Says, err = p.enter(c, f, e)
			if err != nil {
				return err
			}
			stopped = !line.OK
		}
		v.Lines = append(v.Lines, line)
	}
	return p.Page(w, r, ImportedPage(v))
}

func readWaiting(text string, g events.GatheringID) (waiting, error) {
	var f waiting
	if err := json.Unmarshal([]byte(text), &f); err != nil || f.Muster != "waiting-entries" || f.Format != 1 {
		return f, site.Malformed("this is not a file of waiting entries that a table page has saved")
	}
	if f.Gathering != g {
		return f, site.Malformed(fmt.Sprintf("the file is from the gathering %q, not from this one", f.Gathering))
	}
	if f.Group.Validate() != nil || f.Table.Validate() != nil || len(f.Commands) > maxWaiting {
		return f, site.Malformed("the file is damaged: save it again on the phone")
	}
	return f, nil
}

// enter gives one saved entry for its table. It keeps its id, so one that had arrived counts once.
func (p pages) enter(c *call, f waiting, e waitingEntry) (ok bool, says string, err error) {
	if no := c.me.May(access.Give(e.Type), c.g, access.Object{Group: f.Group, Table: f.Table}); no != nil {
		return false, no.Says, nil
	}
	answer, err := p.Commands.Do(c.r.Context(), events.Group(c.g, f.Group), events.Command{ID: e.ID, Type: e.Type, Data: e.Data, Actor: c.me.Actor(), Round: e.Round})
	if refusal := engine.AsRefusal(err); refusal != nil {
		return false, refusal.Says, nil
	}
	if err != nil {
		return false, "", err
	}
	p.Await(c.r.Context(), c.g, answer.Position)
	if answer.Duplicate {
		return true, "had arrived already; it counts once", nil
	}
	return true, "entered", nil
}
