package agents

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Wish is a call that a model wants, and what is done with it.
type Wish struct {
	Call    llm.ToolCall
	Tool    tools.Tool
	Does    bool   // it changes something, so people are asked; else it is made at once
	Refused string // why it is not made, in words for the model; "" where it is
}

// Sort looks at the calls that a model wants in one step: what may be made at once, what people are asked about, and what is not
// made at all. What each counts for is added to what the session has spent.
func Sort(all *tools.Registry, usable []tools.Tool, calls []llm.ToolCall, spent assistant.Spent) ([]Wish, assistant.Spent) {
	out := make([]Wish, 0, len(calls))
	seen := map[string]bool{}
	for _, c := range calls {
		w := Wish{Call: c}
		t, known := usableOf(usable, c.Name)
		w.Tool, w.Does = t, t.Class == assistant.ClassAction
		switch {
		case !known:
			w.Refused = fmt.Sprintf("There is no tool %q here. There are: %s.", clip(c.Name, 60), namesOfTools(usable))
			spent.Wrong++
		case seen[c.ID]:
			w.Refused = "Not done: another call of this step has the same id. Call it again by itself."
			spent.Wrong++
		case w.Does && spent.Actions >= MaxActions:
			w.Refused = "Not done: no more changes in this turn. Say what is left."
		case !w.Does && spent.Queries >= MaxQueries:
			w.Refused = "Not run: nothing more is looked up in this turn. Use what you have."
		default:
			if err := all.Validate(t.Name, c.Arguments); err != nil {
				w.Refused = "Not done: " + err.Error()
				spent.Wrong++
			} else if open, err := assistant.References(c.Arguments); w.Does && (err != nil || len(open) > 0) {
				w.Refused = "Not done: an argument refers to something else. Write its value."
				spent.Wrong++
			}
		}
		seen[c.ID] = true
		switch {
		case w.Refused != "":
		case w.Does:
			spent.Actions++
		default:
			spent.Queries++
		}
		out = append(out, w)
	}
	return out, spent
}

func usableOf(usable []tools.Tool, name string) (tools.Tool, bool) {
	for _, t := range usable {
		if t.Name == name {
			return t, true
		}
	}
	return tools.Tool{}, false
}

func namesOfTools(usable []tools.Tool) string {
	names := make([]string, 0, len(usable))
	for _, t := range usable {
		names = append(names, t.Name)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
