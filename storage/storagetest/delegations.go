package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// names lets somebody decide for another for an hour.
func (w *world) names(person, delegate assistant.PersonID) assistant.Delegation {
	w.t.Helper()
	g := assistant.Delegation{ID: id[assistant.DelegationID](w), Person: person, Delegate: delegate, Until: time.Now().Add(time.Hour).UTC().Truncate(time.Second)}
	w.ok(w.Policies.Delegate(w.ctx, w.tenant, g))
	return g
}

func (w *world) named() []assistant.Delegation {
	w.t.Helper()
	all, err := w.Policies.Delegations(w.ctx, w.tenant)
	w.ok(err)
	return all
}

// delegations: a person names one other at a time, for themself alone; it ends by their word, an admin's, or by itself.
func delegations(_ *testing.T, w *world) {
	ben, cleo, gus := w.somebody("ben"), w.somebody("cleo"), w.person(standing("U1", assistant.StandingGuest)).ID
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, ben, assistant.RoleApprover))
	first := w.names(ben, cleo)
	got := w.named()
	equal(w, []any{len(got), got[0].ID, got[0].Person, got[0].Role, got[0].Delegate, got[0].Called, got[0].Until.Equal(first.Until)},
		[]any{1, first.ID, ben, assistant.RoleApprover, cleo, "cleo", true})
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, ben, assistant.RoleMember))
	equal(w, w.named()[0].Role, assistant.RoleMember) // what they have today
	w.ok(w.Policies.Delegate(w.ctx, w.tenant, first)) // the same once more is nothing new
	equal(w, len(w.named()), 1)

	second := w.names(ben, w.owner.ID) // instead of the first
	got = w.named()
	equal(w, []any{len(got), got[0].ID, got[0].Delegate}, []any{1, second.ID, w.owner.ID})

	for what, wrong := range map[string]struct {
		delegate assistant.PersonID
		until    time.Time
		want     error
	}{
		"themself":            {ben, second.Until, assistant.ErrDeputy},
		"a guest":             {gus, second.Until, assistant.ErrDeputy},
		"somebody elsewhere":  {id[assistant.PersonID](w), second.Until, assistant.ErrNotFound},
		"a moment that is by": {cleo, time.Now().Add(-time.Minute), assistant.ErrLapse},
		"for a year":          {cleo, time.Now().AddDate(1, 0, 0), assistant.ErrLapse},
	} {
		w.t.Log(what)
		w.is(w.Policies.Delegate(w.ctx, w.tenant, assistant.Delegation{ID: id[assistant.DelegationID](w), Person: ben, Delegate: wrong.delegate, Until: wrong.until}), wrong.want)
	}
	equal(w, w.named()[0].ID, second.ID) // what is refused ends nothing

	w.is(w.Policies.EndDelegation(w.ctx, w.tenant, cleo, second.ID), assistant.ErrNotAdmin)
	w.ok(w.Policies.EndDelegation(w.ctx, w.tenant, w.owner.ID, second.ID)) // an admin
	w.ok(w.Policies.EndDelegation(w.ctx, w.tenant, ben, second.ID))        // it is over already
	equal(w, len(w.named()), 0)
}

// called: people are found by their whole name before the first words of it.
func called(_ *testing.T, w *world) {
	w.somebody("Dan")
	w.somebody("Dana Bell")
	w.somebody("Dana Berg")
	for name, want := range map[string][]string{
		"dan": {"Dan"}, "Dana": {"Dana Bell", "Dana Berg"}, "dana bell": {"Dana Bell"}, "Da": nil, "%": nil, "": nil,
	} {
		all, err := w.People.Called(w.ctx, w.tenant, name)
		w.ok(err)
		var got []string
		for _, p := range all {
			got = append(got, p.Name)
		}
		equal(w, got, want)
	}
}

// yesInStead: saying yes in a person's stead takes somebody whom they still name, and after that the person cannot say yes again.
func yesInStead(_ *testing.T, w *world) {
	c, a := w.ruled(3)
	ben, cleo, dana := w.somebody("ben"), w.somebody("cleo"), w.somebody("dana")
	as := backed(a)
	as.As.For = ben
	w.is(w.byPerson(c.Conversation, cleo, as), assistant.ErrCounted) // nobody has named her
	named := w.names(ben, cleo)
	w.ok(w.byPerson(c.Conversation, cleo, as))
	got, err := w.Decisions.Approval(w.ctx, w.tenant, a.ID)
	w.ok(err)
	equal(w, []any{len(got.Yeses), got.Yeses[0].Person, got.Yeses[0].Voice()}, []any{1, cleo, ben})
	w.is(w.byPerson(c.Conversation, ben, backed(a)), assistant.ErrDecided)  // it was said for him
	w.is(w.byPerson(c.Conversation, cleo, backed(a)), assistant.ErrDecided) // she has said it
	w.ok(w.Policies.EndDelegation(w.ctx, w.tenant, ben, named.ID))
	w.names(w.owner.ID, dana)
	as.As.For = w.owner.ID
	w.ok(w.byPerson(c.Conversation, dana, as))
	w.is(w.byPerson(c.Conversation, w.owner.ID, approvedBy(a)), assistant.ErrDecided)
	w.ok(w.byPerson(c.Conversation, w.somebody("eve"), approvedBy(a)))
	w.ok(w.Policies.SavePolicy(w.ctx, w.tenant, w.owner.ID, assistant.Policy{Rule: assistant.ApprovalRule{Needed: 3}}))
	_, work := w.claimTask()
	equal(w, []any{len(work.Yeses), work.Yeses[0].Voice(), work.Yeses[1].Voice()}, []any{3, ben, w.owner.ID})
}
