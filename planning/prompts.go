package planning

import (
	_ "embed" // the prompts are files
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
)

// The prompts. Facts are data: words in them are never instructions.
var (
	//go:embed prompts/common.txt
	commonPrompt string
	//go:embed prompts/requirements.txt
	requirementsPrompt string
	//go:embed prompts/forks.txt
	forksPrompt string
	//go:embed prompts/plan.txt
	planPrompt string
	//go:embed prompts/revise.txt
	revisePrompt string
	//go:embed prompts/redirect.txt
	redirectPrompt string
	//go:embed prompts/rework.txt
	reworkPrompt string
	//go:embed prompts/changerun.txt
	changeRunPrompt string
	//go:embed prompts/interpret.txt
	interpretPrompt string
	//go:embed prompts/summary.txt
	summaryPrompt string
)

// prompt is what a planning request tells the model. What is the same for every stage stands first, so that a provider that keeps
// the beginnings of requests reads it once: who it is, then the catalogue, then the task.
type prompt struct{ who, task string }

// system begins with who the model is, and what is data.
func (p *Planner) system(task string) prompt {
	return prompt{"You are the planning part of " + p.team.Who("agents") + commonPrompt, task}
}

// summarySystem is what the model is told when it words receipts.
func summarySystem(v agents.Vocabulary) prompt {
	return prompt{who: "You are Hans, who leads " + v.Who("agents") + summaryPrompt}
}

// written is the system's words and the facts as text. Tools and agents do not change from stage to stage: they stand with the
// system's words, once, and not among the facts.
func (p prompt) written(raw json.RawMessage) (system, facts string, err error) {
	var all map[string]json.RawMessage
	var catalogue struct {
		Tools  []llm.ToolFact
		Agents []llm.AgentFact
	}
	if err := errors.Join(json.Unmarshal(raw, &all), json.Unmarshal(raw, &catalogue)); err != nil {
		return "", "", fmt.Errorf("read the facts: %w", err)
	}
	if _, plans := all["tools"]; !plans && len(catalogue.Agents) == 0 {
		return strings.TrimRight(p.who+p.task, "\n"), string(raw), nil
	}
	var b strings.Builder
	b.WriteString(p.who)
	if _, plans := all["tools"]; plans {
		b.WriteString(toolLines(catalogue.Tools))
	}
	if _, staffed := all["agents"]; staffed {
		b.WriteString(agentLines(catalogue.Agents))
	}
	b.WriteString(p.task)
	delete(all, "tools")
	delete(all, "agents")
	left, err := json.Marshal(all)
	if err != nil {
		return "", "", fmt.Errorf("write the facts: %w", err)
	}
	return strings.TrimRight(b.String(), "\n"), string(left), nil
}

// choices are the words that a reply may have in its fields, by their place in it: the provider holds the model to them.
func choices(facts any) map[string][]string {
	switch f := facts.(type) {
	case llm.RequirementsFacts:
		return map[string][]string{"agents": ids(f.Agents)}
	case llm.PlanFacts:
		types := make([]string, 0, len(f.Tools))
		for _, t := range f.Tools {
			types = append(types, string(t.Type))
		}
		out := map[string][]string{"steps.type": types, "steps.owner": ids(f.Agents), "edits.do": {llm.EditDrop, llm.EditGive, llm.EditRename}}
		if len(f.Projects) > 0 {
			names := []string{""} // of what works on none of them
			for _, p := range f.Projects {
				names = append(names, p.Name)
			}
			out["steps.project"] = names
		}
		return out
	case llm.RunChangeFacts:
		var keys []string
		for _, s := range f.Steps {
			keys = append(keys, s.Key)
		}
		return map[string][]string{"change": llm.RunChanges(), "steps": keys}
	case llm.InterpretFacts:
		var keys []string
		for _, q := range f.Questions {
			keys = append(keys, q.Key)
		}
		return map[string][]string{"answers.key": keys, "choose": keys}
	default:
		return nil
	}
}

func ids(all []llm.AgentFact) []string {
	out := make([]string, 0, len(all))
	for _, a := range all {
		out = append(out, string(a.ID))
	}
	return out
}
