package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording/waits"
)

// hearings keep when people are called.
type hearings interface {
	Hearing(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Hearing, error)
	SetHearing(ctx context.Context, t assistant.TenantID, id assistant.PersonID, h assistant.Hearing) error
}

// hushes takes words by which somebody asks to be left alone for a while, or to be called again. It is theirs to say, and changes
// nothing for anybody else.
func (c *commands) hushes(ctx context.Context, t *turn, text string) (bool, error) {
	me := t.sit.Person
	until, over, ok := background.ReadHush(text, me.Zone, t.cause().At)
	if !ok || t.guest() || me.ID == "" {
		return false, nil
	}
	err := background.Hush(ctx, c.hearings, t.sit.Conversation.Tenant, me.ID, until, c.now())
	if trouble, refused := errors.AsType[*assistant.Trouble](err); refused {
		t.reply(t.words().Tell(trouble.Problem.Whole()), false)
		return true, nil
	}
	if err != nil {
		return true, fmt.Errorf("hush: %w", err)
	}
	said := ""
	if !over {
		said = t.words().Tell(momentIn(me.Zone, until))
	}
	t.reply(waits.Hushed(t.words(), said), false)
	return true, nil
}
