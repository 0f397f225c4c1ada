package orchestrator

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// channelRules keep in which channels what happens may start tasks.
type channelRules interface {
	RuleChannel(ctx context.Context, t assistant.TenantID, by assistant.Actor, r assistant.ChannelRule) (assistant.Channel, error)
}

// rulesChannel takes words that say whether what happens in the channel may start background tasks. An admin alone can say it.
func (c *commands) rulesChannel(ctx context.Context, t *turn, text string) (bool, error) {
	allowed, said := agents.ChannelStartsTasks(text)
	if !said || t.guest() {
		return false, nil
	}
	_, err := c.channels.RuleChannel(ctx, t.claim.Tenant, assistant.Actor{Person: t.sit.Person.ID}, assistant.ChannelRule{Conversation: t.claim.Conversation, Allowed: allowed})
	if errors.Is(err, assistant.ErrNotAdmin) {
		t.reply(t.words().Say("Only an admin can say whether what happens in this channel may start tasks. Nothing was changed; ask one of them to write the same here."), false)
		return true, nil
	}
	if trouble, refused := errors.AsType[*assistant.Trouble](err); refused {
		t.reply(t.words().Tell(trouble.Problem.Whole()), false)
		return true, nil
	}
	if err != nil {
		return true, fmt.Errorf("let events of a channel start tasks: %w", err)
	}
	if allowed {
		t.reply(t.words().Say("All right: what happens in this channel may start background tasks of people who are in it. Say “what happens here may not start tasks” to end that."), false)
		return true, nil
	}
	t.reply(t.words().Say("All right: what happens in this channel starts no background tasks any more. Those that it has started are paused."), false)
	return true, nil
}
