package orchestrator

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// unreadable is a ledger of which plans cannot be read.
type unreadable struct {
	records

	why error
}

func (u unreadable) Plan(context.Context, assistant.TenantID, assistant.PlanID, int) (assistant.Plan, assistant.PlanStatus, assistant.ConversationID, error) {
	return assistant.Plan{}, "", "", u.why
}

// TestAMailIsTriedSoOftenAndThenParked: what may pass is tried again, and what can be told is told at once.
func TestAMailIsTriedSoOftenAndThenParked(t *testing.T) {
	away := errors.New("the connection broke")
	told := &assistant.Trouble{Problem: assistant.Problem{Message: assistant.Say("It cannot be read."), Recovery: assistant.Say("Say it again.")}}
	for name, c := range map[string]struct {
		attempt int
		why     error
		parked  bool
	}{
		"the first time":             {0, away, false},
		"the last but one":           {maxAttempts - 2, away, false},
		"the last":                   {maxAttempts - 1, away, true},
		"after the last":             {maxAttempts, away, true},
		"what can be told, at first": {0, told, true},
	} {
		turn := saying(assistant.Person{ID: "anna", Role: assistant.RoleMember}, "")
		turn.mail.Attempt, turn.mail.Message.Body = c.attempt, assistant.PlanDecided{Plan: "p", Version: 1}
		ids := assistant.NewIDs(time.Now, rand.Reader)
		sup := &Supervisor{plans: &plans{read: unreadable{why: c.why}}, ids: ids}
		h := &heldConversation{Worker: &Worker{log: slog.New(slog.DiscardHandler)}}
		err := h.supervise(t.Context(), sup, turn)
		failed := 0
		for _, m := range turn.final.Messages {
			if _, ok := m.Body.(assistant.Failed); ok {
				failed++
			}
		}
		if (failed == 1) != c.parked || (err == nil) != c.parked || err != nil && !errors.Is(err, c.why) {
			t.Errorf("%s: %v, and %d problems are told", name, err, failed)
		}
	}
}

// posting reads a situation in which something is being posted, a few times or for ever.
type posting struct {
	records

	sit   assistant.Situation
	times int // 0 is for ever
	err   error
	reads int
}

func (p *posting) Situation(context.Context, assistant.Claim, assistant.Message) (assistant.Situation, error) {
	p.reads++
	sit := p.sit
	if p.times > 0 && p.reads > p.times {
		sit.Posting = false
	}
	return sit, p.err
}

// TestWordsWaitForAPostOnItsWayAndNotForLong: what is being shown may be what they mean; a post that does not come through keeps nobody.
func TestWordsWaitForAPostOnItsWayAndNotForLong(t *testing.T) {
	const open = 10
	waits := assistant.Situation{Posting: true, Seen: 3, Plan: &assistant.Plan{ID: "p", Title: "It", Seq: open}}
	broken := errors.New("it cannot be read")
	for name, c := range map[string]struct {
		sit   assistant.Situation
		times int
		err   error
		least time.Duration
		most  time.Duration
	}{
		"nothing is posted":      {assistant.Situation{Seen: 3, Plan: waits.Plan}, 0, nil, 0, 0},
		"it is, and comes":       {waits, 3, nil, 3 * postGlance, 4 * postGlance},
		"it is, and never comes": {waits, 0, nil, postPatience, postPatience + postGlance},
		"nothing new is open":    {assistant.Situation{Posting: true, Seen: 3}, 0, nil, 0, 0},
		"it cannot be read":      {waits, 0, broken, 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			p := &posting{sit: c.sit, times: c.times, err: c.err}
			h := &heldConversation{Worker: &Worker{read: p, now: time.Now}}
			began := time.Now()
			_, err := h.situation(ctx, assistant.Message{Seq: 5})
			if took := time.Since(began); !errors.Is(err, c.err) || (err == nil) != (c.err == nil) || took < c.least || took > c.most {
				t.Errorf("%s: %v, after %v and %d looks", name, err, took, p.reads)
			}
		})
	}
}
