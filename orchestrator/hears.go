package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording/waits"
)

// hears takes words by which somebody says what they want to hear where. It is theirs to say, and changes nothing for anybody else.
// What waits for them they cannot turn off: it stays in the panel's inbox, and they are told so.
func (c *commands) hears(ctx context.Context, t *turn, text string) (bool, error) {
	me := t.sit.Person.ID
	if unasked(t.cause().Body) || t.guest() || me == "" {
		return false, nil
	}
	words, ok := agents.ReadHearing(text)
	if !ok {
		return false, nil
	}
	was, err := c.hearings.Hearing(ctx, t.claim.Tenant, me)
	if err != nil {
		return true, fmt.Errorf("read what they hear where: %w", err)
	}
	h, kept := heardAs(was, words)
	err = c.hearings.SetHearing(ctx, t.claim.Tenant, me, h)
	if trouble, refused := errors.AsType[*assistant.Trouble](err); refused {
		t.reply(t.words().Tell(trouble.Problem.Whole()), false)
		return true, nil
	}
	if err != nil {
		return true, fmt.Errorf("set what they hear where: %w", err)
	}
	t.reply(waits.Hears(t.words(), h, kept), false)
	return true, nil
}

// heardAs is what somebody hears where after their words; kept says that decisions stay on the panel that were to be told nowhere.
func heardAs(h assistant.Hearing, words agents.HearingWords) (out assistant.Hearing, kept bool) {
	out = h.With(words.At, words.To...)
	for _, t := range words.On {
		if !out.Where[t].Sends() {
			out = out.With(assistant.HearThere, t)
		}
	}
	kept = words.At == assistant.HearNowhere && slices.Contains(words.To, assistant.TopicDecisions)
	if kept {
		out = out.With(assistant.HearPanel, assistant.TopicDecisions)
	}
	return out, kept
}
