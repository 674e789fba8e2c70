package roster_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events/group"
)

const epic = `name,contact,group,team,heroes
Ana,ana@example.org,Evening,Lórien,Éowyn:9:3 | Glorfindel: of the House:5:5
Zoë 李,,Evening,Rivendell,
=SUM(A1:A9),,Evening,Esgaroth,Bifur:7
`

func parse(t *testing.T, s, format string) roster.Roster {
	t.Helper()
	r, problems := roster.Parse(strings.NewReader(s), format)
	if len(problems) > 0 {
		t.Fatalf("problems: %+v", problems)
	}
	return r
}

func TestACSVFileIsReadRowByRow(t *testing.T) {
	got := parse(t, epic, "csv")
	want := []roster.Player{
		{Row: 2, Name: "Ana", Contact: "ana@example.org", Group: "Evening", Team: "Lórien", Heroes: []group.Hero{
			{Title: "Éowyn", Threat: 9, HitPoints: 3}, {Title: "Glorfindel: of the House", Threat: 5, HitPoints: 5},
		}},
		{Row: 3, Name: "Zoë 李", Group: "Evening", Team: "Rivendell"},
		{Row: 4, Name: "=SUM(A1:A9)", Group: "Evening", Team: "Esgaroth", Heroes: []group.Hero{{Title: "Bifur", Threat: 7}}},
	}
	if !reflect.DeepEqual(got.Players, want) {
		t.Errorf("got  %+v\nwant %+v", got.Players, want)
	}
}

func TestSeparatorsAndByteOrderMark(t *testing.T) {
	want := parse(t, epic, "csv")
	for name, s := range map[string]string{
		"byte order mark":  "\xEF\xBB\xBF" + epic,
		"semicolons":       strings.ReplaceAll(epic, ",", ";"),
		"tabs":             strings.ReplaceAll(epic, ",", "\t"),
		"Windows lines":    strings.ReplaceAll(epic, "\n", "\r\n"),
		"padded and upper": strings.Replace(strings.ReplaceAll(epic, "Ana,", "  Ana  ,"), "name,contact", " Name ,CONTACT", 1),
	} {
		got, problems := roster.Parse(strings.NewReader(s), "csv")
		if len(problems) > 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, problems %+v", name, got, problems)
		}
	}
}

func TestAJSONFileSaysTheSame(t *testing.T) {
	want := parse(t, epic, "csv")
	list := `[{"name":"Ana","contact":"ana@example.org","group":"Evening","team":"Lórien","heroes":[
		{"title":"Éowyn","threat":9,"hitPoints":3},{"title":"Glorfindel: of the House","threat":5,"hitPoints":5}]},
		{"name":"Zoë 李","group":"Evening","team":"Rivendell"},
		{"name":"=SUM(A1:A9)","group":"Evening","team":"Esgaroth","heroes":[{"title":"Bifur","threat":7}]}]`
	for _, s := range []string{list, `{"players":` + list + `}`} {
		got := parse(t, s, "json")
		for i := range got.Players {
			if got.Players[i].Row != i+1 {
				t.Errorf("row %d is numbered %d", i+1, got.Players[i].Row)
			}
			got.Players[i].Row = want.Players[i].Row
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v", got)
		}
	}
}

func TestGroupsKeepTheOrderOfTheFile(t *testing.T) {
	r := parse(t, epic+"Ben,,evening,LÓRIEN,\n", "csv")
	want := []roster.Group{{Name: "Evening", Teams: []roster.Team{
		{Name: "Lórien", Players: []string{"Ana", "Ben"}},
		{Name: "Rivendell", Players: []string{"Zoë 李"}},
		{Name: "Esgaroth", Players: []string{"=SUM(A1:A9)"}},
	}}}
	if got := r.Groups(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestWhatIsWrongIsSaidByRow(t *testing.T) {
	full := strings.TrimSuffix(epic, "\n")
	for _, c := range []struct {
		name, file, format string
		row                int
		says               string
	}{
		{"nothing", " \n ", "csv", 0, "empty"},
		{"a byte order mark alone", "\xEF\xBB\xBF", "json", 0, "empty"},
		{"only a header", "name,group,team\n", "csv", 0, "no player below"},
		{"no team column", "name,group\nAna,Evening\n", "csv", 1, `"team" is missing`},
		{"an unknown column", "name,group,team,age\n", "csv", 1, `"age" is not known`},
		{"a column twice", "name,group,team,name\n", "csv", 1, "there twice"},
		{"an empty name", full + "\n ,,Evening,Lórien,\n", "csv", 5, "name is empty"},
		{"a long name", full + "\n" + strings.Repeat("a", 81) + ",,Evening,Lórien,\n", "csv", 5, "81 characters; at most 80"},
		{"a direction override", full + "\nA\u202Ena,,Evening,Lórien,\n", "csv", 5, "U+202E"},
		{"a control character", full + "\nA\x07na,,Evening,Lórien,\n", "csv", 5, "U+0007"},
		{"an invisible name", full + "\n\u200B,,Evening,Lórien,\n", "csv", 5, "nothing that can be seen"},
		{"a name twice in a team", full + "\nANA,,Evening,Lórien,\n", "csv", 5, "in row 2"},
		{"five in a team", full + "\nB,,Evening,Lórien,\nC,,Evening,Lórien,\nD,,Evening,Lórien,\nE,,Evening,Lórien,\n", "csv", 8, "at most 4"},
		{"two teams", "name,group,team\nA,G,X\nB,G,Y\n", "csv", 2, "has 2 teams; epic multiplayer mode needs exactly 3"},
		{"four teams", full + "\nB,,Evening,Bree,\n", "csv", 2, "has 4 teams"},
		{"not UTF-8", full + "\nJ\xF6rg,,Evening,Lórien,\n", "csv", 5, "not valid UTF-8"},
		{"NUL", full + "\nJ\x00rg,,Evening,Lórien,\n", "csv", 5, "NUL"},
		{"UTF-16", "\xFF\xFEn\x00", "csv", 0, "UTF-16"},
		{"open quotes", full + "\n\"Ben,,Evening,Lórien,\n", "csv", 5, "quotes"},
		{"too many fields", full + "\nBen,,Evening,Lórien,,x\n", "csv", 5, "header has 5 columns"},
		{"a huge field", full + "\nBen," + strings.Repeat("x", 5000) + ",Evening,Lórien,\n", "csv", 5, "at most 4096"},
		{"a hero without threat", full + "\nBen,,Evening,Lórien,Éowyn\n", "csv", 5, "write title:threat"},
		{"a hero twice at a stage", full + "\nBen,,Evening,Lórien,éowyn:9\n", "csv", 5, "row 2 already"},
		{"four heroes", full + "\nBen,,Evening,Lórien,A:1|B:1|C:1|D:1\n", "csv", 5, "at most 3"},
		{"a threat out of range", full + "\nBen,,Evening,Lórien,A:21\n", "csv", 5, "0 to 20"},
		{"another format", epic, "xlsx", 0, "use csv or json"},
		{"no JSON", "[", "json", 0, "not a JSON list"},
		{"a JSON field that is not known", `[{"name":"Ana","nick":"A"}]`, "json", 1, "not a player"},
		{"an empty JSON list", `[]`, "json", 0, "no players"},
		{"JSON and more", `[] []`, "json", 0, "something after its end"},
	} {
		r, problems := roster.Parse(strings.NewReader(c.file), c.format)
		if len(r.Players) > 0 {
			t.Errorf("%s: %d rows were taken", c.name, len(r.Players))
		}
		found := false
		for _, p := range problems {
			found = found || p.Row == c.row && strings.Contains(p.Says, c.says)
		}
		if !found {
			t.Errorf("%s: got %+v, want row %d: …%s…", c.name, problems, c.row, c.says)
		}
	}
}

func TestLimitsOfTheFile(t *testing.T) {
	var b strings.Builder
	b.WriteString("name,group,team\n")
	for i := range roster.MaxRows {
		fmt.Fprintf(&b, "P%d,G%d,T%d\n", i, i/12, i/4%3)
	}
	// 2000 rows: the last group has 8 players in 2 teams.
	_, problems := roster.Parse(strings.NewReader(b.String()), "csv")
	if len(problems) != 1 || problems[0].Row != 1994 {
		t.Errorf("2,000 rows: got %+v, want the last group's missing team only", problems)
	}
	b.WriteString("one more,G9,T1\n")
	if _, problems = roster.Parse(strings.NewReader(b.String()), "csv"); len(problems) != 1 || !strings.Contains(problems[0].Says, "more than 2000") {
		t.Errorf("2,001 rows: got %+v", problems)
	}
	big := strings.NewReader(epic + strings.Repeat(" \n", roster.MaxBytes/2))
	if _, problems = roster.Parse(big, "csv"); len(problems) != 1 || !strings.Contains(problems[0].Says, "2 MiB") {
		t.Errorf("more than 2 MiB: got %+v", problems)
	}
	bad := "name,group,team\n" + strings.Repeat(",G,T\n", 1500)
	if _, problems = roster.Parse(strings.NewReader(bad), "csv"); len(problems) != roster.MaxProblems {
		t.Errorf("1,500 bad rows: got %d problems, want %d", len(problems), roster.MaxProblems)
	}
}

func TestNamesOfEveryScript(t *testing.T) {
	for in, want := range map[string]string{
		"  Ana   María ":                 "Ana María",
		"Zoe\u0308":                      "Zoë",
		"李小龍":                            "李小龍",
		"محمد":                           "محمد",
		"👩‍👧‍👦 Family":                   "👩‍👧‍👦 Family",
		"<script>alert(1)</script>":      "<script>alert(1)</script>",
		"=HYPERLINK(\"http://x\",\"y\")": "=HYPERLINK(\"http://x\",\"y\")",
		"O'Brien \"the Tall\"; DROP":     "O'Brien \"the Tall\"; DROP",
		strings.Repeat("é", 80):          strings.Repeat("é", 80),
		strings.Repeat("e\u0301", 80):    strings.Repeat("é", 80),
		"नमस्ते":                         "नमस्ते",
	} {
		if got, err := roster.CleanName(in); err != nil || got != want {
			t.Errorf("CleanName(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"", " \t", "\u3164", "\u2066a\u2069", "a\u0000b", "\xff", strings.Repeat("x", 81), "e" + strings.Repeat("\u0321", 30), "\uFFFD", "\uE000"} {
		if got, err := roster.CleanName(in); err == nil {
			t.Errorf("CleanName(%q) = %q, want an error", in, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(epic), true)
	f.Add([]byte("\xEF\xBB\xBFname;group;team\nA;B;C"), true)
	f.Add([]byte(`{"players":[{"name":"A","group":"G","team":"T","heroes":[{"title":"H","threat":1}]}]}`), false)
	f.Fuzz(func(t *testing.T, b []byte, csv bool) {
		format := "json"
		if csv {
			format = "csv"
		}
		r, problems := roster.Parse(strings.NewReader(string(b)), format)
		if (len(r.Players) == 0) != (len(problems) > 0) {
			t.Fatalf("%d players and %d problems", len(r.Players), len(problems))
		}
		for _, p := range r.Players {
			if again, err := roster.CleanName(p.Name); err != nil || again != p.Name {
				t.Fatalf("name %q cleans to %q, %v", p.Name, again, err)
			}
		}
		for _, g := range r.Groups() {
			if len(g.Teams) != roster.TeamsPerGroup {
				t.Fatalf("group %q has %d teams", g.Name, len(g.Teams))
			}
		}
	})
}
