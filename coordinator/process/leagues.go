package process

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	words "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/store"
)

// LeagueHandler is the name of the handler that scores what ended in the leagues that it is linked to.
const LeagueHandler = "league"

// leagues reacts to a group or tournament that has ended, was ruled about afterwards or had its end taken
// back, and to one being linked to a session, by telling the league what it scores. What it tells is
// worked out from the source's own stream and names the commit up to which that was read: told twice it
// changes nothing, and told late it is refused as out of date.
type leagues struct {
	do   runner.Doer
	log  store.Loader
	list store.Lister
	cat  *events.Catalogue
}

func (l leagues) handle(wm *message.Message) error {
	commit, err := events.DecodeCommit(wm.Payload)
	if err != nil {
		return &poisonError{err}
	}
	position, err := strconv.ParseUint(wm.Metadata.Get(MetaPosition), 10, 64)
	if err != nil {
		return &poisonError{fmt.Errorf("a commit of %s has no position: %w", commit.Stream, err)}
	}
	switch {
	case commit.Stream.Kind == events.KindLeague:
		return l.linked(wm.Context(), commit)
	case scores(commit):
		return l.ended(wm.Context(), commit, events.Position(position))
	}
	return nil
}

// turns lists the events after which a source may score something else.
var turns = map[string]bool{
	(group.GroupWon{}).EventType():       true,
	(group.GroupLost{}).EventType():      true,
	(group.GroupAbandoned{}).EventType(): true,
	(group.GroupReopened{}).EventType():  true,
	(group.RulingMade{}).EventType():     true,
	(group.EntryWithdrawn{}).EventType(): true,
}

// scores tells whether a commit may change what its stream scores.
func scores(c events.Commit) bool {
	for _, e := range c.Events {
		if turns[e.Type] {
			return true
		}
	}
	return false
}

// sourceOf returns the source that a stream is for a league; false if it is none.
func sourceOf(id events.StreamID) (words.Source, bool) {
	switch id.Kind {
	case events.KindGroup:
		return words.Source{Group: id.Group}, true
	case events.KindTournament:
		return words.Source{Tournament: id.Group}, true
	}
	return words.Source{}, false
}

// streamOf is the reverse of sourceOf.
func streamOf(g events.GatheringID, src words.Source) events.StreamID {
	if src.Tournament != "" {
		return events.Tournament(g, src.Tournament)
	}
	return events.Group(g, src.Group)
}

// ended tells every league that a source is linked to what it scores as of a commit.
func (l leagues) ended(ctx context.Context, c events.Commit, at events.Position) error {
	src, ok := sourceOf(c.Stream)
	if !ok {
		return nil
	}
	in, err := l.linksOf(ctx, c.Stream.Gathering, src)
	if err != nil || len(in) == 0 {
		return err
	}
	now, err := runner.Replay(ctx, l.log, l.cat, c.Stream, at)
	if err != nil {
		return fmt.Errorf("result of %s: %w", c.Stream, err)
	}
	for _, id := range in {
		if err := l.tell(ctx, id, c, src, now); err != nil {
			return err
		}
	}
	return nil
}

// linked tells a league what the sources score that a commit of it has linked.
func (l leagues) linked(ctx context.Context, c events.Commit) error {
	for _, e := range c.Events {
		if e.Type != (words.SourceLinked{}).EventType() {
			continue
		}
		p, err := l.cat.Decode(e)
		if err != nil {
			return &poisonError{err}
		}
		src := p.(words.SourceLinked).Source
		now, err := runner.Replay(ctx, l.log, l.cat, streamOf(c.Stream.Gathering, src), 0)
		if err != nil {
			return fmt.Errorf("result of %s: %w", streamOf(c.Stream.Gathering, src), err)
		}
		if err := l.tell(ctx, c.Stream, c, src, now); err != nil {
			return err
		}
	}
	return nil
}

// linksOf lists the leagues of a gathering that a source is linked to.
func (l leagues) linksOf(ctx context.Context, g events.GatheringID, src words.Source) ([]events.StreamID, error) {
	all, err := l.list.Streams(ctx, g)
	if err != nil {
		return nil, err
	}
	var out []events.StreamID
	for _, s := range all {
		if s.ID.Kind != events.KindLeague {
			continue
		}
		at, err := runner.Replay(ctx, l.log, l.cat, s.ID, 0)
		if err != nil {
			return nil, fmt.Errorf("links of %s: %w", s.ID, err)
		}
		if _, is := at.League.Link(src); is {
			out = append(out, s.ID)
		}
	}
	return out, nil
}

// tell sends a league what a source scores now, page by page.
func (l leagues) tell(ctx context.Context, to events.StreamID, cause events.Commit, src words.Source, now runner.Replayed) error {
	if now.Head.Version == 0 {
		return nil // linked before it was opened
	}
	for _, b := range scored(src, now) {
		if err := l.score(ctx, to, cause, b); err != nil {
			return err
		}
	}
	return nil
}

// scored returns what a source scores as of a commit of its own stream.
func scored(src words.Source, now runner.Replayed) []words.ScoreSource {
	b := words.ScoreSource{Source: src, At: now.Head.Version, Results: []words.Result{}}
	if now.Group == nil {
		return nil
	}
	b.Results = append(b.Results, league.ResultsOf(*now.Group)...)
	b.Why = why(now.Last)
	return []words.ScoreSource{b}
}

// why is the reason of the ruling that a commit records; empty if it is none.
func why(r events.Recorded) string {
	for _, e := range r.Events {
		if e.Type != (group.RulingMade{}).EventType() {
			continue
		}
		var ruling group.RulingMade
		if json.Unmarshal(e.Data, &ruling) == nil {
			return ruling.Reason
		}
	}
	return ""
}

// score sends one page to a league. That the league has it already, or something newer, or that somebody
// has taken the source away meanwhile, is no matter.
func (l leagues) score(ctx context.Context, to events.StreamID, cause events.Commit, b words.ScoreSource) error {
	before, err := runner.Replay(ctx, l.log, l.cat, to, 0)
	if err != nil {
		return fmt.Errorf("log of %s: %w", to, err)
	}
	if before.League.Scores(b) {
		return nil
	}
	data, err := json.Marshal(b)
	if err != nil {
		return &poisonError{fmt.Errorf("result of %s: %w", cause.Stream, err)}
	}
	_, err = l.do.Do(ctx, to, events.Command{
		ID: scoreID(to, cause, b), Type: b.CommandType(), Data: data, Actor: events.Actor{Role: events.RoleSystem},
	})
	refused := engine.AsRefusal(err)
	switch {
	case refused == nil || refused.Code == engine.CodeBusy:
		return err
	case refused.Code == league.CodeOld || refused.Code == league.CodeNothing || refused.Code == league.CodeSource:
		return nil
	}
	return &poisonError{fmt.Errorf("what %s scores is not recorded in the league %s: %s", cause.Stream, to.Group, refused.Says)}
}

// scoreSpace is the name space of the ids of commands that tell leagues what a source scores.
var scoreSpace = uuid.MustParse("3a1f4d0c-6a55-5c0e-9a51-0f2d7c9b8e36")

// scoreID derives the id of a command from the commit that caused it, the league that it is for and the
// page.
func scoreID(to events.StreamID, cause events.Commit, b words.ScoreSource) events.CommandID {
	name := fmt.Sprintf("%s\n%s\n%d\n%s%s\n%d", to, cause.Stream, cause.Version, b.Source.Group, b.Source.Tournament, b.Page)
	return events.CommandID(uuid.NewSHA1(scoreSpace, []byte(name)).String())
}
