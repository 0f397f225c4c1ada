package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/planning"
)

// Supervisor is Hans: first to read what arrives, last to validate what is said. It decides in code; a model is asked for
// words and proposals.
type Supervisor struct {
	model      llm.Asker
	planner    planner
	doer       doer
	read       records
	works      works
	goings     goings
	ears       ears
	files      *files
	tools      *tools.Registry // for direct answers
	all        *tools.Registry // of which agents at work are given what may be proposed by itself; nil for none
	vocabulary *agents.Vocabulary
	queue      queue.Queue
	ids        *assistant.IDs
	now        func() time.Time
	log        *slog.Logger
	meter      *metrics.Metrics

	purse     *llm.Purse
	bounds    *bounds
	drafting  *drafting
	rehearsal bool // the offline model serves, and what it said is marked
}

// take handles the turn's mail: what it appends is settled by the caller. An error means that the mail is to be tried
// again, or parked.
func (s *Supervisor) take(ctx context.Context, t *turn) error {
	m := t.cause()
	if !m.Facts().Mail {
		return nil // our own words need no answer
	}
	switch b := m.Body.(type) { //nolint:gochecksumtype // the rest are no mail
	case assistant.Said:
		if b.Files = s.admit(ctx, t, b); t.refused {
			return nil
		}
		if len(b.Files) > 0 {
			if err := s.readFiles(ctx, t, b); err != nil {
				return err
			}
		}
		return s.said(ctx, t, m.Content)
	case assistant.Revised:
		return s.revised(ctx, t, b)
	case assistant.Answered:
		return s.answered(ctx, t, b)
	case assistant.PlanDecided:
		return s.planDecided(ctx, t, b)
	case assistant.ApprovalDecided:
		return s.approvalDecided(ctx, t, b)
	case assistant.TaskFinished:
		return s.advance(ctx, t, b.Run)
	case assistant.StopRequested:
		return s.stop(ctx, t, b.Run)
	case assistant.TaskWaiting:
		return s.parked(ctx, t, b)
	case assistant.RunStarted:
		return s.advance(ctx, t, b.Run.ID)
	case assistant.RetryRequested:
		t.run = b.Run
		if err := t.Think(ctx, assistant.Chief, assistant.PhaseRun, t.words().Say("Hans is opening the failed tasks again.")); err != nil {
			return err
		}
		return s.advance(ctx, t, b.Run)
	case assistant.UndoRequested:
		return s.undo(ctx, t, b)
	default:
		return fmt.Errorf("no way to handle a %T", b)
	}
}

// desk is what planning works with in this turn.
func (s *Supervisor) desk(t *turn) planning.Desk {
	return planning.Desk{Model: s.asker(t), Journal: t}
}

func (s *Supervisor) asker(t *turn) *asker {
	return &asker{sup: s, model: s.model, turn: t, read: s.read, purse: s.purse, now: s.now}
}

// timed starts the clock of a stage; what it returns stops it.
func (s *Supervisor) timed(stage metrics.Stage) func() {
	start := s.now()
	return func() { s.meter.Turn(stage, s.now().Sub(start)) }
}

// fail ends a turn that cannot succeed with a problem in the thread: plain words and a way on.
func (s *Supervisor) fail(t *turn, err error) {
	p := llm.Explain(err)
	p.ID = s.ids.New()
	s.problem(t, p, err)
}

func (s *Supervisor) problem(t *turn, p assistant.Problem, err error) {
	p.Message, p.Recovery = t.words().Known(p.Message), t.words().Known(p.Recovery)
	m := assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindMessage, Content: p.Message + "\n\n" + p.Recovery,
		Body: assistant.Failed{Problem: p},
	}
	if err != nil {
		m.Private = map[string]string{"error": err.Error()}
	}
	t.say("failed", m)
}

// readable tells whether trying the mail again would only repeat what can be told now.
func readable(err error) bool {
	if _, ok := errors.AsType[*assistant.Trouble](err); ok {
		return true
	}
	return errors.Is(err, llm.ErrOverloaded) || errors.Is(err, llm.ErrRefused) || errors.Is(err, llm.ErrGarbage) ||
		errors.Is(err, llm.ErrTruncated) || errors.Is(err, llm.ErrDisabled)
}
