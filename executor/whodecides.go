package executor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// rule says who decides on the task, by what the tenant has laid down; nil where it has laid down nothing.
func (h *hand) rule() *assistant.ApprovalRule {
	return approvals.For(h.work.Policies, h.work.Project.ID, assistant.TaskType(h.tool.Name))
}

// decidedOn is what was decided on, as it is at the gate.
func (h *hand) decidedOn() approvals.On {
	return approvals.On{Rule: h.rule(), Settings: h.work.Settings, RequestedBy: h.work.Run.RequestedBy, Now: h.now()}
}

// decidedByRule tells whether the people required by the present rule have decided: it may have been set or changed since. The
// approval of a plan does not satisfy a rule, since its yeses were not counted.
func (h *hand) decidedByRule() bool { return approvals.Enough(h.decidedOn(), h.work.Yeses) }

// likeOf is what the tool is about to do, as standing yeses are for it.
func (h *hand) likeOf(now assistant.Preview) approvals.Use {
	return approvals.Use{
		Tool: assistant.TaskType(h.tool.Name), Definition: h.tool.Definition(), Effect: h.tool.Effect, Project: h.work.Project.ID, Unasked: h.work.Unasked, Background: h.work.Background, Target: now.Target,
		Heard: h.work.Heard,
	}
}

// mayStand tells whether the approver of the task may also approve similar ones.
func (h *hand) mayStand(now assistant.Preview) bool {
	return approvals.MayStand(h.rule(), h.tool.Effect) && h.likeOf(now).MayBeGiven() && !assistant.Unfinished(h.work.Task.Parameters)
}

// saidBetween names those whose words are why a task is asked about that would be done unasked without them.
func (h *hand) saidBetween(now assistant.Preview) (names []string) {
	use := h.likeOf(now)
	use.Heard = nil
	yes, ok := approvals.Stands(h.work.Standing, use, h.decidedOn())
	if !ok {
		return nil
	}
	for _, p := range h.likeOf(now).Others(yes.Person, h.decidedOn()) {
		names = append(names, cmp.Or(strings.Join(strings.Fields(p.Name), " "), "somebody"))
	}
	return names
}

// stands tells whether a person has approved similar actions for good. The use is counted and the task bound to it before anything
// is done; a yes revoked meanwhile does not count. A text that nobody has read is shown all the same.
func (h *hand) stands(ctx context.Context, now assistant.Preview) (bool, error) {
	if assistant.Unfinished(h.work.Task.Parameters) || len(now.Warnings) > 0 {
		return false, nil
	}
	yes, ok := approvals.Stands(h.work.Standing, h.likeOf(now), h.decidedOn())
	if !ok {
		h.between = h.saidBetween(now)
		return false, nil
	}
	hash, err := assistant.ConsentHash(h.bound(), h.args, now)
	if err != nil {
		return false, fmt.Errorf("hash what stands approved: %w", err)
	}
	used, err := h.ledger.UseStanding(ctx, h.claim, yes.ID, hash) // others may use it at the same moment
	switch {
	case errors.Is(err, assistant.ErrDecided):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("use a standing approval: %w", err)
	}
	who := strings.Join(strings.Fields(yes.Name), " ")
	if who == "" {
		who = "a person"
	}
	h.allowed = &assistant.AllowedUse{ID: yes.ID, By: who, At: yes.CreatedAt, Used: used, Most: yes.Most}
	if yes.Before {
		return true, h.say(ctx, assistant.Say("%s does this without asking, as %s allowed: %d of %d times", h.name(), who, used, yes.Most))
	}
	return true, h.say(ctx, assistant.Say("%s does this without asking, because %s has approved it for good (%d of %d times)", h.name(), who, used, yes.Most))
}
