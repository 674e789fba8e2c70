package dashboards_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
)

const fellowshipPath = "/console/autumn/groups/fellowship"

func form(pairs ...string) url.Values {
	v := url.Values{"id": {uuid.NewString()}}
	for i := 0; i < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return v
}

func TestAnOrganiserSetsAGatheringUpAndStartsIt(t *testing.T) {
	r := newRig(t)
	o := r.organiser()
	page := o.post("/console/gatherings", form("name", "Autumn", "wincheck", group.WinStrict), http.StatusOK)
	contains(t, page, "Setup of Autumn", "only after the hand-overs (strict)")
	page = o.post("/console/autumn/groups", form("name", "Fellowship", "count", "1", "mode", "epic", "difficulty", "standard", "team2", "Rivendell <b>"), http.StatusOK)
	contains(t, page, "Made: 1 group", "Oak", "Rivendell &lt;b&gt;", "Elm", "Nobody seated")
	page = o.post(fellowshipPath+"/do/seat", form("names-t1", "Ana\n\n Bram ", "names-t2", "Chiara", "names-t3", "Dmitri\r\nElif\r\nFarid"), http.StatusOK)
	contains(t, page, "The players are seated.", "Ana", "Farid")
	page = o.get(fellowshipPath+"/do/start", http.StatusOK)
	contains(t, page, "6 players at 3 tables", "City strength: 35")
	page = o.post(fellowshipPath+"/do/start", form(), http.StatusOK)
	contains(t, page, "The game has begun.", "Round 1")
	b := r.board()
	if b.City.Strength != 35 || b.Round != 1 || b.Settings.WinCheck != group.WinStrict {
		t.Errorf("city strength %d in round %d with %+v, want 35 in round 1 with the strict win check", b.City.Strength, b.Round, b.Settings)
	}
}

func TestManyGroupsAtOnceHaveNamesAndIdsOfTheirOwn(t *testing.T) {
	r := newRig(t)
	o := r.organiser()
	o.post("/console/gatherings", form("name", "Autumn"), http.StatusOK)
	o.post("/console/autumn/groups", form("name", "Größe", "count", "3", "mode", "epic", "difficulty", "easy"), http.StatusOK)
	page := o.post("/console/autumn/groups", form("name", "日本", "count", "2", "mode", "standard", "difficulty", "standard"), http.StatusOK)
	contains(t, page, "Größe 1", "Größe 2", "Größe 3", "日本 1", "日本 2")
	info, err := r.reader.Gathering(t.Context(), autumn)
	must(t, err)
	for i, want := range []events.GroupID{"grosse-1", "grosse-2", "grosse-3"} {
		if got := info.Groups[i].ID; got != want && got != events.GroupID(fmt.Sprintf("gro-e-%d", i+1)) {
			t.Errorf("group %d has the id %q", i+1, got)
		}
	}
}

func TestAFormSentTwiceIsOneCommand(t *testing.T) {
	r := newRig(t)
	r.start()
	o := r.organiser()
	twice := form("reason", "Lunch")
	o.post(fellowshipPath+"/do/pause", twice, http.StatusOK)
	o.post(fellowshipPath+"/do/pause", twice, http.StatusOK)
	if n := r.count("group.pause.v1"); n != 1 {
		t.Errorf("%d pauses in the log, want 1", n)
	}
	gathering := form("name", "Winter")
	o.post("/console/gatherings", gathering, http.StatusOK)
	o.post("/console/gatherings", gathering, http.StatusOK)
	list, err := r.reader.Gatherings(t.Context())
	must(t, err)
	if len(list) != 2 {
		t.Errorf("%d gatherings, want autumn and winter", len(list))
	}
}

func TestFiveAtATableAreRefusedAndNobodyIsHalfSeated(t *testing.T) {
	r := newRig(t)
	r.stage(map[events.TableID][]string{"t1": {"Ana"}, "t2": {"Bram"}, "t3": {"Chiara"}})
	o := r.organiser()
	page := o.post(fellowshipPath+"/do/seat", form("names-t1", "A\nB\nC\nD", "names-t2", "E"), http.StatusOK)
	contains(t, page, "Oak would have 5 players; a table has 1 to 4", "A\nB\nC\nD")
	if n := r.board().Players; n != 3 {
		t.Errorf("%d players are seated, want the 3 of before", n)
	}
}

func TestAPlayerIsMovedBeforeTheGameWithWhatWasDeclared(t *testing.T) {
	r := newRig(t)
	r.stage(map[events.TableID][]string{"t1": {"Ana"}, "t2": {"Bram", "Chiara"}, "t3": {"Dmitri"}})
	was := r.board().Tables[1].Players[1]
	o := r.organiser()
	contains(t, o.post(fellowshipPath+"/do/move", form("player", string(was.ID), "table", "t1"), http.StatusOK), "The player was moved.")
	b := r.board()
	if len(b.Tables[0].Players) != 2 || len(b.Tables[1].Players) != 1 {
		t.Fatalf("%d players at t1 and %d at t2, want 2 and 1", len(b.Tables[0].Players), len(b.Tables[1].Players))
	}
	got := b.Tables[0].Players[1]
	if got.ID != was.ID || got.Threat != was.Threat || len(got.Heroes) != len(was.Heroes) {
		t.Errorf("moved %+v, want %+v", got, was)
	}
}

func upload(v *visitor, path, name, content string, want int) string {
	v.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	f, err := w.CreateFormFile("file", name)
	must(v.t, err)
	_, _ = f.Write([]byte(content))
	must(v.t, w.Close())
	res, err := v.client.Post(v.url+path, w.FormDataContentType(), &b)
	must(v.t, err)
	return v.read(res, "POST "+path, want)
}

func TestAListWithBadRowsNamesThemAndImportsNothing(t *testing.T) {
	r := newRig(t)
	o := r.organiser()
	o.post("/console/gatherings", form("name", "Autumn"), http.StatusOK)
	page := upload(o, "/console/autumn/roster", "players.csv", "name,group,team\nAna,One,Oak\n,One,Ash\nBram,One,Elm\n", http.StatusOK)
	contains(t, page, "Nothing was imported")
	if !regexp.MustCompile(`<td class="num">3</td>`).MatchString(page) {
		t.Errorf("row 3 is not named: %s", plain(page))
	}
	info, err := r.reader.Gathering(t.Context(), autumn)
	must(t, err)
	if len(info.Groups) != 0 || len(info.People) != 0 {
		t.Errorf("%d groups and %d people were imported, want none", len(info.Groups), len(info.People))
	}
}

func TestAGoodListIsShownFirstAndAppliedThen(t *testing.T) {
	r := newRig(t)
	o := r.organiser()
	o.post("/console/gatherings", form("name", "Autumn"), http.StatusOK)
	csv := "name,group,team\nAna </textarea>,One,Oak\nBram,One,Ash\nמרים,One,Elm\n"
	page := upload(o, "/console/autumn/roster", "players.csv", csv, http.StatusOK)
	contains(t, page, "The list is right", "3 players in 1 group", "מרים")
	info, err := r.reader.Gathering(t.Context(), autumn)
	must(t, err)
	if len(info.Groups) != 0 {
		t.Fatal("looking at the list has made groups")
	}
	page = o.post("/console/autumn/roster", url.Values{"text": {csv}, "format": {"csv"}}, http.StatusOK)
	contains(t, page, "Everybody is seated")
	contains(t, o.get("/console/autumn/setup", http.StatusOK), "Ana &lt;/textarea&gt;", "מרים", "3 players")
}

func TestACorrectionIsShownBeforeItIsRecorded(t *testing.T) {
	r := newRig(t)
	r.start()
	o := r.organiser()
	f := form("reason", "Farid was not counted", "verdict", group.VerdictCorrected, "city", "40", "version", fmt.Sprint(r.board().Version))
	page := o.post(fellowshipPath+"/rule", f, http.StatusOK)
	contains(t, page, "This will change", "City strength: 35 → 40")
	if got := r.board().City.Strength; got != 35 {
		t.Fatalf("looking at a correction has changed the city strength to %d", got)
	}
	f.Set("sure", "yes")
	page = o.post(fellowshipPath+"/rule", f, http.StatusOK)
	contains(t, page, "The correction is recorded.", "Farid was not counted")
	if got := r.board().City.Strength; got != 40 {
		t.Errorf("city strength %d, want 40", got)
	}
}

func TestTheSecondJudgeSeesWhatTheFirstCorrected(t *testing.T) {
	r := newRig(t)
	r.start()
	first, second := r.judge(), r.organiser()
	seen := fmt.Sprint(r.board().Version)
	first.post(fellowshipPath+"/rule", form("reason", "Counted again", "verdict", group.VerdictCorrected, "city", "30", "version", seen, "sure", "yes"), http.StatusOK)
	f := form("reason", "It was 33", "verdict", group.VerdictCorrected, "city", "33", "version", seen, "sure", "yes")
	page := second.post(fellowshipPath+"/rule", f, http.StatusOK)
	contains(t, page, "Somebody corrected this group since you opened this page", "Judge Judy (judge)", "City strength: 30 → 33")
	if got := r.board().City.Strength; got != 30 {
		t.Fatalf("city strength %d: the second correction was recorded without having seen the first", got)
	}
	f.Set("version", fmt.Sprint(r.board().Version))
	second.post(fellowshipPath+"/rule", f, http.StatusOK)
	if got := r.board().City.Strength; got != 33 {
		t.Errorf("city strength %d, want 33", got)
	}
}

// Case 4: opening the form of a correction and leaving it changes nothing.
func TestCase4OpeningAnEditFormAndLeavingItChangesNothing(t *testing.T) {
	r := newRig(t)
	r.start()
	before := r.board()
	o := r.organiser()
	o.get(fellowshipPath+"/rule", http.StatusOK)
	o.get(fellowshipPath, http.StatusOK)
	if after := r.board(); after.Version != before.Version || after.City.Strength != before.City.Strength {
		t.Errorf("version %d and city strength %d, were %d and %d", after.Version, after.City.Strength, before.Version, before.City.Strength)
	}
	page := o.post(fellowshipPath+"/rule", form("reason", "Nothing", "verdict", group.VerdictCorrected), http.StatusOK)
	contains(t, page, "nothing is filled in")
}

// Case 19: nobody is offered what they may not do, and asking for it anyway is refused with a reason.
func TestCase19NoButtonAndARefusalWithAReason(t *testing.T) {
	r := newRig(t)
	r.start()
	code, err := r.auth.TableCode(t.Context(), autumn, fellowship, "t1")
	must(t, err)
	captain := r.visitor()
	page := captain.post("/join/"+code, form("name", "Ana"), http.StatusOK)
	lacks(t, page, `href="/console`)
	for name, v := range map[string]*visitor{"spectator": r.visitor(), "captain": captain} {
		for _, path := range []string{"/console/autumn", "/console/autumn/setup", fellowshipPath, fellowshipPath + "/do/abandon", fellowshipPath + "/rule", "/judge/autumn", "/print/autumn/cards", "/sse/console/autumn"} {
			contains(t, v.get(path, http.StatusForbidden), "This page is not for you")
		}
		for _, path := range []string{fellowshipPath + "/do/abandon", fellowshipPath + "/do/pause", fellowshipPath + "/rule", "/console/autumn/do/end", "/console/autumn/groups", "/console/autumn/roster", "/console/autumn/import"} {
			if page := v.post(path, form("reason", "because"), http.StatusForbidden); !strings.Contains(plain(page), "not for you") {
				t.Errorf("%s at %s is refused without a reason: %s", name, path, plain(page))
			}
		}
		lacks(t, v.get("/", http.StatusOK), `href="/console"`)
		lacks(t, v.get("/live/autumn/fellowship", http.StatusOK), "<form method=\"post\" action=\"/console")
	}
	judge := r.judge()
	page = judge.get(fellowshipPath, http.StatusOK)
	contains(t, page, "Correct something", "Pause")
	lacks(t, page, "/do/abandon", "/do/drop", "/do/renew")
	contains(t, judge.get(fellowshipPath+"/do/abandon", http.StatusForbidden), "a judge may not do this; ask an organiser")
	contains(t, judge.post(fellowshipPath+"/do/abandon", form("reason", "because"), http.StatusForbidden), "a judge may not do this; ask an organiser")
	if b := r.board(); b.Phase != board.PhasePlaying || b.Paused {
		t.Errorf("the group is %s, paused %v: something was accepted", b.Phase, b.Paused)
	}
}

func TestAJudgeOfAnotherGatheringIsASpectatorHere(t *testing.T) {
	r := newRig(t)
	r.start()
	o := r.organiser()
	o.post("/console/gatherings", form("name", "Winter"), http.StatusOK)
	code, err := r.auth.JudgeCode(t.Context(), "winter")
	must(t, err)
	v := r.visitor()
	v.post("/join/"+code, form("name", "Wim"), http.StatusOK)
	contains(t, v.get("/judge/autumn", http.StatusForbidden), "a judge of another gathering")
	v.post(fellowshipPath+"/do/pause", form("reason", "because"), http.StatusForbidden)
}

// Case 3: every page takes its numbers from one read model.
func TestCase3EveryPageShowsTheSameCityStrength(t *testing.T) {
	r := newRig(t)
	r.start()
	o := r.organiser()
	for _, strength := range []int{31, 17, 9, 0} {
		r.must(events.Group(autumn, fellowship), boss, lotr.Rule{Reason: "counted again", Verdict: group.VerdictCorrected, City: &strength})
		want := fmt.Sprintf(`strength="%d"`, strength)
		for _, path := range []string{"/wall/autumn/fellowship", "/live/autumn/fellowship", fellowshipPath} {
			if page := o.get(path, http.StatusOK); !strings.Contains(page, want) {
				t.Errorf("%s does not show the city strength %d", path, strength)
			}
		}
		for _, path := range []string{"/wall/autumn", "/console/autumn", "/"} {
			contains(t, o.get(path, http.StatusOK), fmt.Sprintf(" %d ", strength))
		}
		contains(t, o.get(fellowshipPath+"/rule", http.StatusOK), fmt.Sprintf("now %d", strength))
	}
}

func TestASecondPhoneTakesOverOnlyWhenItSaysSo(t *testing.T) {
	r := newRig(t)
	r.start()
	code, err := r.auth.TableCode(t.Context(), autumn, fellowship, "t2")
	must(t, err)
	first, second := r.visitor(), r.visitor()
	contains(t, first.get("/join/"+strings.ToLower(code[:3])+" "+code[3:], http.StatusOK), "Ash", "Record for this table")
	first.post("/join/"+code, form("name", "Bram"), http.StatusOK)
	was := r.board().Tables[1].Recorder
	if was == "" {
		t.Fatal("no phone records after joining")
	}
	contains(t, second.get("/join/"+code, http.StatusOK), "Bram", "records for this table on another phone", "Take over")
	contains(t, second.post("/join/"+code, form("name", "Chiara"), http.StatusOK), "Tick the box")
	if got := r.board().Tables[1].Recorder; got != was {
		t.Fatal("the second phone took over without saying so")
	}
	second.post("/join/"+code, form("name", "Chiara", "confirm", "yes"), http.StatusOK)
	if got := r.board().Tables[1].Recorder; got == was || got == "" {
		t.Errorf("the recorder is %q, want the second phone", got)
	}
}

func TestAWrongCodeSaysSoAndOpensNothing(t *testing.T) {
	r := newRig(t)
	r.start()
	v := r.visitor()
	page := v.get("/join/AAAAAAA", http.StatusOK)
	contains(t, page, `role="alert"`)
	v.post("/join/AAAAAAA", form("name", "Eve"), http.StatusOK)
	v.get("/judge/autumn", http.StatusForbidden)
}

func TestEntriesSavedOnAPhoneCountOnce(t *testing.T) {
	r := newRig(t)
	r.start()
	b := r.board()
	id := uuid.NewString()
	entry := fmt.Sprintf(`{"id":%q,"type":"lotr.change-threat.v1","data":{"table":"t1","player":%q,"by":2},"words":"Threat of Ana +2"}`, id, b.Tables[0].Players[0].ID)
	file := `{"muster":"waiting-entries","format":1,"gathering":"autumn","group":"fellowship","table":"t1","device":"d-1","commands":[` + entry + `,` + strings.Replace(entry, `"by":2`, `"by":0`, 1) + `]}`
	o := r.organiser()
	before := b.Tables[0].Players[0].Threat
	contains(t, upload(o, "/console/autumn/import", "muster-autumn.json", file, http.StatusOK), "Threat of Ana +2", "entered", "had arrived already; it counts once")
	contains(t, upload(o, "/console/autumn/import", "muster-autumn.json", file, http.StatusOK), "had arrived already; it counts once")
	if got := r.board().Tables[0].Players[0].Threat; got != before+2 {
		t.Errorf("threat %d, want %d", got, before+2)
	}
	contains(t, upload(o, "/console/autumn/import", "x.json", `{"muster":"waiting-entries","format":1,"gathering":"winter"}`, http.StatusUnprocessableEntity), "not from this one")
	contains(t, upload(o, "/console/autumn/import", "x.json", `[]`, http.StatusUnprocessableEntity), "not a file of waiting entries")
}

func TestEndingAGatheringWantsItsName(t *testing.T) {
	r := newRig(t)
	r.start()
	o := r.organiser()
	contains(t, o.post("/console/autumn/do/end", form("name", "Autumn"), http.StatusOK), "type Autumn Muster")
	contains(t, o.get("/console/autumn/do/end", http.StatusOK), "Fellowship is still playing, in round 1")
	page := o.post("/console/autumn/do/end", form("name", "Autumn Muster"), http.StatusOK)
	contains(t, page, "This gathering has ended")
	lacks(t, page, "/do/pause")
}

func TestPrintedCardsHaveTheCodesOfTheTables(t *testing.T) {
	r := newRig(t)
	r.start()
	o := r.organiser()
	page := o.get("/print/autumn/cards", http.StatusOK)
	for _, table := range []events.TableID{"t1", "t2", "t3"} {
		code, err := r.auth.TableCode(t.Context(), autumn, fellowship, table)
		must(t, err)
		contains(t, page, code, "/qr?code="+code)
		if svg := o.get("/qr?code="+code, http.StatusOK); !strings.HasPrefix(svg, "<svg ") {
			t.Errorf("the QR code of %s is %.40q", table, svg)
		}
	}
	o.get("/qr?code=%3Cscript%3E", http.StatusUnprocessableEntity)
	o.get("/qr?code=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", http.StatusUnprocessableEntity)
}

func TestAnErasedNameIsANumberEverywhere(t *testing.T) {
	r := newRig(t)
	r.start()
	o := r.organiser()
	contains(t, o.get("/live/autumn/fellowship", http.StatusOK), "Dmitri")
	o.post("/console/autumn/do/forget", form("person", string(r.board().Tables[2].Players[0].ID)), http.StatusOK)
	for _, path := range []string{"/live/autumn/fellowship", "/wall/autumn/fellowship", fellowshipPath, "/console/autumn/setup"} {
		lacks(t, o.get(path, http.StatusOK), "Dmitri")
	}
	contains(t, o.get("/live/autumn/fellowship", http.StatusOK), "Player ")
}
