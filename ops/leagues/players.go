package leagues

import (
	"context"

	"github.com/muster-events/muster/engine/standings/exchange"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Players enters the players of a file, CSV only, into a league; everybody has to be known to the gathering.
// Errors as for [Importer.Results].
func (im *Importer) Players(ctx context.Context, actor events.Actor, id events.StreamID, ask Ask) (Report, error) {
	s, err := im.league(ctx, id)
	if err != nil {
		return Report{}, err
	}
	everybody := func(events.PersonID) bool { return true }
	lines, err := exchange.ReadLeaguePlayers(ask.Text, im.known(id.Gathering, everybody), s.Divisions)
	if err != nil {
		return problems(err)
	}
	out := Report{Lines: len(lines)}
	var chunks []chunk
	for from := 0; from < len(lines); from += AtOnce {
		c := chunk{id: commandID(id, ask, len(chunks))}
		b := league.EnterPlayers{}
		for _, l := range lines[from:min(from+AtOnce, len(lines))] {
			b.Players, c.lines = append(b.Players, l.Player), append(c.lines, l.Line)
		}
		c.body = b
		chunks = append(chunks, c)
	}
	out.Commands = len(chunks)
	if tried(s, actor, chunks, &out); len(out.Problems) > 0 || out.Already || ask.Dry {
		return out, nil
	}
	out.Position, err = im.give(ctx, actor, id, chunks)
	out.Applied = err == nil
	return out, err
}
