package coordinator

import "github.com/muster-events/muster/events"

// Recorded returns a recorded commit in the form that [Apply] takes. Errors:
// *events.UnknownTypeError and *events.CorruptError, with the commit's position.
func Recorded(cat *events.Catalogue, r events.Recorded) (Applied, error) {
	payloads, err := cat.DecodeAll(r)
	if err != nil {
		return Applied{}, err
	}
	return Applied{Version: r.Version, Command: r.Command, Events: payloads}, nil
}

// Asked returns a command of a stream in the form that [Decide] takes, to decide it or to decide it
// again. Errors: *events.UnknownTypeError, or a plain error naming a field.
func Asked(cat *events.Catalogue, stream events.StreamID, c events.Command) (Command, error) {
	body, err := cat.DecodeCommand(c.Type, c.Data)
	if err != nil {
		return Command{}, err
	}
	return Open(stream, c, body), nil
}

// Open returns a command of a stream, whose body was decoded, in the form that [Decide] takes.
func Open(stream events.StreamID, c events.Command, body events.CommandBody) Command {
	out := Command{ID: c.ID, Group: stream.Group, Actor: c.Actor, Device: c.Device, N: c.N, Round: c.Round, Sig: c.Sig, Body: body}
	if c.Sig != "" {
		out.Text = events.SignedText(stream, c)
	}
	return out
}
