package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/proofs"
)

type checkpointsOutput struct {
	Body struct {
		Checkpoints []proofs.Signed `json:"checkpoints" doc:"the newest first"`
	}
}

type checkpointOutput struct{ Body proofs.Signed }

type sinceInput struct {
	GatheringPath
	Size events.Position `path:"size" minimum:"1" doc:"of the newer checkpoint" example:"240"`
	Old  events.Position `path:"old" minimum:"1" doc:"of the older one, or any smaller number of commits" example:"120"`
}

type bundleInput struct {
	GatheringPath
	Names bool `query:"names" doc:"with the names, contacts and salts of people: not for everybody's hands" example:"false"`
}

// checkpoints registers signed heads of logs, the proofs that they extend each other, and the bundle.
func (a *API) checkpoints(h huma.API) {
	const all = "/gatherings/{gathering}/checkpoints"
	huma.Register(h, op(http.MethodGet, all, "list-checkpoints", "The signed heads of a gathering's log, as walls have shown them"), a.listCheckpoints)
	huma.Register(h, op(http.MethodPost, all, "sign-checkpoint", "Sign the head of the log now; the last checkpoint if nothing was recorded since"), a.sign)
	x := op(http.MethodGet, all+"/{size}/since/{old}", "get-extension", "The proof that a checkpoint's log only grew since it had so many commits (body of C2SP tlog-witness add-checkpoint)")
	x.Responses = fileResponse("the proof", proofType)
	huma.Register(h, x, a.extension)
	b := op(http.MethodGet, "/gatherings/{gathering}/bundle", "get-bundle", "The whole log as a bundle that proves itself, up to a checkpoint that is signed for it")
	b.Responses = fileResponse("the bundle", bundleType)
	huma.Register(h, b, a.bundle)
}

func (a *API) listCheckpoints(ctx context.Context, in *GatheringPath) (*checkpointsOutput, error) {
	list, err := a.o.Proofs.Checkpoints(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &checkpointsOutput{}
	out.Body.Checkpoints = list
	return out, nil
}

func (a *API) sign(ctx context.Context, in *GatheringPath) (*checkpointOutput, error) {
	if _, err := a.may(in.Caller, access.Sign, in.Gathering, access.Object{}); err != nil {
		return nil, err
	}
	c, err := a.o.Proofs.Seal(ctx, in.Gathering)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return &checkpointOutput{c}, nil
}

func (a *API) extension(ctx context.Context, in *sinceInput) (*fileOutput, error) {
	file, err := a.o.Proofs.Extension(ctx, in.Gathering, in.Old, in.Size)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	name := fmt.Sprintf(`attachment; filename="%s-%d-%d.tlog-extension"`, in.Gathering, in.Old, in.Size)
	return &fileOutput{ContentType: proofType, Disposition: name, Body: file}, nil
}

// bundle answers with the bundle as it is written: it may be long. What is wrong before the first byte is told
// as a problem; what goes wrong later breaks the answer off, so that nobody takes a piece for the whole.
func (a *API) bundle(ctx context.Context, in *bundleInput) (*huma.StreamResponse, error) {
	if _, err := a.may(in.Caller, access.Export, in.Gathering, access.Object{}); err != nil {
		return nil, err
	}
	if _, err := a.o.Reader.Gathering(ctx, in.Gathering); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	if _, err := a.o.Proofs.Seal(ctx, in.Gathering); err != nil { // nothing to end at: said in words
		return nil, a.problem(in.Caller, err)
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		hc.SetHeader("Content-Type", bundleType)
		hc.SetHeader("Content-Disposition", `attachment; filename="`+string(in.Gathering)+`.muster.zip"`)
		hc.SetHeader("Cache-Control", "no-store")
		hc.SetStatus(http.StatusOK)
		if err := a.o.Proofs.Bundle(hc.Context(), in.Gathering, in.Names, hc.BodyWriter()); err != nil {
			if hc.Context().Err() == nil {
				a.o.Log.Error("a bundle was not written to its end", "gathering", string(in.Gathering), "err", err)
			}
			panic(http.ErrAbortHandler)
		}
	}}, nil
}
