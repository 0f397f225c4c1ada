package web

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// colleaguesLookedAt bounds the people among whom those are looked for who may decide.
const colleaguesLookedAt = 200

// colleagues finds who of a team may decide on what waits, by what holds of each now: their own role, a rule that names them, and whoever
// has named them to decide. Who may only as one of a group of a platform is not found, since who is in it is known when they press.
type colleagues struct {
	decider

	members Members
}

// Deciders gives those who may decide on each of what waits.
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
