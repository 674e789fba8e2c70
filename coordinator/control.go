package coordinator

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/muster-events/muster/events/group"
)

// Greatest lengths of what people type, in characters.
const (
	maxReason = 400
	maxNotice = 280
)

// words returns a text that people typed, trimmed and in NFC, or a refusal that says what is wrong.
func words(what, s string, most int) (string, error) {
	if !utf8.ValidString(s) {
		return "", malformed("the %s is not valid UTF-8", what)
	}
	s = norm.NFC.String(strings.TrimSpace(s))
	switch n := utf8.RuneCountInString(s); {
	case n == 0:
		return "", malformed("the %s is empty; write 1 to %d characters", what, most)
	case n > most:
		return "", malformed("the %s has %d characters; at most %d are allowed", what, n, most)
	}
	if !strings.ContainsFunc(s, visible) {
		return "", malformed("the %s has nothing that can be seen; write 1 to %d characters", what, most)
	}
	for _, r := range s {
		if r == utf8.RuneError {
			return "", malformed("the %s has a character that could not be read; type it again", what)
		}
		if unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) {
			return "", malformed("the %s has the control character U+%04X; remove it", what, r)
		}
	}
	return s, nil
}

// visible reports whether a character shows: not a space, a joiner or a filler.
func visible(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.Mn, r) && !strings.ContainsRune("\u115F\u1160\u3164\uFFA0\u2800", r)
}

func (d *decision) pause(b group.Pause) error {
	reason, err := words("reason", b.Reason, maxReason)
	if err != nil {
		return err
	}
	if d.s.Paused {
		return refuse(CodePaused, "the group is paused already: %s", d.s.PauseReason)
	}
	d.emit(group.GroupPaused{Reason: reason})
	return nil
}

func (d *decision) resume() error {
	if !d.s.Paused {
		return refuse(CodeNotPaused, "the group is not paused")
	}
	d.emit(group.GroupResumed{})
	d.advance()
	return nil
}

func (d *decision) abandon(b group.Abandon) error {
	reason, err := words("reason", b.Reason, maxReason)
	if err != nil {
		return err
	}
	d.emit(group.GroupAbandoned{Round: d.s.Round, Reason: reason})
	return nil
}

func (d *decision) takeRecorder(b group.TakeRecorder) error {
	t, err := d.onTable(b.Table)
	if err != nil {
		return err
	}
	if d.c.Device == "" {
		return malformed("the command names no device that could record for %s", t.Team)
	}
	if t.Recorder != "" && t.Recorder != d.c.Device && !b.Confirm {
		return refuse(CodeRecorderActive, "another phone records for %s; confirm to take over from it", t.Team)
	}
	d.emit(group.RecorderTaken{Table: t.ID, Device: d.c.Device, Was: t.Recorder, By: d.c.Actor.Person})
	return nil
}

func (d *decision) postNotice(b group.PostNotice) error {
	text, err := words("notice", b.Text, maxNotice)
	if err != nil {
		return err
	}
	for i, id := range b.Tables {
		if _, err := d.onTable(id); err != nil {
			return err
		}
		for _, other := range b.Tables[:i] {
			if other == id {
				return malformed("table %s is named twice", id)
			}
		}
	}
	d.emit(group.NoticePosted{Text: text, Tables: b.Tables})
	return nil
}
