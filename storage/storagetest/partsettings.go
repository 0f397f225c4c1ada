package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// partSettings: an admin sets a part of the installation, changes it and takes it away; each change makes another revision, and of what was
// taken away nothing comes back.
func partSettings(_ *testing.T, w *world) {
	read := func(part assistant.SetupKey) assistant.PartSettings {
		w.t.Helper()
		got, err := w.Parts.PartSettings(w.ctx, w.tenant, part)
		w.ok(err)
		equal(w, got.At.IsZero(), !got.Set())
		got.At = time.Time{}
		return got
	}
	none := assistant.PartSettings{Part: assistant.SetupSlack}
	equal(w, read(assistant.SetupSlack), none)
	w.is(w.Parts.DropPart(w.ctx, w.tenant, w.owner.ID, assistant.SetupSlack), assistant.ErrNotFound)
	last := int64(0)
	changed := func() {
		w.t.Helper()
		now, err := w.Parts.PartRevisions(w.ctx, w.tenant)
		w.ok(err)
		if now[assistant.SetupSlack] <= last || now[assistant.SetupDiscord] != 0 {
			w.t.Errorf("revisions %v come after %d", now, last)
		}
		last = now[assistant.SetupSlack]
	}
	set := assistant.PartSettings{
		Part: assistant.SetupSlack, Given: map[string]string{"way": "socket"}, Secrets: map[string]assistant.Secret{"bot": "xoxb-1", "app": "xapp-1"}, By: w.owner.ID,
	}
	w.ok(w.Parts.SetPart(w.ctx, w.tenant, w.owner.ID, set))
	changed()
	equal(w, read(assistant.SetupSlack), set)
	equal(w, read(assistant.SetupDiscord).Set(), false)

	open := assistant.PartSettings{Part: assistant.SetupSlack, Given: map[string]string{"way": "none"}, By: w.owner.ID}
	w.ok(w.Parts.SetPart(w.ctx, w.tenant, w.owner.ID, open))
	changed()
	equal(w, read(assistant.SetupSlack), open) // the secrets of before are gone

	member := w.somebody("Ben")
	w.is(w.Parts.SetPart(w.ctx, w.tenant, member, set), assistant.ErrNotAdmin)
	w.is(w.Parts.DropPart(w.ctx, w.tenant, member, assistant.SetupSlack), assistant.ErrNotAdmin)

	w.ok(w.Parts.SetPart(w.ctx, w.tenant, w.owner.ID, set))
	changed()
	w.ok(w.Parts.DropPart(w.ctx, w.tenant, w.owner.ID, assistant.SetupSlack))
	changed()
	equal(w, read(assistant.SetupSlack), none)
	w.is(w.Parts.DropPart(w.ctx, w.tenant, w.owner.ID, assistant.SetupSlack), assistant.ErrNotFound)
	w.ok(w.Parts.SetPart(w.ctx, w.tenant, w.owner.ID, open))
	changed()
	equal(w, read(assistant.SetupSlack), open)
}

// strangersParts: another tenant can neither read, set nor remove a tenant's settings of its installation.
func (w *world) strangersParts(other assistant.TenantID) {
	w.t.Helper()
	set := assistant.PartSettings{Part: assistant.SetupSlack, Given: map[string]string{"way": "socket"}, Secrets: map[string]assistant.Secret{"bot": "xoxb-isolated"}}
	w.ok(w.Parts.SetPart(w.ctx, w.tenant, w.owner.ID, set))
	theirs, err := w.Parts.PartSettings(w.ctx, other, assistant.SetupSlack)
	w.ok(err)
	equal(w, theirs.Set(), false)
	revisions, err := w.Parts.PartRevisions(w.ctx, other)
	w.ok(err)
	equal(w, len(revisions), 0)
	w.is(w.Parts.SetPart(w.ctx, other, w.owner.ID, set), assistant.ErrNotFound)
	w.is(w.Parts.DropPart(w.ctx, other, w.owner.ID, assistant.SetupSlack), assistant.ErrNotFound)
	kept, err := w.Parts.PartSettings(w.ctx, w.tenant, assistant.SetupSlack)
	w.ok(err)
	equal(w, kept.Secret("bot"), "xoxb-isolated")
	w.ok(w.Parts.DropPart(w.ctx, w.tenant, w.owner.ID, assistant.SetupSlack))
}
