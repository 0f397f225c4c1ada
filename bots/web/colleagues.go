package web

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// colleaguesLookedAt bounds how many people are looked at to find those who may decide.
const colleaguesLookedAt = 200

// colleagues finds who of a team may decide on what waits, by their present rights: their own role, a rule that names them, and
// people who have named them as deputy. People who may only as members of a platform's group are not found, since their membership
// is known only when they press; that there may be such people is reported separately.
type colleagues struct {
	decider

	members Members
	grants  Grants // nil: no group of a platform has a role
}

// Deciders returns, for each thing that waits, the people who may decide on it.
func (c colleagues) Deciders(ctx context.Context, t assistant.TenantID, all []assistant.Pending) (map[assistant.Waits][]assistant.Person, error) {
	r, err := c.right(ctx, t)
	if err != nil {
		return nil, err
	}
	team, err := c.members.Profiles(ctx, t, colleaguesLookedAt)
	if err != nil {
		return nil, fmt.Errorf("find who may decide: %w", err)
	}
	out := map[assistant.Waits][]assistant.Person{}
	for _, one := range team {
		if one.Left {
			continue
		}
		theirs := right{who: approvals.Who{Person: one.Person, For: r.who.For}, set: r.set, now: r.now}
		for _, p := range all {
			if theirs.on(p) {
				out[p.Waits()] = append(out[p.Waits()], one.Person)
			}
		}
	}
	return out, nil
}

// ByGroup tells on which of them a platform's group may decide, either because a rule names it or because it has a role that
// decides.
func (c colleagues) ByGroup(ctx context.Context, t assistant.TenantID, all []assistant.Pending) (map[assistant.Waits]bool, error) {
	r, err := c.right(ctx, t)
	if err != nil {
		return nil, err
	}
	var grants []assistant.Grant
	if c.grants != nil {
		if grants, err = c.grants.Grants(ctx, t); err != nil {
			return nil, fmt.Errorf("find which groups may decide: %w", err)
		}
	}
	out := map[assistant.Waits]bool{}
	for _, p := range all {
		out[p.Waits()] = p.Rule != nil && len(p.Rule.Groups) > 0
		for _, g := range grants {
			one := right{who: approvals.Who{Person: assistant.Person{ID: "one of the group", Role: g.Role}}, set: r.set, now: r.now}
			out[p.Waits()] = out[p.Waits()] || one.on(p)
		}
	}
	return out, nil
}
