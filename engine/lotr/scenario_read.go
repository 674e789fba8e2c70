package lotr

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

//go:embed scenarios/*.json
var scenarioFiles embed.FS

//go:embed sets
var setFiles embed.FS

// cardSet is an encounter set that several scenarios share: a file in sets.
type cardSet struct {
	Set   string         `json:"set"` // name
	Box   string         `json:"box"`
	Cards []ScenarioCard `json:"cards"`
}

// known holds the scenarios of this program by id. A scenario is a file in scenarios and, if its
// cards need more than the core rules, a call of adds.
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
	if err := sc.addSets(); err != nil {
		return Scenario{}, err
	}
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
	if len(s.Parts) > 0 {
		return errors.Join(errs...)
	}
	if !seen[s.Start] || s.Crossing != "" && !seen[s.Crossing] {
		errs = append(errs, fmt.Errorf("start is %q and crossing %q: name stages", s.Start, s.Crossing))
	}
	for _, st := range s.Stages {
		if st.Next != "" && !seen[st.Next] {
			errs = append(errs, fmt.Errorf("stage %s: next is %q: name a stage", st.ID, st.Next))
		}
	}
	for _, p := range s.Setup {
		if _, ok := s.find(p.Card); !ok || p.PerPlayer < 1 && p.Copies < 1 {
			errs = append(errs, fmt.Errorf("setup: %q has to be a card, perPlayer or copies 1 or more", p.Card))
		}
	}
	return errors.Join(errs...)
}

func (s *Scenario) checkCards() error {
	var errs []error
	for _, code := range s.SetAside {
		if _, ok := s.find(code); !ok {
			errs = append(errs, fmt.Errorf("setAside names %q: name a card of the sets", code))
		}
	}
	seen := map[string]bool{}
	for _, c := range s.Cards {
		if c.Code == "" || c.Name == "" || seen[c.Code] || c.Number < 1 || c.Copies < 1 {
			errs = append(errs, fmt.Errorf("card %q: code (once), name, number and copies are needed", c.Code))
		}
		seen[c.Code] = true
		if _, ok := s.find(c.Flip); c.Flip != "" && !ok {
			errs = append(errs, fmt.Errorf("card %q: flip is %q: name a card", c.Code, c.Flip))
		}
		if err := s.checkCard(c.Card); err != nil {
			errs = append(errs, fmt.Errorf("card %q: %w", c.Code, err))
		}
	}
	return errors.Join(errs...)
}

// addSets reads the cards of the encounter sets that are files of their own.
func (s *Scenario) addSets() error {
	for _, name := range s.Sets {
		raw, err := setFiles.ReadFile("sets/" + name + ".json")
		if err != nil {
			return fmt.Errorf("set %q: there is no file sets/%s.json", name, name)
		}
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.DisallowUnknownFields()
		var set cardSet
		if err := dec.Decode(&set); err != nil {
			return fmt.Errorf("read set %q: %w", name, err)
		}
		for _, c := range set.Cards {
			c.Set = set.Set
			c.Aside = c.Aside || slices.Contains(s.SetAside, c.Code)
			s.Cards = append(s.Cards, c)
		}
	}
	return nil
}
