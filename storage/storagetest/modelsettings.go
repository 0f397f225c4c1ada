package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// modelSettings: an admin sets the model, with a key that stays with the address it was given for; each change makes another revision.
func modelSettings(_ *testing.T, w *world) {
	none, err := w.Models.ModelSettings(w.ctx, w.tenant)
	w.ok(err)
	equal(w, none, assistant.ModelSettings{})
	w.is(w.Models.DropModel(w.ctx, w.tenant, w.owner.ID), assistant.ErrNotFound)
	last, err := w.Models.ModelRevision(w.ctx)
	w.ok(err)
	changed := func() {
		w.t.Helper()
		now, err := w.Models.ModelRevision(w.ctx)
		w.ok(err)
		if now <= last {
			w.t.Errorf("revision %d comes after %d", now, last)
		}
		last = now
	}
	read := func() assistant.ModelSettings {
		w.t.Helper()
		got, err := w.Models.ModelSettings(w.ctx, w.tenant)
		w.ok(err)
		equal(w, got.By, w.owner.ID)
		equal(w, got.At.IsZero(), false)
		got.By, got.At = "", time.Time{}
		return got
	}
	set := assistant.ModelSettings{Provider: assistant.ProviderOpenAI, BaseURL: "https://models.example/v1", Model: "strong", Fast: "fast", Key: "sk-first"}
	w.ok(w.Models.SetModel(w.ctx, w.tenant, w.owner.ID, set))
	changed()
	equal(w, read(), set)

	other := set
	other.Model, other.Fast, other.Key = "stronger", "", ""
	w.ok(w.Models.SetModel(w.ctx, w.tenant, w.owner.ID, other)) // the key stays
	changed()
	other.Key = set.Key
	equal(w, read(), other)
	for _, door := range []assistant.ModelSettings{
		{Provider: assistant.ProviderOpenAI, BaseURL: "https://thief.example/v1", Model: "m"},
		{Provider: assistant.ProviderAnthropic, BaseURL: "https://models.example/v1", Model: "m"},
	} {
		w.ok(w.Models.SetModel(w.ctx, w.tenant, w.owner.ID, set))
		w.ok(w.Models.SetModel(w.ctx, w.tenant, w.owner.ID, door))
		equal(w, read(), door) // and its key is none
	}
	changed()
	modelsAreOfAdmins(w, set)
	w.ok(w.Models.DropModel(w.ctx, w.tenant, w.owner.ID))
	changed()
	gone, err := w.Models.ModelSettings(w.ctx, w.tenant)
	w.ok(err)
	equal(w, gone, assistant.ModelSettings{})
	w.is(w.Models.DropModel(w.ctx, w.tenant, w.owner.ID), assistant.ErrNotFound)
	set.Key = ""
	w.ok(w.Models.SetModel(w.ctx, w.tenant, w.owner.ID, set)) // what was taken away does not come back
	equal(w, read(), set)
	w.ok(w.Models.DropModel(w.ctx, w.tenant, w.owner.ID))
}

// modelsAreOfAdmins: nobody else sets or takes away a model, and no key is kept that looks sealed already.
func modelsAreOfAdmins(w *world, set assistant.ModelSettings) {
	w.t.Helper()
	member := w.somebody("Ben")
	w.is(w.Models.SetModel(w.ctx, w.tenant, member, set), assistant.ErrNotAdmin)
	w.is(w.Models.DropModel(w.ctx, w.tenant, member), assistant.ErrNotAdmin)
	w.is(w.Models.SetModel(w.ctx, w.tenant, w.owner.ID, assistant.ModelSettings{Provider: "openai", Key: "sealed1:AAAA"}), assistant.ErrUnstorable)
	all, err := w.Models.ModelRevisions(w.ctx)
	w.ok(err)
	if all[w.tenant] == 0 {
		w.t.Errorf("%v has no revision of the tenant", all)
	}
}
