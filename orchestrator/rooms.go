package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
)

// rooms tells who may act where.
type rooms interface {
	MayAct(ctx context.Context, t assistant.TenantID, who assistant.PersonID, in []assistant.ConversationID) (map[assistant.ConversationID]bool, error)
	JoinConversation(ctx context.Context, t assistant.TenantID, c assistant.ConversationID, who assistant.PersonID) error
}

// enters is [assistant.ErrNotFound] for a conversation that somebody who is signed in may not act in: for them there is none.
func (i *Inbox) enters(ctx context.Context, t assistant.TenantID, who assistant.PersonID, c assistant.ConversationID) error {
	may, err := i.rooms.MayAct(ctx, t, who, []assistant.ConversationID{c})
	if err != nil {
		return fmt.Errorf("look who may act in %s: %w", c, err)
	}
	if !may[c] {
		return fmt.Errorf("act in %s: %w", c, assistant.ErrNotFound)
	}
	return nil
}

// comes is enters for an act. Whoever decides on what waits has a right of their own, which need not be one to the conversation. Whoever
// comes by a platform is where it has let them in, and is a member from then on.
func (i *Inbox) comes(ctx context.Context, act assistant.Act, p assistant.Person, c assistant.ConversationID) error {
	switch act.Body.(type) { //nolint:gochecksumtype // the rest decide nothing
	case assistant.PlanDecided, assistant.ApprovalDecided:
		return nil
	}
	switch {
	case act.Person != "":
		return i.enters(ctx, act.Tenant, p.ID, c)
	case p.Role == assistant.RoleGuest:
		return nil // they do nothing that is not refused
	}
	if err := i.rooms.JoinConversation(ctx, act.Tenant, c, p.ID); err != nil {
		return fmt.Errorf("act in %s: %w", c, err)
	}
	return nil
}
