package bots

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// Roster returns a tenant's agents as they are now, in display order, followed by those who have left; a nil Roster has none.
type Roster func(assistant.TenantID) []assistant.Agent

// Of are the agents of a tenant.
func (r Roster) Of(t assistant.TenantID) []assistant.Agent {
	return slices.DeleteFunc(r.Ever(t), func(a assistant.Agent) bool { return a.Left })
}

// Ever returns present and former agents, so that old messages keep their author's name.
func (r Roster) Ever(t assistant.TenantID) []assistant.Agent {
	if r == nil {
		return nil
	}
	return slices.Clone(r(t))
}

// Always is a roster of the same agents for every tenant.
func Always(all []assistant.Agent) Roster {
	return func(assistant.TenantID) []assistant.Agent { return all }
}
