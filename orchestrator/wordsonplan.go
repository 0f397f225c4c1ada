package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// wordsOnPlan says what own words decide of the open plan: that it is to be different, or dropped. Where they are beside it they
// are handled, and nothing is decided. A model reads them; that somebody agrees no model decides.
func (s *Supervisor) wordsOnPlan(ctx context.Context, t *turn, p assistant.Plan, text string) (assistant.Verdict, error) {
	judged, err := s.judge(ctx, t, text, agents.HeardOwn)
	if err != nil {
		return "", err
	}
	switch judged.Heard {
	case agents.HeardRevise:
		return assistant.VerdictChanges, nil
	case agents.HeardNo, agents.HeardStop:
		return assistant.VerdictRejected, nil
	case agents.HeardYes:
		t.reply(sayYesText(p.Title, t.words()), false)
		return "", nil
	default:
		return "", s.judgedOwn(ctx, t, text, judged)
	}
}

// judge asks a model what words are to what stands open. They are taken for otherwise where none can be asked, or it says so in no form.
func (s *Supervisor) judge(ctx context.Context, t *turn, text string, otherwise agents.Heard) (agents.Judged, error) {
	t.doing.move(assistant.ActivityThinking)
	judged, err := t.team.Judge(ctx, s.models.asker(t), text, t.sit)
	switch {
	case errors.Is(err, llm.ErrDisabled) && t.endedBy == nil, errors.Is(err, llm.ErrGarbage):
		return agents.Judged{Heard: otherwise}, nil
	case err != nil:
		return judged, fmt.Errorf("read what is said of what stands open: %w", err)
	default:
		return judged, nil
	}
}

// judgedOwn handles words that are something of their own beside what stands open: what asks for work begins it, and all else is answered.
func (s *Supervisor) judgedOwn(ctx context.Context, t *turn, text string, judged agents.Judged) error {
	if judged.Works {
		return s.fresh(ctx, t, text)
	}
	return s.beside(ctx, t, text)
}

// sayYesText asks for a yes that leaves no doubt: what starts work is never what somebody has taken for one.
func sayYesText(title string, w wording.Words) string {
	return w.Say("I think you agree with “%s”, but I only start on a plain yes. Please say “yes”, or use the button.", firstLine(title))
}
