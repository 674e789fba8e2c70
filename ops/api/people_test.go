package api_test

import (
	"net/http"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/ops/api"
)

func TestAPersonIsCorrected(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "g1")
	o.want(http.StatusOK, "POST", "/gatherings/spring/people", map[string]any{"people": []map[string]string{{"name": "Ana Maria Silva"}}}, nil)
	const at = "/gatherings/spring/people/p-1"
	var out struct {
		Position events.Position   `json:"position"`
		Alike    []api.AlikePerson `json:"alike"`
	}
	o.want(http.StatusOK, "PATCH", at, map[string]string{"name": "Silva, Ana Maria", "contact": "ana@example.org", "why": desk.WhyMisspelt}, &out)
	if out.Position == 0 || len(out.Alike) != 1 || out.Alike[0].Name != "Ana Maria Silva" || len(out.Alike[0].Reasons) == 0 {
		t.Errorf("%+v", out)
	}
	var list struct{ People []api.Person }
	o.want(http.StatusOK, "GET", "/gatherings/spring/people", nil, &list)
	if p := list.People[0]; p.Name != "Silva, Ana Maria" || p.Contact != "ana@example.org" {
		t.Errorf("%+v", p)
	}
	o.want(http.StatusOK, "PATCH", at, map[string]string{"name": "Silva, Ana Maria", "why": desk.WhyMisspelt}, &out)
	if out.Position != 0 || len(out.Alike) != 0 {
		t.Errorf("the same again: %+v", out)
	}
	o.want(http.StatusUnprocessableEntity, "PATCH", at, map[string]string{"name": " ", "why": desk.WhyMisspelt}, nil)
	o.want(http.StatusUnprocessableEntity, "PATCH", at, map[string]string{"name": "Eve", "why": "she said so"}, nil)
	o.want(http.StatusConflict, "PATCH", "/gatherings/spring/people/p-99", map[string]string{"name": "Eve", "why": desk.WhyAsked}, nil)
	for _, b := range []*browser{r.browser(t), r.judge(t, "spring"), r.captain(t, "spring", "g1", "red")} {
		b.want(http.StatusForbidden, "PATCH", at, map[string]string{"contact": "eve@example.org", "why": desk.WhyAsked}, nil)
	}
	// the log alone is not told: it would commit to a name that nobody keeps
	status, res := o.commands("spring", "", cmd(desk.CorrectPerson{Person: "p-1", Commitment: events.Hash{1}, Name: true, Why: desk.WhyAsked}))
	if status != http.StatusForbidden || res.Refused == nil {
		t.Errorf("%d, %+v", status, res)
	}
	o.want(http.StatusNoContent, "DELETE", at, nil, nil)
	o.want(http.StatusConflict, "PATCH", at, map[string]string{"name": "Eve", "why": desk.WhyAsked}, nil)
}
