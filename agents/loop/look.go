package loop

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// look makes the calls of a step that change nothing, and gives their results with those of the calls that are not made at all, and the calls
// that lead outside and wait for a yes. What the model wanted is kept first: whoever goes on after a crash makes the same calls under the
// same keys.
func (l *Loop) look(ctx context.Context, h Host, wishes []Wish) (Record, []Wish, error) {
	looked, err := l.queries(ctx, h, wishes)
	if err != nil {
		return Record{}, nil, err
	}
	var outside []Wish
	out := Record{Message: llm.Message{Role: llm.RoleTool}}
	for i, w := range wishes {
		if address := l.waitsFor(looked[i].Trouble, wishes, outside); address != "" {
			outside = append(outside, w)
			if err := h.Note(ctx, Note{Waits: address}); err != nil {
				return out, nil, err
			}
			continue
		}
		result, err := l.came(ctx, h, w, wishes, looked[i])
		if err != nil {
			return out, nil, err
		}
		if address := l.unopened(looked[i].Trouble); address != "" {
			out.Unopened = append(out.Unopened, address)
		}
		if result == nil {
			continue
		}
		if w.Refused == "" && looked[i].Trouble != nil {
			out.Failures = append(out.Failures, Failure{Tool: w.Tool.Name, Why: l.Words.Tell(looked[i].Trouble.Problem.Message)})
		}
		if w.Refused == "" && w.Looks() {
			out.Files = append(out.Files, looked[i].Receipt.Result.Files...)
			if looked[i].Trouble == nil {
				out.Remember(w.Call.ID, cameOf(w))
			}
		}
		result.ID, result.Name = w.Call.ID, w.Call.Name
		out.Message.Parts = append(out.Message.Parts, llm.Part{Result: result})
		out.Refused = out.Refused || result.Failed
	}
	return out, outside, nil
}

// cameOf is what came of a call that was made at once.
func cameOf(w Wish) Came {
	if w.Sets() {
		return CameSet
	}
	return CameSeen
}

// queries makes those of the calls that need no decision, all at once, and gives what came of each call.
func (l *Loop) queries(ctx context.Context, h Host, wishes []Wish) ([]Looked, error) {
	out := make([]Looked, len(wishes))
	var asked []Query
	var at []int
	for i, w := range wishes {
		if w.Refused == "" && w.Looks() {
			asked, at = append(asked, Query{Call: w.Call, Key: fmt.Sprintf("%s/%d/%s", l.Session.ID, l.Records.Steps(), w.Call.ID)}), append(at, i)
		}
	}
	if len(asked) == 0 {
		return out, nil
	}
	looked, err := h.Look(ctx, wishes[0].Call.ID, asked)
	if err != nil {
		return nil, err
	}
	for i, n := range at {
		out[n] = looked[i]
	}
	return out, nil
}

// came is the result of one call of a step; nil where it has none yet.
func (l *Loop) came(ctx context.Context, h Host, w Wish, wishes []Wish, looked Looked) (*llm.ToolResult, error) {
	switch {
	case w.Refused != "":
		return &llm.ToolResult{Failed: true, Content: w.Refused}, nil
	case w.Looks():
		return l.seen(ctx, h, w, looked)
	case w.Tool.Name == ToolThink:
		return l.think(ctx, h, w)
	case w.Tool.Name == ToolFind:
		return &llm.ToolResult{Content: ToldFound(LookedFor(l.Team, Wants[FindTools](w).Words, l.Usable))}, nil
	case w.Tool.Name == ToolDone:
		return endsWith(wishes), nil
	case w.Does(), endsStep(w.Tool.Name), w.Delegates():
		return nil, nil // its host has it
	default: // a call without a result would be made again and again
		return &llm.ToolResult{Failed: true, Content: fmt.Sprintf("Not run: %s is not made in a step.", w.Call.Name)}, nil
	}
}

// seen is the result of a call that was made at once, and notes it for people.
func (l *Loop) seen(ctx context.Context, h Host, w Wish, looked Looked) (*llm.ToolResult, error) {
	result := &llm.ToolResult{Content: Quoted(w.Tool.Name, Told(looked.Receipt.Result))}
	line := assistant.Say("%s used “%s”", l.Agent.Name, assistant.Label(w.Tool.Label))
	if t := looked.Trouble; t != nil {
		result = &llm.ToolResult{Failed: true, Content: Quoted(w.Tool.Name, l.Words.Tell(t.Problem.Message))}
		line = assistant.Say("%s tried “%s”, which did not work", l.Agent.Name, assistant.Label(w.Tool.Label))
	}
	note := Note{Line: line, Reached: looked.Receipt.Result.Reached, Waits: l.unopened(looked.Trouble), Wrote: looked.Receipt.Result.Files}
	return result, h.Note(ctx, note)
}

// waitsFor is the address that a call which leads outside waits for a yes to; "" where it waits for none, the step takes the work
// elsewhere, or it asks about enough already.
func (l *Loop) waitsFor(t *assistant.Trouble, wishes, before []Wish) string {
	if _, steers := steering(wishes); t == nil || steers || l.Frame.Background != "" || l.Session.Spent.Actions+len(before) >= MaxActions {
		return ""
	}
	return t.Problem.Outward
}

// unopened is the address that a call leads to which nobody is there to give leave for; "" for none.
func (l *Loop) unopened(t *assistant.Trouble) string {
	if t == nil || l.Frame.Background == "" {
		return ""
	}
	return t.Problem.Outward
}

// endsWith tells the model whether a step ends its work by the changes in it: it holds nothing else.
func endsWith(wishes []Wish) *llm.ToolResult {
	changes := false
	for _, w := range wishes {
		if w.Refused != "" || !w.Does() && w.Tool.Name != ToolDone {
			return &llm.ToolResult{Failed: true, Content: ToldNothingEnds}
		}
		changes = changes || w.Does()
	}
	if !changes {
		return &llm.ToolResult{Failed: true, Content: ToldNothingEnds}
	}
	return &llm.ToolResult{Content: ToldEnds}
}

// think notes where the agent stands, for people in a line that passes the filter of thinking, and gives the model its hint.
func (l *Loop) think(ctx context.Context, h Host, w Wish) (*llm.ToolResult, error) {
	thought := Wants[Think](w)
	var line assistant.Sentence
	switch thought.Assessment {
	case OnTrack:
		line = assistant.Say("%s is getting on with it", l.Agent.Name)
	case NeedInfo:
		line = assistant.Say("%s needs to know more", l.Agent.Name)
	case Stuck:
		line = assistant.Say("%s is stuck", l.Agent.Name)
	case Complete:
		line = assistant.Say("%s has what it takes to answer", l.Agent.Name)
	}
	if note := strings.TrimSpace(thought.Note()); note != "" {
		line = assistant.Say("%s: %s", line, note)
	}
	if err := h.Note(ctx, Note{Line: line}); err != nil {
		return nil, err
	}
	return &llm.ToolResult{Content: Hint(thought, l.Offered(), l.Session.Spent)}, nil
}
