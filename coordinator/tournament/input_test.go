package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	decider "github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Whatever a command says, at whatever time, it is decided or refused in words: nothing panics, and a
// refusal changes nothing.
func TestAnyInputIsDecidedOrRefused(t *testing.T) {
	cat := tournament.Catalogue()
	r := rand.New(rand.NewPCG(5, 8))
	taken, refused := 0, 0
	for _, c := range stages(t) {
		for _, typ := range cat.CommandTypes() {
			zero, _ := cat.Zero(typ)
			for range 40 {
				v := reflect.New(reflect.TypeOf(zero)).Elem()
				scribble(r, v)
				body := v.Interface().(events.CommandBody)
				actor := []events.Actor{organiser, ana, program, player(1 + r.IntN(6))}[r.IntN(4)]
				before := text(t, c.s.Log)
				made, err := decider.Decide(c.s, command(actor, body))
				if no := engine.AsRefusal(err); err != nil && (no == nil || no.Says == "" || no.Code == "") {
					t.Fatalf("%s %+v: %v", typ, body, err)
				}
				if err == nil && len(made) == 0 {
					t.Fatalf("%s %+v: neither events nor a refusal", typ, body)
				}
				if text(t, c.s.Log) != before {
					t.Fatalf("%s %+v wrote into the state that it was decided on", typ, body)
				}
				if _, err := decider.Preview(c.s, command(actor, body)); err != nil && engine.AsRefusal(err) == nil {
					t.Fatalf("preview of %s %+v: %v", typ, body, err)
				}
				if err == nil {
					taken++
				} else {
					refused++
				}
			}
		}
	}
	if taken < 100 || refused < 100 {
		t.Errorf("%d commands were taken and %d refused: that tests little", taken, refused)
	}
}

// stages are tournaments at every step of their life.
func stages(t *testing.T) []*cup {
	rules := swiss
	rules.LateUntil, rules.Minutes = 3, 50
	var out []*cup
	for step := range 8 {
		if step == 0 {
			out = append(out, &cup{t: t, s: decider.Initial()})
			continue
		}
		c := newCup(t, rules, 6)
		for i, do := range []func(){
			func() { c.do(organiser, tournament.StartTournament{}) },
			func() { c.do(organiser, tournament.PairRound{Round: 1}) },
			func() { c.do(organiser, tournament.PublishRound{Round: 1}) },
			func() { c.do(organiser, tournament.StartRound{Round: 1, At: noon}); c.win(1) },
			func() { c.firstsWin(); c.do(organiser, tournament.FreezeStandings{}) },
			func() {
				c.play()
				c.do(organiser, tournament.ThawStandings{})
				c.do(organiser, tournament.EndTournament{})
			},
		} {
			if i < step-1 {
				do()
			}
		}
		out = append(out, c)
	}
	return out
}

var scribbles = []string{"", "p-1", "p-7", "a reason", strings.Repeat("x", 500), "\x00", "{", "swiss", "pods", "played", "forfeit", "open", "full", "1/2", "-3"}

// scribble fills a value with small numbers and odd texts.
func scribble(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(scribbles[r.IntN(len(scribbles))])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		n := int64(r.IntN(9) - 1)
		if r.IntN(20) == 0 {
			n = []int64{-1 << 40, 1 << 40}[r.IntN(2)]
		}
		v.SetInt(n)
	case reflect.Uint64:
		v.SetUint(r.Uint64())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), r.IntN(4), 4))
		for i := range v.Len() {
			scribble(r, v.Index(i))
		}
	case reflect.Pointer:
		if r.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			scribble(r, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			scribble(r, v.Field(i))
		}
	default:
		panic(fmt.Sprintf("%s: teach scribble what to put there", v.Kind()))
	}
}
