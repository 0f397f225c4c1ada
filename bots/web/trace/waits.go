package trace

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// waiting is an action that holds a run up until somebody decides it.
type waiting struct {
	Title string
	Until time.Time
	At    assistant.Slot // of its card, in the conversation
}

// waits are those of a run that has not ended.
func (p *Page) waits(ctx context.Context, view assistant.RunView) ([]waiting, error) {
	if view.Run.Status.Ended() {
		return nil, nil
	}
	var out []waiting
	for _, t := range view.Tasks {
		if t.Approval == "" || t.Status.Ended() {
			continue
		}
		a, err := p.Kept.Approval(ctx, p.Owner.Tenant.ID, t.Approval)
		if errors.Is(err, assistant.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read approval %s: %w", t.Approval, err)
		}
		if a.Status == assistant.ApprovalPending {
			out = append(out, waiting{
				p.Pages.Words().Tell(a.Title), a.ExpiresAt.In(p.Owner.Zone(ctx)), assistant.SlotOf(assistant.Message{Body: assistant.ApprovalRequested{Approval: a.Approval}}),
			})
		}
	}
	return out, nil
}
