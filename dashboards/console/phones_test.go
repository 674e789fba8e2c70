package console

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/wall"
)

func TestAlertsAboutPhones(t *testing.T) {
	now := time.Date(2026, 11, 30, 14, 30, 0, 0, time.UTC)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	phone := func(state string, since time.Duration, waiting int, oldest time.Duration, others int) Phone {
		p := Phone{Table: "t1", Team: "Rivendell", Phone: deps.Phone{State: state, Since: ago(since), Waiting: waiting, Others: others}}
		if waiting > 0 {
			p.Oldest = ago(oldest)
		}
		return p
	}
	alarmed := func(p Phone) Phone { p.Alarm = true; return p }
	playing := board.Group{Name: "Dusk", Gathering: "g", ID: "dusk", Phase: board.PhasePlaying, Round: 2, RoundAt: ago(3 * time.Minute)}
	paused := playing
	paused.Paused = true
	quiet := playing
	quiet.RoundAt = ago(11 * time.Minute)
	setup := board.Group{Name: "Dusk", Gathering: "g", ID: "dusk", Phase: board.PhaseSetup}
	for _, c := range []struct {
		name  string
		group board.Group
		rec   events.DeviceID
		entry time.Duration // age of the table's last entry; 0: none this round
		phone []Phone       // none: nobody knows
		want  []string
	}{
		{"connected", playing, "d", 0, []Phone{phone(deps.PhoneConnected, time.Hour, 0, 0, 0)}, nil},
		{"gone for less than two minutes", playing, "d", 0, []Phone{phone(deps.PhoneGone, 119*time.Second, 0, 0, 0)}, nil},
		{"gone for two minutes", playing, "d", 0, []Phone{phone(deps.PhoneGone, 2*time.Minute, 0, 0, 0)}, []string{"Dusk: the phone of Rivendell has been gone for 2 min"}},
		{"gone, but play is paused", paused, "d", 0, []Phone{phone(deps.PhoneGone, time.Hour, 0, 0, 0)}, nil},
		{"gone before the game", setup, "d", 0, []Phone{phone(deps.PhoneGone, time.Hour, 0, 0, 0)}, nil},
		{"gone, another one is there", playing, "d", 0, []Phone{phone(deps.PhoneGone, 4*time.Minute, 0, 0, 1)}, []string{"Dusk: the phone that records for Rivendell has been gone for 4 min; another one has the page open and can take over"}},
		{"gone, but entries arrive", playing, "d", time.Minute, []Phone{phone(deps.PhoneGone, 4*time.Minute, 0, 0, 0)}, nil},
		{"put away by its captain", playing, "d", 0, []Phone{phone(deps.PhoneAway, 9*time.Minute, 0, 0, 0)}, nil},
		{"not seen since the server started", playing, "d", 0, []Phone{phone(deps.PhoneUnseen, 5*time.Minute, 0, 0, 0)}, []string{"Dusk: the phone that records for Rivendell has not had the page open for 5 min"}},
		{"one alert is enough", quiet, "d", 0, []Phone{phone(deps.PhoneGone, 11*time.Minute, 0, 0, 0)}, []string{"Dusk: the phone of Rivendell has been gone for 11 min"}},
		{"quiet on a phone that is connected", quiet, "d", 0, []Phone{phone(deps.PhoneConnected, time.Hour, 0, 0, 0)}, []string{"Dusk: Rivendell has entered nothing for 11 min"}},
		{"an entry has just been made", playing, "d", 0, []Phone{phone(deps.PhoneConnected, time.Hour, 1, 59*time.Second, 0)}, nil},
		{"entries wait", playing, "d", 0, []Phone{phone(deps.PhoneConnected, time.Hour, 4, time.Minute, 0)}, []string{"Dusk: 4 entries wait on the phone of Rivendell, the oldest for 1 min"}},
		{"gone with an entry", playing, "d", 0, []Phone{phone(deps.PhoneGone, 3*time.Minute, 1, 5*time.Minute, 0)}, []string{"Dusk: the phone of Rivendell has been gone for 3 min", "Dusk: 1 entry waits on the phone of Rivendell, the oldest for 5 min"}},
		{"no phone at all", playing, "", 0, []Phone{{Table: "t1", Phone: deps.Phone{State: deps.PhoneNever}}}, []string{"Dusk: Rivendell has no phone that records"}},
		{"a phone is there and has entered nothing yet", playing, "", 0, []Phone{phone(deps.PhoneConnected, time.Minute, 0, 0, 0)}, nil},
		{"an alarm about the log", playing, "d", 0, []Phone{alarmed(phone(deps.PhoneConnected, time.Hour, 0, 0, 0))}, []string{"Dusk: the phone of Rivendell raises the alarm: the log is not the one it was shown; look at it there, and at other phones"}},
		{"an alarm about the log while play is paused", paused, "d", 0, []Phone{alarmed(phone(deps.PhoneGone, time.Hour, 0, 0, 0))}, []string{"Dusk: the phone of Rivendell raises the alarm: the log is not the one it was shown; look at it there, and at other phones"}},
		{"an alarm hides nothing else", quiet, "d", 0, []Phone{alarmed(phone(deps.PhoneConnected, time.Hour, 0, 0, 0))}, []string{"Dusk: the phone of Rivendell raises the alarm: the log is not the one it was shown; look at it there, and at other phones", "Dusk: Rivendell has entered nothing for 11 min"}},
		{"nobody knows", playing, "d", 0, nil, nil},
	} {
		b := c.group
		b.Tables = []board.Table{{ID: "t1", Team: "Rivendell", Recorder: c.rec}}
		if c.entry > 0 {
			b.Tables[0].EntryAt = ago(c.entry)
		}
		var got []string
		for _, a := range alerts(wall.Card{}, b, c.phone, now) {
			got = append(got, strings.NewReplacer("\u2068", "", "\u2069", "").Replace(a.Says))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
