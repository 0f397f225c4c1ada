package planning

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

const wroteShown = 2000 // characters of what a writer wrote, for telling whose it is

// Rework says what is done anew of a run for a step that people want otherwise: with new parameters of its own, by writing anew what
// earlier steps wrote for it, or both. Where no model can say it, whoever wrote is told the wish. Nothing but the step is among it
// where nothing is found to change.
func (p *Planner) Rework(ctx context.Context, d Desk, tasks []assistant.Task, of assistant.Task, wish string) ([]assistant.Rewritten, error) {
	p, wish = p.at(d), block(wish, maxRequest)
	writers := p.writers(tasks, of)
	tool, _ := p.team.Tools().Get(string(of.Type))
	facts := llm.ReworkFacts{Wish: wish, Step: of.Summary, Tool: tool.Description, Parameters: ownTexts(of, tool), Writers: []llm.WriterFact{}}
	for _, w := range writers {
		facts.Writers = append(facts.Writers, llm.WriterFact{Key: w.Key, Summary: w.Summary, Wrote: block(w.Result.Read, wroteShown)})
	}
	reply, wrong, err := ask[llm.ReworkReply](ctx, d, llm.PurposeRework, p.system(reworkPrompt), facts, nil)
	if err != nil {
		return nil, err
	}
	if wrong != nil {
		reply = llm.ReworkReply{}
	}
	own, changed := p.withTexts(of, tool, facts.Parameters, reply.Parameters)
	out := []assistant.Rewritten{{Task: of.ID, Parameters: own}}
	for _, w := range writers {
		if slices.Contains(reply.Writers, w.Key) || wrong != nil || !changed && len(reply.Writers) == 0 {
			out = append(out, assistant.Rewritten{Task: w.ID, Parameters: p.writtenAnew(w, wish)})
		}
	}
	return out, nil
}

// writers are the tasks that wrote what a task uses, and can write it anew.
func (p *Planner) writers(tasks []assistant.Task, of assistant.Task) []assistant.Task {
	var out []assistant.Task
	used := references(of.Parameters)
	for _, t := range tasks {
		tool, known := p.team.Tools().Get(string(t.Type))
		if known && tool.Rewrite.Words != "" && tool.Effect == assistant.EffectNone && t.Status == assistant.TaskCompleted && t.Result != nil &&
			slices.ContainsFunc(used, func(r assistant.Placed) bool { return r.From == t.Key }) {
			out = append(out, t)
		}
	}
	return out
}

// ownTexts are the parameters of a task that are words of its own.
func ownTexts(t assistant.Task, tool tools.Tool) []llm.Pair {
	out := []llm.Pair{}
	given := fields(t.Parameters)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		var text string
		if !tool.ByCode(name) && json.Unmarshal(given[name], &text) == nil {
			out = append(out, llm.Pair{Key: name, Value: text})
		}
	}
	return out
}

// withTexts are a task's parameters with other words in place of its own; changed is false where they come to the same, or are none
// that the tool takes.
func (p *Planner) withTexts(t assistant.Task, tool tools.Tool, own, wanted []llm.Pair) (parameters json.RawMessage, changed bool) {
	given := fields(t.Parameters)
	for _, w := range wanted {
		at := slices.IndexFunc(own, func(o llm.Pair) bool { return o.Key == w.Key })
		if at < 0 || strings.TrimSpace(w.Value) == "" || w.Value == own[at].Value {
			continue
		}
		given[w.Key], _ = json.Marshal(w.Value) // a text
		changed = true
	}
	if !changed {
		return t.Parameters, false
	}
	if tool.Regular != nil {
		tool.Regular(given)
	}
	raw, err := json.Marshal(given)
	if err != nil || p.team.Tools().Validate(tool.Name, filledIn(tool, raw)) != nil {
		return t.Parameters, false
	}
	return raw, true
}

// writtenAnew are the parameters of a writer with what it wrote, and what people want otherwise of it. What they asked for before stays
// what they asked for.
func (p *Planner) writtenAnew(t assistant.Task, wish string) json.RawMessage {
	tool, _ := p.team.Tools().Get(string(t.Type))
	given := fields(t.Parameters)
	before := t.Result.Read
	if tool.Rewrite.Field != "" {
		before = t.Result.Fields.Text(tool.Rewrite.Field)
	}
	put := func(name, text string) {
		if name != "" {
			given[name], _ = json.Marshal(text) // a text
		}
	}
	put(tool.Rewrite.Before, before)
	put(tool.Rewrite.Words, wish)
	if tool.Told != "" {
		asked := ""
		_ = json.Unmarshal(given[tool.Told], &asked) // what is there is a text, or nothing
		put(tool.Told, strings.TrimSpace(asked+"\n"+wish))
	}
	raw, err := json.Marshal(given)
	if err != nil {
		return t.Parameters
	}
	return raw
}
