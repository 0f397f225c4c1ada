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

// Heard is what a model takes words for where something stands open. None of it is a decision by itself: a yes is one by the law of
// consent alone.
type Heard string

// What words can be.
const (
	HeardYes    Heard = "yes"
	HeardNo     Heard = "no"
	HeardStop   Heard = "stop"
	HeardRevise Heard = "revise" // what is open is to be different
	HeardReply  Heard = "reply"  // they answer the question
	HeardOwn    Heard = ""       // they are something of their own, and what is open stays open
)

// Judged is what words are where something stands open.
type Judged struct {
	Heard Heard // what they are to it
	Works bool  // something of their own that is to make something different
}

// Judge asks a model what words are, and tells it what stands open. Nothing that it says is a decision: a yes that a model has
// heard is asked for again, in words or by a button. What it cannot place somebody answers, which changes nothing.
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
			return fmt.Errorf("kind %q is none of those listed", llm.Clip(r.Kind, 40))
		}
		return nil
	})
	if err != nil {
		return Judged{}, fmt.Errorf("classify with a model: %w", err)
	}
	works := reply.Kind == llm.KindPlan || reply.Kind == llm.KindTool
	return Judged{Heard: allowed[reply.Kind], Works: works}, nil
}

func classifyFacts(t *team.Team, text string, s assistant.Situation) llm.ClassifyFacts {
	facts := llm.ClassifyFacts{Text: llm.Clip(text, maxSaid), Recent: Recent(t, s, 300)}
	if s.Question != nil {
		facts.Question = llm.Clip(s.Question.Intro, 300)
	}
	if s.Plan != nil {
		facts.Plan = s.Plan.Title
	}
	if s.Run != nil && !s.Run.Status.Ended() {
		facts.Run = s.Run.Title
	}
	for _, a := range s.Approvals[:min(len(s.Approvals), maxRecent)] {
		facts.Approvals = append(facts.Approvals, llm.Clip(a.Title.String(), 300))
		facts.Revisable = facts.Revisable || a.Revisable || a.Number > 0 // the agent who proposed it writes the next version
	}
	return facts
}

// kindsFor returns the kinds that a message can be of while these facts are open, with what each kind means for them. A kind that
// belongs to nothing open is read as an answer.
func kindsFor(f llm.ClassifyFacts) map[string]Heard {
	out := map[string]Heard{llm.KindAnswer: HeardOwn, llm.KindTool: HeardOwn, llm.KindPlan: HeardOwn}
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
