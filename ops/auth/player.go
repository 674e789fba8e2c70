package auth

import (
	"context"
	"net/http"
	"time"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
)

// EntriesPerMinute bounds how many enter a tournament by their own phones, so that nobody floods it.
const EntriesPerMinute = 120

// Named returns the person of a gathering who is called so; if there is none, they become known to it.
// Errors: [*NameError], *engine.Refusal, *events.UnavailableError.
func (a *Auth) Named(ctx context.Context, g events.GatheringID, name string) (events.PersonID, error) {
	name, err := cleanName(name)
	if err != nil {
		return "", err
	}
	return a.person(ctx, g, name)
}

// Newcomer makes somebody known to a gathering who is not known yet, whoever else has the same name.
// Errors as for ops/people.People.Register.
func (a *Auth) Newcomer(ctx context.Context, g events.GatheringID, who roster.NewPerson) (events.PersonID, error) {
	ids, err := a.o.People.Register(ctx, g, events.Actor{Role: events.RoleSystem}, []roster.NewPerson{who})
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// Entering is asked before a phone enters a tournament. It returns a [*LoginError] if too many have just
// done so.
func (a *Auth) Entering(g events.GatheringID, tournament events.GroupID) error {
	if wait := a.limits.enter(g, tournament); wait > 0 {
		return &LoginError{Says: "many phones have just entered this tournament; wait a moment and try again", RetryAfter: wait}
	}
	return nil
}

// enter is asked when a phone enters a tournament; it returns how long to wait if too many have.
func (l *limits) enter(g events.GatheringID, tournament events.GroupID) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	t := l.of("enter "+string(g)+"/"+string(tournament), EntriesPerMinute, 0, now)
	t.last = now
	if t.left.AllowN(now, 1) {
		return 0
	}
	return time.Minute / EntriesPerMinute
}

// Player makes the browser the phone of a tournament's player. Whoever calls it knows that it is theirs:
// they have just entered with it.
func (a *Auth) Player(w http.ResponseWriter, r *http.Request, g events.GatheringID, tournament events.GroupID, p events.PersonID) (access.Session, error) {
	cg, err := a.o.Catalog.Desk(r.Context(), g)
	if err != nil {
		return access.Session{}, err
	}
	s := access.Session{Role: events.RoleCaptain, Gathering: g, Group: tournament, Person: p}
	return a.let(w, r, s, epochOf(cg, tournament, events.TableID(p)))
}

// JoinPlayer is [Auth.Player] for whoever knows the player's code: another phone of theirs. Wrong codes
// are limited. Errors: [*LoginError].
func (a *Auth) JoinPlayer(w http.ResponseWriter, r *http.Request, g events.GatheringID, tournament events.GroupID, p events.PersonID, code string) (access.Session, error) {
	want, err := a.PlayerCode(r.Context(), g, tournament, p)
	if err != nil {
		return access.Session{}, err
	}
	plain, ok := parseCode(code)
	right := ok && sameText(plain, want)
	if err := a.tried(w, r, "player", right); err != nil {
		return access.Session{}, err
	}
	if !right {
		return access.Session{}, &LoginError{Says: "that is not this player's code; the organiser can show it on the console, seven characters"}
	}
	return a.Player(w, r, g, tournament, p)
}

// PlayerCode returns the code that makes a phone that of a tournament's player. It is renewed like the
// code of a table, with the person's id in the table's place.
func (a *Auth) PlayerCode(ctx context.Context, g events.GatheringID, tournament events.GroupID, p events.PersonID) (string, error) {
	cg, err := a.o.Catalog.Desk(ctx, g)
	if err != nil {
		return "", err
	}
	// no table's id holds a colon, so that no table has this code
	return codeOf(a.secrets.Codes, g, tournament, events.TableID("player:"+p), epochOf(cg, tournament, events.TableID(p))), nil
}

// player tells whether a ticket is that of a player whose code still is the one it was opened with.
func (a *Auth) player(ctx context.Context, t ticket) bool {
	if t.Table != "" || t.Person == "" || t.Group == "" {
		return false
	}
	g, err := a.o.Catalog.Desk(ctx, t.Gathering)
	return err == nil && !g.Ended && epochOf(g, t.Group, events.TableID(t.Person)) == t.Epoch
}
