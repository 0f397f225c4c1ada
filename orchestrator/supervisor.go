package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
)

// Supervisor is Hans: first to read what arrives, last to validate what is said. It decides in code; a model is asked for
// words and proposals.
type Supervisor struct {
	models   *models
	routing  *routing
	plans    *plans
	runs     *runs
	staff    *staff
	commands *commands
	named    delegates
	asked    questions
	files    *files
	bounds   *bounds
	ids      *assistant.IDs
	now      func() time.Time
	log      *slog.Logger
	meter    *metrics.Metrics
}

// take handles the turn's mail: what it appends is settled by the caller. An error means that the mail is to be tried
// again, or parked.
func (s *Supervisor) take(ctx context.Context, t *turn) error {
	if err := s.handle(ctx, t); err != nil {
		return err
	}
	for n := 0; n < len(t.recalled); n++ { //nolint:intrange // the end of one may recall others
		if err := s.runs.next(ctx, t, t.recalled[n].Run, t.recalled[n].Tasks); err != nil {
			return err
		}
	}
	if t.toPlan == nil {
		return nil
	}
	return s.plans.beginWith(ctx, t, t.toPlan.request, t.toPlan.found)
}

func (s *Supervisor) handle(ctx context.Context, t *turn) error {
	m := t.cause()
	if !m.Facts().Mail {
		return nil // our own words need no answer
	}
	switch b := m.Body.(type) { //nolint:gochecksumtype // the rest are no mail
	case assistant.Said:
		if b.Files = s.bounds.admit(ctx, t, b); t.refused {
			return nil
		}
		if len(b.Files) > 0 {
			if err := s.files.readAll(ctx, t, b); err != nil {
				return err
			}
		}
		return s.said(ctx, t, m.Content)
	case assistant.Revised:
		return s.revised(ctx, t, b)
	case assistant.Answered:
		return s.answered(ctx, t, b)
	case assistant.PlanDecided:
		return s.plans.decided(ctx, t, b)
	case assistant.ApprovalDecided:
		return s.runs.approvalDecided(ctx, t, b)
	case assistant.TaskFinished:
		return s.runs.advance(ctx, t, b.Run)
	case assistant.StopRequested:
		if b.Task != "" {
			return s.runs.stopTask(ctx, t, b)
		}
		return s.runs.stop(ctx, t, b.Run)
	case assistant.TaskWaiting:
		return s.runs.parked(ctx, t, b)
	case assistant.RunStarted:
		return s.runs.advance(ctx, t, b.Run.ID)
	case assistant.RetryRequested:
		t.run = b.Run
		if err := t.Think(ctx, assistant.Chief, assistant.PhaseRun, t.words().Say("Hans is opening again what is not done.")); err != nil {
			return err
		}
		return s.runs.advance(ctx, t, b.Run)
	case assistant.UndoRequested:
		return s.runs.undo(ctx, t, b)
	default:
		return fmt.Errorf("no way to handle a %T", b)
	}
}

// fail ends a turn that cannot succeed with a problem in the thread: plain words and a way on.
func (s *Supervisor) fail(t *turn, err error) {
	p := llm.Explain(err)
	p.ID = s.ids.New()
	t.problem(p, err)
}

// readable tells whether trying the mail again would only repeat what can be told now.
func readable(err error) bool {
	if _, ok := errors.AsType[*assistant.Trouble](err); ok {
		return true
	}
	return errors.Is(err, llm.ErrOverloaded) || errors.Is(err, llm.ErrRefused) || errors.Is(err, llm.ErrGarbage) ||
		errors.Is(err, llm.ErrTruncated) || errors.Is(err, llm.ErrDisabled)
}
