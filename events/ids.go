package events

import (
	"fmt"
	"strings"
)

// Identifiers end up in NATS subjects, in URLs and in file names, so they are drawn from one closed
// alphabet: lower-case ASCII letters, digits and single hyphens inside, 1 to [MaxIDLen] characters,
// beginning and ending with a letter or a digit. What people type is a name, never an id.
type (
	// GatheringID names one organised occasion.
	GatheringID string
	// GroupID names a group of a gathering: the players who share one game.
	GroupID string
	// TableID names a table; unique within its group.
	TableID string
	// PersonID names a person. The name behind it lives outside the log.
	PersonID string
	// CommandID is the UUID (any version, lower-case text form, 36 characters) of a command, made
	// where the command is typed or derived from the event that caused it.
	CommandID string
	// DeviceID names a phone, a browser or a program that sends commands.
	DeviceID string
)

// Version counts the commits of one stream: the first is 1, an empty stream is at 0.
type Version uint64

// Position is the place of a commit in the log of its gathering: the first is 1, before it is 0.
// Positions of different gatherings are not comparable.
type Position uint64

// MaxIDLen is the greatest length of an identifier in characters.
const MaxIDLen = 40

// An IDError says which identifier is malformed.
type IDError struct {
	Kind  string // "gathering", "group", "table", …
	Value string // as it was given
}

// Error names the identifier and says what is allowed.
func (e *IDError) Error() string {
	return fmt.Sprintf("%s id %q is not allowed: use 1 to %d lower-case letters, digits and single hyphens, beginning and ending with a letter or digit",
		e.Kind, clip(e.Value, 60), MaxIDLen)
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n] + "…"
}

// Validate returns an [*IDError] if the id is malformed.
func (id GatheringID) Validate() error { return checkID("gathering", string(id)) }

// Validate returns an [*IDError] if the id is malformed.
func (id GroupID) Validate() error { return checkID("group", string(id)) }

// Validate returns an [*IDError] if the id is malformed.
func (id TableID) Validate() error { return checkID("table", string(id)) }

// Validate returns an [*IDError] if the id is malformed.
func (id PersonID) Validate() error { return checkID("person", string(id)) }

// Validate returns an [*IDError] if the id is malformed.
func (id DeviceID) Validate() error { return checkID("device", string(id)) }

// Validate returns an [*IDError] if the id is not the lower-case text form of a UUID.
func (id CommandID) Validate() error {
	s := string(id)
	if len(s) != 36 {
		return &IDError{Kind: "command", Value: s}
	}
	for i := range len(s) {
		c := s[i]
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return &IDError{Kind: "command", Value: s}
			}
		default:
			if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
				return &IDError{Kind: "command", Value: s}
			}
		}
	}
	return nil
}

func checkID(kind, s string) error {
	if len(s) == 0 || len(s) > MaxIDLen || s[0] == '-' || s[len(s)-1] == '-' || strings.Contains(s, "--") {
		return &IDError{Kind: kind, Value: s}
	}
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return &IDError{Kind: kind, Value: s}
		}
	}
	return nil
}

// Organiser is the person of organisers who have not said who they are. No gathering gives it to anybody.
const Organiser PersonID = "organiser"

// Kind tells what a stream is about.
type Kind string

// The kinds of stream.
const (
	KindDesk  Kind = "desk" // the gathering's own stream: people, settings, life-cycle
	KindGroup Kind = "g"    // one group
	// KindCampaign is the log of one campaign, KindTournament one tournament and KindLeague one league;
	// the id is in [StreamID].Group.
	KindCampaign   Kind = "c"
	KindTournament Kind = "t"
	KindLeague     Kind = "l"
)

// named tells whether streams of the kind have an id of their own beside the gathering's.
func (k Kind) named() bool {
	switch k {
	case KindGroup, KindCampaign, KindTournament, KindLeague:
		return true
	default:
		return false
	}
}

// StreamID names a stream: the ordered commits of one consistency boundary.
// Its text form is "<gathering>/desk" or "<gathering>/<kind>/<id>": "spring/g/red".
type StreamID struct {
	Gathering GatheringID
	Kind      Kind
	Group     GroupID // id of the group, campaign, tournament or league; empty for KindDesk
}

// Desk returns the id of the gathering's own stream.
func Desk(g GatheringID) StreamID { return StreamID{Gathering: g, Kind: KindDesk} }

// Group returns the id of the stream of one group.
func Group(g GatheringID, group GroupID) StreamID {
	return StreamID{Gathering: g, Kind: KindGroup, Group: group}
}

// Campaign returns the id of the stream of one campaign's log.
func Campaign(g GatheringID, campaign GroupID) StreamID {
	return StreamID{Gathering: g, Kind: KindCampaign, Group: campaign}
}

// Tournament returns the id of the stream of one tournament.
func Tournament(g GatheringID, tournament GroupID) StreamID {
	return StreamID{Gathering: g, Kind: KindTournament, Group: tournament}
}

// League returns the id of the stream of one league.
func League(g GatheringID, league GroupID) StreamID {
	return StreamID{Gathering: g, Kind: KindLeague, Group: league}
}

// String returns the text form, also for malformed ids.
func (id StreamID) String() string {
	if id.Kind.named() {
		return string(id.Gathering) + "/" + string(id.Kind) + "/" + string(id.Group)
	}
	return string(id.Gathering) + "/" + string(id.Kind)
}

// Validate returns an [*IDError] if any part is malformed.
func (id StreamID) Validate() error {
	if err := id.Gathering.Validate(); err != nil {
		return err
	}
	switch {
	case id.Kind.named():
		return id.Group.Validate()
	case id.Kind == KindDesk && id.Group == "":
		return nil
	default:
		return &IDError{Kind: "stream", Value: id.String()}
	}
}

// ParseStreamID reads the text form. It returns an [*IDError] if that is malformed.
func ParseStreamID(s string) (StreamID, error) {
	parts := strings.Split(s, "/")
	var id StreamID
	switch {
	case len(parts) == 2:
		id = StreamID{Gathering: GatheringID(parts[0]), Kind: Kind(parts[1])}
	case len(parts) == 3:
		id = StreamID{Gathering: GatheringID(parts[0]), Kind: Kind(parts[1]), Group: GroupID(parts[2])}
	default:
		return StreamID{}, &IDError{Kind: "stream", Value: s}
	}
	if err := id.Validate(); err != nil {
		return StreamID{}, err
	}
	return id, nil
}

// kindNames are the kinds of stream in words, as addresses and the feed write them.
var kindNames = map[Kind]string{
	KindDesk: "desk", KindGroup: "group", KindCampaign: "campaign", KindTournament: "tournament", KindLeague: "league",
}

// Name returns what a stream is called within its gathering, in words: "desk", "group/red",
// "tournament/cup".
func (id StreamID) Name() string {
	if id.Kind.named() {
		return kindNames[id.Kind] + "/" + string(id.Group)
	}
	return kindNames[id.Kind]
}

// ParseStreamName is the reverse of [StreamID.Name]. It returns an [*IDError] for anything else.
func ParseStreamName(g GatheringID, name string) (StreamID, error) {
	word, group, _ := strings.Cut(name, "/")
	for kind, w := range kindNames {
		id := StreamID{Gathering: g, Kind: kind, Group: GroupID(group)}
		if w == word && id.Name() == name && id.Validate() == nil {
			return id, nil
		}
	}
	return StreamID{}, &IDError{Kind: "stream", Value: name}
}

// MarshalText writes the text form.
func (id StreamID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText reads the text form; it returns an [*IDError] if that is malformed.
func (id *StreamID) UnmarshalText(b []byte) error {
	got, err := ParseStreamID(string(b))
	if err != nil {
		return err
	}
	*id = got
	return nil
}
