package api

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections"
)

// Players makes sessions those of the players of tournaments; ops/auth.Auth does.
type Players interface {
	// Named returns the person who is called so, known to the gathering from now on.
	Named(ctx context.Context, g events.GatheringID, name string) (events.PersonID, error)
	// Entering is asked before a phone enters a tournament; it refuses if too many have just done so.
	Entering(g events.GatheringID, tournament events.GroupID) error
	// Player makes the session that of a player who has just entered with it.
	Player(w http.ResponseWriter, r *http.Request, g events.GatheringID, tournament events.GroupID, p events.PersonID) (access.Session, error)
	// JoinPlayer makes it that of a player whose code is known.
	JoinPlayer(w http.ResponseWriter, r *http.Request, g events.GatheringID, tournament events.GroupID, p events.PersonID, code string) (access.Session, error)
	// PlayerCode returns that code.
	PlayerCode(ctx context.Context, g events.GatheringID, tournament events.GroupID, p events.PersonID) (string, error)
}

type enterInput struct {
	TournamentPath
	Body struct {
		ID   events.CommandID `json:"id" doc:"UUID of this entry, made by the phone and known to nobody else: sent again with the same name after a lost answer, it enters nobody twice"`
		Name string           `json:"name" maxLength:"2000" doc:"what the player is called, 1 to 80 characters of any script"`
		Code string           `json:"code,omitempty" maxLength:"12" doc:"short code, 1 to 12 letters and digits, of nobody else in the tournament"`
		Club string           `json:"club,omitempty" maxLength:"2000" doc:"club or store, 1 to 80 characters"`
	}
}

type joinPlayerInput struct {
	TournamentPath
	Entrant int `path:"entrant" minimum:"1" maximum:"100000" doc:"number of the entrant"`
	Body    struct {
		Code string `json:"code" maxLength:"100" doc:"the player's code, which the organiser can show"`
	}
}

// PlayerCode is the code that makes a phone that of an entrant.
type PlayerCode struct {
	Entrant int             `json:"entrant"`
	Player  events.PersonID `json:"player"`
	Code    string          `json:"code"`
}

type playerCodesOutput struct {
	Body struct {
		Codes []PlayerCode `json:"codes"` // by entrant, without those who were found to be others
	}
}

// phones registers what makes a session that of a player, if there is somebody to do so.
func (a *API) phones(h huma.API, one string) {
	if a.o.Players == nil {
		a.o.Players, _ = a.o.Auth.(Players)
	}
	if a.o.Players == nil {
		return
	}
	huma.Register(h, op(http.MethodPost, one+"/enter", "enter-tournament", "Enter a tournament by name, as a phone does that has scanned its code; the session becomes the player's"), a.enterTournament)
	huma.Register(h, op(http.MethodPost, one+"/entrants/{entrant}/join", "join-tournament", "Make the session that of an entrant by their code"), a.joinTournament)
	huma.Register(h, op(http.MethodGet, one+"/codes", "list-player-codes", "The codes that make phones those of the entrants, for organisers"), a.playerCodes)
}

// entrySpace is the name space of the ids of entries by phone. The person is part of the id, so that one id
// is not an answer for two names; the log holds the derived id, so that nobody reads a phone's own there.
var entrySpace = uuid.MustParse("1b0f2f0a-6d3a-5f7e-9a55-3f0a4f1d7c22")

func (a *API) enterTournament(ctx context.Context, in *enterInput) (*sessionOutput, error) {
	if err := in.Body.ID.Validate(); err != nil {
		return nil, newProblem(http.StatusUnprocessableEntity, "malformed", err.Error())
	}
	switch a.who(in.Caller).Role {
	case events.RoleOrganiser, events.RoleJudge:
		return nil, newProblem(http.StatusForbidden, "not-allowed", "this session is an official's: register people with a command instead")
	}
	if err := a.o.Players.Entering(in.Gathering, in.Tournament); err != nil {
		return nil, a.problem(in.Caller, err)
	}
	if _, err := a.o.Tournaments.Tournament(ctx, in.Gathering, in.Tournament, false); err != nil {
		return nil, a.problem(in.Caller, err) // before the name becomes known to the gathering
	}
	who, err := a.o.Players.Named(ctx, in.Gathering, in.Body.Name)
	if err == nil {
		err = a.register(ctx, in, who)
	}
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return a.playing(in.Caller)(a.o.Players.Player(in.w, in.r, in.Gathering, in.Tournament, who))
}

// register enters a person who asks for it themselves.
func (a *API) register(ctx context.Context, in *enterInput, who events.PersonID) error {
	body := log.Register{Entrants: []log.Entrant{{Player: who, Code: in.Body.Code, Club: in.Body.Club}}}
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	me := access.Session{Role: events.RoleCaptain, Gathering: in.Gathering, Group: in.Tournament, Person: who}
	answer, err := a.o.Commands.Do(ctx, in.stream(), events.Command{
		ID:   events.CommandID(uuid.NewSHA1(entrySpace, []byte(string(in.Body.ID)+"\n"+string(who))).String()),
		Type: body.CommandType(), Data: data, Actor: me.Actor(),
	})
	if r := engine.AsRefusal(err); r != nil {
		said := *r
		said.Says = a.named(in.Gathering, said.Says)
		return &said
	}
	if err == nil {
		a.await(ctx, in.Gathering, answer.Position)
	}
	return err
}

func (a *API) joinTournament(ctx context.Context, in *joinPlayerInput) (*sessionOutput, error) {
	v, err := a.o.Tournaments.Tournament(ctx, in.Gathering, in.Tournament, false)
	if err == nil && in.Entrant > len(v.Entrants) {
		err = projections.ErrNotFound
	}
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	return a.playing(in.Caller)(a.o.Players.JoinPlayer(in.w, in.r, in.Gathering, in.Tournament, v.Entrants[in.Entrant-1].Player, in.Body.Code))
}

// playing answers with the session that a phone has from now on.
func (a *API) playing(c Caller) func(access.Session, error) (*sessionOutput, error) {
	return func(s access.Session, err error) (*sessionOutput, error) {
		if err != nil {
			return nil, a.problem(c, err)
		}
		return &sessionOutput{s}, nil
	}
}

func (a *API) playerCodes(ctx context.Context, in *TournamentPath) (*playerCodesOutput, error) {
	if _, err := a.may(in.Caller, access.ReadCodes, in.Gathering, access.Object{}); err != nil {
		return nil, err
	}
	v, err := a.o.Tournaments.Tournament(ctx, in.Gathering, in.Tournament, true)
	if err != nil {
		return nil, a.problem(in.Caller, err)
	}
	out := &playerCodesOutput{}
	out.Body.Codes = []PlayerCode{}
	for _, e := range v.Entrants {
		if e.Into != 0 {
			continue
		}
		code, err := a.o.Players.PlayerCode(ctx, in.Gathering, in.Tournament, e.Player)
		if err != nil {
			return nil, a.problem(in.Caller, err)
		}
		out.Body.Codes = append(out.Body.Codes, PlayerCode{Entrant: e.N, Player: e.Player, Code: code})
	}
	return out, nil
}
