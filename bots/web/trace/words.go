package trace

import (
	"cmp"
	"fmt"

	"github.com/aisteam/aisteam/wording"
)

// says is what a row is about, as its reader would say it: what the tool is called, what the model was asked for, what was decided on.
func says(w wording.Words, r Row, labels map[string]string) string {
	switch r.Kind {
	case Model:
		return Asked(w, r.What)
	case Tool:
		return w.Label(cmp.Or(labels[r.What], r.What))
	default:
		return r.What
	}
}

// Asked is what a model was asked for. A purpose that has no words here stands as it is: a test goes through those that there are.
func Asked(w wording.Words, purpose string) string {
	switch purpose {
	case "classify":
		return w.Say("Tell what is asked for")
	case "answer":
		return w.Say("Write an answer")
	case "requirements":
		return w.Say("Find out what is needed")
	case "forks":
		return w.Say("Look for ways to do it")
	case "plan":
		return w.Say("Draft a plan")
	case "revise":
		return w.Say("Change a plan")
	case "rework":
		return w.Say("Find what is to be written anew")
	case "change_run":
		return w.Say("Read what is to change in the run")
	case "interpret":
		return w.Say("Read what somebody answered")
	case "summary":
		return w.Say("Sum up what was done")
	case "draft":
		return w.Say("Write a text")
	case "fit":
		return w.Say("See whether the tools can do it")
	default:
		return purpose
	}
}

func dollars(micros int64) string { return fmt.Sprintf("$%.4f", float64(micros)/1e6) }
