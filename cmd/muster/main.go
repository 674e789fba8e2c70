package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/muster-events/muster/ops/config"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// commands is the command line. Each command is a file; its struct holds its flags and its Run
// method does it.
type commands struct {
	Serve    serveCmd    `cmd:"" help:"Run the server: pages, API and the log."`
	Demo     demoCmd     `cmd:"" help:"Start a server and watch a whole epic game played on it."`
	Simulate simulateCmd `cmd:"" help:"Play many whole games against a running server, with the mistakes people make, and say how it did."`
	Codes    codesCmd    `cmd:"" help:"Print the join codes of a gathering's tables."`
	Replay   replayCmd   `cmd:"" help:"Tell the state of a group at any position of the log, or decide every command again and compare."`
	Export   exportCmd   `cmd:"" help:"Write a gathering to a file that another server can import."`
	Import   importCmd   `cmd:"" help:"Bring an exported gathering into a server that does not have it."`
	Bundle   bundleCmd   `cmd:"" help:"Write a gathering to a file that proves itself: commits, Merkle tree, signed checkpoints."`
	Verify   verifyCmd   `cmd:"" help:"Check a bundle without a server or a network: signatures, tree, order, and every command decided again."`
	Diff     diffCmd     `cmd:"" help:"Compare two bundles, or a bundle with a published table, row by row."`
	Explain  explainCmd  `cmd:"" help:"Every event that moved a number, with who asked for it and why: city strength, threat, a place in a table."`
	Prove    proveCmd    `cmd:"" help:"Proofs of single commits, and that a log only grew."`
	Witness  witnessCmd  `cmd:"" help:"Sign the checkpoints of another machine's server, if its log only grew."`
	Repair   repairCmd   `cmd:"" help:"Mend a damaged copy of the log from the other copy."`
	Cards    cardsCmd    `cmd:"" help:"Card data of The Lord of the Rings: The Card Game."`
	Decks    decksCmd    `cmd:"" help:"Decks of The Lord of the Rings: The Card Game."`
	Rules    rulesCmd    `cmd:"" help:"Every keyword and term of the card game: where it comes from, which file carries it out, which tests hold it."`
	TLS      tlsCmd      `cmd:"" name:"tls" help:"Certificates for --tls self."`
	Bench    benchCmd    `cmd:"" help:"Measure this machine: appends with fsync beside raw publishes, decisions, read models."`
	Sample   sampleCmd   `cmd:"" name:"sample-config" help:"Print a configuration file with every setting explained."`
	Version  versionCmd  `cmd:"" help:"Print the version."`
}

// terminal is what a command reads from and writes to: results to Out, logs to Err.
type terminal struct {
	In       io.Reader
	Out, Err io.Writer
}

// log returns a logger of JSON lines from a level on.
func (t *terminal) log(level string) *slog.Logger {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		l = slog.LevelInfo
	}
	return slog.New(slog.NewJSONHandler(t.Err, &slog.HandlerOptions{Level: l}))
}

// exit is what kong's request to end the program becomes.
type exit int

const (
	exitDone  = 0
	exitWrong = 1
	exitUsage = 2
)

// run does one command and returns the exit code. It does nothing to the process.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case exit:
			code = int(e)
		default:
			panic(e)
		}
	}()
	t := &terminal{In: stdin, Out: stdout, Err: stderr}
	var grammar commands
	parser, err := kong.New(&grammar,
		kong.Name("muster"),
		kong.Description("Games played at several tables at once, for real. Exit codes: 0 done; 1 not done, or something is wrong; 2 the command line or the configuration is wrong."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(t),
	)
	if err != nil {
		panic(err) // the tags of a command are wrong
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	k, err := parser.Parse(args)
	if err != nil {
		return t.fail(exitUsage, err)
	}
	if err := k.Run(); err != nil {
		var problems config.Problems
		if errors.As(err, &problems) || unreadable(err) {
			return t.fail(exitUsage, err)
		}
		return t.fail(exitWrong, err)
	}
	return exitDone
}

// fail prints an error, every line of it.
func (t *terminal) fail(code int, err error) int {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintln(t.Err, "muster:", line)
	}
	return code
}
