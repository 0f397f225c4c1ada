package orchestrator

import (
	"context"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// offers is where the [Inbox] reads what an answer offers, and what is spoken where.
type offers interface {
	Conversation(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error)
	SlotMessages(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, s assistant.Slot) ([]assistant.Message, error)
}

// offered finds the request of an answer that was pressed. The words stand in the answer, which we wrote: what a platform sends is
// its id and a number, so that nobody can have somebody say what was not offered. They are said once, by whoever is first.
func (i *Inbox) offered(ctx context.Context, act assistant.Act, said assistant.Said) (subject, error) {
	if said.Pressed == nil {
		return subject{}, fmt.Errorf("words are received, not acted: %w", assistant.ErrNotFound)
	}
	p := *said.Pressed
	conversation, err := i.subjects.ConversationOf(ctx, act.Tenant, p.Message)
	if err != nil {
		return subject{}, fmt.Errorf("find answer %s: %w", p.Message, err)
	}
	if act.Conversation != "" && act.Conversation != conversation {
		return subject{}, fmt.Errorf("answer %s stands in another conversation: %w", p.Message, assistant.ErrNotFound)
	}
	slot := assistant.SlotOf(assistant.Message{ID: p.Message, Author: assistant.AuthorAssistant, Body: assistant.Said{}})
	ms, err := i.offers.SlotMessages(ctx, act.Tenant, conversation, slot)
	if err != nil {
		return subject{}, fmt.Errorf("read answer %s: %w", p.Message, err)
	}
	for _, m := range ms {
		answer, ok := m.Body.(assistant.Said)
		if ok && m.ID == p.Message && m.Author == assistant.AuthorAssistant && p.Number >= 0 && p.Number < len(answer.Next) {
			return subject{
				ref: fmt.Sprintf("%s/%d", p.Message, p.Number), conversation: conversation, says: answer.Next[p.Number],
				body: assistant.Said{Pressed: &p},
			}, nil
		}
	}
	return subject{}, fmt.Errorf("answer %s offers no request %d: %w", p.Message, p.Number, assistant.ErrNotFound)
}

// pressed tells whether words are a request that an answer offered. It is one of its own, whatever else is open.
func pressed(b assistant.Body) bool {
	said, ok := b.(assistant.Said)
	return ok && said.Pressed != nil
}

// toGoOn is what an answer offers that says something was stopped.
func toGoOn(w wording.Words) []string { return []string{w.Say("Continue")} }

// onPress takes up the request of an answer that somebody pressed: that what was stopped goes on, or words like any others.
func (s *Supervisor) onPress(ctx context.Context, t *turn, text string) error {
	handled, err := s.resumed(ctx, t, text)
	if !handled && err == nil {
		handled, err = s.runs.pressedAgain(ctx, t, text)
	}
	switch {
	case handled || err != nil:
		return err
	case t.team.Continues(text):
		t.reply(t.words().Say("Nothing is left here that was stopped and could go on."), false)
		return nil
	default:
		return s.fresh(ctx, t, text)
	}
}

// suggested are the requests that an answer offers; none where nobody is there who has asked.
func suggested(t *turn) []string {
	if unasked(t.cause().Body) {
		return nil
	}
	return nearest(t)
}

// nearest are requests that are near to what was said and can be done here, none for a guest, who cannot make them.
func nearest(t *turn) []string {
	if t.guest() {
		return nil
	}
	said := []string{t.cause().Content}
	for _, m := range t.sit.Recent {
		if m.Author == assistant.AuthorUser {
			said = append(said, m.Content)
		}
	}
	return t.team.Next(t.words(), said, usable(t.sit))
}

// usable tells whether a tool may be used where a turn stands: for the project that it is about, for one of them where it is about none.
func usable(sit assistant.Situation) func(tools.Tool) bool {
	here, known := sit.Here()
	return func(tool tools.Tool) bool {
		if known || len(sit.Projects) == 0 {
			return tool.Serves(here)
		}
		return slices.ContainsFunc(sit.Projects, tool.Serves)
	}
}
