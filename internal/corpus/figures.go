package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// Taken is an entry with what its words are taken for.
type Taken struct {
	Entry
	Said
}

// Figures count what the entries of one label are taken for.
type Figures struct {
	Entries, Right int
	Ruled          int // those of which rules alone say what they are
	Misruled       int // and are wrong
	False          int // entries of other labels that are taken for it
	As             map[string]int
}

// Precision is how much of what is taken for it is so; Recall how much of what is so is taken for it.
func (f Figures) Precision() string { return share(f.Right, f.Right+f.False) }

// Recall is how much of what is so is taken for it.
func (f Figures) Recall() string { return share(f.Right, f.Entries) }

func share(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(n)/float64(of))
}

// count gives the figures of one label among the entries that are of the same kind: requests, or words where something is open.
func count(all []Taken, label string) Figures {
	f := Figures{As: map[string]int{}}
	for _, e := range all {
		switch {
		case (e.Open == "") != slices.Contains(requests(), label):
		case e.Entry.Label != label:
			if e.Said.Label == label {
				f.False++
			}
		default:
			f.Entries++
			f.As[e.Said.Label]++
			if e.Rule {
				f.Ruled++
			}
			if e.misruled() {
				f.Misruled++
			}
		}
	}
	f.Right = f.As[label]
	return f
}

// misruled tells whether rules alone say something else of an entry than it is.
func (t Taken) misruled() bool { return t.Rule && t.Said.Label != t.Entry.Label }

// report writes what the first step makes of requests, and what is made of words where something is open, for every language and for all.
func report(w io.Writer, all []Taken) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "request\tlanguage\tmessages\tanswers\tone tool\ta plan\tprecision\trecall")
	for _, label := range requests() {
		each(all, func(language string, some []Taken) {
			f := count(some, label)
			fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\n", label, language, f.Entries, f.As["simple"], f.As["tool"], f.As["complex"], f.Precision(), f.Recall())
		})
	}
	fmt.Fprintln(t, "\nbeside what is open\tlanguage\tmessages\tby a rule\twrong by it\tright\tprecision\trecall")
	for _, label := range decisions() {
		each(all, func(language string, some []Taken) {
			f := count(some, label)
			fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\n", label, language, f.Entries, f.Ruled, f.Misruled, f.Right, f.Precision(), f.Recall())
		})
	}
	return t.Flush()
}

// each goes through the entries of every language, and then through all of them.
func each(all []Taken, do func(language string, some []Taken)) {
	for _, language := range append(languages(), "all") {
		do(language, slices.DeleteFunc(slices.Clone(all), func(e Taken) bool { return language != "all" && e.Language != language }))
	}
}
