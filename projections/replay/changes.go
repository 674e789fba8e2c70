package replay

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// none stands for a value where there is none.
const none = "–"

// left lists what of a board no change is told of: stamps, what is worked out for other pages, and lists
// that the events tell of already. Each is the name of a type and of its field.
var left = map[string]bool{
	"Group.Gathering": true, "Group.ID": true, "Group.Version": true, "Group.Position": true, "Group.At": true, "Group.Settings": true,
	"Group.Recent": true, "Group.Games": true, "Group.Notices": true, "Group.Rulings": true, "Group.Flags": true, "City.Rounds": true, "City.Changes": true,
	"Table.ID": true, "Table.Team": true, "Table.StageName": true, "Table.Stages": true, "Table.Scored": true, "Table.LastEntry": true,
	"Table.EntryAt": true, "Table.Checklist": true, "Table.Offers": true, "Table.Facts": true, "Table.Scenario": true, "Table.Recorder": true,
	"Player.ID": true, "Player.HeroesLeft": true, "Hero.Title": true, "Enemy.Number": true, "Location.Number": true, "Objective.Number": true,
	"SideQuest.Number": true, "Step.Options": true, "Step.By": true, "Step.Auto": true, "Step.Order": true, "Step.ID": true, "Step.Kind": true,
	"Eye.Does": true, "Group.Score": true,
}

// labels are the fields that are not called what they are named.
var labels = map[string]string{
	"City.Strength": "city strength", "City.Start": "city strength at the start", "Group.DolGuldurAt": "Dol Guldur is at",
	"Group.Absent": "absent stage", "Barrier.Ended": "have ended the round", "Barrier.Waiting": "are still playing",
	"Table.ProgressCap": "progress that the quest still takes", "Table.Placed": "progress placed this round", "Table.Ended": "last round ended",
	"Table.EndedForced": "round ended by an official", "Table.Archery": "archery due", "Table.ArcheryTotal": "archery of all cards",
	"Table.SurgeOwed": "surges owed", "Table.SiegeRound": "siege of this round", "Table.Adjusted": "siege corrected by",
	"Table.SiegeTotal": "siege of earlier rounds", "Table.Unknown": "siege values not known", "Table.Victory": "victory display",
	"Table.PowerInPlay": "Power of Lórien in play", "Table.PowerBy": "Power of Lórien controlled by", "Table.PowerProgress": "progress on Power of Lórien",
	"Table.Lorien": "Lórien cards", "Table.Captain": "recorded by", "Table.ToDo": "to do", "Table.Current": "current side quest",
	"Table.Quested": "quest resolved this round", "Table.Points": "victory points", "Table.Drawn": "drawn at random", "Table.EyeHere": "the Eye is here",
	"Table.RevealedSurge": "the revealed card surges", "Player.Out": "out of the game", "Player.OutWhy": "out because", "Player.Danger": "in danger",
	"Player.Elimination": "elimination level", "Player.SideB": "contract turned over", "Player.RingCopy": "has The One Ring in the deck",
	"Player.Lowered": "threat lowered under Dire", "Hero.Dead": "dead", "Enemy.Player": "engaged with", "Enemy.ThreatNow": "threat",
	"Location.ThreatNow": "threat", "Location.Barred": "barred", "Eye.Table": "lies at", "Eye.To": "goes next to", "Eye.May": "may keep it",
	"Result.Table": "because of", "Enemy.AttackNow": "attack", "Enemy.DefenseNow": "defense",
}

// changes returns what differs between two boards, in the order in which a board lists it.
func changes(before, after board.Group) []Change {
	d := differ{teams: map[string]string{}}
	for _, g := range []board.Group{before, after} {
		for _, t := range g.Tables {
			d.teams[string(t.ID)] = t.Team
		}
	}
	d.structs(nil, reflect.ValueOf(before), reflect.ValueOf(after))
	if d.out == nil {
		return []Change{}
	}
	return d.out
}

// differ walks two values of one type at once.
type differ struct {
	teams map[string]string
	fresh bool // what is walked was not there before: what it has not is not told
	out   []Change
}

func (d *differ) structs(where []string, a, b reflect.Value) {
	t := a.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		name := t.Name() + "." + f.Name
		if left[name] || f.Tag.Get("json") == "-" {
			continue
		}
		if f.Anonymous {
			d.structs(where, a.Field(i), b.Field(i))
			continue
		}
		d.value(where, label(name, f.Name), a.Field(i), b.Field(i))
	}
}

// label says what a field is called: "staging threat" of StagingThreat unless it is listed.
func label(name, field string) string {
	if l, ok := labels[name]; ok {
		return l
	}
	var out strings.Builder
	for i, r := range field {
		if i > 0 && r >= 'A' && r <= 'Z' {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
	}
	return strings.ToLower(out.String())
}

func (d *differ) value(where []string, field string, a, b reflect.Value) {
	switch {
	case a.Type() == reflect.TypeFor[time.Time]():
	case a.Kind() == reflect.Slice && keyed(a.Type().Elem()):
		d.lists(where, field, a, b)
	case a.Kind() == reflect.Pointer && a.Type().Elem().Kind() == reflect.Struct && !a.IsNil() && !b.IsNil() && a.Type() != reflect.TypeFor[*board.Deck]():
		d.structs(append(where, field), a.Elem(), b.Elem())
	case a.Type() == reflect.TypeFor[board.City](), a.Type() == reflect.TypeFor[board.Barrier](), a.Type() == reflect.TypeFor[board.Result]():
		d.structs(where, a, b)
	default:
		d.leaf(where, field, d.text(a), d.text(b))
	}
}

func (d *differ) leaf(where []string, field, a, b string) {
	if a != b && (!d.fresh || b != none) {
		d.out = append(d.out, Change{Where: strings.Join(where, ", "), Field: field, Before: a, After: b})
	}
}

// keyed tells whether the elements of a list have a key by which they are found again.
func keyed(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[board.Table](), reflect.TypeFor[board.Player](), reflect.TypeFor[board.Hero](), reflect.TypeFor[board.Enemy](),
		reflect.TypeFor[board.Location](), reflect.TypeFor[board.Objective](), reflect.TypeFor[board.SideQuest](), reflect.TypeFor[board.Step]():
		return true
	}
	return false
}

// key returns the key of an element, and what it is called.
func (d *differ) key(v reflect.Value) (key, called string) {
	switch e := v.Interface().(type) {
	case board.Table:
		return string(e.ID), e.Team
	case board.Player:
		return string(e.ID), words.Person(e.ID)
	case board.Hero:
		return e.Title, e.Title
	case board.Enemy:
		return strconv.Itoa(e.Number), e.Card.Name
	case board.Location:
		return strconv.Itoa(e.Number), e.Card.Name
	case board.Objective:
		return strconv.Itoa(e.Number), e.Card.Name
	case board.SideQuest:
		return strconv.Itoa(e.Number), e.Card.Name
	case board.Step:
		says := words.StepName(e.Step)
		if team := d.teams[string(e.Table)]; team != "" && !strings.Contains(says, team) {
			says = team + ": " + says
		}
		return e.ID, "step “" + says + "”"
	}
	return "", ""
}

// lists compares two lists element by element: the new list's order, then what is gone.
func (d *differ) lists(where []string, field string, a, b reflect.Value) {
	old := map[string]reflect.Value{}
	var gone []string
	for i := range a.Len() {
		k, _ := d.key(a.Index(i))
		old[k], gone = a.Index(i), append(gone, k)
	}
	for i := range b.Len() {
		k, called := d.key(b.Index(i))
		in := append(slices.Clip(where), called)
		was, ok := old[k]
		if !ok {
			was = reflect.Zero(b.Index(i).Type())
			if s, ok := b.Index(i).Interface().(board.Step); ok && s.State == board.StepPending {
				continue // that the round's end begins says it already
			}
			if !wide(b.Index(i)) {
				d.leaf(where, called, none, d.described(b.Index(i)))
				continue
			}
		}
		gone = slices.DeleteFunc(gone, func(g string) bool { return g == k })
		d.fresh = !ok
		d.structs(in, was, b.Index(i))
		d.fresh = false
	}
	if field == "queue" {
		return // its steps are over when the next round ends
	}
	for _, k := range gone {
		_, called := d.key(old[k])
		d.leaf(where, called, d.described(old[k]), "not in play")
	}
}

// wide tells whether a new element is told field by field.
func wide(v reflect.Value) bool {
	switch v.Interface().(type) {
	case board.Table, board.Player:
		return true
	}
	return false
}

// described says the fields of an element that are not empty, at most six.
func (d *differ) described(v reflect.Value) string {
	var out []string
	if s, ok := v.Interface().(board.Step); ok {
		return s.State
	}
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		name := t.Name() + "." + f.Name
		if left[name] || f.Name == "Card" || v.Field(i).IsZero() || len(out) == 6 {
			continue
		}
		if v.Field(i).Kind() == reflect.Bool {
			out = append(out, label(name, f.Name))
			continue
		}
		out = append(out, label(name, f.Name)+" "+d.text(v.Field(i)))
	}
	if len(out) == 0 {
		return "in play"
	}
	return strings.Join(out, ", ")
}

// text writes a value as people read it.
func (d *differ) text(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return none
		}
		return d.text(v.Elem())
	}
	switch x := v.Interface().(type) {
	case events.PersonID:
		if x == "" {
			return none
		}
		return words.Person(x)
	case events.TableID:
		if team := d.teams[string(x)]; team != "" {
			return team
		}
		return orNone(string(x))
	case lotr.Card:
		return orNone(x.Name)
	case board.Outcome:
		return orNone(x.Reason)
	case board.PendingLoss:
		return orNone(x.Reason)
	case board.Deck:
		return x.Name
	case board.Lorien:
		return words.Lorien(x.Card) + " (" + words.Person(x.Player) + ")"
	case board.TestDue:
		return words.Person(x.Player)
	case board.Guard:
		return x.Card
	case board.Ally:
		return x.Name
	case lotr.Piece:
		return strings.TrimSpace(x.Kind + " " + strconv.Itoa(x.Number))
	case time.Time:
		return ""
	}
	return d.plain(v)
}

// plain writes a value of a plain kind; −1 is how a board says that there is none.
func (d *differ) plain(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		return orNone(v.String())
	case reflect.Bool:
		return map[bool]string{false: "no", true: "yes"}[v.Bool()]
	case reflect.Int:
		if v.Int() == -1 {
			return none
		}
		return strings.Replace(strconv.FormatInt(v.Int(), 10), "-", "−", 1)
	case reflect.Slice:
		return d.list(v)
	case reflect.Struct:
		return orNone(d.described(v))
	default:
		return fmt.Sprint(v.Interface())
	}
}

func (d *differ) list(v reflect.Value) string {
	var out []string
	for i := range v.Len() {
		out = append(out, d.text(v.Index(i)))
	}
	if strings.HasSuffix(strings.Join(out, ""), ".") { // sentences
		return strings.Join(out, " ")
	}
	return orNone(strings.Join(out, ", "))
}

func orNone(s string) string {
	if s == "" {
		return none
	}
	return s
}
