package loop

import (
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Wish is a call that a model wants, and what is done with it.
type Wish struct {
	Call    llm.ToolCall
	Tool    tools.Tool
	Refused string // why it is not made, in words for the model; "" where it is
}

// Does tells whether the call changes something, so that people are asked before it is made.
func (w Wish) Does() bool { return w.Tool.Class == assistant.ClassAction }

// proposes tells whether the call is put before people.
func (w Wish) proposes() bool { return w.Does() && w.Refused == "" }

// Looks tells whether the call is made at once.
func (w Wish) Looks() bool { return w.Tool.AtOnce() }

// Sets tells whether the call changes a setting of whoever asks.
func (w Wish) Sets() bool { return w.Tool.Class == assistant.ClassOwn }

// Made is a call of an earlier step, and what came of it.
type Made struct {
	Call llm.ToolCall
	Came Came
}

// Came is what came of a call.
type Came string

// What came of a call. All but the last keep it from being made again.
const (
	CameSeen    Came = "seen"    // looked up, and nothing was changed since
	CameDone    Came = "done"    // by a person's leave
	CameRefused Came = "refused" // by a person, who has said nothing since
	CameSet     Came = "set"     // a setting of whoever asks was changed
)

const toldNoMoreChanges = "Not done: no more changes in this turn. Say what is left."

// Sort looks at the calls that a model wants in one step: what may be made at once, what people are asked about, and what is not
// made at all. offered are the tools that the model was given for the step, may tells which others of the team it knows rightly: nothing else
// is made. What each call counts for is added to what the session has spent.
func Sort(all *tools.Registry, offered []tools.Tool, may func(tools.Tool) bool, calls []llm.ToolCall, made []Made, spent assistant.Spent) ([]Wish, assistant.Spent) {
	usable := func(name string) (tools.Tool, bool) {
		if t, known := Named(offered, name); known {
			return t, true
		}
		t, known := all.Get(name)
		return t, known && may(t)
	}
	out := make([]Wish, 0, len(calls))
	seen := map[string]bool{}
	elsewhere := "" // the call that takes the work elsewhere, so that nothing else is begun in the step
	for _, c := range calls {
		if t, known := usable(c.Name); elsewhere == "" && known && endsStep(t.Name) && misfit(all, t, c) == "" && spent.Meta < MaxMeta {
			elsewhere = c.ID
		}
	}
	for _, c := range calls {
		w := Wish{Call: c}
		var known, wrong bool
		w.Tool, known = usable(c.Name)
		switch {
		case !known:
			w.Refused, wrong = fmt.Sprintf("There is no tool %q here. There are: %s.", llm.Clip(c.Name, 60), Listed(offered)), true
		case seen[c.ID]:
			w.Refused, wrong = "Not done: another call of this step has the same id. Call it again by itself.", true
		case elsewhere != "" && c.ID != elsewhere && (w.Does() || endsStep(c.Name) || c.Name == ToolDelegate || c.Name == ToolAnswer):
			w.Refused = "Not done: in the same step you take the work elsewhere. Call it again once you know what comes of that, where it is still wanted."
		case w.Does() && spent.Actions >= MaxActions:
			w.Refused = toldNoMoreChanges
		case w.Looks() && spent.Queries >= MaxQueries:
			w.Refused = "Not run: nothing more is looked up in this turn. Use what you have."
		case w.Tool.Class == assistant.ClassMeta && spent.Meta >= MaxMeta:
			w.Refused = "Not done: enough thought and asked in this turn. Use what you have, and answer."
		default:
			if w.Refused = misfit(all, w.Tool, c); w.Refused == "" {
				w.Refused = repeated(c, made)
			}
			wrong = w.Refused != ""
		}
		seen[c.ID] = true
		if wrong {
			spent.Wrong++
		}
		if w.Refused == "" {
			spent = w.count(spent)
		}
		out = append(out, w)
	}
	return out, spent
}

// count adds to what is spent what the call counts for.
func (w Wish) count(spent assistant.Spent) assistant.Spent {
	switch w.Tool.Class {
	case assistant.ClassAction:
		spent.Actions++
	case assistant.ClassQuery, assistant.ClassOwn:
		spent.Queries++
	case assistant.ClassMeta:
		spent.Meta++
	}
	return spent
}

// misfit says in words for the model how a call's arguments do not fit its tool; "" where they do.
func misfit(all *tools.Registry, t tools.Tool, c llm.ToolCall) string {
	fits := func() error { return all.Validate(t.Name, c.Arguments) }
	if t.Class == assistant.ClassMeta {
		fits = func() error { return tools.Validate(t, c.Arguments) }
	}
	if err := fits(); err != nil {
		return "Not done: " + err.Error()
	}
	if t.Class != assistant.ClassAction {
		return ""
	}
	if open, err := assistant.References(c.Arguments); err != nil || len(open) > 0 {
		return "Not done: an argument refers to something else. Write its value."
	}
	return ""
}

// repeated says in words for the model that exactly this call was made before, and what came of it; "" where it may be made.
func repeated(c llm.ToolCall, made []Made) string {
	for _, m := range made {
		if m.Call.Name != c.Name || !sameArguments(m.Call.Arguments, c.Arguments) {
			continue
		}
		switch m.Came {
		case CameSeen:
			return "Not run: you have looked this up already, and nothing has changed since. Its result stands above."
		case CameDone:
			return "Not done: exactly this was done already. Its result stands above."
		case CameSet:
		case CameRefused:
			return "Not done: a person has refused exactly this. Do not propose the same again; say what was not done, and what they can say instead."
		}
	}
	return ""
}

// sameArguments compares by what the arguments say, however they are written.
func sameArguments(a, b json.RawMessage) bool {
	x, errX := assistant.ConsentHash("", a, assistant.Preview{})
	y, errY := assistant.ConsentHash("", b, assistant.Preview{})
	return errX == nil && errY == nil && x == y
}
