package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/wording"
)

// speaks takes words by which somebody chooses the language that is spoken with them. The answer is in that language.
func (c *commands) speaks(ctx context.Context, t *turn, text string) (bool, error) {
	me := t.sit.Person.ID
	if unasked(t.cause().Body) || t.guest() || me == "" {
		return false, nil
	}
	chosen, ok := agents.ReadLanguage(text)
	if !ok {
		return false, nil
	}
	h, err := c.hearings.Hearing(ctx, t.claim.Tenant, me)
	if err != nil {
		return true, fmt.Errorf("read which language they have chosen: %w", err)
	}
	h.Language = chosen
	if err := c.hearings.SetHearing(ctx, t.claim.Tenant, me, h); err != nil {
		return true, fmt.Errorf("set which language they have chosen: %w", err)
	}
	t.reply(wording.In(chosen).Say("Understood: your language is English now. It is that of the panel, and of whatever I say where nothing that you wrote decides. In a conversation I answer in the language that you write in."), false)
	return true, nil
}
