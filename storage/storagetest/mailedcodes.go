package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// mailTo confirms an address as somebody's.
func (w *world) mailTo(of assistant.PersonID, address string) assistant.Reach {
	w.t.Helper()
	code := w.ids.Secret()
	r, err := w.Reaches.SaveReach(w.ctx, w.tenant, assistant.Reach{Person: of, Surface: assistant.SurfaceMail, Name: address, To: assistant.Secret(address)}, code)
	w.ok(err)
	w.ok(w.Reaches.ConfirmReach(w.ctx, w.tenant, of, code))
	return r
}

// mailed stores a code for the person with an address, and returns "" if nobody is sent one.
func (w *world) mailed(address string) (assistant.Person, string, error) {
	w.t.Helper()
	code := w.ids.Secret()
	p, to, err := w.Sessions.MailSignInCode(w.ctx, w.tenant, address, code)
	if err == nil && to == "" {
		w.t.Error("a code for no address")
	}
	return p, code, err
}

// mailedCodes: a person who has confirmed an address is sent a code there, at most one a minute. It works once, while they keep the
// role they had.
func mailedCodes(_ *testing.T, w *world) {
	anna, bob := w.somebody("Anna"), w.somebody("Bob")
	w.mailTo(anna, "Anna@example.com")
	w.ok(second(w.Reaches.SaveReach(w.ctx, w.tenant, assistant.Reach{Person: bob, Surface: assistant.SurfaceMail, To: "bob@example.com"}, w.ids.Secret())))
	for _, nobodys := range []string{"", "anna", "anna@example.org", "bob@example.com"} { // Bob has not confirmed his
		_, _, err := w.mailed(nobodys)
		w.is(err, assistant.ErrNotFound)
	}
	p, code, err := w.mailed("anna@EXAMPLE.com")
	w.ok(err)
	equal(w, p.ID, anna)
	_, _, err = w.mailed("Anna@example.com")
	w.is(err, assistant.ErrTooMuch)
	looked, err := w.Sessions.SignInCode(w.ctx, w.tenant, code)
	w.ok(err)
	equal(w, looked.ID, anna)
	s, err := w.Sessions.RedeemSignInCode(w.ctx, w.tenant, code, w.ids.Secret(), assistant.Browser{})
	w.ok(err)
	equal(w, s.Person, anna)
	w.is(second(w.Sessions.RedeemSignInCode(w.ctx, w.tenant, code, w.ids.Secret(), assistant.Browser{})), assistant.ErrCode)
	_, _, err = w.mailed("Anna@example.com") // the minute is of what can be used
	w.ok(err)
}

// addressesTaken: claiming an address takes it from nobody, and its owner still signs in by it. Confirming it does.
func addressesTaken(_ *testing.T, w *world) {
	anna, mallory := w.somebody("Anna"), w.somebody("Mallory")
	w.mailTo(anna, "anna@example.com")
	_, sent, err := w.mailed("anna@example.com")
	w.ok(err)
	code := w.ids.Secret()
	claims := func() {
		w.t.Helper()
		w.ok(second(w.Reaches.SaveReach(w.ctx, w.tenant, assistant.Reach{Person: mallory, Surface: assistant.SurfaceMail, Name: "x", To: "anna@example.com"}, code)))
	}
	claims()
	claims() // again takes the place of the first
	equal(w, []int{len(w.reaches(anna)), len(w.reaches(mallory))}, []int{1, 1})
	p, err := w.Sessions.SignInCode(w.ctx, w.tenant, sent)
	w.ok(err)
	equal(w, p.ID, anna)
	w.ok(w.Reaches.ConfirmReach(w.ctx, w.tenant, mallory, code))
	equal(w, []int{len(w.reaches(anna)), len(w.reaches(mallory))}, []int{0, 1})
	w.is(second(w.Sessions.SignInCode(w.ctx, w.tenant, sent)), assistant.ErrCode)
	p, _, err = w.mailed("anna@example.com")
	w.ok(err)
	equal(w, p.ID, mallory)
}

// mailedCodesEnd: with another role, another address, or the person, and with their sessions.
func mailedCodesEnd(_ *testing.T, w *world) {
	ends := func(name string, how func(assistant.PersonID, assistant.Reach)) {
		w.t.Helper()
		who := w.somebody(name)
		r := w.mailTo(who, name+"@example.com")
		_, code, err := w.mailed(name + "@example.com")
		w.ok(err)
		how(who, r)
		w.is(second(w.Sessions.SignInCode(w.ctx, w.tenant, code)), assistant.ErrCode)
		w.is(second(w.Sessions.RedeemSignInCode(w.ctx, w.tenant, code, w.ids.Secret(), assistant.Browser{})), assistant.ErrCode)
	}
	ends("ada", func(who assistant.PersonID, _ assistant.Reach) {
		w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, who, assistant.RoleApprover))
	})
	ends("ben", func(who assistant.PersonID, r assistant.Reach) {
		w.ok(w.Reaches.DropReach(w.ctx, w.tenant, who, r.ID))
	})
	ends("cleo", func(who assistant.PersonID, _ assistant.Reach) { w.mailTo(who, "cleo@example.org") })
	ends("dan", func(who assistant.PersonID, _ assistant.Reach) {
		w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, who)))
		_, _, err := w.mailed("dan@example.com")
		w.is(err, assistant.ErrNotFound)
	})
	ends("eve", func(who assistant.PersonID, _ assistant.Reach) {
		s, _ := w.signIn(who, "Firefox")
		w.ok(second(w.Sessions.EndOtherSessions(w.ctx, w.tenant, who, s.ID)))
	})
	guest := standing("U7", assistant.StandingMember)
	id := w.person(guest).ID
	w.mailTo(id, "guest@example.com")
	guest.Standing = assistant.StandingGuest
	w.guested(guest)
	_, _, err := w.mailed("guest@example.com")
	w.is(err, assistant.ErrNotFound)
}
