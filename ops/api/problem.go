package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/auth"
	"github.com/muster-events/muster/ops/people"
	"github.com/muster-events/muster/projections"
)

// Problem is an error as it is sent.
//
// Source: RFC 9457.
type Problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`           // for people
	Code   string `json:"code"`             // stable, for programs
	Source string `json:"source,omitempty"` // rulebook and section, when a rule is the reason
	Line   int    `json:"line,omitempty"`   // of the file that was sent, from 1; 0: it is about no line
	// Errors say which parts of a request cannot be, if it was refused for its form.
	Errors []Misfit `json:"errors,omitempty"`

	retryAfter time.Duration
}

// Misfit is a part of a request that cannot be.
type Misfit struct {
	Message  string `json:"message"`
	Location string `json:"location,omitempty"` // "body.commands[0].id", "query.limit"
}

// problemJSON is the type of a problem.
const problemJSON = "application/problem+json"

// codes of problems that come from the form of a request.
var codes = map[int]string{
	http.StatusBadRequest: "malformed", http.StatusUnprocessableEntity: "malformed", http.StatusNotFound: "not-found",
	http.StatusRequestTimeout: "too-slow", http.StatusRequestEntityTooLarge: "too-large", http.StatusUnsupportedMediaType: "unsupported-type",
	http.StatusNotAcceptable: "not-acceptable", http.StatusInternalServerError: "internal",
}

// The library that checks the form of requests makes its errors through this one function; ours are the only
// errors there are.
func init() { huma.NewError = misfit }

// CrossSite answers a request that a browser sends for another site, for
// http.CrossOriginProtection.SetDenyHandler: the API with a problem, pages with a line of text.
func CrossSite(w http.ResponseWriter, r *http.Request) {
	const says = "this was sent by a page of another site; open muster's own page and do it there"
	if !strings.HasPrefix(r.URL.Path, Prefix+"/") {
		http.Error(w, says, http.StatusForbidden)
		return
	}
	w.Header().Set("Content-Type", problemJSON)
	w.WriteHeader(http.StatusForbidden)
	_ = json.NewEncoder(w).Encode(newProblem(http.StatusForbidden, "cross-site", says)) // the sender may be gone
}

// misfit is a problem with the form of a request.
func misfit(status int, says string, errs ...error) huma.StatusError {
	p := newProblem(status, codes[status], says)
	for _, err := range errs {
		var d huma.ErrorDetailer
		switch {
		case err == nil:
		case errors.As(err, &d):
			p.Errors = append(p.Errors, Misfit{Message: d.ErrorDetail().Message, Location: d.ErrorDetail().Location})
		default:
			p.Errors = append(p.Errors, Misfit{Message: err.Error()})
		}
	}
	if len(p.Errors) > 0 {
		first := p.Errors[0]
		p.Detail += ": " + first.Message
		if first.Location != "" {
			p.Detail += " (" + first.Location + ")"
		}
	}
	return p
}

// Error returns what is said to people.
func (p *Problem) Error() string { return p.Detail }

// GetStatus implements huma.StatusError.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType implements huma.ContentTypeFilter.
func (p *Problem) ContentType(string) string { return problemJSON }

// GetHeaders implements huma.HeadersError.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(p.retryAfter.Round(time.Second).Seconds())))
	}
	return h
}

// statusOf is the one table of kinds of error and HTTP statuses.
var statusOf = map[runner.Kind]int{
	runner.KindNone:        http.StatusOK,
	runner.KindRefusal:     http.StatusConflict,
	runner.KindMalformed:   http.StatusUnprocessableEntity,
	runner.KindNotAllowed:  http.StatusForbidden,
	runner.KindBusy:        http.StatusServiceUnavailable,
	runner.KindUnavailable: http.StatusServiceUnavailable,
	runner.KindInternal:    http.StatusInternalServerError,
}

// problem puts an error into the form in which it is sent.
func (a *API) problem(c Caller, err error) error {
	var (
		login *auth.LoginError
		name  *auth.NameError
		row   *people.RowError
		id    *events.IDError
	)
	switch {
	case errors.Is(err, projections.ErrNotFound):
		return newProblem(http.StatusNotFound, "not-found", projections.ErrNotFound.Error())
	case errors.As(err, &login):
		p := newProblem(login.Status(), "not-let-in", login.Says)
		p.retryAfter = login.RetryAfter
		if login.RetryAfter > 0 {
			p.Code = "too-many-tries"
		}
		return p
	case errors.As(err, &name):
		return newProblem(http.StatusUnprocessableEntity, "malformed", name.Says)
	case errors.As(err, &row):
		return newProblem(http.StatusUnprocessableEntity, "malformed", row.Error())
	case errors.As(err, &id):
		return newProblem(http.StatusUnprocessableEntity, "malformed", id.Error())
	}
	refused, kind := runner.Refuse(err)
	if kind == runner.KindInternal {
		a.o.Log.Error("a request failed", "path", c.r.URL.Path, "err", err)
	}
	p := newProblem(statusOf[kind], string(refused.Code), refused.Says)
	p.Source = refused.Source
	if p.Status == http.StatusServiceUnavailable {
		p.retryAfter = time.Second
	}
	return p
}

func newProblem(status int, code, detail string) *Problem {
	return &Problem{Title: http.StatusText(status), Status: status, Code: code, Detail: detail}
}

// statusLabel keeps the label set closed.
func statusLabel(status int) string {
	if slices.Contains([]int{400, 401, 403, 404, 406, 408, 409, 413, 415, 422, 429, 500, 503}, status) {
		return strconv.Itoa(status)
	}
	return fmt.Sprintf("%dxx", status/100)
}
