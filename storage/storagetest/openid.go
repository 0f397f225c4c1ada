package storagetest

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// openIDTests are about signing in by the login of one's company.
func openIDTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"a company sign-in is finished once, in its browser":    openIDBegun,
		"a company login that is linked signs in its person":    openIDLinked,
		"a verified address links to who has confirmed it":      openIDByAddress,
		"newcomers come in by their company where they may":     openIDNewcomers,
		"a company login ends with what its person may do":      openIDEnds,
		"so many company logins and no more are linked":         openIDBounded,
		"of many sign-ins at the same time one makes newcomers": openIDAtOnce,
		"a company is asked again when its session ends":        openIDSessionsEnd,
	}
}

// issuer is whose logins they are.
const issuer = "https://login.example"

func loginOf(subject string) assistant.OpenIDProof {
	return assistant.OpenIDProof{Issuer: issuer, Subject: subject, Account: subject + "@example.com", Name: "Ada"}
}

// enters signs in by a proof.
func (w *world) enters(p assistant.OpenIDProof) (assistant.PersonID, error) {
	w.t.Helper()
	secret := w.ids.Secret()
	s, err := w.OpenID.SignInOpenID(w.ctx, w.tenant, p, secret, assistant.Browser{Says: "Firefox"})
	if err == nil {
		in, err := w.Sessions.Session(w.ctx, w.tenant, secret)
		w.ok(err)
		equal(w, []any{in.Person, in.Browser}, []any{s.Person, "Firefox"})
	}
	return s.Person, err
}

func (w *world) companyLogins(of assistant.PersonID) []assistant.OpenIDLogin {
	w.t.Helper()
	all, err := w.OpenID.OpenIDLogins(w.ctx, w.tenant, of)
	w.ok(err)
	return all
}

// openIDSessionsEnd: a session that a company login has begun lives as long as is set, and no code makes it longer; all others live as they did.
func openIDSessionsEnd(_ *testing.T, w *world) {
	const hours = 8 * time.Hour
	anna := w.somebody("Anna")
	w.ok(w.OpenID.LinkOpenID(w.ctx, w.tenant, anna, loginOf("anna")))
	begun := func(life time.Duration) assistant.Session {
		p := loginOf("anna")
		p.Session = life
		s, err := w.OpenID.SignInOpenID(w.ctx, w.tenant, p, w.ids.Secret(), assistant.Browser{})
		w.ok(err)
		return s
	}
	byCode := func(in assistant.SessionID) assistant.Session {
		code := w.ids.Secret()
		w.ok(second(w.Sessions.KeepSignInCode(w.ctx, w.tenant, anna, in, code)))
		s, err := w.Sessions.RedeemSignInCode(w.ctx, w.tenant, code, w.ids.Secret(), assistant.Browser{})
		w.ok(err)
		return s
	}
	for life, want := range map[time.Duration]time.Duration{hours: hours, 0: assistant.SessionLife, 2 * assistant.SessionLife: assistant.SessionLife} {
		s := begun(life)
		equal(w, s.Until.Sub(s.Made), want)
	}
	short := begun(hours)
	next := byCode(short.ID)
	equal(w, next.Until.Sub(short.Until).Abs() < time.Second, true)
	equal(w, byCode(next.ID).Until.Sub(short.Until).Abs() < time.Second, true) // nor does a code of a code
	usual, _ := w.signIn(anna, "")
	for _, in := range []assistant.SessionID{usual.ID, ""} {
		s := byCode(in)
		equal(w, s.Until.Sub(s.Made), assistant.SessionLife)
	}
}

func openIDBegun(_ *testing.T, w *world) {
	state, browser := w.ids.Secret(), w.ids.Secret()
	w.ok(w.OpenID.BeginOpenID(w.ctx, w.tenant, state, browser, []byte(`{"nonce":"x"}`)))
	for _, wrong := range [][2]string{{"", ""}, {state, ""}, {"", browser}, {state, w.ids.Secret()}, {w.ids.Secret(), browser}, {browser, state}, {strings.Repeat("a", 5000), browser}} {
		w.is(second(w.OpenID.TakeOpenID(w.ctx, w.tenant, wrong[0], wrong[1])), assistant.ErrOpenIDBegun)
	}
	body, err := w.OpenID.TakeOpenID(w.ctx, w.tenant, state, browser)
	w.ok(err)
	equal(w, string(body), `{"nonce":"x"}`)
	w.is(second(w.OpenID.TakeOpenID(w.ctx, w.tenant, state, browser)), assistant.ErrOpenIDBegun)
}

func openIDLinked(_ *testing.T, w *world) {
	anna, bob := w.somebody("Anna"), w.somebody("Bob")
	w.is(second(w.enters(loginOf("anna"))), assistant.ErrOpenIDStranger)
	for range 2 {
		w.ok(w.OpenID.LinkOpenID(w.ctx, w.tenant, anna, loginOf("anna")))
	}
	w.is(w.OpenID.LinkOpenID(w.ctx, w.tenant, bob, loginOf("anna")), assistant.ErrOpenIDTaken)
	kept := w.companyLogins(anna)
	equal(w, []any{len(kept), kept[0].Issuer, kept[0].Account, kept[0].Used.IsZero(), kept[0].Made.IsZero()}, []any{1, issuer, "anna@example.com", true, false})
	moved := loginOf("anna")
	moved.Account = "anna.b@example.com" // what the issuer calls it is no part of who it is
	who, err := w.enters(moved)
	w.ok(err)
	equal(w, who, anna)
	kept = w.companyLogins(anna)
	equal(w, []any{kept[0].Account, kept[0].Used.IsZero()}, []any{"anna.b@example.com", false})

	for _, other := range []assistant.OpenIDProof{{Issuer: "https://evil.example", Subject: "anna"}, {Issuer: issuer, Subject: "Anna"}, {Issuer: issuer}, {Subject: "anna"}, {Issuer: issuer, Subject: strings.Repeat("a", 501)}} {
		w.is(second(w.enters(other)), assistant.ErrOpenIDStranger)
	}
	// Whoever has become somebody else signs in as that person.
	w.ok(second(w.Links.RedeemLinkCode(w.ctx, w.tenant, anna, w.code(bob).Code)))
	who, err = w.enters(loginOf("anna"))
	w.ok(err)
	equal(w, []any{who, w.companyLogins(bob)[0].Person}, []any{bob, anna})

	w.is(w.OpenID.DropOpenID(w.ctx, w.tenant, w.owner.ID, kept[0].ID), assistant.ErrNotFound)
	w.ok(w.OpenID.DropOpenID(w.ctx, w.tenant, bob, kept[0].ID))
	w.is(w.OpenID.DropOpenID(w.ctx, w.tenant, bob, kept[0].ID), assistant.ErrNotFound)
	equal(w, len(w.companyLogins(bob)), 0)
	w.is(second(w.enters(loginOf("anna"))), assistant.ErrOpenIDStranger)
	w.ok(w.OpenID.LinkOpenID(w.ctx, w.tenant, w.owner.ID, loginOf("anna"))) // what has ended is free
	who, err = w.enters(loginOf("anna"))
	w.ok(err)
	equal(w, who, w.owner.ID)
}

// openIDByAddress: only an address that the issuer has verified and its person has confirmed, and only for their first login.
func openIDByAddress(_ *testing.T, w *world) {
	anna, bob := w.somebody("Anna"), w.somebody("Bob")
	w.mailTo(anna, "Anna@example.com")
	w.ok(second(w.Reaches.SaveReach(w.ctx, w.tenant, assistant.Reach{Person: bob, Surface: assistant.SurfaceMail, To: "bob@example.com"}, w.ids.Secret())))
	at := func(subject, address string) assistant.OpenIDProof {
		p := loginOf(subject)
		p.Address = address
		return p
	}
	// One address is not verified, and Bob has not confirmed his.
	for _, nobodys := range []assistant.OpenIDProof{loginOf("anna"), at("bob", "bob@example.com"), at("anna", "anna@example.org")} {
		w.is(second(w.enters(nobodys)), assistant.ErrOpenIDStranger)
	}
	who, err := w.enters(at("anna", "anna@EXAMPLE.com"))
	w.ok(err)
	equal(w, who, anna)
	who, err = w.enters(loginOf("anna")) // the address is not needed any more
	w.ok(err)
	equal(w, []any{who, len(w.companyLogins(anna))}, []any{anna, 1})

	next := at("whoever has the address after her", "anna@example.com")
	next.Newcomer = assistant.RoleMember
	w.is(second(w.enters(next)), assistant.ErrOpenIDStranger)
	w.ok(w.OpenID.DropOpenID(w.ctx, w.tenant, anna, w.companyLogins(anna)[0].ID))
	for _, again := range []assistant.OpenIDProof{next, at("anna", "anna@example.com")} { // what was unlinked comes back by its person's hand alone
		w.is(second(w.enters(again)), assistant.ErrOpenIDStranger)
	}
}

func openIDNewcomers(_ *testing.T, w *world) {
	as := func(subject string, role assistant.Role) assistant.OpenIDProof {
		p := loginOf(subject)
		p.Newcomer = role
		return p
	}
	for _, none := range []assistant.Role{"", assistant.RoleGuest, assistant.RoleAdmin, "owner"} {
		w.is(second(w.enters(as("ada", none))), assistant.ErrOpenIDStranger)
	}
	ada, err := w.enters(as("ada", assistant.RoleApprover))
	w.ok(err)
	again, err := w.enters(as("ada", assistant.RoleMember)) // the role is theirs, whatever newcomers have now
	w.ok(err)
	double, err := w.enters(as("ada-2", assistant.RoleMember))
	w.ok(err)
	nameless := as("x", assistant.RoleMember)
	nameless.Name = ""
	third, err := w.enters(nameless)
	w.ok(err)
	equal(w, []any{again, double == ada}, []any{ada, false})
	said := map[assistant.PersonID][]any{}
	all, err := w.People.Profiles(w.ctx, w.tenant, 100)
	w.ok(err)
	for _, p := range all {
		said[p.ID] = []any{p.Name, p.Role, p.Login}
	}
	equal(w, [][]any{said[ada], said[double], said[third]}, [][]any{
		{"Ada", assistant.RoleApprover, true}, {"Ada (ada-2@example.com)", assistant.RoleMember, true}, {"x@example.com", assistant.RoleMember, true},
	})
}

// openIDEnds: with their person, and with a login that is renewed. It does not let them in again as somebody new.
func openIDEnds(_ *testing.T, w *world) {
	newcomer := loginOf("ben")
	newcomer.Newcomer = assistant.RoleMember
	ben, err := w.enters(newcomer)
	w.ok(err)
	_, renewal := w.invite(assistant.Invitation{Person: ben}) // whose login began at the company has one here, too
	_, _, err = w.accept(renewal, "")
	w.ok(err)
	equal(w, len(w.companyLogins(ben)), 0)
	w.is(second(w.enters(newcomer)), assistant.ErrOpenIDStranger)
	w.ok(w.OpenID.LinkOpenID(w.ctx, w.tenant, ben, newcomer))
	w.ok(second(w.enters(newcomer)))

	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, ben)))
	w.is(second(w.enters(newcomer)), assistant.ErrOpenIDStranger)
	w.is(w.OpenID.LinkOpenID(w.ctx, w.tenant, ben, loginOf("another")), assistant.ErrNotFound)
	_, back := w.invite(assistant.Invitation{Person: ben})
	_, _, err = w.accept(back, "")
	w.ok(err)
	w.is(second(w.enters(newcomer)), assistant.ErrOpenIDStranger)
	w.ok(w.OpenID.LinkOpenID(w.ctx, w.tenant, ben, newcomer))
	who, err := w.enters(newcomer)
	w.ok(err)
	equal(w, who, ben)
}

func openIDBounded(_ *testing.T, w *world) {
	for range assistant.OpenIDLoginsMost {
		w.ok(w.OpenID.LinkOpenID(w.ctx, w.tenant, w.owner.ID, loginOf(w.ids.New())))
	}
	w.is(w.OpenID.LinkOpenID(w.ctx, w.tenant, w.owner.ID, loginOf("one more")), assistant.ErrOpenIDLogins)
	w.ok(w.OpenID.LinkOpenID(w.ctx, w.tenant, w.somebody("Anna"), loginOf("hers")))
}

func openIDAtOnce(_ *testing.T, w *world) {
	newcomer := loginOf("ada")
	newcomer.Newcomer = assistant.RoleMember
	var all sync.WaitGroup
	who := make([]assistant.PersonID, 8)
	for i := range who {
		all.Go(func() {
			s, err := w.OpenID.SignInOpenID(w.ctx, w.tenant, newcomer, w.ids.Secret(), assistant.Browser{})
			if err != nil {
				w.t.Error(err)
			}
			who[i] = s.Person
		})
	}
	all.Wait()
	for _, p := range who {
		equal(w, p, who[0])
	}
}

func (w *world) strangersOpenID(other assistant.TenantID) {
	w.t.Helper()
	state, browser := w.ids.Secret(), w.ids.Secret()
	w.ok(w.OpenID.BeginOpenID(w.ctx, w.tenant, state, browser, []byte(`{}`)))
	w.ok(w.OpenID.LinkOpenID(w.ctx, w.tenant, w.owner.ID, loginOf("the owner")))
	kept := w.companyLogins(w.owner.ID)[0]
	w.is(second(w.OpenID.TakeOpenID(w.ctx, other, state, browser)), assistant.ErrOpenIDBegun)
	w.is(second(w.OpenID.SignInOpenID(w.ctx, other, loginOf("the owner"), w.ids.Secret(), assistant.Browser{})), assistant.ErrNotFound)
	w.is(w.OpenID.LinkOpenID(w.ctx, other, w.owner.ID, loginOf("x")), assistant.ErrNotFound)
	w.is(w.OpenID.DropOpenID(w.ctx, other, w.owner.ID, kept.ID), assistant.ErrNotFound)
	theirs, err := w.OpenID.OpenIDLogins(w.ctx, other, w.owner.ID)
	w.ok(err)
	equal(w, len(theirs), 0)
	equal(w, len(w.companyLogins(w.owner.ID)), 1)
}
