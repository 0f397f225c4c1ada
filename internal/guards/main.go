// Command guards takes guards out of the packages that decide who may do what, one at a time, and tells which of them no test notices.
//
//	go run ./internal/guards
//	go run ./internal/guards -package orchestrator -sample 60 -seed 7
//	go run ./internal/guards -package executor -file gate.go -all
//	go run ./internal/guards -package orchestrator -files 'a*,b*' -list
//
// # What a guard is
//
// A guard is a condition behind which the way ends: an "if", or a case of a switch without a tag, whose body ends with return, continue,
// break or an error put into err. It is one if it speaks: if a name in it is put together from a word of who may (role, tenant, guest,
// person …), when (expires, before, lease …), what exactly (hash, version, state …) or how much (limit, most, count …); words.go has them
// all. What a function returns as its bool is one too. Taken out, a condition never holds, and neither does an operand that is joined by
// "or"; an operand joined by "and" always holds, and so does a returned answer. A condition and each of its operands are taken out alone.
// What asks only whether there is an error is no guard, unless the error is of a call that looks whether something may be.
// Guards in the text of SQL are not taken out.
//
// # How
//
// Each package is compiled once, over a copy in which every guard can be switched off from outside (go build -overlay); the tree is not
// touched. Each test runs once by itself with all guards in, and notes which of them matter: those that, taken out, would have let
// a condition say something else there. Without a guard only those tests run, the quickest first, until one fails twice in a row. A guard
// whose loss none of them notices has survived, and so has one that matters in no test at all. reasons.txt says of survivors why;
// those without which everything is the same do not count.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// options are what the command is asked for.
type options struct {
	Module, Package, File string
	Files, Tests          string
	Sample                int
	Seed                  uint64
	Least                 float64
	Jobs                  int
	Longest               time.Duration
	All, List             bool
}

func main() {
	var o options
	flag.StringVar(&o.Module, "module", ".", "the folder of the module")
	flag.StringVar(&o.Package, "package", "", "one of "+strings.Join(named(targets()), ", ")+"; all where it is empty")
	flag.StringVar(&o.File, "file", "", "only guards of files whose path ends like this")
	flag.StringVar(&o.Files, "files", "", "only guards of files whose names are like one of these, with commas between: a*,gate.go")
	flag.StringVar(&o.Tests, "tests", "", "only tests whose names match; what no other one would notice survives")
	flag.IntVar(&o.Sample, "sample", 0, "so many guards of each package, drawn by the seed; 0: every one")
	flag.Uint64Var(&o.Seed, "seed", 1, "of the sample")
	flag.Float64Var(&o.Least, "least", 90, "the percentage below which it fails")
	flag.IntVar(&o.Jobs, "jobs", runtime.NumCPU(), "tests at a time")
	flag.DurationVar(&o.Longest, "longest", time.Minute, "tests that take longer are not used")
	flag.BoolVar(&o.All, "all", false, "tell of each guard what notices it")
	flag.BoolVar(&o.List, "list", false, "list the guards, and take none out")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Stdout, o, targets())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "guards:", err)
		os.Exit(1)
	}
}

func named(ts []target) (out []string) {
	for _, t := range ts {
		out = append(out, t.Name)
	}
	return out
}

// run takes out guards of the targets that are asked for, and fails where too few are noticed.
func run(ctx context.Context, out io.Writer, o options, ts []target) error {
	reasons, err := why(reasons)
	if err != nil {
		return err
	}
	if o.Package != "" {
		ts = slices.DeleteFunc(ts, func(t target) bool { return t.Name != o.Package })
	}
	if o.List {
		return lists(ctx, out, o, ts)
	}
	var sum score
	for _, t := range ts {
		s, err := one(ctx, out, o, t, reasons)
		if err != nil {
			return fmt.Errorf("take guards out of %s: %w", t.Name, err)
		}
		sum = sum.add(s)
	}
	fmt.Fprintf(out, "score: %s (at least %.0f%%)\n", sum, o.Least)
	if sum.counted() == 0 || sum.percent() < o.Least {
		return fmt.Errorf("%d guards survive being taken out", sum.counted()-sum.Noticed)
	}
	return nil
}

// one takes out the guards of one target.
func one(ctx context.Context, out io.Writer, o options, t target, reasons map[string]string) (score, error) {
	room, err := os.MkdirTemp("", "guards-")
	if err != nil {
		return score{}, fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(room) }()
	b, err := build(ctx, o.Module, room, t)
	if err != nil {
		return score{}, err
	}
	guards, err := o.chosen(b.guards)
	if err != nil {
		return score{}, err
	}
	tests, unused, err := b.reach(ctx, t, o)
	if err != nil {
		return score{}, err
	}
	fmt.Fprintf(out, "%s: %d guards, %d tests", t.Name, len(b.guards), len(tests))
	if len(unused) > 0 {
		fmt.Fprintf(out, ", not used: %s", strings.Join(unused, ", "))
	}
	fmt.Fprintln(out)
	var lock sync.Mutex
	verdicts, err := take(ctx, sample(guards, o.Sample, o.Seed), tests, o.Jobs, func(v verdict) {
		lock.Lock()
		defer lock.Unlock()
		if o.All {
			fmt.Fprintf(out, "  %s\n    %s\n", v.guard, v.By)
		}
	})
	if err != nil {
		return score{}, err
	}
	return tell(out, t.Name, len(guards), verdicts, reasons), nil
}
