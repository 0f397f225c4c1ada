package orchestrator

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// closedShelf is a shelf on which no session is found, because it cannot be looked at.
type closedShelf struct{ *shelf }

var errClosed = errors.New("closed")

func (closedShelf) AgentSession(context.Context, assistant.TenantID, assistant.AgentSessionID) (assistant.AgentSession, bool, error) {
	return assistant.AgentSession{}, false, errClosed
}

// TestWordsThatAreMeantForAQuestionDecideNoPlan: an answer to what is asked leaves the plan beside it open.
func TestWordsThatAreMeantForAQuestionDecideNoPlan(t *testing.T) {
	plan := assistant.Plan{ID: "p", Version: 1, Title: "Services page", RequestedBy: "anna"}
	question := &assistant.Clarification{ID: "q", Session: "s"}
	lookups := closedShelf{&shelf{}}
	models := &models{lookups: lookups, now: func() time.Time { return time.Unix(0, 0) }}
	s := &Supervisor{models: models, named: nobodyElse{}, plans: &plans{}, staff: &staff{models: models}, runs: &runs{models: models, lookups: lookups, named: nobodyElse{}}}
	stood := assistant.Situation{Person: anna(), Settings: assistant.DefaultSettings(), Plan: &plan, Question: question}
	on := turnOn(t, stood, assistant.Message{ID: "m", Person: "anna", Content: "yes"})
	said := ruling{ruled: ruledDecided, stood: stood, subject: assistant.Subject{Kind: assistant.SubjectQuestion}, choice: agents.Choice{Reply: agents.Reply{Intent: agents.ReplyYes}}}
	handled, err := s.decides(t.Context(), on, said, "yes") // whoever asked is looked for, and cannot be found
	var answered, decided bool
	for _, m := range on.final.Messages {
		switch b := m.Body.(type) { //nolint:gochecksumtype // the rest is no word of hers
		case assistant.Answered:
			answered = b.Clarification == question.ID
		case assistant.PlanDecided:
			decided = true
		}
	}
	if !handled || !errors.Is(err, errClosed) || !answered || decided {
		t.Errorf("handled %v, %v, answered %v, decided %v", handled, err, answered, decided)
	}
}

// TestASessionThatEndsIsWrittenWithItsTurn: what tells of its end is not shown before it has ended, and what goes on is kept at once.
func TestASessionThatEndsIsWrittenWithItsTurn(t *testing.T) {
	for _, ends := range []bool{false, true} {
		on := turnOn(t, assistant.Situation{Person: anna()}, assistant.Message{ID: "m", Person: "anna"})
		on.session(assistant.AgentSession{ID: "s"}, ends)
		if now, last := len(on.early.Sessions), len(on.final.Sessions); (now == 1) == ends || (last == 1) != ends {
			t.Errorf("ends %v: %d are kept at once, %d with the end", ends, now, last)
		}
	}
}
