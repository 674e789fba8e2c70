package natsd

import (
	"context"
	"fmt"
	"log/slog"
)

// serverLog sends the server's own messages to ours. What it calls a notice is of interest only
// when something is looked into.
type serverLog struct{ to *slog.Logger }

func (l serverLog) say(level slog.Level, format string, v []any) {
	if l.to.Enabled(context.Background(), level) {
		l.to.Log(context.Background(), level, "NATS server", "says", fmt.Sprintf(format, v...))
	}
}

func (l serverLog) Noticef(format string, v ...any) { l.say(slog.LevelDebug, format, v) }
func (l serverLog) Warnf(format string, v ...any)   { l.say(slog.LevelWarn, format, v) }
func (l serverLog) Fatalf(format string, v ...any)  { l.say(slog.LevelError, format, v) }
func (l serverLog) Errorf(format string, v ...any)  { l.say(slog.LevelError, format, v) }
func (l serverLog) Debugf(format string, v ...any)  { l.say(slog.LevelDebug, format, v) }
func (l serverLog) Tracef(format string, v ...any)  { l.say(slog.LevelDebug, format, v) }
