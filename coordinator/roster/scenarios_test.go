package roster_test

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/roster"
)

// A quest night: groups of one table each, an epic game of two, one of three.
func TestAFileMayNameScenarios(t *testing.T) {
	got := parse(t, `name,group,team,scenario
Ana,Window,Oak,The Temple of Doom
Bram,Window,Oak,the-temple-of-doom
Chiara,Door,Ash,mount doom
Dmitri,March,Host of the West,the-mountain-of-fire
Elif,March,The Ring-bearers,the-mountain-of-fire
Farid,Siege,One,Attack on Dol Guldur
Grace,Evening,Lórien,
Hana,Evening,Rivendell,
Iker,Evening,Esgaroth,
`, "csv")
	want := []string{"the-temple-of-doom", "the-temple-of-doom", "mount-doom", "the-mountain-of-fire", "the-mountain-of-fire", "attack-on-dol-guldur", "", "", ""}
	for i, p := range got.Players {
		if p.Scenario != want[i] {
			t.Errorf("%s plays %q, want %q", p.Name, p.Scenario, want[i])
		}
	}
	for _, c := range []struct {
		scenario string
		teams    int
		want     string
	}{
		{"", 3, "epic"},
		{"the-mountain-of-fire", 2, "epic"},
		{"attack-on-dol-guldur", 3, "epic"},
		{"attack-on-dol-guldur", 1, "standard"},
		{"mount-doom", 1, "standard"},
	} {
		if got := roster.ModeOf(c.scenario, c.teams); got != c.want {
			t.Errorf("%q with %d teams is played in mode %s, want %s", c.scenario, c.teams, got, c.want)
		}
	}
}

func TestWhatIsWrongWithAScenarioIsSaid(t *testing.T) {
	for rows, want := range map[string]string{
		"Ana,G,Oak,Moria\n": `there is no scenario "Moria"`,
		"Ana,G,Oak,mount-doom\nBram,G,Oak,the-river-running\n":              "a group plays one scenario",
		"Ana,G,Oak,mount-doom\nBram,G,Ash,mount-doom\n":                     "group G has 2 teams; Mount Doom is played by 1",
		"Ana,G,Oak,the-mountain-of-fire\n":                                  "has 1 teams; ",
		"Ana,G,Oak,attack-on-dol-guldur\nBram,G,Ash,attack-on-dol-guldur\n": "is played by ",
		"Ana,G,Oak,\n": "epic multiplayer mode needs exactly 3",
	} {
		_, problems := roster.Parse(strings.NewReader("name,group,team,scenario\n"+rows), "csv")
		if len(problems) == 0 || !strings.Contains(problems[0].Says, want) {
			t.Errorf("%q: %+v, want %q", rows, problems, want)
		}
	}
}

func TestAJSONFileKeepsWhatItSaysOfHeroes(t *testing.T) {
	got := parse(t, `[{"name":"Ana","group":"Door","team":"Ash","scenario":"Mount Doom","heroes":[
		{"title":"Frodo Baggins","threat":0,"hitPoints":2,"sphere":"Fellowship","traits":"Hobbit. Ring-bearer.","willpower":2},
		{"title":"A","threat":9},{"title":"B","threat":9},{"title":"C","threat":9,"ranged":true,"attack":3}]}]`, "json")
	h := got.Players[0].Heroes
	if len(h) != 4 || h[0].Sphere != "Fellowship" || h[0].Willpower != 2 || !h[3].Ranged || h[3].Attack != 3 {
		t.Errorf("%+v", h)
	}
	_, problems := roster.Parse(strings.NewReader(`[{"name":"Ana","group":"Door","team":"Ash","scenario":"Mount Doom","heroes":[{"title":"A","threat":9,"attack":21}]}]`), "json")
	if len(problems) != 1 || !strings.Contains(problems[0].Says, "attack 21") {
		t.Errorf("%+v", problems)
	}
}
