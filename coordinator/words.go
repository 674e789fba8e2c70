package coordinator

import (
	"fmt"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Words tells the state in plain words, a line each, for people who replay a log. People are named
// by id, since names live outside the log.
func (s State) Words() []string {
	if s.Phase == PhaseNone {
		return []string{"The group has not been opened."}
	}
	out := []string{fmt.Sprintf("%s: %s, %s mode, %s difficulty; version %d.", s.Name, s.scenarioName(), s.Mode, s.Difficulty, s.version)}
	out = append(out, s.phaseWords()...)
	if s.Round > 0 && s.hasCity() {
		out = append(out, fmt.Sprintf("City strength %d.%s", s.City, s.cityWords()))
	}
	if at := s.EyeAt(); at != "" {
		out = append(out, fmt.Sprintf("The Eye of Sauron is at %s (%s).", s.part(at), s.team(at)))
	}
	for _, t := range s.Tables {
		out = append(out, s.tableWords(t)...)
	}
	return append(out, s.queueWords()...)
}

func (s State) scenarioName() string {
	if sc, ok := rules.Lookup(s.Scenario); ok {
		return sc.Name
	}
	return s.Scenario
}

func (s State) phaseWords() []string {
	var out []string
	switch s.Phase {
	case PhaseSetup:
		out = append(out, "In setup.")
	case PhasePlaying:
		out = append(out, fmt.Sprintf("Round %d is played; waiting for %s.", s.Round, s.teams(s.Waiting())))
	case PhaseEnding:
		out = append(out, fmt.Sprintf("Round %d is being ended: %s.", s.Round, s.next()))
	case PhaseAbandoned:
		out = append(out, fmt.Sprintf("Abandoned in round %d: %s", s.Result.Round, s.Result.Reason))
	default:
		out = append(out, fmt.Sprintf("%s in round %d: %s", strings.ToUpper(string(s.Phase[:1]))+string(s.Phase[1:]), s.Result.Round, s.Result.Reason))
	}
	if s.Paused {
		out = append(out, "Paused: "+s.PauseReason)
	}
	return out
}

func (s State) teams(ids []events.TableID) string {
	var out []string
	for _, id := range ids {
		out = append(out, s.team(id))
	}
	return strings.Join(out, ", ")
}

func (s State) cityWords() string {
	if s.DolGuldurAt == "" {
		return ""
	}
	return " Dol Guldur lies at " + s.team(s.DolGuldurAt) + "."
}

func (s State) tableWords(t Table) []string {
	head := fmt.Sprintf("%s (table %s): %d players seated.", t.Team, t.ID, t.seated())
	if t.Stage == "" {
		return []string{head}
	}
	head = fmt.Sprintf("%s (table %s): %sstage %s, progress %d%s", t.Team, t.ID, s.playsWords(t), t.Stage, t.Progress, s.stageWords(t))
	head += fmt.Sprintf(", %s phase, first player %s", t.Phase, t.FirstPlayer)
	if s.hasCity() {
		head += fmt.Sprintf(", siege this round %d", t.siegeNow())
	}
	if t.Ended >= s.Round {
		head += ", has ended the round"
	}
	out := []string{head + "."}
	if t.Won != nil || t.Lost != nil {
		out = append(out, "  The game here is decided: "+t.how())
	}
	for _, p := range t.Players {
		out = append(out, "  "+playerWords(p))
	}
	for _, e := range t.Enemies {
		out = append(out, "  "+enemyWords(e))
	}
	for _, l := range t.Locations {
		out = append(out, "  "+locationWords(l))
	}
	for _, o := range t.Objectives {
		out = append(out, "  "+objectiveWords(o))
	}
	for _, q := range t.SideQuests {
		out = append(out, fmt.Sprintf("  Side quest %d: %s, progress %d.", q.Number, q.Card.Name, q.Progress))
	}
	for _, l := range t.Lorien {
		out = append(out, "  "+lorienWords(l))
	}
	return out
}

// playsWords names the scenario of a table, if it is not the group's.
func (s State) playsWords(t Table) string {
	if t.Scenario == "" || t.Scenario == s.Scenario {
		return ""
	}
	return s.Plays(max(s.tableAt(t.ID), 0)).Name + ", "
}

// stageWords says what lies on a stage beside its progress.
func (s State) stageWords(t Table) string {
	switch {
	case s.hasCity() && t.Stage == scenarioOf(s).Start:
		return fmt.Sprintf(", resources %d, %s %d", t.Resources, lotr.PowerName, t.PowerProgress)
	case !s.hasCity() && t.Resources > 0:
		return fmt.Sprintf(", resources %d", t.Resources)
	default:
		return ""
	}
}

func objectiveWords(o rules.Objective) string {
	where := "in the staging area"
	switch {
	case o.Player != "":
		where = "controlled by " + string(o.Player)
	case o.On.Kind != "":
		where = fmt.Sprintf("on %s %d", o.On.Kind, o.On.Number)
	}
	words := fmt.Sprintf("Objective %d: %s %s", o.Number, o.Card.Name, where)
	for _, n := range []struct {
		what string
		n    int
	}{{"resources", o.Resources}, {"damage", o.Damage}, {"progress", o.Progress}} {
		if n.n > 0 {
			words += fmt.Sprintf(", %s %d", n.what, n.n)
		}
	}
	return words + "."
}

func playerWords(p rules.Player) string {
	words := fmt.Sprintf("%s: threat %d of %d", p.ID, p.Threat, p.Elimination)
	if p.Threat < 0 {
		words = fmt.Sprintf("%s: threat not declared", p.ID)
	}
	for _, h := range p.Heroes {
		switch {
		case h.Dead:
			words += fmt.Sprintf(", %s dead", h.Title)
		case h.Damage > 0:
			words += fmt.Sprintf(", %s damage %d", h.Title, h.Damage)
		default:
			words += ", " + h.Title
		}
	}
	if p.Out {
		words += ", out of the game"
	}
	return words + "."
}

func lorienWords(l rules.LorienCard) string {
	if l.Card == rules.Power {
		return fmt.Sprintf("%s controls %s, progress %d.", l.Player, lotr.PowerName, l.Progress)
	}
	return fmt.Sprintf("%s controls %s, damage %d of %d.", l.Player, lotr.HostName, l.Damage, rules.HostHitPoints)
}

func enemyWords(e rules.Enemy) string {
	where := "in the staging area"
	if e.Player != "" {
		where = "engaged with " + string(e.Player)
	}
	return fmt.Sprintf("Enemy %d: %s %s, damage %d.", e.Number, e.Card.Name, where, e.Damage)
}

func locationWords(l rules.Location) string {
	where := "in the staging area"
	if l.Active {
		where = "active"
	}
	return fmt.Sprintf("Location %d: %s %s, progress %d.", l.Number, l.Card.Name, where, l.Progress)
}

func (s State) queueWords() []string {
	var out []string
	for _, st := range s.Queue {
		if s.Phase == PhaseEnding {
			out = append(out, fmt.Sprintf("Step %s: %s %s.", st.ID, s.describe(st), strings.TrimSpace(string(st.State)+" "+st.Choice)))
		}
	}
	return out
}
