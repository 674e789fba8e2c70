package lotr

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

//go:embed scenarios/*.json
var scenarioFiles embed.FS

// known holds the scenarios of this program by id. A scenario is a file in scenarios and, if its
// cards need more than the core rules, a value in effects.
var known = mustReadAll()

func mustReadAll() map[string]*Scenario {
	all := map[string]*Scenario{}
	files, err := scenarioFiles.ReadDir("scenarios")
	if err != nil {
		panic("the scenario files are not in the program: " + err.Error())
	}
	for _, f := range files {
		raw, err := scenarioFiles.ReadFile("scenarios/" + f.Name())
		if err != nil {
			panic("scenario file " + f.Name() + ": " + err.Error())
		}
		sc, err := readScenario(raw)
		if err != nil {
			panic("scenario file " + f.Name() + ": " + err.Error())
		}
		all[sc.ID] = &sc
	}
	return all
}

// readScenario reads a scenario file strictly: a field it does not know, a missing number or a name
// that points nowhere is an error. All that is wrong is reported at once.
func readScenario(raw []byte) (Scenario, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	var sc Scenario
	if err := dec.Decode(&sc); err != nil {
		return Scenario{}, fmt.Errorf("read scenario: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Scenario{}, errors.New("read scenario: there is something after its end")
	}
	sc.rules = effects[sc.ID]
	sc.index()
	return sc, errors.Join(sc.checkHead(), sc.checkStages(), sc.checkCards())
}

func (s *Scenario) checkHead() error {
	var errs []error
	if s.ID == "" || s.Name == "" {
		errs = append(errs, errors.New("id or name is missing"))
	}
	if len(s.Modes) == 0 {
		errs = append(errs, errors.New("there is no mode: say how many tables play"))
	}
	for _, m := range s.Modes {
		if m.Name == "" || m.Tables < 1 || m.MinAt < 1 || m.MaxAt < m.MinAt {
			errs = append(errs, fmt.Errorf("mode %q: tables and minAt are 1 or more, maxAt is not below minAt", m.Name))
		}
	}
	if s.City.Base < 0 || s.City.PerPlayer < 0 || s.EasyResources < 0 {
		errs = append(errs, errors.New("city and easyResources are 0 or more"))
	}
	return errors.Join(errs...)
}

func (s *Scenario) checkStages() error {
	var errs []error
	seen := map[string]bool{}
	for _, st := range s.Stages {
		if st.ID == "" || st.Front == "" || st.Name == "" || seen[st.ID] {
			errs = append(errs, fmt.Errorf("stage %q: id, front and name are needed, each id once", st.ID))
		}
		seen[st.ID] = true
		if st.Lieutenant == "" {
			continue
		}
		if c, ok := s.find(st.Lieutenant); !ok || !c.Lieutenant {
			errs = append(errs, fmt.Errorf("stage %s: %q is no Lieutenant of the cards", st.ID, st.Lieutenant))
		}
	}
	for _, id := range []string{s.Start, s.Crossing} {
		if !seen[id] {
			errs = append(errs, fmt.Errorf("start or crossing is %q: name one of the stages", id))
		}
	}
	for _, p := range s.Setup {
		if _, ok := s.find(p.Card); !ok || p.PerPlayer < 1 {
			errs = append(errs, fmt.Errorf("setup: %q has to be a card, perPlayer 1 or more", p.Card))
		}
	}
	return errors.Join(errs...)
}

func (s *Scenario) checkCards() error {
	var errs []error
	seen := map[string]bool{}
	for _, c := range s.Cards {
		if c.Code == "" || c.Name == "" || seen[c.Code] || c.Number < 1 || c.Copies < 1 {
			errs = append(errs, fmt.Errorf("card %q: code (once), name, number and copies are needed", c.Code))
		}
		seen[c.Code] = true
		if err := s.checkCard(c.Card); err != nil {
			errs = append(errs, fmt.Errorf("card %q: %w", c.Code, err))
		}
	}
	return errors.Join(errs...)
}
