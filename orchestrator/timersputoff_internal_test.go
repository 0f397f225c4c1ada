package orchestrator

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

// brokenAgenda cannot say anything of one task, and knows none of the others.
type brokenAgenda struct {
	agenda

	broken string
}

var errBroken = errors.New("its row cannot be read")

func (a brokenAgenda) Background(_ context.Context, _ assistant.TenantID, id assistant.BackgroundID) (assistant.BackgroundTask, error) {
	if string(id) == a.broken {
		return assistant.BackgroundTask{}, errBroken
	}
	return assistant.BackgroundTask{}, assistant.ErrNotFound
}

// dueLedger gives what is due and keeps what was put off.
type dueLedger struct {
	ledger

	due []assistant.Timer
	off []string
}

func (l *dueLedger) DueTimers(context.Context, int) ([]assistant.Timer, error) { return l.due, nil }

func (l *dueLedger) PutOff(_ context.Context, t assistant.Timer) error {
	l.off = append(l.off, t.Ref)
	return nil
}

func TestATimerThatCannotSpeakIsPutOffAndTheOthersAreNot(t *testing.T) {
	l := &dueLedger{due: []assistant.Timer{{Kind: assistant.TimerBackground, Ref: "one"}, {Kind: assistant.TimerBackground, Ref: "bad"}, {Kind: assistant.TimerBackground, Ref: "two"}}}
	s := timers{ledger: l, agenda: brokenAgenda{broken: "bad"}, random: rand.New(rand.NewPCG(1, 1))}
	if _, err := s.speak(t.Context()); !errors.Is(err, errBroken) {
		t.Errorf("%v", err)
	}
	if diff := cmp.Diff([]string{"bad"}, l.off); diff != "" {
		t.Error(diff)
	}
	l.off = nil
	ending, end := context.WithCancel(t.Context())
	end()
	if _, err := s.speak(ending); !errors.Is(err, errBroken) || l.off != nil {
		t.Errorf("a service that ends put off %v: %v", l.off, err)
	}
}
