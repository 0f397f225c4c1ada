// Command corpus prints how well the rules read what people write: precision and recall of each class and decision, in each
// language, and how much they leave to the model. The messages are in testdata, a line each, for people to edit; half of them
// are marked heldout, and nobody looks at those while rules are changed. -wrong lists what the rules get wrong in the other half.
//
// What the labels mean: simple, somebody answers, also after looking something up; tool, one or two operations that can be taken
// back; complex, more than that. Where something is open: yes, no, stop, undo, retry, default (the choice is left to us), pick
// ("the second one"), revise, reply (to a question, in own words), aside (beside it: what is open stays open).
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/internal/packkit"
)

func main() {
	half := flag.String("half", "", "tuning or heldout; both where it is not given")
	wrong := flag.Bool("wrong", false, "list what the rules get wrong, or leave to the model, in the half for tuning")
	flag.Parse()
	if err := run(os.Stdout, *half, *wrong); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(w io.Writer, half string, wrong bool) error {
	entries, err := read()
	if err != nil {
		return err
	}
	packs, err := packkit.Packs()
	if err != nil {
		return err
	}
	all, err := team.New(team.Roster(), packs)
	if err != nil {
		return err
	}
	v := agents.Of(all)
	if wrong {
		for _, e := range entries {
			if said := judge(v, e); !e.Held && said != e.Label {
				fmt.Fprintf(w, "%s  %-8s is %-8s said %-8s %q\n", e.Language, e.Open, e.Label, said, e.Text)
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
		some := slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return e.Held != of.held })
		left := slices.DeleteFunc(slices.Clone(some), func(e Entry) bool { return judge(v, e) != left })
		fmt.Fprintf(w, "%s: %d messages, %d wrong, %d left to the model\n", of.name, len(some), len(mistaken(v, some)), len(left))
		if err := report(w, v, some); err != nil {
			return err
		}
	}
	return nil
}
