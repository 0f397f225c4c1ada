package bots

import "github.com/aisteam/aisteam/assistant"

// Roster gives the agents of a tenant as they are now, in the order people see them; nil gives none.
type Roster func(assistant.TenantID) []assistant.Agent

// Of are the agents of a tenant.
func (r Roster) Of(t assistant.TenantID) []assistant.Agent {
	if r == nil {
		return nil
	}
	return r(t)
}

// Always is a roster of the same agents for every tenant.
func Always(all []assistant.Agent) Roster {
	return func(assistant.TenantID) []assistant.Agent { return all }
}
