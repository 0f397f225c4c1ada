package bots

import (
	"context"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// Team tells who there is to decide.
type Team interface {
	// Profiles lists the tenant's people, at most so many of them.
	Profiles(ctx context.Context, t assistant.TenantID, most int) ([]assistant.Profile, error)
	// Grants lists the roles that groups of platforms are given.
	Grants(ctx context.Context, t assistant.TenantID) ([]assistant.Grant, error)
}

// Present is who there is to decide, and what waits for them.
type Present struct {
	approvals.Present

	waits map[assistant.ApprovalID]bool
}

// mostPresent bounds how many people are looked at. If there may be more, it is never said that nobody can decide.
const mostPresent = 200

// PresentFor reads who can decide on what messages ask. It is nil if nothing waits, or if there are more people than can be looked
// at.
func PresentFor(ctx context.Context, from Team, t assistant.TenantID, ms []assistant.Message, now time.Time) (*Present, error) {
	out := &Present{waits: waiting(ms, now)}
	if from == nil || len(out.waits) == 0 {
		return nil, nil
	}
	profiles, err := from.Profiles(ctx, t, mostPresent)
	if err != nil {
		return nil, fmt.Errorf("look who is there to decide: %w", err)
	}
	if len(profiles) >= mostPresent {
		return nil, nil
	}
	for _, p := range profiles {
		if p.LeftAt.IsZero() {
			out.People = append(out.People, p.Person)
		}
	}
	if out.Grants, err = from.Grants(ctx, t); err != nil {
		return nil, fmt.Errorf("look which groups may decide: %w", err)
	}
	return out, nil
}

// waiting are the actions of messages that wait for a decision: those that are asked for there, and those that were reminded of.
func waiting(ms []assistant.Message, now time.Time) map[assistant.ApprovalID]bool {
	out := map[assistant.ApprovalID]bool{}
	for _, m := range ms {
		switch b := m.Body.(type) { //nolint:gochecksumtype // the rest asks for no decision on an action
		case assistant.ApprovalRequested:
			out[b.Approval.ID] = true
		case assistant.Reminded:
			if b.Approval != "" && b.ExpiresAt.After(now) {
				out[b.Approval] = true
			}
		}
	}
	for _, m := range ms {
		if b, ok := m.Body.(assistant.ApprovalDecided); ok {
			delete(out, b.Approval)
		}
	}
	return out
}

// namedAdmins bounds how many admins are named to a person who needs one.
const namedAdmins = 3

// Lacking says that nobody here can decide on an action, and who can change that. It is "" if somebody can, or if it was not
// checked.
func (n Names) Lacking(id assistant.ApprovalID, r *assistant.ApprovalRule, asker assistant.PersonID, said []assistant.Yes) string {
	if n.Present == nil || !n.Present.waits[id] {
		return ""
	}
	could, reached := n.Present.Reach(approvals.On{Rule: r, Settings: n.Settings, RequestedBy: asker}, said)
	if reached {
		return ""
	}
	w := n.Words()
	var admins []string
	for _, p := range n.Present.People {
		if name := Clip(OneLine(p.Name), namedInDeciders); p.Role == assistant.RoleAdmin && name != "" && len(admins) < namedAdmins {
			admins = append(admins, name)
		}
	}
	if len(admins) == 0 {
		return w.Say("Nobody here can decide this: yeses needed: %d, people who could give one: %d. No admin is here to change that; whoever runs this service can make somebody one.", r.Count(), could)
	}
	return w.Say("Nobody here can decide this: yeses needed: %d, people who could give one: %d. An admin can change the rule on the page “Who approves”, and then it has to be asked again: %s.", r.Count(), could, w.List(admins))
}
