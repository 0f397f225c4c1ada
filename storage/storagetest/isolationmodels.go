package storagetest

import "github.com/aisteam/aisteam/assistant"

// strangersModels: a tenant's model facts are hidden from other tenants, and nobody is told of them in another tenant's name.
func (w *world) strangersModels(other assistant.TenantID) {
	w.t.Helper()
	w.ok(w.Failures.KeepModelFact(w.ctx, w.tenant, assistant.ModelFact{Provider: "openai", Model: "m", What: assistant.ModelGone}))
	facts, err := w.Failures.ModelFacts(w.ctx, other)
	w.ok(err)
	equal(w, len(facts), 0)
	_, err = w.Failures.TellOfModel(w.ctx, other, w.owner.ID, assistant.ModelNotice{Provider: "openai", Model: "m", Key: "gone", Words: "x"})
	w.is(err, assistant.ErrNotFound)
	_, err = w.Failures.Operator(w.ctx, other)
	w.is(err, assistant.ErrNotFound)
}
