package site

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Wait is how long a form waits for the read models to show what it did.
const Wait = 5 * time.Second

// NewID returns the id of the command that a form will send. It is made with the form, so a form
// sent twice is one command.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// Send sends a command under the id that came with the form (field "id"; derived from it for the
// n-th of several commands, n from 0) and waits until pages show it.
func (s *Site) Send(r *http.Request, me access.Session, stream events.StreamID, n int, body events.CommandBody) error {
	id, err := formID(r, n)
	if err != nil {
		return err
	}
	if no := me.May(access.Give(body.CommandType()), stream.Gathering, about(me, stream, body)); no != nil {
		return no
	}
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode %s: %w", body.CommandType(), err)
	}
	answer, err := s.Commands.Do(r.Context(), stream, events.Command{
		ID: id, Type: body.CommandType(), Data: data, Actor: me.Actor(), Device: me.Device,
	})
	if err != nil {
		return err
	}
	s.Await(r.Context(), stream.Gathering, answer.Position)
	return nil
}

// about is what a command is about, for the check of rights.
func about(me access.Session, stream events.StreamID, body events.CommandBody) access.Object {
	on := access.Object{Group: stream.Group}
	if stream.Kind == events.KindTournament {
		on.Person = me.Person // whose entry or table it is, the tournament knows
	}
	switch c := body.(type) {
	case lotr.TableCommand:
		on.Table = c.OnTable()
	case group.TakeRecorder:
		on.Table = c.Table
	}
	return on
}

// Await waits a moment until pages show a position. A page that is late is no reason to fail: what
// was asked is done, and the page is live.
func (s *Site) Await(ctx context.Context, g events.GatheringID, at events.Position) {
	ctx, cancel := context.WithTimeout(ctx, Wait)
	defer cancel()
	if err := s.Reader.Await(ctx, g, at); err != nil {
		s.Log.Warn("a page is late", "gathering", g, "position", at, "err", err)
	}
}

func formID(r *http.Request, n int) (events.CommandID, error) {
	id := events.CommandID(r.FormValue("id"))
	if err := id.Validate(); err != nil {
		return "", Malformed("this form has no number of its own: open the page again and fill it in once more")
	}
	if n == 0 {
		return id, nil
	}
	return events.CommandID(uuid.NewSHA1(uuid.MustParse(string(id)), []byte(strconv.Itoa(n))).String()), nil
}

// Malformed returns the error of a form that was filled in wrongly.
func Malformed(says string) error {
	return &Problem{Status: http.StatusUnprocessableEntity, Title: "Please look at that again", Says: says}
}

// Field returns a field of a form, trimmed. An empty or too long one is an error that names it.
func Field(r *http.Request, name, label string, limit int) (string, error) {
	v := strings.TrimSpace(r.FormValue(name))
	switch n := len([]rune(v)); {
	case n == 0:
		return "", Malformed(label + " is missing: fill it in")
	case n > limit:
		return "", Malformed(fmt.Sprintf("%s has %d characters; %d are allowed", label, n, limit))
	}
	return v, nil
}

// Number returns a number of a form; nil if the field is empty.
func Number(r *http.Request, name, label string, low, high int) (*int, error) {
	v := strings.TrimSpace(r.FormValue(name))
	if v == "" {
		return nil, nil
	}
	n, err := strconv.Atoi(strings.Replace(v, "−", "-", 1))
	if err != nil || n < low || n > high {
		return nil, Malformed(fmt.Sprintf("%s is %q; it must be a whole number from %d to %d", label, v, low, high))
	}
	return &n, nil
}

// To sends the browser on after a form was accepted.
func To(w http.ResponseWriter, r *http.Request, path string) error {
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}
