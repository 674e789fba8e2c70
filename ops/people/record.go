package people

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// SaltLen is the length of a salt in bytes.
const SaltLen = 16

// Record is what is kept about one person outside the log.
type Record struct {
	ID      events.PersonID `json:"-"`
	Name    string          `json:"name"`
	Contact string          `json:"contact,omitempty"`
	Salt    []byte          `json:"salt"`
}

// Commitment binds the log to a record without holding it; see [desk.Commit].
func (r Record) Commitment() events.Hash {
	return desk.Commit(r.Salt, r.Name, r.Contact)
}

func newRecord(name, contact string) Record {
	salt := make([]byte, SaltLen)
	_, _ = rand.Read(salt) // never fails
	return Record{Name: name, Contact: contact, Salt: salt}
}

// key is where a record is kept in the bucket.
func key(g events.GatheringID, p events.PersonID) string { return string(g) + "." + string(p) }

// underWay is where a correction of a record is kept until it is carried out.
func underWay(g events.GatheringID, p events.PersonID) string { return key(g, p) + correcting }

// correcting ends the keys of corrections that are under way.
const correcting = ".next"

func parseKey(k string) (events.GatheringID, events.PersonID, bool) {
	g, p, ok := strings.Cut(k, ".")
	gid, pid := events.GatheringID(g), events.PersonID(p)
	return gid, pid, ok && gid.Validate() == nil && pid.Validate() == nil
}

func decodeRecord(p events.PersonID, b []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(b, &r); err != nil {
		return Record{}, fmt.Errorf("the record of %s is not what muster wrote: %w", p, err)
	}
	r.ID = p
	return r, nil
}

// personID returns the id with a number; numberOf is the reverse, 0 for other ids.
func personID(n int) events.PersonID { return events.PersonID("p-" + strconv.Itoa(n)) }

func numberOf(p events.PersonID) int {
	s, ok := strings.CutPrefix(string(p), "p-")
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || personID(n) != p {
		return 0
	}
	return n
}
