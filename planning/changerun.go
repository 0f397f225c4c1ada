package planning

import (
	"context"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// RunChange is what words change of the runs that are at work, as a model reads them.
type RunChange struct {
	Kind  string             // one of [llm.RunChanges]
	Tasks []assistant.TaskID // that the words mean
}

// ReadRunChange says what words change of the runs that are at work. Nothing is changed by it. Where no model can say it, they change
// nothing.
func (p *Planner) ReadRunChange(ctx context.Context, d Desk, runs []assistant.RunView, words string) (RunChange, error) {
	p = p.at(d)
	facts := llm.RunChangeFacts{Text: block(words, maxRequest), Steps: []llm.RunStepFact{}}
	var ids []assistant.TaskID
	for _, v := range runs {
		for _, t := range v.Tasks {
			ids = append(ids, t.ID)
			facts.Steps = append(facts.Steps, llm.RunStepFact{
				Key: fmt.Sprintf("s%d", len(ids)), Run: line(v.Run.Title, maxTitle), Number: t.Order, Summary: line(t.Summary, maxLine), Does: string(t.Type), Stands: stands(t),
			})
		}
	}
	known := func(key string) int {
		return slices.IndexFunc(facts.Steps, func(s llm.RunStepFact) bool { return s.Key == key })
	}
	reply, wrong, err := ask(ctx, d, llm.PurposeChangeRun, p.system(changeRunPrompt), facts, func(r llm.RunChangeReply) error {
		if !slices.Contains(llm.RunChanges(), r.Change) {
			return fmt.Errorf("change %s is none of those listed", quoted(line(r.Change, maxLabel)))
		}
		for _, key := range r.Steps {
			if known(key) < 0 {
				return fmt.Errorf("there is no step with the key %s", quoted(line(key, maxLabel)))
			}
		}
		return nil
	})
	if err != nil || wrong != nil {
		return RunChange{Kind: llm.RunChangeNone}, err
	}
	out := RunChange{Kind: reply.Change}
	for _, key := range reply.Steps {
		if id := ids[known(key)]; !slices.Contains(out.Tasks, id) {
			out.Tasks = append(out.Tasks, id)
		}
	}
	return out, nil
}

// stands is how a step of a run stands, for a model.
func stands(t assistant.Task) string {
	switch {
	case t.LeftOut():
		return llm.StepLeftOut
	case t.Status == assistant.TaskFailed:
		return llm.StepFailed
	case t.Status.Ended():
		return llm.StepEnded
	case t.Begun():
		return llm.StepAtWork
	case t.Approval != "":
		return llm.StepWaiting
	default:
		return llm.StepOpen
	}
}
