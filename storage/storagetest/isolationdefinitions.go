package storagetest

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// strangersAgents: nobody else changes an agent that a tenant defines, and it is read as that tenant's.
func (w *world) strangersAgents(other assistant.TenantID) {
	w.t.Helper()
	of := func(t assistant.TenantID) (out []assistant.Agent) {
		all, err := w.Definitions.AgentDefinitions(w.ctx)
		w.ok(err)
		for _, d := range all {
			if d.Tenant == t && !d.Left {
				out = append(out, d.Agent)
			}
		}
		return out
	}
	stamp := func() string {
		s, err := w.Definitions.DefinitionsStamp(w.ctx)
		w.ok(err)
		return s
	}
	before := stamp()
	zelda := assistant.Agent{
		ID: "florist", Name: "Zelda", Title: "Florist", Role: "Knows flowers.", Category: assistant.CategoryExecution, Avatar: "🌷", Examples: []string{"Which flowers last?"},
		Ordering: 20, Visible: true, Lead: assistant.DeliveryLead, Trades: []assistant.Trade{{Order: 1, About: "flowers", Words: "flower flowers"}},
	}
	w.ok(w.Definitions.DefineAgent(w.ctx, w.tenant, zelda))
	made := stamp()
	equal(w, made == before, false)
	equal(w, stamp(), made)
	equal(w, of(w.tenant), []assistant.Agent{zelda})
	w.is(w.Definitions.DropAgent(w.ctx, other, zelda.ID), assistant.ErrNotFound)
	theirs := zelda
	theirs.Name = "Zoe"
	w.ok(w.Definitions.DefineAgent(w.ctx, other, theirs))
	equal(w, of(w.tenant), []assistant.Agent{zelda})
	equal(w, of(other), []assistant.Agent{theirs})
	made = stamp()
	zelda.Role = "Knows all flowers."
	w.ok(w.Definitions.DefineAgent(w.ctx, w.tenant, zelda))
	equal(w, stamp() == made, false)
	equal(w, of(w.tenant), []assistant.Agent{zelda})
	made = stamp()
	w.ok(w.Definitions.DropAgent(w.ctx, w.tenant, zelda.ID))
	equal(w, stamp() == made, false)
	equal(w, len(of(w.tenant)), 0)
	all, err := w.Definitions.AgentDefinitions(w.ctx)
	w.ok(err)
	equal(w, slices.ContainsFunc(all, func(d assistant.AgentDefinition) bool {
		return d.Left && d.Tenant == w.tenant && d.Agent.Name == zelda.Name
	}), true) // what she has done is still hers
	w.is(w.Definitions.DropAgent(w.ctx, w.tenant, zelda.ID), assistant.ErrNotFound)
	w.ok(w.Definitions.DefineAgent(w.ctx, w.tenant, zelda)) // she comes back
	equal(w, of(w.tenant), []assistant.Agent{zelda})
	w.ok(w.Definitions.DropAgent(w.ctx, w.tenant, zelda.ID))
	w.ok(w.Definitions.DropAgent(w.ctx, other, zelda.ID))
}
