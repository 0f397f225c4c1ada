package storagetest

import "github.com/aisteam/aisteam/assistant"

// strangersModelSettings: nobody else reads, sets or takes away the model that a tenant has set.
func (w *world) strangersModelSettings(other assistant.TenantID) {
	w.t.Helper()
	set := assistant.ModelSettings{Provider: assistant.ProviderOpenAI, Model: "m", Key: "sk-isolated"}
	w.ok(w.Models.SetModel(w.ctx, w.tenant, w.owner.ID, set))
	theirs, err := w.Models.ModelSettings(w.ctx, other)
	w.ok(err)
	equal(w, theirs, assistant.ModelSettings{})
	w.is(w.Models.SetModel(w.ctx, other, w.owner.ID, set), assistant.ErrNotFound)
	w.is(w.Models.DropModel(w.ctx, other, w.owner.ID), assistant.ErrNotFound)
	kept, err := w.Models.ModelSettings(w.ctx, w.tenant)
	w.ok(err)
	equal(w, kept.Key, set.Key)
	w.ok(w.Models.DropModel(w.ctx, w.tenant, w.owner.ID))
}
