package process

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"

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

	mu    sync.Mutex // guards links
	links map[events.GatheringID]linksAt
}

// linksAt is which leagues each source of a gathering is linked to, as of a number of commits of each.
type linksAt struct {
	leagues []store.StreamInfo
	of      map[words.Source][]events.StreamID
}

func (l *leagues) handle(wm *message.Message) error {
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

// scores tells whether a commit may change what its stream scores. Any commit of a tournament may, once
// it has ended.
func scores(c events.Commit) bool {
	if c.Stream.Kind == events.KindTournament {
		return true
	}
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
func (l *leagues) ended(ctx context.Context, c events.Commit, at events.Position) error {
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
func (l *leagues) linked(ctx context.Context, c events.Commit) error {
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

// linksOf lists the leagues of a gathering that a source is linked to. What it has read before is good as
// long as no league has more commits, whoever has read on meanwhile. A link that is made afterwards is
// dealt with when its commit comes.
func (l *leagues) linksOf(ctx context.Context, g events.GatheringID, src words.Source) ([]events.StreamID, error) {
	all, err := l.list.Streams(ctx, g)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(slices.Clone(all), func(s store.StreamInfo) bool { return s.ID.Kind != events.KindLeague })
	l.mu.Lock()
	known, ok := l.links[g]
	l.mu.Unlock()
	if ok && slices.Equal(known.leagues, all) {
		return known.of[src], nil
	}
	known = linksAt{leagues: all, of: map[words.Source][]events.StreamID{}}
	for _, s := range all {
		at, err := runner.Replay(ctx, l.log, l.cat, s.ID, 0)
		if err != nil {
			return nil, fmt.Errorf("links of %s: %w", s.ID, err)
		}
		for _, link := range at.League.Links {
			known.of[link.Source] = append(known.of[link.Source], s.ID)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.links == nil {
		l.links = map[events.GatheringID]linksAt{}
	}
	l.links[g] = known
	return known.of[src], nil
}

// tell sends a league what a source scores now, page by page.
func (l *leagues) tell(ctx context.Context, to events.StreamID, cause events.Commit, src words.Source, now runner.Replayed) error {
	if now.Head.Version == 0 {
		return nil // linked before it was opened
	}
	pages, err := scored(src, now)
	if err != nil {
		return &poisonError{fmt.Errorf("result of %s: %w", now.Last.Stream, err)}
	}
	before, err := runner.Replay(ctx, l.log, l.cat, to, 0)
	if err != nil {
		return fmt.Errorf("log of %s: %w", to, err)
	}
	link, _ := before.League.Link(src)
	for n := len(pages); n < len(link.Pages); n++ { // what a later page scored while there were more
		pages = append(pages, words.ScoreSource{Source: src, Page: n, At: now.Head.Version, Results: []words.Result{}})
	}
	for _, b := range pages {
		if before.League.Scores(b) || b.At <= link.Page(b.Page).At {
			continue
		}
		if err := l.score(ctx, to, cause, b); err != nil {
			return err
		}
	}
	return nil
}

// scored returns what a source scores as of a commit of its own stream, in pages: one at least.
func scored(src words.Source, now runner.Replayed) ([]words.ScoreSource, error) {
	var all []words.Result
	var err error
	switch {
	case now.Group != nil:
		all = league.ResultsOf(*now.Group)
	case now.Tournament != nil:
		all, err = league.ResultsOfTournament(now.Tournament.Log)
	}
	if err != nil {
		return nil, err
	}
	out := []words.ScoreSource{{Source: src, At: now.Head.Version, Results: []words.Result{}, Why: why(now.Last)}}
	for page := range slices.Chunk(all, league.PageSize) {
		if n := len(out) - 1; len(out[n].Results) == 0 {
			out[n].Results = page
			continue
		}
		out = append(out, words.ScoreSource{Source: src, Page: len(out), At: now.Head.Version, Results: page, Why: out[0].Why})
	}
	return out, nil
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
func (l *leagues) score(ctx context.Context, to events.StreamID, cause events.Commit, b words.ScoreSource) error {
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
	case tooLate(refused) || refused.Code == league.CodeOld || refused.Code == league.CodeNothing || refused.Code == league.CodeSource:
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
