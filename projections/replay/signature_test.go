package replay_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/replay"
)

// At each position the replay says who vouches for what was entered.
func TestAFrameSaysWhoHasSigned(t *testing.T) {
	log := recorded(t, lost)
	id := groupOf(t, log)
	book := bookOf(t, log)
	secret := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, 32))
	key := base64.StdEncoding.EncodeToString(secret.Public().(ed25519.PublicKey))
	short := events.KeyFingerprint(key)
	captain := events.Actor{Role: events.RoleCaptain, Group: id.Group, Table: "t1"}
	none := func(c events.Command) events.Command { return c }
	signed := func(c events.Command) events.Command { return c.Signed(id, secret) }
	for n, c := range []struct {
		actor  events.Actor
		body   events.CommandBody
		made   events.Payload
		sign   func(events.Command) events.Command
		kind   string
		says   string
		device events.DeviceID
	}{
		{captain, lotr.ChangeThreat{Table: "t1", By: 1}, group.NoticePosted{Text: "a"}, none, replay.SignedNot, "sent by a program", "phone"},
		{captain, group.RegisterKey{Table: "t1", Key: key}, group.KeyRegistered{Table: "t1", Device: "phone", Key: key}, signed, replay.SignedPhone, short, "phone"},
		{captain, lotr.ChangeThreat{Table: "t1", By: 1, Note: "<1> & \u2028"}, group.NoticePosted{Text: "b"}, signed, replay.SignedPhone, "signed by the phone (key " + short + ")", "phone"},
		{captain, lotr.ChangeThreat{Table: "t1", By: 1}, group.NoticePosted{Text: "c"}, none, replay.SignedWrong, "NOT signed", "phone"},
		{captain, lotr.ChangeThreat{Table: "t1", By: 1}, group.NoticePosted{Text: "d"}, func(c events.Command) events.Command {
			c = signed(c)
			c.N++
			return c
		}, replay.SignedWrong, "NOT signed", "phone"},
		{captain, group.TakeRecorder{Table: "t1"}, group.RecorderTaken{Table: "t1", Device: "phone"}, none, replay.SignedNot, "needs no signature", "phone"},
		{captain, lotr.ChangeThreat{Table: "t1", By: 1}, group.NoticePosted{Text: "e"}, none, replay.SignedNot, "sent by a program", "another"},
		{events.Actor{Role: events.RoleJudge}, lotr.ChangeThreat{Table: "t1", By: 1}, group.NoticePosted{Text: "f"}, none, replay.SignedOfficial, "a judge", ""},
		{events.Actor{Role: events.RoleOrganiser}, group.PostNotice{Text: "g"}, group.NoticePosted{Text: "g"}, none, replay.SignedOfficial, "an organiser", ""},
		{events.Actor{Role: events.RoleSystem}, group.PostNotice{Text: "h"}, group.NoticePosted{Text: "h"}, none, replay.SignedSystem, "by itself", ""},
	} {
		data, err := json.Marshal(c.body)
		if err != nil {
			t.Fatal(err)
		}
		made, err := events.EncodeAll([]events.Payload{c.made})
		if err != nil {
			t.Fatal(err)
		}
		at := book.Head().Position + 1
		cmd := c.sign(events.Command{
			ID: events.CommandID(fmt.Sprintf("00000000-0000-7000-8000-9%011d", n)), Type: c.body.CommandType(), Data: data, Actor: c.actor, Device: c.device, N: uint64(n),
		})
		if err := book.Add(events.Recorded{Commit: events.Commit{Stream: id, Version: book.Head().Version + 1, Command: cmd, Events: made}, Position: at}); err != nil {
			t.Fatal(err)
		}
		f, ok := book.At(at)
		if got := f.Command.Signed; !ok || got.Kind != c.kind || !strings.Contains(got.Says, c.says) {
			t.Errorf("number %d: %+v, want %s and %q", n, got, c.kind, c.says)
		}
	}
	if f, ok := book.At(log[len(log)-1].Position); !ok || f.Command.Signed.Kind == replay.SignedPhone || f.Command.Signed.Kind == replay.SignedWrong {
		t.Errorf("a log of before there were keys: %+v", f.Command.Signed)
	}
}
