package view

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Dialogue is what a planner and its executor have said to each other over a task, whole, for whoever unfolds it.
type Dialogue struct {
	In     wording.Words
	Spoken []Spoken
	Cost   assistant.SessionCost // of the executor
}

// Spoken is what one of them has said to the other.
type Spoken struct {
	By, To bots.Speaker
	Words  string
	With   []string // a line each: what was given with it, the choices, the values
}

// Bounds of a dialogue: values, and the length of each.
const (
	mostValues = 20
	mostValue  = 400
)

func dialogue(t bots.RunTask, w wording.Words) *Dialogue {
	d := t.Dialogue
	if d == nil {
		return nil
	}
	out := &Dialogue{In: w, Cost: d.Cost}
	says := func(by, to bots.Speaker, words string, with ...string) {
		if words != "" {
			out.Spoken = append(out.Spoken, Spoken{By: by, To: to, Words: words, With: with})
		}
	}
	var given []string
	if d.Inputs != "" {
		given = append(given, w.Say("Given: %s", d.Inputs))
	}
	if d.Expects != "" {
		given = append(given, w.Say("Wanted: %s", d.Expects))
	}
	says(t.Owner, t.Planner, d.Asked)
	says(t.Planner, t.Owner, d.Answer)
	says(t.Planner, t.Owner, d.Task, given...)
	switch {
	case d.Question != "":
		says(t.Owner, t.Planner, d.Question, d.Options...)
	case len(d.Data) > 0:
		says(t.Owner, t.Planner, w.Tell(t.Result), values(d.Data, w)...)
	}
	return out
}

// values are what was reported, a line each.
func values(data map[string]any, w wording.Words) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(data)) {
		if len(out) == mostValues {
			return append(out, More(w, len(data)-mostValues))
		}
		text, plain := data[name].(string)
		if raw, err := json.Marshal(data[name]); !plain && err == nil {
			text = string(raw)
		}
		out = append(out, bots.Clip(name+": "+text, mostValue))
	}
	return out
}

func (d Dialogue) safely(s safe) Dialogue {
	d.Spoken = slices.Clone(d.Spoken)
	for i := range d.Spoken {
		d.Spoken[i].Words, d.Spoken[i].With = s.words(d.Spoken[i].Words), s.all(d.Spoken[i].With)
	}
	return d
}
