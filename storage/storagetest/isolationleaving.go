package storagetest

import "github.com/aisteam/aisteam/assistant"

// strangersLeaving: nobody can remove or ask about people of another tenant.
func (w *world) strangersLeaving(other assistant.TenantID) {
	w.t.Helper()
	ben := w.somebody("ben")
	w.is(second(w.People.Leaving(w.ctx, other, w.owner.ID, ben)), assistant.ErrNotFound)
	w.is(second(w.People.Remove(w.ctx, other, w.owner.ID, ben)), assistant.ErrNotFound)
	gone := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "Uben", Standing: assistant.StandingGone}
	w.ok(second(w.People.KeepStanding(w.ctx, other, gone))) // nobody's account
	ask, err := w.People.AccountsToAsk(w.ctx, other, assistant.SurfaceSlack, 10)
	w.ok(err)
	still, err := w.People.Person(w.ctx, w.tenant, ben)
	w.ok(err)
	equal(w, []any{len(ask), still.Left, still.Role}, []any{0, false, assistant.RoleMember})
}

// strangersAccounts: nobody lists the accounts of another tenant's people.
func (w *world) strangersAccounts(other assistant.TenantID) {
	w.t.Helper()
	p, err := w.People.PersonFor(w.ctx, w.tenant, w.slack("an account").From)
	w.ok(err)
	own, err := w.People.AccountsOf(w.ctx, w.tenant, p.ID)
	w.ok(err)
	theirs, err := w.People.AccountsOf(w.ctx, other, p.ID)
	w.ok(err)
	equal(w, []any{len(own), own[0].External, len(theirs)}, []any{1, w.slack("an account").From.External, 0})
}
