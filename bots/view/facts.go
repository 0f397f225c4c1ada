package view

import "time"

// Facts are small print, on a line of its own.
type Facts struct{ Items []Fact }

// Fact is a short piece of text, and the moment that it ends with.
type Fact struct {
	Sign  Sign
	Text  string
	At    time.Time
	Ahead bool // the moment is still to come, and how far off it is counts
}

func (f Facts) says() bool { return len(f.Items) > 0 }

func (f Facts) safe(s safe) Section { return Facts{s.facts(f.Items)} }

// some are the facts that say something.
func some(facts ...Fact) Facts {
	var out Facts
	for _, f := range facts {
		if f.Text != "" || !f.At.IsZero() {
			out.Items = append(out.Items, f)
		}
	}
	return out
}

// Facts are all the small print of the card itself, whose parts have their own.
func (v View) Facts() []Fact {
	var out []Fact
	for _, s := range All[Facts](v) {
		out = append(out, s.Items...)
	}
	return out
}
