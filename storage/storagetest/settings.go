package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func settings(t *testing.T, w *world) {
	got, err := w.Tenants.Settings(w.ctx, w.tenant)
	w.ok(err)
	equal(w, got, assistant.DefaultSettings())

	set := assistant.Settings{GuestsTalk: true, ApprovalHours: 2, PlanHours: 24, DailyTokens: 1000, DailyCents: 50, Steering: assistant.SteeringQueue}
	member := w.person(account("U1", "Anna"))
	w.is(w.Tenants.SaveSettings(w.ctx, w.tenant, member.ID, set), assistant.ErrNotAdmin)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, member.ID, assistant.RoleApprover))
	w.is(w.Tenants.SaveSettings(w.ctx, w.tenant, member.ID, set), assistant.ErrNotAdmin)
	w.is(w.Tenants.SaveSettings(w.ctx, w.tenant, "nobody", set), assistant.ErrNotFound)
	if w.Tenants.SaveSettings(w.ctx, w.tenant, w.owner.ID, assistant.Settings{}) == nil {
		w.t.Fatal("hours of nothing were kept")
	}
	got, err = w.Tenants.Settings(w.ctx, w.tenant)
	w.ok(err)
	equal(w, got, assistant.DefaultSettings())

	w.ok(w.Tenants.SaveSettings(w.ctx, w.tenant, w.owner.ID, set))
	got, err = w.Tenants.Settings(w.ctx, w.tenant)
	w.ok(err)
	equal(w, got, set)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, member.ID, assistant.RoleAdmin))
	w.ok(w.Tenants.SaveSettings(w.ctx, w.tenant, member.ID, assistant.DefaultSettings()))
	got, err = w.Tenants.Settings(w.ctx, w.tenant)
	w.ok(err)
	equal(w, got, assistant.DefaultSettings())
	spending(t, w)
}
