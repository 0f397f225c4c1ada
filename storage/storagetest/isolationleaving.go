package storagetest

import "github.com/aisteam/aisteam/assistant"

// strangersLeaving: nobody of another tenant is removed, asked about or handed anything.
func (w *world) strangersLeaving(other assistant.TenantID) {
	w.t.Helper()
	ben := w.somebody("ben")
	w.is(second(w.People.Leaving(w.ctx, other, w.owner.ID, ben)), assistant.ErrNotFound)
	w.is(second(w.People.Remove(w.ctx, other, w.owner.ID, ben)), assistant.ErrNotFound)
	w.is(second(w.People.HandOver(w.ctx, other, w.owner.ID, ben, w.owner.ID)), assistant.ErrNotFound)
	gone := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "Uben", Standing: assistant.StandingGone}
	w.ok(second(w.People.KeepStanding(w.ctx, other, gone))) // nobody's account
	channel := assistant.Channel{Surface: assistant.SurfaceSlack, Space: "T1", ID: "C1"}
	w.ok(w.Hooks.LeftChannel(w.ctx, other, assistant.Actor{From: gone}, channel)) // of nobody's
	w.ok(w.Hooks.LeftChannel(w.ctx, other, assistant.Actor{Person: ben}, channel))
	ask, err := w.People.AccountsToAsk(w.ctx, other, assistant.SurfaceSlack, 10)
	w.ok(err)
	still, err := w.People.Person(w.ctx, w.tenant, ben)
	w.ok(err)
	equal(w, []any{len(ask), still.Left, still.Role}, []any{0, false, assistant.RoleMember})
}
