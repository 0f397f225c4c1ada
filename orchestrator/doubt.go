package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// wordsOnPlan says what own words decide of the open plan: that it is to be different, or dropped. Where they are beside it they
// are handled, and nothing is decided. The rules say what they surely know, a model the rest; that somebody agrees no model
// decides.
func (s *Supervisor) wordsOnPlan(ctx context.Context, t *turn, p assistant.Plan, text string) (assistant.Verdict, error) {
	class, heard, by := t.team.Classify(text), t.team.Hear(text, agents.OpenPlan), "rule"
	switch {
	case heard == agents.HeardAside:
		class = agents.Class{Kind: agents.ClassSimple, Reason: assistant.Say("it leaves the plan as it is")}
	case heard == agents.HeardUnsure && class.Kind == agents.ClassUnsure:
		t.doing.move(assistant.ActivityThinking)
		judged, err := t.team.Judge(ctx, s.models.asker(t), text, t.sit)
		if err != nil {
			return "", fmt.Errorf("classify: %w", err)
		}
		class, heard, by = judged.Class, judged.Heard, "model"
	case heard == agents.HeardUnsure && class.Kind != agents.ClassSimple:
		heard = agents.HeardRevise // work that is asked for while a plan stands there belongs to it
	}
	switch heard {
	case agents.HeardRevise:
		return assistant.VerdictChanges, nil
	case agents.HeardNo, agents.HeardStop:
		return assistant.VerdictRejected, nil
	case agents.HeardYes:
		t.reply(sayYesText(p.Title, t.words()), false)
		return "", nil
	default:
		return "", s.freshAs(ctx, t, text, class, by)
	}
}

// sayYesText asks for a yes that leaves no doubt: what starts work is never what somebody has taken for one.
func sayYesText(title string, w wording.Words) string {
	return w.Say("I think you agree with “%s”, but I only start on a plain yes. Please say “yes”, or use the button.", firstLine(title))
}
