package loop

import (
	"encoding/json"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Request asks for the session's next step, with the tools that are offered for it. At the end of a budget the model is told
// so; at the last step it has no tools.
func Request(f Frame, t *team.Team, history []llm.Message, offered []tools.Tool, spent assistant.Spent) llm.Request {
	r := llm.Request{Purpose: llm.PurposeAnswer, Instructions: llm.Instructions{Stable: f.System}, Messages: history, Facts: f.Facts, Examples: t.Examples(), Tools: Described(offered), Cache: llm.Cache{Again: len(offered) > 0}}
	now := func(words string) { r.Instructions = r.Instructions.And(words) }
	if LastStep(spent) {
		now("No more tools now: wrap up. Answer with what you know, and say what you could not find out and what was not done.")
		r.NoCalls, r.Cache.Again = true, false
		return r
	}
	if spent.Queries >= MaxQueries {
		now("No more looking up in this turn: summarise what you have found.")
	}
	if spent.Actions >= MaxActions {
		now("No more changes in this turn: say what was done and what is left.")
	}
	if spent.Meta >= MaxMeta {
		now("No more thinking or asking in this turn: go on with what you know, or answer.")
	}
	return r
}

// Described is how a model is told of tools.
func Described(usable []tools.Tool) []llm.Tool {
	var out []llm.Tool
	for _, t := range usable {
		schema, err := json.Marshal(t.Arguments)
		if err != nil {
			continue // a schema that cannot be written cannot be offered
		}
		d := llm.Tool{Name: t.Name, Description: t.Description, Parameters: schema}
		if t.Class == assistant.ClassOwn {
			d.Description += " It changes a setting of the person who asks, at once. Call it only where they ask for that themselves."
		}
		if t.Class == assistant.ClassAction {
			d.Description += " It changes something: a person decides on it first."
			if t.Effect == assistant.EffectIrreversible {
				d.Description += " It cannot be undone."
			}
		}
		out = append(out, d)
	}
	return out
}

// Together joins the results of one step's calls, which come at different times, into one message, in the order of the calls:
// providers want exactly one for each, in the message after them.
func Together(history []llm.Message) []llm.Message {
	var out []llm.Message
	for _, m := range history {
		if n := len(out); n > 0 && m.Role == llm.RoleTool && out[n-1].Role == llm.RoleTool {
			out[n-1].Parts = append(slices.Clip(out[n-1].Parts), m.Parts...)
			continue
		}
		out = append(out, m)
	}
	for i := 1; i < len(out); i++ {
		if out[i].Role == llm.RoleTool {
			out[i].Parts = inOrder(out[i-1], out[i].Parts)
		}
	}
	return out
}

func inOrder(calls llm.Message, results []llm.Part) []llm.Part {
	var out []llm.Part
	taken := map[int]bool{}
	for _, c := range calls.Parts {
		at := slices.IndexFunc(results, func(r llm.Part) bool {
			return c.Call != nil && r.Result != nil && r.Result.ID == c.Call.ID
		})
		for at >= 0 && taken[at] { // an id that is there twice
			next := slices.IndexFunc(results[at+1:], func(r llm.Part) bool { return r.Result != nil && r.Result.ID == c.Call.ID })
			if next < 0 {
				break
			}
			at += 1 + next
		}
		if at >= 0 {
			taken[at] = true
			out = append(out, results[at])
		}
	}
	return out
}

// Unseen is a message without its pictures, as it is kept: a session that goes on later goes on without them.
func Unseen(m llm.Message) llm.Message {
	parts := make([]llm.Part, 0, len(m.Parts))
	for _, p := range m.Parts {
		if p.Image != nil {
			p = llm.Part{Text: "(a picture)\n"}
		}
		parts = append(parts, p)
	}
	m.Parts = parts
	return m
}
