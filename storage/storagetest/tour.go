package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// tour: each person is offered it until they themselves end it, whichever of their accounts they come by.
func tour(_ *testing.T, w *world) {
	offered := func(to assistant.PersonID) bool {
		w.t.Helper()
		seen, err := w.Conversations.Overview(w.ctx, w.tenant, assistant.Look{Tour: true, Listing: assistant.Listing{Of: to}})
		w.ok(err)
		return seen.Tour
	}
	ben := w.somebody("Ben")
	equal(w, []bool{offered(w.owner.ID), offered(ben)}, []bool{true, true})
	for range 2 { // the button was pressed twice
		w.ok(w.People.EndTour(w.ctx, w.tenant, ben))
		equal(w, []bool{offered(w.owner.ID), offered(ben)}, []bool{true, false})
	}
	seen, err := w.Conversations.Overview(w.ctx, w.tenant, assistant.Look{Listing: assistant.Listing{Of: w.owner.ID}})
	w.ok(err)
	equal(w, seen.Tour, false) // nobody asked
	equal(w, offered(""), false)
	w.is(w.People.EndTour(w.ctx, w.tenant, id[assistant.PersonID](w)), assistant.ErrNotFound)
}
