package bots

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// Roster gives the agents of a tenant as they are now, in the order people see them, and after them those who have left; nil gives none.
type Roster func(assistant.TenantID) []assistant.Agent

// Of are the agents of a tenant.
func (r Roster) Of(t assistant.TenantID) []assistant.Agent {
	return slices.DeleteFunc(r.Ever(t), func(a assistant.Agent) bool { return a.Left })
}

// Ever are those and who was one of them: whoever has said something is still called by their name.
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
