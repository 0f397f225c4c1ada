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
}
