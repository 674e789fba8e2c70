package events

import "strings"

// Subjects of the log and of commands. One stream has one literal subject, which is also the key of
// the expected-version condition. A wildcard condition is not safe on a replicated stream.
const (
	logPrefix  = "muster.log."
	cmdPrefix  = "muster.cmd."
	livePrefix = "muster.live."
)

// LogSubject is the subject that holds the commits of a stream: "muster.log.<gathering>.desk" or
// "muster.log.<gathering>.<kind>.<id>", as in "muster.log.spring.g.red".
func LogSubject(id StreamID) string {
	return logPrefix + strings.ReplaceAll(id.String(), "/", ".")
}

// LogFilter matches every stream of a gathering.
func LogFilter(g GatheringID) string { return logPrefix + string(g) + ".>" }

// ParseLogSubject is the reverse of [LogSubject]. It returns an [*IDError] for anything else.
func ParseLogSubject(subject string) (StreamID, error) {
	rest, ok := strings.CutPrefix(subject, logPrefix)
	if !ok {
		return StreamID{}, &IDError{Kind: "log subject", Value: subject}
	}
	return ParseStreamID(strings.ReplaceAll(rest, ".", "/"))
}

// CommandSubject is where commands for one table are sent by request and reply:
// "muster.cmd.<gathering>.<group>.<table>". Organisers, judges and programs that act for the whole
// group use the table [ConsoleTable].
func CommandSubject(g GatheringID, group GroupID, table TableID) string {
	return cmdPrefix + string(g) + "." + string(group) + "." + string(table)
}

// ConsoleTable stands in a command subject where no single table is meant. No table may have this id.
const ConsoleTable TableID = "console"

// CommandFilter matches every command subject.
const CommandFilter = cmdPrefix + "*.*.*"

// ParseCommandSubject is the reverse of [CommandSubject].
func ParseCommandSubject(subject string) (GatheringID, GroupID, TableID, error) {
	parts := strings.Split(strings.TrimPrefix(subject, cmdPrefix), ".")
	if !strings.HasPrefix(subject, cmdPrefix) || len(parts) != 3 {
		return "", "", "", &IDError{Kind: "command subject", Value: subject}
	}
	g, group, table := GatheringID(parts[0]), GroupID(parts[1]), TableID(parts[2])
	for _, err := range []error{g.Validate(), group.Validate(), table.Validate()} {
		if err != nil {
			return "", "", "", err
		}
	}
	return g, group, table, nil
}

// LiveSubject is where every event is published once more, best effort, for screens and
// integrations: "muster.live.<gathering>.<group>.<emitter>"; the emitter is a table or "coordinator".
func LiveSubject(g GatheringID, group GroupID, emitter string) string {
	return livePrefix + string(g) + "." + string(group) + "." + emitter
}

// JetStreamName is the name of the JetStream stream that holds the log of a gathering.
func JetStreamName(g GatheringID) string { return "MUSTER_LOG_" + string(g) }
