package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/aisteam/aisteam/agents"
)

// left is what the rules say of what they leave to the model.
const left = "left"

// judge is what the rules say of an entry, "left" where they leave it to the model.
func judge(v agents.Vocabulary, e Entry) string {
	if e.Open != "" {
		if heard := v.Hear(e.Text, agents.Open(e.Open)); heard != agents.HeardUnsure {
			return string(heard)
		}
		return left
	}
	switch c := v.Classify(e.Text); {
	case c.Kind == agents.ClassSimple:
		return "simple"
	case c.Kind == agents.ClassTool, c.Kind == agents.ClassPlanning && v.Light(e.Text): // planned too, while no agent may do it by itself
		return "tool"
	case c.Kind == agents.ClassPlanning:
		return "complex"
	default:
		return left
	}
}

// Figures count what the rules say of the entries of one label.
type Figures struct {
	Entries, Right, Wrong, Left int
	False                       int // entries of other labels that they say it of
}

// Precision is how much of what the rules call so is so; Recall how much of what is so they call so.
func (f Figures) Precision() string { return share(f.Right, f.Right+f.False) }

// Recall is how much of what is so the rules call so by themselves.
func (f Figures) Recall() string { return share(f.Right, f.Entries) }

func share(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(n)/float64(of))
}

// count gives the figures of one label among the entries that are of the same kind: requests, or words where something is open.
func count(v agents.Vocabulary, entries []Entry, label string) Figures {
	var f Figures
	for _, e := range entries {
		if (e.Open == "") != slices.Contains(requests(), label) {
			continue
		}
		said := judge(v, e)
		if e.Label == label {
			f.Entries++
		}
		switch {
		case e.Label == label && said == label:
			f.Right++
		case e.Label == label && said == left:
			f.Left++
		case e.Label == label:
			f.Wrong++
		case said == label:
			f.False++
		}
	}
	return f
}

// mistaken are the entries of which the rules say something else than they are.
func mistaken(v agents.Vocabulary, entries []Entry) []Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool {
		said := judge(v, e)
		return said == e.Label || said == left
	})
}

// report writes the figures of each label, for every language and for all of them.
func report(w io.Writer, v agents.Vocabulary, entries []Entry) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "label\tlanguage\tmessages\tprecision\trecall\tright\twrong\tleft to the model")
	for _, label := range slices.Concat(requests(), decisions()) {
		for _, language := range append(languages(), "all") {
			some := slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return language != "all" && e.Language != language })
			f := count(v, some, label)
			fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%d\t%d\t%d\n", label, language, f.Entries, f.Precision(), f.Recall(), f.Right, f.Wrong, f.Left)
		}
	}
	return t.Flush()
}
