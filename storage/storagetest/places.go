package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func heard(_ *testing.T, w *world) {
	first, second := w.slack("1.0"), w.slack("2.0")
	for i, in := range []assistant.Inbound{first, second, first} {
		in.Key, in.ExternalID = w.ids.New(), string(rune('a'+i))
		_, err := w.Receive(w.ctx, in)
		w.ok(err)
	}
	conversation, err := w.ConversationAt(w.ctx, w.tenant, first.Place)
	w.ok(err)
	known, err := w.Known(w.ctx, w.tenant, first.Place)
	w.ok(err)
	equal(w, known, true)
	for _, p := range []assistant.Place{w.slack("3.0").Place, {Surface: assistant.SurfaceDiscord, Space: "T1", Channel: "C1", Thread: "1.0"}} {
		_, err = w.ConversationAt(w.ctx, w.tenant, p)
		w.is(err, assistant.ErrNotFound)
	}
	_, err = w.ConversationAt(w.ctx, id[assistant.TenantID](w), first.Place)
	w.is(err, assistant.ErrNotFound)

	got, err := w.NewestHeard(w.ctx, w.tenant, assistant.SurfaceSlack, 10)
	w.ok(err)
	equal(w, len(got), 2)
	equal(w, got[0], assistant.Inbound{Tenant: w.tenant, Place: first.Place, Conversation: conversation, ExternalID: "c"})
	equal(w, got[1].ExternalID, "b")
	none, err := w.NewestHeard(w.ctx, id[assistant.TenantID](w), assistant.SurfaceSlack, 10)
	w.ok(err)
	equal(w, len(none), 0)
}
