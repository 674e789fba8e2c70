package league

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/muster-events/muster/coordinator/roster/files"
	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/words"
)

// importing is the action that takes a file of results in.
const importing = "import"

// mostCSV is how many characters of a file of results are taken in by the page: those of about 5,000 results.
const mostCSV = 500_000

func importForm(c *call) console.Form {
	x, _ := c.theSession()
	return console.Form{
		Title: "Import results of " + x.Name,
		Says:  []string{"What is imported is on the integrity list for good. You see who moves before it is final. If one line cannot be recorded, none is."},
		Fields: []console.Field{
			hidden("session", x.ID),
			{Kind: console.FieldArea, Name: "csv", Label: "CSV", Max: mostCSV, Help: "With a heading, as “Results, CSV” of a league gives it. Needed is “name”; possible are place, won, lost, drawn, attended, achievements, points, and of a game: scenario, mode, size, outcome (won or lost), score, rounds, tokens. Several names or achievements in one field are parted by a bar, as in Ana | Björk. At most 5,000 results at once."},
			reason("Where it comes from, and why"),
		},
	}
}

// takeIn takes a file of results in, once what it does was shown.
func (c *call) takeIn(w http.ResponseWriter, a action) error {
	report, err := c.file()
	f := c.formOf(a, c.r.FormValue("id"), "")
	switch {
	case err != nil:
		if f.Problem = c.again(err); f.Problem == "" {
			return err
		}
	case len(report.Problems) > 0:
		f.Problem, f.Says = c.wrong(report)
	case report.Applied:
		if report.Position > 0 {
			c.Await(c.r.Context(), c.Gathering, report.Position)
		}
		return site.To(w, c.r, c.after(a)+"?done="+a.name)
	default:
		return c.pages.Page(w, c.r, ConfirmPage(c.confirm(a, 0, deps.Foreseen{Effects: *report.Effects, Print: report.Previewed})))
	}
	f.Refill(c.r)
	return c.show(w, a, f)
}

// file gives the file of the form to who takes files in, with the print of what was shown of it.
func (c *call) file() (files.Report, error) {
	why, err := c.because()
	if err != nil {
		return files.Report{}, err
	}
	text, err := site.Field(c.r, "csv", "The CSV", mostCSV)
	if err != nil {
		return files.Report{}, err
	}
	ask := files.Ask{Text: []byte(text), Format: files.FormatCSV, Session: c.sessionID(), Reason: why, Previewed: c.r.FormValue(printField(0))}
	if strings.HasPrefix(text, "{") {
		ask.Format = files.FormatJSON
	}
	return c.LeagueIntake.Results(c.r.Context(), c.Me.Actor(), events.League(c.Gathering, c.View.ID), ask)
}

// wrong says what is wrong with a file, line by line.
func (c *call) wrong(report files.Report) (string, []string) {
	var lines []string
	for _, p := range report.Problems {
		says := c.Says(p.String())
		lines = append(lines, words.Upper(strings.TrimRight(says, "."))+".")
	}
	if len(lines) == 1 {
		return lines[0] + " Nothing was recorded.", []string{"Mend the line and send it again."}
	}
	return fmt.Sprintf("%d things are wrong, and nothing was recorded:", len(lines)), lines
}
