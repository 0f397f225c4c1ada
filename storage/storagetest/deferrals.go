package storagetest

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// putOff puts off something that waits. It still waits; only the person who put it off is told until when they do not want to see
// it, and the last time they give wins.
func (w *world) putOff(what assistant.Waits) {
	w.t.Helper()
	deferred := func(by assistant.PersonID) time.Time {
		w.t.Helper()
		all, err := w.Decisions.Pending(w.ctx, w.tenant)
		w.ok(err)
		seen, err := w.Conversations.Overview(w.ctx, w.tenant, assistant.Look{Lines: 1})
		w.ok(err)
		equal(w, len(seen.Waiting), len(all))
		for i, p := range all {
			equal(w, seen.Waiting[i].Deferred[by].Equal(p.Deferred[by]), true)
			if p.Waits() == what {
				return p.Deferred[by]
			}
			equal(w, len(p.Deferred), 0)
		}
		w.t.Fatalf("%+v does not wait", what)
		return time.Time{}
	}
	ben, soon := w.somebody("ben"), time.Now().Add(2*time.Hour).UTC().Truncate(time.Second)
	w.ok(w.Decisions.Defer(w.ctx, w.tenant, w.owner.ID, assistant.Deferral{Waits: what, Until: soon.Add(time.Hour)}))
	w.ok(w.Decisions.Defer(w.ctx, w.tenant, w.owner.ID, assistant.Deferral{Waits: what, Until: soon}))
	equal(w, []bool{deferred(w.owner.ID).Equal(soon), deferred(ben).IsZero()}, []bool{true, true})
	next := what
	next.Version++
	w.ok(w.Decisions.Defer(w.ctx, w.tenant, ben, assistant.Deferral{Waits: next, Until: soon})) // the next version of a plan is another
	equal(w, deferred(ben).IsZero(), true)
	w.ok(w.Decisions.Defer(w.ctx, w.tenant, w.owner.ID, assistant.Deferral{Waits: what}))
	equal(w, deferred(w.owner.ID).IsZero(), true)
	w.ok(w.Decisions.Defer(w.ctx, w.tenant, w.owner.ID, assistant.Deferral{Waits: what, Until: time.Now().Add(-time.Minute)}))
	equal(w, deferred(w.owner.ID).IsZero(), true)
	w.is(w.Decisions.Defer(w.ctx, w.tenant, id[assistant.PersonID](w), assistant.Deferral{Waits: what, Until: soon}), assistant.ErrNotFound)
}
