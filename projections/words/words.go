// Package words says events in plain words: for the history, for the entry that can be taken back,
// for the outcome of a step. People are named by id in braces, "{p-7}", because names live outside
// the log; [Resolve] puts the names in when a text is shown. It is pure.
package words

import (
	"strings"

	"github.com/muster-events/muster/events"
)

// Context is what the words of an event need to know of its group. Its maps are only read.
type Context struct {
	Teams  map[events.TableID]string // name of the team by table
	Stages map[events.TableID]string // stage by table; absent before setup
	// Entrants are the people behind the numbers of a tournament's entrants, number n at n−1.
	Entrants []events.PersonID
}

// Team returns the name of a table's team, the table's id if the table is not known.
func (c Context) Team(t events.TableID) string {
	if name := c.Teams[t]; name != "" {
		return name
	}
	return string(t)
}

// Phrase is what an event says. With Acted set its subject is whoever sent the command; otherwise
// Subject is, which is empty when Does is a sentence of its own.
type Phrase struct {
	Acted   bool
	Subject string
	Does    string // "explored Dungeon Door (siege 2)"
	// Major is set when it is worth a line on the wall.
	Major bool
}

// Sentence returns the phrase as a sentence without a full stop; actor stands for who acted.
func (p Phrase) Sentence(actor string) string {
	switch {
	case p.Acted:
		return Upper(actor + " " + p.Does)
	case p.Subject != "":
		return Upper(p.Subject + " " + p.Does)
	default:
		return Upper(p.Does)
	}
}

// Entry returns the phrase as the words of an entry, "Explored Dungeon Door (siege 2)".
func (p Phrase) Entry() string {
	if p.Acted || p.Subject == "" {
		return Upper(p.Does)
	}
	return Upper(p.Subject + " " + p.Does)
}

// Entries joins the phrases of one commit into the words of its entry; at most three are written
// out.
func Entries(ps []Phrase) string {
	const most = 3
	var parts []string
	for _, p := range ps {
		if p.Does == "" {
			continue
		}
		s := p.Entry()
		if len(parts) > 0 && (p.Acted || p.Subject == "") {
			s = lower(s)
		}
		parts = append(parts, s)
	}
	if len(parts) > most {
		return strings.Join(parts[:most], ", ") + " and " + count(len(parts)-most, "thing", "things") + " more"
	}
	return strings.Join(parts, ", ")
}

// Of returns what an event says. A type that it does not know is said by its name, so that nothing
// that happened is left out.
func Of(c Context, e events.Payload) Phrase {
	for _, say := range []func(Context, events.Payload) (Phrase, bool){
		ofDesk, ofGroup, ofQueue, ofPlayers, ofEnemies, ofLocations, ofQuest, ofLorien, ofCity,
		ofPieces, ofStages, ofEpic, ofOpen, ofTests, ofCharacters, ofFights, ofCampaign, ofTournament, ofLeague,
	} {
		if p, ok := say(c, e); ok {
			return p
		}
	}
	return Phrase{Does: e.EventType()}
}

// Actor returns who sent a command: the person if known, else the team, else the role.
func Actor(c Context, a events.Actor) string {
	switch {
	case a.Person != "":
		return Person(a.Person)
	case a.Role == events.RoleCaptain && a.Table != "":
		return c.Team(a.Table)
	case a.Role == events.RoleOrganiser:
		return "the organiser"
	case a.Role == events.RoleJudge:
		return "a judge"
	default:
		return "muster"
	}
}

// Person returns the mark that [Resolve] replaces by the person's name. An organiser who has not said who
// they are has none.
func Person(p events.PersonID) string {
	if p == events.Organiser {
		return "the organiser"
	}
	return "{" + string(p) + "}"
}

// People returns the marks of several people, joined by commas and "and".
func People(ps []events.PersonID) string {
	out := make([]string, len(ps))
	for i, p := range ps {
		out[i] = Person(p)
	}
	return List(out)
}

// List joins words as a sentence does: "a, b and c".
func List(ws []string) string {
	switch len(ws) {
	case 0:
		return ""
	case 1:
		return ws[0]
	default:
		return strings.Join(ws[:len(ws)-1], ", ") + " and " + ws[len(ws)-1]
	}
}

// Resolve replaces every mark of a person by name(id). Braces that do not hold a well-formed id stay
// as they are, and names that hold braces are not looked at again.
func Resolve(s string, name func(events.PersonID) string) string {
	var out strings.Builder
	for {
		open := strings.IndexByte(s, '{')
		if open < 0 {
			break
		}
		end := strings.IndexByte(s[open:], '}')
		if end < 0 {
			break
		}
		id := events.PersonID(s[open+1 : open+end])
		if id.Validate() != nil {
			out.WriteString(s[:open+1])
			s = s[open+1:]
			continue
		}
		out.WriteString(s[:open])
		out.WriteString(name(id))
		s = s[open+end+1:]
	}
	out.WriteString(s)
	return out.String()
}

// Upper returns s with its first letter in upper case; a mark or a digit stays as it is.
func Upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

func lower(s string) string {
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return s
	}
	return string(s[0]-'A'+'a') + s[1:]
}
