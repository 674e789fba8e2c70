package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/proofs"
	"github.com/muster-events/muster/projections/replay"
	"github.com/muster-events/muster/projections/wall"
)

// Replays walk through groups; projections/replay.Keeper is one.
type Replays interface {
	Timeline(ctx context.Context, g events.GatheringID, group events.GroupID) (replay.Timeline, error)
	At(ctx context.Context, g events.GatheringID, group events.GroupID, at events.Position) (replay.Frame, error)
	Between(ctx context.Context, g events.GatheringID, group events.GroupID, from, to events.Position) ([]replay.Change, error)
}

// Proofs say what is proven about logs; ops/proofs.Desk is one.
type Proofs interface {
	Sizes(ctx context.Context, g events.GatheringID) ([]events.Position, error)
	Prove(ctx context.Context, g events.GatheringID, at events.Position) (proofs.Proof, []byte, error)
	Bundle(ctx context.Context, g events.GatheringID, names bool, w io.Writer) error
	Checkpoints(ctx context.Context, g events.GatheringID) ([]proofs.Signed, error)
	Seal(ctx context.Context, g events.GatheringID) (proofs.Signed, error)
	Extension(ctx context.Context, g events.GatheringID, old, size events.Position) ([]byte, error)
}

type timelineInput struct {
	GroupPath
	IfNoneMatch string `header:"If-None-Match" maxLength:"200" doc:"the ETag of an earlier answer: answered with 304 if nothing has changed" example:"\"412-9f86d081884c7d65\""`
}

// timelineOutput is a timeline, or the word that nothing has changed.
type timelineOutput struct {
	Status      int
	ContentType string `header:"Content-Type"`
	ETag        string `header:"ETag"`
	Body        []byte
}

type frameInput struct {
	GroupPath
	Position events.Position `path:"position" minimum:"1" doc:"of the gathering's log; the group is shown as it was after its last commit at or before it" example:"120"`
}

// Frame is a group at a position, with the wall as it was.
type Frame struct {
	replay.Frame
	Wall wall.View `json:"wall"`
	// Raw is false if what was sent and recorded is left out: while a game goes on it is for organisers and
	// judges.
	Raw bool `json:"raw"`
}

type changesInput struct {
	GroupPath
	Position events.Position `path:"position" minimum:"1" doc:"of the gathering's log" example:"120"`
	Since    events.Position `query:"since" minimum:"1" required:"true" doc:"the other position" example:"80"`
}

type changesOutput struct {
	Body struct {
		Changes []replay.Change `json:"changes"`
	}
}

type frameOutput struct{ Body Frame }

type logInput struct {
	GatheringPath
	Position events.Position `path:"position" minimum:"1" doc:"of the commit in the gathering's log" example:"120"`
}

type proofOutput struct{ Body proofs.Proof }

// replays registers what looks back at groups and proves their logs.
func (a *API) replays(h huma.API) {
	const one = "/gatherings/{gathering}/groups/{group}/replay"
	if a.o.Replays != nil {
		o := op(http.MethodGet, one, "get-timeline", "Everything that happened in a group, in order, with series for charts")
		schema := h.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[replay.Timeline](), true, "")
		o.Responses = map[string]*huma.Response{
			"200": {Description: "the timeline", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}},
			"304": {Description: "nothing has changed since the answer with that ETag"},
		}
		huma.Register(h, o, a.timeline)
		huma.Register(h, op(http.MethodGet, one+"/{position}", "get-frame", "A group as it was at a position: board, wall, what changed, who asked, and the rule"), a.frame)
		huma.Register(h, op(http.MethodGet, one+"/{position}/changes", "get-changes", "What of a group differs between two positions, field by field"), a.changes)
	}
	if a.o.Proofs != nil {
		const entry = "/gatherings/{gathering}/log/{position}"
		huma.Register(h, op(http.MethodGet, entry, "get-proof", "What is proven about a commit: its leaf, and the checkpoint that covers it"), a.proof)
		o := op(http.MethodGet, entry+"/proof", "get-proof-file", "The proof of a commit as a file (C2SP tlog-proof) that needs no server to be checked")
		o.Responses = fileResponse("the proof", proofType)
		huma.Register(h, o, a.proofFile)
		a.checkpoints(h)
	}
}

const (
	proofType  = "text/plain; charset=utf-8"
	bundleType = "application/zip"
)

func fileResponse(says, kind string) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {Description: says, Content: map[string]*huma.MediaType{kind: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}}
}

func (a *API) timeline(ctx context.Context, in *timelineInput) (*timelineOutput, error) {
	tl, err := a.o.Replays.Timeline(ctx, in.Gathering, in.Group)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	if a.o.Proofs != nil {
		sizes, err := a.o.Proofs.Sizes(ctx, in.Gathering)
		if err != nil {
			a.o.Log.Warn("checkpoints are not marked on a timeline", "gathering", string(in.Gathering), "err", err)
		}
		tl = tl.Sign(sizes)
	}
	body, err := json.Marshal(tl.Named(func(p events.PersonID) string { return a.o.People.Name(in.Gathering, p) }))
	if err != nil {
		return nil, a.problem(in.Caller, fmt.Errorf("encode a timeline: %w", err))
	}
	// Names are no part of the log: with the version alone, one that was erased would stay in a browser.
	sum := sha256.Sum256(body)
	tag := fmt.Sprintf("%q", fmt.Sprintf("%d-%s", tl.Version, hex.EncodeToString(sum[:8])))
	if in.IfNoneMatch == tag || strings.TrimPrefix(in.IfNoneMatch, "W/") == tag {
		return &timelineOutput{Status: http.StatusNotModified, ETag: tag}, nil
	}
	return &timelineOutput{Status: http.StatusOK, ContentType: "application/json", ETag: tag, Body: body}, nil
}

func (a *API) frame(ctx context.Context, in *frameInput) (*frameOutput, error) {
	f, err := a.o.Replays.At(ctx, in.Gathering, in.Group, in.Position)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	raw, err := a.maySeeRaw(ctx, in.Caller, in.Gathering, in.Group)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	name := func(p events.PersonID) string { return a.o.People.Name(in.Gathering, p) }
	out := Frame{Frame: f.Named(name), Wall: f.Wall(name), Raw: raw}
	if !raw {
		out.Frame = out.WithoutRaw()
	}
	return &frameOutput{out}, nil
}

func (a *API) changes(ctx context.Context, in *changesInput) (*changesOutput, error) {
	list, err := a.o.Replays.Between(ctx, in.Gathering, in.Group, in.Since, in.Position)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &changesOutput{}
	out.Body.Changes = replay.NamedChanges(list, func(p events.PersonID) string { return a.o.People.Name(in.Gathering, p) })
	return out, nil
}

// maySeeRaw tells whether somebody may see what was sent and recorded in a group byte for byte: officials at
// any time, everybody once the game is over. Before, it holds the seed of the draws to come.
func (a *API) maySeeRaw(ctx context.Context, c Caller, g events.GatheringID, group events.GroupID) (bool, error) {
	if s := a.who(c); s.May(access.ReadFeed, g, access.Object{}) == nil {
		return true, nil
	}
	if group == "" {
		return false, nil
	}
	b, err := a.o.Reader.Board(ctx, g, group)
	return err == nil && b.Over(), err
}

func (a *API) proof(ctx context.Context, in *logInput) (*proofOutput, error) {
	p, _, err := a.o.Proofs.Prove(ctx, in.Gathering, in.Position)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &proofOutput{p}, nil
}

func (a *API) proofFile(ctx context.Context, in *logInput) (*fileOutput, error) {
	p, file, err := a.o.Proofs.Prove(ctx, in.Gathering, in.Position)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	group := events.GroupID("")
	if p.Commit.Stream.Kind == events.KindGroup {
		group = p.Commit.Stream.Group
	}
	may, err := a.maySeeRaw(ctx, in.Caller, in.Gathering, group)
	switch {
	case err != nil:
		return nil, a.problem(in.Caller, err)
	case !may:
		return nil, newProblem(http.StatusForbidden, "not-allowed", "the proof holds the commit byte for byte, which is for organisers and judges until the game is over")
	case file == nil:
		return nil, newProblem(http.StatusConflict, "not-proven", p.Says)
	}
	return &fileOutput{ContentType: proofType, Disposition: fmt.Sprintf(`attachment; filename="%s-%d.tlog-proof"`, in.Gathering, in.Position), Body: file}, nil
}
