package exchange

import (
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/muster-events/muster/engine/standings"
)

// What is read without a problem comes back as it was; nothing panics, and problems stay within bounds.
func checkProblems(t *testing.T, err error) bool {
	if err == nil {
		return false
	}
	p, is := err.(Problems)
	if !is || len(p) == 0 || len(p) > MostProblems {
		t.Errorf("%T, %v", err, err)
	}
	for _, one := range p {
		if one.Says == "" || !utf8.ValidString(one.String()) || one.Line < 0 {
			t.Errorf("%+v", one)
		}
	}
	return true
}

func FuzzReadPlayers(f *testing.F) {
	for _, s := range []string{"name,club\nA,B\n", "name;id\n\"A\";p-1\n", "name\tstart\nA\t1/3\n", "name\n'=x\n", "name,name\n", "\ufeffname\n\"a\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := ReadPlayers(data)
		if checkProblems(t, err) {
			return
		}
		back, err := ReadPlayers(WritePlayers(got))
		if err != nil || !reflect.DeepEqual(back, got) {
			t.Errorf("%+v came back as %+v, %v", got, back, err)
		}
	})
}

func FuzzReadMatches(f *testing.F) {
	for _, s := range []string{
		"round,table,player,ending,games\n1,1,p-1,played,2\n1,1,p-2,played,1\n", "round,player,bye,grant\n1,p-1,half,1/2\n",
		"round,table,player,ending,absent\n2,1,p-1,forfeit,yes\n2,1,p-3,forfeit,\n",
		"round,table,player,party,ending,outcome\n1,1,p-1,1,played,win\n1,1,p-2,2,played,loss\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := ReadMatches(data, three)
		if checkProblems(t, err) {
			return
		}
		for _, rs := range standings.Rulesets() {
			if _, err := standings.Compute(Tournament(three, got), rs); err != nil {
				t.Errorf("what was read cannot be ranked: %v", err)
			}
		}
		back, err := ReadMatches(WriteMatches(three, got), three)
		if err != nil || len(back) != len(got) {
			t.Errorf("%+v came back as %+v, %v", got, back, err)
		}
	})
}

func FuzzReadJSON(f *testing.F) {
	b, err := WriteJSON(three, []standings.Round{{N: 1, Matches: []standings.Match{{Seats: []standings.Seat{{Player: "p-1"}}, Bye: standings.ByeHalf}}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte(`{"format":"muster.tournament.v1","players":[],"rounds":[{"n":1,"weight":"1/2","matches":[]}]}`))
	f.Add([]byte(`{"players":[{"name":1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		entrants, rounds, err := ReadJSON(data)
		if checkProblems(t, err) {
			return
		}
		b, err := WriteJSON(entrants, rounds)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadJSON(b); err != nil {
			t.Errorf("%s is not read back: %v", b, err)
		}
	})
}

func FuzzReadTRF(f *testing.F) {
	f.Add([]byte("012 Bree\r\nXXR 5\r\n" +
		"001    1 m FM Brandybuck, Meriadoc              2231 SHI    12345678 2001/02/03  2.0    1     2 b 1  0000 - H\r\n" +
		"001    2 w    Éowyn                              950                             1.0    3     1 w 0  0000 - Z\r\n"))
	f.Add([]byte("001    1\n001    2\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ReadTRF(data)
		if checkProblems(t, err) {
			return
		}
		table, err := standings.Compute(Tournament(r.Entrants, r.Rounds), standings.FIDE(standings.EditionCapped))
		if err != nil {
			t.Fatalf("what was read cannot be ranked: %v", err)
		}
		b, err := WriteTRF(r.Event, r.Entrants, r.Rounds, table)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ReadTRF(b); err != nil {
			t.Errorf("%s is not read back: %v", b, err)
		}
	})
}
