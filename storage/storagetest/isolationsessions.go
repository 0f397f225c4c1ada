package storagetest

import "github.com/aisteam/aisteam/assistant"

func (w *world) strangersSessions(other assistant.TenantID) {
	w.t.Helper()
	mine, secret := w.signIn(w.owner.ID, "")
	code := w.ids.Secret()
	w.ok(second(w.Sessions.KeepSignInCode(w.ctx, w.tenant, w.owner.ID, "", code)))
	for verb, err := range map[string]error{
		"start":     second(w.Sessions.StartSession(w.ctx, other, w.owner.ID, w.ids.Secret(), assistant.Browser{})),
		"find":      second(w.Sessions.Session(w.ctx, other, secret)),
		"list":      second(w.Sessions.Sessions(w.ctx, other, w.owner.ID, 10)),
		"end":       w.Sessions.EndSession(w.ctx, other, w.owner.ID, mine.ID),
		"keep code": second(w.Sessions.KeepSignInCode(w.ctx, other, w.owner.ID, "", w.ids.Secret())),
	} {
		w.t.Log(verb)
		w.is(err, assistant.ErrNotFound)
	}
	ended, err := w.Sessions.EndOtherSessions(w.ctx, other, w.owner.ID, id[assistant.SessionID](w))
	w.ok(err)
	equal(w, ended, 0)
	reach := w.mailTo(w.owner.ID, "olga@example.com")
	_, _, err = w.Sessions.MailSignInCode(w.ctx, other, "olga@example.com", w.ids.Secret())
	w.is(err, assistant.ErrNotFound)
	w.ok(w.Reaches.DropReach(w.ctx, w.tenant, w.owner.ID, reach.ID))
	w.is(second(w.Sessions.SignInCode(w.ctx, other, code)), assistant.ErrCode)
	w.is(second(w.Sessions.RedeemSignInCode(w.ctx, other, code, w.ids.Secret(), assistant.Browser{})), assistant.ErrCode)
	w.ok(second(w.Sessions.Session(w.ctx, w.tenant, secret)))
	w.ok(second(w.Sessions.RedeemSignInCode(w.ctx, w.tenant, code, w.ids.Secret(), assistant.Browser{})))

	zone := func() string {
		p, err := w.People.Person(w.ctx, w.tenant, w.owner.ID)
		w.ok(err)
		return p.Zone
	}
	before := zone()
	w.ok(w.People.SeeZone(w.ctx, other, w.owner.ID, "Pacific/Pago_Pago"))
	equal(w, zone(), before)
	said := w.say("77.0", "is https://example.org/ours up?")
	hers, err := w.Conversations.Grounds(w.ctx, assistant.GroundsOf{Tenant: w.tenant, Conversation: said.Conversation, Person: said.Person})
	w.ok(err)
	theirs, err := w.Conversations.Grounds(w.ctx, assistant.GroundsOf{Tenant: other, Conversation: said.Conversation, Person: said.Person})
	w.ok(err)
	equal(w, []int{len(hers.Said), len(theirs.Said), len(theirs.Projects)}, []int{1, 0, 0})
}
