package lifecycle

import (
	"fmt"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Standing is what is known of a model in use.
type Standing struct {
	Model    llm.Info
	Ending   Ending
	Answered time.Time // when it was first seen to, by the replica that saw it last
	Gone     time.Time // since when its provider is known to know it no more; zero while it does
	Instead  string    // the model that answers in its place; "" for itself
	Tested   assistant.ModelFact
}

// standing gathers what is known of a model.
func standing(i llm.Info, e Ending, facts []assistant.ModelFact) Standing {
	out := Standing{Model: i, Ending: e}
	var gone, other assistant.ModelFact
	for _, f := range facts {
		if f.Provider != i.Provider || f.Model != i.Model {
			continue
		}
		switch f.What {
		case assistant.ModelAnswered:
			out.Answered = f.At
		case assistant.ModelGone:
			gone = f
		case assistant.ModelRerouted:
			other = f
		case assistant.ModelTested:
			out.Tested = f
		}
	}
	if gone.At.After(out.Answered) && gone.At.After(other.At) {
		out.Gone = gone.At
	}
	if other.At.After(out.Answered) && other.At.After(gone.At) {
		out.Instead = other.Detail
	}
	return out
}

// over tells whether it has ended: its day is past, and it was not seen to answer since.
func (s Standing) over(now time.Time) bool {
	return !s.Ending.Day.IsZero() && s.Ending.Days(now) < 0 && s.Answered.Before(s.Ending.Day.Add(48*time.Hour))
}

// The days before its end on which an admin is told of a model.
func told() []int { return []int{1, 7, 30} }

// notice is what an admin is to know of a model now, by its key; false where there is nothing.
func (s Standing) notice(now time.Time) (key string, ok bool) {
	days := s.Ending.Days(now)
	switch {
	case s.Instead != "":
		return "rerouted/" + s.Instead, true
	case !s.Gone.IsZero() && !s.Answered.IsZero():
		return "gone", true
	case s.over(now) && s.Ending.Rerouted:
		return "rerouted/" + s.Ending.Successor, true
	case s.over(now):
		return "gone", true
	case s.Ending.Day.IsZero() || days < 0:
		return "", false
	}
	for _, d := range told() {
		if days <= d {
			return fmt.Sprintf("%s/%d", s.Ending.Day.Format(time.DateOnly), d), true
		}
	}
	return "", false
}

// Pressing tells whether there is something to do about it soon.
func (s Standing) Pressing(now time.Time) bool {
	_, ok := s.notice(now)
	return ok || !s.Gone.IsZero()
}

// Words say how the model stands, and what there is to do about it, in a message; "" where there is nothing. The variable is the one
// that names it, "" where it is set on the panel.
func (s Standing) Words(w wording.Words, variable string, now time.Time) string {
	said, next := s.said(w, now), s.Ending.Successor
	switch {
	case said == "":
		return ""
	case next == "" && variable == "":
		return said + " " + w.Say("Choose another one on the panel's page “Settings”.")
	case variable == "":
		return said + " " + w.Say("Its provider names %s in its place: test it on the panel's page “Settings” and save it there.", next)
	case next == "":
		return said + " " + w.Say("Choose another one, set %s to it and start the service again.", variable)
	}
	return said + " " + w.Say("Its provider names %s in its place: test it on the panel's page “Settings”, then set %s to it and start the service again.", next, variable)
}

// Here are Words for where the successor can be tested.
func (s Standing) Here(w wording.Words, variable string, now time.Time) string {
	switch said := s.said(w, now); {
	case said == "" || s.Ending.Successor == "":
	case variable == "":
		return said + " " + w.Say("Its provider names %s in its place: test it here, then enter it as the model above.", s.Ending.Successor)
	default:
		return said + " " + w.Say("Its provider names %s in its place: test it here, then set %s to it and start the service again.", s.Ending.Successor, variable)
	}
	return s.Words(w, variable, now)
}

// said is how it stands; "" where it goes on.
func (s Standing) said(w wording.Words, now time.Time) string {
	name, day := s.Model.Model, s.Ending.Day.Format(time.DateOnly)
	switch {
	case s.Instead != "":
		return w.Say("Where the language model %s is asked, its provider answers with %s, at the price of that one.", name, s.Instead)
	case s.over(now) && s.Ending.Rerouted:
		return w.Say("Where the language model %s is asked, its provider answers with %s, at the price of that one.", name, s.Ending.Successor)
	case !s.Gone.IsZero(), s.over(now):
		return w.Say("The language model %s is there no more: its provider answers no requests for it.", name)
	case s.Ending.Day.IsZero() || s.Ending.Days(now) < 0:
		return ""
	case s.Ending.Rerouted:
		return w.Say("From %s on, where the language model %s is asked, its provider answers with %s, at the price of that one. Days left: %d.", day, name, s.Ending.Successor, s.Ending.Days(now))
	default:
		return w.Say("The language model %s is shut down by its provider on %s; from then on I cannot answer with it. Days left: %d.", name, day, s.Ending.Days(now))
	}
}
