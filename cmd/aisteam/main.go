package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	_ "time/tzdata" // people's time zones, also where the machine has no list of them

	"github.com/alecthomas/kong"

	"github.com/aisteam/aisteam/storage"
)

// The exit codes of the contract.
const (
	exitClean  = 0
	exitFailed = 1
	exitUsage  = 2
)

// collectAt is the growth of the heap at which it is collected, in percent. The service waits more than it computes, and
// runs on small machines: memory is worth more than the collector's time. GOGC says otherwise.
const collectAt = 50

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr, hooks{})
	os.Exit(code)
}

// usageError is a mistake in the configuration: one line that names the variable and the mend.
type usageError struct{ line string }

func (e *usageError) Error() string { return e.line }

func misconfigured(format string, args ...any) error {
	return &usageError{line: fmt.Sprintf(format, args...)}
}

// run is the whole command with the outside as arguments.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, h hooks) int {
	var c cli
	exited := -1
	parser, err := kong.New(&c, kong.Name("aisteam"), kong.Description("A team of AI agents where your team already talks."),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { exited = code }), kong.UsageOnError())
	if err != nil {
		fmt.Fprintln(stderr, "aisteam:", err)
		return exitUsage
	}
	if err := readable(); err != nil {
		return exitCode(err, stderr)
	}
	if said := unknown(parser.Model, args); said != "" {
		fmt.Fprintln(stderr, "aisteam:", said)
		return exitUsage
	}
	parsed, err := parser.Parse(args)
	if exited >= 0 {
		return exited // --help
	}
	if err != nil {
		fmt.Fprintln(stderr, "aisteam:", err)
		return exitUsage
	}
	return exitCode(parsed.Run(&command{ctx: ctx, config: c.Config, stdout: stdout, stderr: stderr, hooks: h}), stderr)
}

func exitCode(err error, stderr io.Writer) int {
	usage, misused := errors.AsType[*usageError](err)
	refusal, refused := errors.AsType[*storage.RefusedError](err)
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return exitClean
	case misused:
		fmt.Fprintln(stderr, "aisteam:", usage.line)
		return exitUsage
	case refused:
		fmt.Fprintln(stderr, "aisteam:", refusal)
		return exitUsage
	default:
		fmt.Fprintln(stderr, "aisteam:", err)
		return exitFailed
	}
}

// command is what every subcommand is given.
type command struct {
	ctx    context.Context //nolint:containedctx // it lives as long as the process's one command
	config Config
	stdout io.Writer
	stderr io.Writer
	hooks  hooks
}
