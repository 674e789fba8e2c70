package lotr

import (
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Eliminate takes a player out of the game; why is an Out… constant of events/lotr. It returns
// nothing for somebody who does not play at the table or is out already. Whether that was the last
// player of the table is for the coordinator to see ([lotr.PlayerEliminated].Left).
//
// Source: facts/game-facts.md, "5.2 Elimination".
func Eliminate(c Context, t Table, player events.PersonID, why string) []events.Payload {
	return work(c, t, func(d *entry) {
		d.eliminate(player, why)
		d.settle()
	})
}

// eliminate takes a player out: enemies engaged with them return to the staging area, what they
// control leaves play (Host of Lórien leaves the game), and the first player token goes on
// clockwise at once.
func (d *entry) eliminate(id events.PersonID, why string) {
	p, ok := d.t.Player(id)
	if !ok || p.Out {
		return
	}
	d.emit(lotr.PlayerEliminated{
		Table: d.t.ID, Player: id, Why: why, Threat: max(p.Threat, 0), Left: d.t.PlayersIn() - 1,
	})
	for _, e := range d.t.Enemies {
		if e.Player == id {
			d.emit(lotr.EnemyReturned{Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name})
		}
	}
	d.loseLorien(id)
	d.forfeit(id, p)
	if d.t.FirstPlayer == id {
		d.passToken("eliminated")
	}
	if d.t.PlayersIn() == 0 && d.sc.ID != attackOnDolGuldur {
		d.lose(lotr.LostPlayers, "The last player is out of the game.", elimination)
	}
}

// forfeit takes what an eliminated player controlled out of play: the Fellowship hero and The One Ring,
// with either of which the game is lost; objectives that fight leave play, and others are free in the
// staging area.
//
// Source: facts/game-facts.md, "5.2 Elimination". Ruling: 8.
func (d *entry) forfeit(id events.PersonID, p Player) {
	d.forfeitFellow(id)
	d.ringGoes(id, p.Ring, "its player is out")
	for _, o := range d.t.Objectives {
		switch {
		case o.Player != id:
		case o.Card.HitPoints > 0:
			d.takeOut(lotr.Piece{Kind: lotr.KindObjective, Number: o.Number}, "its player is out")
		default:
			d.emit(lotr.ObjectiveMoved{Table: d.t.ID, Objective: o.Number, Card: o.Card.Name, Why: "freed"})
		}
	}
}

// playerOut takes out a player whose heroes are all lost and were never declared. Who has declared
// heroes goes out with the last of them, so that each is on record.
func (d *entry) playerOut(cmd lotr.PlayerOut) error {
	if cmd.Why != lotr.OutHeroes {
		return refuse(engine.CodeMalformed, elimination, "a player is entered as out for %q, not %q: threat takes a player out by itself", lotr.OutHeroes, clip(cmd.Why))
	}
	p, err := d.inGame(cmd.Player)
	if err != nil {
		return err
	}
	if n := p.HeroesUp(); n > 0 {
		return refuse("heroes-declared", elimination, "%d of the heroes of %s are still in play: enter each hero that was destroyed, the last one takes the player out", n, person(p.ID))
	}
	d.eliminate(p.ID, lotr.OutHeroes)
	return nil
}

// passToken gives the first player token to the next player clockwise. A player who is alone keeps
// it.
//
// Source: facts/game-facts.md, "5.3 Ordering rules worth encoding (FAQ)" (1.46).
func (d *entry) passToken(why string) {
	from := d.t.FirstPlayer
	if to := d.t.nextPlayer(from); to != "" {
		d.emit(lotr.FirstPlayerPassed{Table: d.t.ID, From: from, To: to, Why: why})
		d.followToken()
	}
}

// tokenFor gives the first player token to a player who has come to a table where nobody in the game
// holds it.
func (d *entry) tokenFor(id events.PersonID, why string) {
	if first, ok := d.t.Player(d.t.FirstPlayer); !ok || first.Out {
		d.emit(lotr.FirstPlayerPassed{Table: d.t.ID, From: d.t.FirstPlayer, To: id, Why: why})
		d.followToken()
	}
}

// passFirstPlayer gives the token to a named player because a card says so.
func (d *entry) passFirstPlayer(cmd lotr.PassFirstPlayer) error {
	if _, err := d.inGame(cmd.Player); err != nil {
		return err
	}
	if d.t.FirstPlayer == cmd.Player {
		return refuse("already-first-player", "", "%s is the first player already: choose another player", person(cmd.Player))
	}
	d.emit(lotr.FirstPlayerPassed{Table: d.t.ID, From: d.t.FirstPlayer, To: cmd.Player, Why: "entry"})
	d.followToken()
	return nil
}
