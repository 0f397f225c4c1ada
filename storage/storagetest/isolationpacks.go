package storagetest

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// strangersTables: a pack's transaction is one tenant's. What it must not see there the suite of each pack tries, in internal/tablekit.
func (w *world) strangersTables(other assistant.TenantID) {
	w.t.Helper()
	var found bool
	var name string
	look := func(t tables.Tx) error {
		tables.One(t, &found, []any{&name}, `select name from persons where id = $1 and tenant_id = $2`, w.owner.ID, other)
		return nil
	}
	for _, nobody := range []tables.Scope{{Tenant: "nobody"}, {Tenant: other, Person: "nobody"}} {
		w.is(w.Packs.Within(w.ctx, nobody, look), assistant.ErrNotFound)
	}
	w.ok(w.Packs.Within(w.ctx, tables.Scope{Tenant: other, Reads: true}, look))
	equal(w, found, false)
	w.ok(w.Packs.Across(w.ctx, func(_ tables.Tx, of *assistant.TenantID) error { *of = other; return nil }, func(t tables.Tx, of assistant.TenantID) error {
		tables.One(t, &found, []any{&name}, `select name from persons where id = $1 and tenant_id = $2`, w.owner.ID, of)
		return nil
	}))
	equal(w, found, false)
	c, err := w.Conversations.StartConversation(w.ctx, w.tenant, assistant.Beginning{Person: w.owner.ID})
	w.ok(err)
	says := func(of assistant.TenantID, locks bool) error {
		return w.Packs.Appending(w.ctx, tables.Scope{Tenant: of}, func(t tables.Tx, l tables.Log) error {
			if locks {
				l.Lock(c.ID)
			}
			if err := t.Flush(w.ctx); err != nil {
				return err
			}
			_, err := l.Append(c.ID, assistant.Message{Tenant: of, Conversation: c.ID, Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Content: "hello", Body: assistant.Said{}})
			return err
		})
	}
	w.is(says(other, true), assistant.ErrNotFound)
	if says(w.tenant, false) == nil {
		w.t.Error("a pack appends to a conversation that it has not locked")
	}
	ms, err := w.Conversations.MessagesAfter(w.ctx, w.tenant, c.ID, 0, 10)
	w.ok(err)
	equal(w, len(ms), 0)
}
