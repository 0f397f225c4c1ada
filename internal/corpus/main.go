// Command corpus prints what becomes of what people write, in each language: what the first step makes of a request, which the rehearsal
// plays, and what words are taken for where something is open, by the rules and, where these leave it to a model, by the rehearsal. The
// messages are in testdata, a line each, for people to edit; half of them are marked heldout, and nobody looks at those while something is
// changed. -wrong lists what is taken for something else in the other half.
//
// What the labels mean: simple, somebody answers, also after looking something up; tool, one or two operations that can be taken
// back; complex, more than that. Where something is open: yes, no, stop, undo, retry, default (the choice is left to us), pick
// ("the second one"), revise, reply (to a question, in own words), aside (beside it: what is open stays open).
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
)

func main() {
	half := flag.String("half", "", "tuning or heldout; both where it is not given")
	wrong := flag.Bool("wrong", false, "list what is taken for something else in the half for tuning")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *half, *wrong); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, w io.Writer, half string, wrong bool) error {
	all, err := taken(ctx)
	if err != nil {
		return err
	}
	if wrong {
		for _, e := range all {
			if !e.Held && e.Said.Label != e.Entry.Label {
				fmt.Fprintf(w, "%s  %-8s is %-8s said %-8s %q\n", e.Language, e.Open, e.Entry.Label, e.Said.Label, e.Text)
			}
		}
		return nil
	}
	for _, of := range []struct {
		name string
		held bool
	}{{"tuning", false}, {"heldout", true}} {
		if half != "" && half != of.name {
			continue
		}
		some := slices.DeleteFunc(slices.Clone(all), func(e Taken) bool { return e.Held != of.held })
		ruled := slices.DeleteFunc(slices.Clone(some), func(e Taken) bool { return !e.Rule })
		misruled := slices.DeleteFunc(slices.Clone(some), func(e Taken) bool { return !e.misruled() })
		fmt.Fprintf(w, "%s: %d messages; rules alone say what %d of them are, and are wrong on %d\n", of.name, len(some), len(ruled), len(misruled))
		if err := report(w, some); err != nil {
			return err
		}
	}
	return nil
}

// taken are all entries with what they are taken for.
func taken(ctx context.Context) ([]Taken, error) {
	entries, err := read()
	if err != nil {
		return nil, err
	}
	p, err := newPlayer()
	if err != nil {
		return nil, err
	}
	out := make([]Taken, 0, len(entries))
	for _, e := range entries {
		said, err := p.says(ctx, e)
		if err != nil {
			return nil, err
		}
		out = append(out, Taken{e, said})
	}
	return out, nil
}
