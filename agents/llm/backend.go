package llm

import "github.com/aisteam/aisteam/assistant"

// Backend is what answers for a tenant at one moment: a model, and the purse that it is asked on. It never changes; whoever has begun
// with one ends with it, whatever an admin sets meanwhile.
type Backend struct {
	Model     Asker
	Purse     *Purse // nil where nothing is spent
	Rehearsal bool   // Model is the offline rehearsal; what it said is marked
}

// Of is the backend of a tenant. One backend alone is that of every tenant.
func (b Backend) Of(assistant.TenantID) Backend { return b }

// Within is the model, asked on the tenant's budget.
func (b Backend) Within(t assistant.TenantID, of Of) Asker { return b.Purse.Within(t, of, b.Model) }
