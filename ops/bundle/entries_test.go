package bundle_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/bundle"
)

const phone = events.DeviceID("phone-1")

func phoneKey(n byte) ed25519.PrivateKey { return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{n}, 32)) }

func public(k ed25519.PrivateKey) string {
	return base64.StdEncoding.EncodeToString(k.Public().(ed25519.PublicKey))
}

// played is a log that goes on: its group's commands are decided as a server decides them.
type played struct {
	t     *testing.T
	log   log
	id    events.StreamID
	table events.TableID
	s     coordinator.State
}

// goOn goes on with the first group of a game after n commits.
func goOn(t *testing.T, n int) *played {
	t.Helper()
	p := &played{t: t, s: coordinator.Initial(), log: game(t, dolGuldur, n)}
	for _, r := range p.log {
		if r.Stream.Kind == events.KindGroup && (p.id == events.StreamID{} || p.id == r.Stream) {
			p.id = r.Stream
			p.apply(r)
		}
	}
	p.table = p.s.Tables[0].ID
	return p
}

func (p *played) apply(r events.Recorded) {
	p.t.Helper()
	a, err := coordinator.Recorded(vocabulary.All(), r)
	if err != nil {
		p.t.Fatal(err)
	}
	p.s = coordinator.Apply(p.s, a)
}

// command is one of the table's phone, not signed.
func (p *played) command(b events.CommandBody) events.Command {
	p.t.Helper()
	data, err := json.Marshal(b)
	if err != nil {
		p.t.Fatal(err)
	}
	return events.Command{
		ID: events.CommandID(fmt.Sprintf("00000000-0000-7000-8000-%012d", len(p.log)+1)), Type: b.CommandType(), Data: data, Device: phone,
		Actor: events.Actor{Role: events.RoleCaptain, Group: p.id.Group, Table: p.table},
	}
}

// add decides a command and records what comes of it; forged: whoever runs the server has taken out what looks
// at signatures.
func (p *played) add(c events.Command, forged bool) {
	p.t.Helper()
	asked, err := coordinator.Asked(vocabulary.All(), p.id, c)
	if err != nil {
		p.t.Fatal(err)
	}
	asked.Imagined = forged
	made, err := coordinator.Decide(p.s, asked)
	if err != nil {
		p.t.Fatal(err)
	}
	es, err := events.EncodeAll(made)
	if err != nil {
		p.t.Fatal(err)
	}
	r := events.Recorded{Commit: events.Commit{Stream: p.id, Version: p.s.Version() + 1, At: p.log[len(p.log)-1].At, Command: c, Events: es}}
	p.apply(r)
	p.log = append(p.log, r)
}

// signed adds a command with the signature of a key.
func (p *played) signed(k ed25519.PrivateKey, b events.CommandBody) {
	p.t.Helper()
	p.add(p.command(b).Signed(p.id, k), false)
}

// withPhone is a game in which a phone takes the recorder, enters something, shows its key and goes on.
func withPhone(t *testing.T) *played {
	t.Helper()
	p := goOn(t, 60)
	p.add(p.command(group.TakeRecorder{Table: p.table, Confirm: true}), false)
	p.add(p.command(lotr.ChangeThreat{Table: p.table, By: 1}), false)
	p.signed(phoneKey(1), group.RegisterKey{Table: p.table, Key: public(phoneKey(1))})
	for range 3 {
		p.signed(phoneKey(1), lotr.ChangeThreat{Table: p.table, By: 1, Note: "Doomed <1> & more"})
	}
	return p
}

func (p *played) written() []byte { return p.log.chained(p.t).written(p.t, nil) }

func TestTheReportSaysWhichEntriesAreSigned(t *testing.T) {
	before := proven(t, game(t, dolGuldur, 60).written(t, nil), bundle.Options{}).Entries
	p := withPhone(t)
	shown := len(p.log) - 3
	r := proven(t, p.written(), bundle.Options{})
	i := slices.IndexFunc(r.Entries, func(e bundle.Entries) bool { return e.Stream == p.id })
	was := before[slices.IndexFunc(before, func(e bundle.Entries) bool { return e.Stream == p.id })]
	got := r.Entries[i]
	key := bundle.PhoneKey{Table: p.table, Device: phone, Fingerprint: events.KeyFingerprint(public(phoneKey(1))), Position: events.Position(shown)}
	if got.Signed != 3 || got.Unsigned != was.Unsigned+1 || got.Officials != was.Officials || !slices.Equal(got.Keys, []bundle.PhoneKey{key}) {
		t.Errorf("%+v, before it %+v", got, was)
	}
	if i := slices.IndexFunc(r.Checks, func(c bundle.Check) bool { return c.Part == bundle.PartEntries }); i < 0 || r.Checks[i].Count != 4 {
		t.Errorf("four signatures are to be looked at: %+v", r.Checks)
	}
	var says bytes.Buffer
	r.Print(&says)
	for _, want := range []string{
		fmt.Sprintf("%s: 3 of %d entries of its tables are signed by their phones", p.id, got.Signed+got.Unsigned),
		fmt.Sprintf("key %s of the phone of %s, from commit %d on", key.Fingerprint, p.table, shown),
	} {
		if !strings.Contains(says.String(), want) {
			t.Errorf("not said: %q in\n%s", want, &says)
		}
	}
}

func TestAReplacedKeyIsTold(t *testing.T) {
	p := withPhone(t)
	p.add(p.command(group.TakeRecorder{Table: p.table}), false)
	p.signed(phoneKey(2), group.RegisterKey{Table: p.table, Key: public(phoneKey(2))})
	p.signed(phoneKey(2), lotr.ChangeThreat{Table: p.table, By: 1})
	r := proven(t, p.written(), bundle.Options{})
	keys := r.Entries[len(r.Entries)-1].Keys
	if len(keys) != 2 || keys[1].Replaces != keys[0].Fingerprint {
		t.Errorf("%+v", keys)
	}
	var says bytes.Buffer
	if r.Print(&says); !strings.Contains(says.String(), "in the place of "+keys[0].Fingerprint) {
		t.Error(says.String())
	}
}

// Must show: a server whose owner has changed it records an entry of a table whose phone has a key. Hashes,
// chain and signed checkpoints are right, and still the first such commit is named, with event and rule, by the
// decider and by the second opinion.
func TestAnInventedEntryOfATableIsRefused(t *testing.T) {
	raise := lotr.ChangeThreat{Table: "", By: 5}
	for what, forge := range map[string]func(p *played){
		"not signed": func(p *played) { p.add(p.command(raise), true) },
		"signed with a key of the server's": func(p *played) {
			p.add(p.command(raise).Signed(p.id, phoneKey(9)), true)
		},
		"with a signature from elsewhere": func(p *played) {
			c := p.command(raise)
			c.Sig = p.log[len(p.log)-1].Command.Sig
			p.add(c, true)
		},
		"signed for another group": func(p *played) {
			p.add(p.command(raise).Signed(events.Group(p.id.Gathering, "other"), phoneKey(1)), true)
		},
		"with a key that replaces the phone's": func(p *played) {
			c := p.command(group.RegisterKey{Table: p.table, Key: public(phoneKey(9))}).Signed(p.id, phoneKey(9))
			es, err := events.EncodeAll([]events.Payload{group.KeyRegistered{Table: p.table, Device: phone, Key: public(phoneKey(9)), Was: public(phoneKey(1))}})
			if err != nil {
				p.t.Fatal(err)
			}
			r := events.Recorded{Commit: events.Commit{Stream: p.id, Version: p.s.Version() + 1, At: p.log[len(p.log)-1].At, Command: c, Events: es}}
			p.apply(r)
			p.log = append(p.log, r)
		},
	} {
		t.Run(what, func(t *testing.T) {
			p := withPhone(t)
			raise.Table = p.table
			forge(p)
			at := events.Position(len(p.log))
			typ := p.log[at-1].Command.Type
			r, err := verify(t, p.written(), bundle.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range []bundle.Part{bundle.PartDecisions, bundle.PartEntries} {
				i := slices.IndexFunc(r.Findings, func(f bundle.Finding) bool { return f.Part == part })
				if i < 0 {
					t.Fatalf("part %s has found nothing: %v", part, r.Findings)
				}
				if f := r.Findings[i]; f.Position != at || f.Event != typ || f.Rule != group.RuleSigned {
					t.Errorf("part %s: %s", part, f)
				}
			}
		})
	}
}

func TestAnEntryChangedUnderItsSignatureIsRefused(t *testing.T) {
	p := withPhone(t)
	at := len(p.log) - 2
	p.log[at].Command.Data = bytes.Replace(p.log[at].Command.Data, []byte(`"by":1`), []byte(`"by":2`), 1)
	f := found(t, p.written(), bundle.Options{})
	if f.Position != events.Position(at+1) || f.Rule != group.RuleSigned {
		t.Error(f)
	}
}
