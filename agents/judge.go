package agents

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
)

// Judged is what a model takes words for, where the rules were not sure.
type Judged struct {
	Class Class
	Heard Heard // what the words are to what stands open; unsure where they are something of their own
}

// Judge asks a model what words are, and tells it what stands open. Nothing that it says is a decision: a yes that a model has
// heard is asked for again, in words or by a button. What it cannot place it lets somebody answer, which changes nothing.
func (v Vocabulary) Judge(ctx context.Context, a llm.Asker, text string, s assistant.Situation) (Judged, error) {
	facts := classifyFacts(v.Team, text, s)
	raw, err := json.Marshal(facts)
	if err != nil {
		return Judged{}, fmt.Errorf("facts to classify: %w", err)
	}
	allowed := kindsFor(facts)
	kinds := slices.Sorted(maps.Keys(allowed))
	reply, _, err := llm.DecodeAmong(ctx, a, llm.Request{
		Purpose: llm.PurposeClassify, Instructions: llm.Instructions{Stable: classifyPrompt(v.Team)}, Facts: raw, Examples: v.Examples(),
		Messages: []llm.Message{llm.TextMessage(llm.RoleUser, string(raw))},
	}, map[string][]string{"kind": kinds}, func(r llm.ClassifyReply) error {
		if _, ok := allowed[r.Kind]; !ok && !oneOf(r.Kind, "answer tool plan reply_to_question approve reject revise stop") {
			return fmt.Errorf("kind %q is none of those listed", clip(r.Kind, 40))
		}
		return nil
	})
	if err != nil {
		return Judged{}, fmt.Errorf("classify with a model: %w", err)
	}
	out := Judged{Heard: allowed[reply.Kind], Class: Class{ClassSimple, assistant.Say("it can be answered directly")}}
	switch reply.Kind {
	case llm.KindPlan:
		out.Class = Class{ClassPlanning, assistant.Say("it changes something or takes several steps")}
	case llm.KindTool:
		out.Class = Class{ClassTool, assistant.Say("it asks for a change or two")}
	}
	return out, nil
}

// ClassifyWithModel asks a model where the rules were unsure.
func (v Vocabulary) ClassifyWithModel(ctx context.Context, a llm.Asker, text string, s assistant.Situation) (Class, error) {
	judged, err := v.Judge(ctx, a, text, s)
	return judged.Class, err
}

func classifyFacts(t *team.Team, text string, s assistant.Situation) llm.ClassifyFacts {
	facts := llm.ClassifyFacts{Text: clip(text, maxSaid), Recent: Recent(t, s, 300)}
	if s.Question != nil {
		facts.Question = clip(s.Question.Intro, 300)
	}
	if s.Plan != nil {
		facts.Plan = s.Plan.Title
	}
	if s.Run != nil && !s.Run.Status.Ended() {
		facts.Run = s.Run.Title
	}
	for _, a := range s.Approvals[:min(len(s.Approvals), maxRecent)] {
		facts.Approvals = append(facts.Approvals, clip(a.Title.String(), 300))
		facts.Revisable = facts.Revisable || a.Revisable
	}
	return facts
}

// kindsFor returns the kinds that a message can be of while these facts are open, with what each kind means for them. A kind that
// belongs to nothing open is read as an answer.
func kindsFor(f llm.ClassifyFacts) map[string]Heard {
	out := map[string]Heard{llm.KindAnswer: HeardUnsure, llm.KindTool: HeardUnsure, llm.KindPlan: HeardUnsure}
	if f.Question != "" {
		out[llm.KindReply] = HeardReply
	}
	if f.Plan != "" || len(f.Approvals) > 0 {
		out[llm.KindApprove], out[llm.KindReject] = HeardYes, HeardNo
	}
	if f.Plan != "" || f.Revisable {
		out[llm.KindRevise] = HeardRevise
	}
	if f.Plan != "" || f.Run != "" {
		out[llm.KindStop] = HeardStop
	}
	return out
}
