package storagetest

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func (w *world) signIn(p assistant.PersonID, browser string) (assistant.Session, string) {
	w.t.Helper()
	secret := w.ids.Secret()
	s, err := w.Sessions.StartSession(w.ctx, w.tenant, p, secret, assistant.Browser{Says: browser, Address: "203.0.113.7"})
	w.ok(err)
	return s, secret
}

func sessions(_ *testing.T, w *world) {
	anna := w.person(account("U1", "Anna"))
	bob := w.person(account("U2", "Bob"))
	hers, secret := w.signIn(anna.ID, "Firefox\x00 "+strings.Repeat("ö", 300))
	his, hisSecret := w.signIn(bob.ID, "Safari")
	owners, _ := w.signIn(w.owner.ID, "")

	found, err := w.Sessions.Session(w.ctx, w.tenant, secret)
	w.ok(err)
	equal(w, found, hers)
	equal(w, []any{found.Person, found.Name, len([]rune(found.Browser)), found.Address, found.Until.Sub(found.Made)},
		[]any{anna.ID, "Anna", 200, "203.0.113.7", assistant.SessionLife})
	for _, wrong := range []string{"", "x", string(hers.ID), secret + "x", strings.ToUpper(secret), w.ids.Secret(), strings.Repeat("a", 5000)} {
		_, err := w.Sessions.Session(w.ctx, w.tenant, wrong)
		w.is(err, assistant.ErrNotFound)
	}

	own, err := w.Sessions.Sessions(w.ctx, w.tenant, anna.ID, 10)
	w.ok(err)
	equal(w, own, []assistant.Session{hers})
	all, err := w.Sessions.Sessions(w.ctx, w.tenant, w.owner.ID, 10)
	w.ok(err)
	equal(w, len(all), 3)
	few, err := w.Sessions.Sessions(w.ctx, w.tenant, w.owner.ID, 2)
	w.ok(err)
	equal(w, len(few), 2)

	w.is(w.Sessions.EndSession(w.ctx, w.tenant, anna.ID, his.ID), assistant.ErrNotYourSession)
	w.ok(w.Sessions.EndSession(w.ctx, w.tenant, anna.ID, hers.ID))
	_, err = w.Sessions.Session(w.ctx, w.tenant, secret)
	w.is(err, assistant.ErrNotFound)
	w.is(w.Sessions.EndSession(w.ctx, w.tenant, anna.ID, hers.ID), assistant.ErrNotFound)
	w.ok(w.Sessions.EndSession(w.ctx, w.tenant, w.owner.ID, his.ID))
	_, err = w.Sessions.Session(w.ctx, w.tenant, hisSecret)
	w.is(err, assistant.ErrNotFound)
	all, err = w.Sessions.Sessions(w.ctx, w.tenant, w.owner.ID, 10)
	w.ok(err)
	equal(w, all, []assistant.Session{owners})
	w.is(second(w.Sessions.StartSession(w.ctx, w.tenant, id[assistant.PersonID](w), w.ids.Secret(), assistant.Browser{})), assistant.ErrNotFound)
}

// otherSessions: a person ends all of their sessions but the current one, with whatever was made in them, and nobody else's.
func otherSessions(_ *testing.T, w *world) {
	anna, double := w.person(account("U1", "Anna")), w.person(account("U2", "anna#1"))
	this, here := w.signIn(anna.ID, "Firefox")
	there, elsewhere := w.signIn(anna.ID, "Safari")
	_, asDouble := w.signIn(double.ID, "Edge")
	_, others := w.signIn(w.owner.ID, "Chrome")
	code := func(in assistant.SessionID) string {
		secret := w.ids.Secret()
		w.ok(second(w.Sessions.KeepSignInCode(w.ctx, w.tenant, anna.ID, in, secret)))
		return secret
	}
	mine, theirs, free := code(this.ID), code(there.ID), code("")
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, double.ID, w.code(anna.ID).Code)
	w.ok(err)
	for _, want := range []int{2, 0} {
		ended, err := w.Sessions.EndOtherSessions(w.ctx, w.tenant, anna.ID, this.ID)
		w.ok(err)
		equal(w, ended, want)
	}
	for _, over := range []string{elsewhere, asDouble} {
		w.is(second(w.Sessions.Session(w.ctx, w.tenant, over)), assistant.ErrNotFound)
	}
	for _, lives := range []string{here, others} {
		w.ok(second(w.Sessions.Session(w.ctx, w.tenant, lives)))
	}
	w.ok(second(w.Sessions.SignInCode(w.ctx, w.tenant, mine)))
	for _, over := range []string{theirs, free} {
		w.is(second(w.Sessions.SignInCode(w.ctx, w.tenant, over)), assistant.ErrCode)
	}
}

// sessionsFollow: a session belongs to the person its person has become, with their present role.
func sessionsFollow(_ *testing.T, w *world) {
	anna, double := w.person(account("U1", "Anna")), w.person(account("U2", "anna#1"))
	s, secret := w.signIn(double.ID, "")
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, double.ID, w.code(anna.ID).Code)
	w.ok(err)
	found, err := w.Sessions.Session(w.ctx, w.tenant, secret)
	w.ok(err)
	equal(w, []any{found.Person, found.Name}, []any{anna.ID, "Anna"})
	own, err := w.Sessions.Sessions(w.ctx, w.tenant, anna.ID, 10)
	w.ok(err)
	equal(w, len(own), 1)
	other, _ := w.signIn(w.owner.ID, "")
	w.is(w.Sessions.EndSession(w.ctx, w.tenant, anna.ID, other.ID), assistant.ErrNotYourSession)
	w.ok(w.People.SetRole(w.ctx, w.tenant, w.owner.ID, anna.ID, assistant.RoleAdmin))
	w.ok(w.Sessions.EndSession(w.ctx, w.tenant, anna.ID, other.ID))
	w.ok(w.Sessions.EndSession(w.ctx, w.tenant, anna.ID, s.ID))
}

// sessionsBounded: signing in again and again keeps no more sessions than a person could look at.
func sessionsBounded(_ *testing.T, w *world) {
	kept, keptSecret := w.signIn(w.person(account("U1", "Anna")).ID, "")
	_, first := w.signIn(w.owner.ID, "")
	var newest string
	for range assistant.SessionsMost {
		_, newest = w.signIn(w.owner.ID, "")
	}
	all, err := w.Sessions.Sessions(w.ctx, w.tenant, w.owner.ID, 1000)
	w.ok(err)
	equal(w, len(all), assistant.SessionsMost+1)
	_, err = w.Sessions.Session(w.ctx, w.tenant, first)
	w.is(err, assistant.ErrNotFound)
	w.ok(second(w.Sessions.Session(w.ctx, w.tenant, newest)))
	still, err := w.Sessions.Session(w.ctx, w.tenant, keptSecret)
	w.ok(err)
	equal(w, still, kept)
}

func signInCodes(_ *testing.T, w *world) {
	code, wrong := w.ids.Secret(), w.ids.Secret()
	until, err := w.Sessions.KeepSignInCode(w.ctx, w.tenant, w.owner.ID, "", code)
	w.ok(err)
	equal(w, until.IsZero(), false)
	for range 2 { // looking at it leaves it as it is
		p, err := w.Sessions.SignInCode(w.ctx, w.tenant, code)
		w.ok(err)
		equal(w, p, w.owner)
	}
	for _, c := range []string{"", wrong, code + "x", strings.Repeat("a", 5000)} {
		w.is(second(w.Sessions.SignInCode(w.ctx, w.tenant, c)), assistant.ErrCode)
		w.is(second(w.Sessions.RedeemSignInCode(w.ctx, w.tenant, c, w.ids.Secret(), assistant.Browser{})), assistant.ErrCode)
	}
	var let, refused int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			secret := w.ids.Secret()
			s, err := w.Sessions.RedeemSignInCode(w.ctx, w.tenant, code, secret, assistant.Browser{Says: "b"})
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil && s.Person == w.owner.ID:
				let++
			case errors.Is(err, assistant.ErrCode):
				refused++
			}
		})
	}
	all.Wait()
	equal(w, []int{let, refused}, []int{1, 7})
	all2, err := w.Sessions.Sessions(w.ctx, w.tenant, w.owner.ID, 10)
	w.ok(err)
	equal(w, len(all2), 1)
	w.is(second(w.Sessions.Session(w.ctx, w.tenant, code)), assistant.ErrNotFound) // a code is no session
}

// codesEnd: a code that was made in a session is worth no more than the session, and a new link for somebody ends what they had.
func codesEnd(_ *testing.T, w *world) {
	_, link := w.invite(assistant.Invitation{Name: "Ada", Role: assistant.RoleMember})
	ada, _, err := w.accept(link, "")
	w.ok(err)
	code := func(in assistant.SessionID) string {
		w.t.Helper()
		secret := w.ids.Secret()
		w.ok(second(w.Sessions.KeepSignInCode(w.ctx, w.tenant, ada.Person, in, secret)))
		return secret
	}
	opens := func(secret string) error { return second(w.Sessions.SignInCode(w.ctx, w.tenant, secret)) }
	ended, other, free := code(ada.ID), code(""), code("")
	w.ok(w.Sessions.EndSession(w.ctx, w.tenant, ada.Person, ada.ID))
	w.is(opens(ended), assistant.ErrCode)
	w.is(second(w.Sessions.RedeemSignInCode(w.ctx, w.tenant, ended, w.ids.Secret(), assistant.Browser{})), assistant.ErrCode)
	again, err := w.Sessions.RedeemSignInCode(w.ctx, w.tenant, other, w.ids.Secret(), assistant.Browser{})
	w.ok(err)
	late := code(again.ID)
	w.ok(opens(late))
	_, renewal := w.invite(assistant.Invitation{Person: ada.Person})
	_, _, err = w.accept(renewal, "")
	w.ok(err)
	for _, old := range []string{free, late} {
		w.is(opens(old), assistant.ErrCode)
		w.is(second(w.Sessions.RedeemSignInCode(w.ctx, w.tenant, old, w.ids.Secret(), assistant.Browser{})), assistant.ErrCode)
	}
}

// ownNames: no two people share a name, whoever chooses it.
func ownNames(_ *testing.T, w *world) {
	for _, taken := range []string{w.owner.Name, strings.ToUpper(w.owner.Name), "  " + w.owner.Name + " "} {
		_, secret := w.invite(assistant.Invitation{Name: "x", Role: assistant.RoleMember})
		_, _, err := w.accept(secret, taken)
		w.is(err, assistant.ErrNameTaken)
		_, _, err = w.accept(secret, "Free "+w.ids.Secret()[:6]) // the invitation is still good
		w.ok(err)
	}
	names := map[string]bool{w.owner.Name: true}
	for i, from := range []assistant.Identity{
		{Surface: assistant.SurfaceSlack, Space: "T1", External: "U7", Name: w.owner.Name},
		{Surface: assistant.SurfaceSlack, Space: "T1", External: "U8", Name: w.owner.Name},
		{Surface: assistant.SurfaceDiscord, Space: "G1", External: "9", Name: strings.ToLower(w.owner.Name)},
	} {
		w.person(from)
		p := w.person(from)
		if names[strings.ToLower(p.Name)] || names[p.Name] || !strings.HasPrefix(strings.ToLower(p.Name), strings.ToLower(w.owner.Name)+" (") {
			w.t.Errorf("%d is called %q", i, p.Name)
		}
		names[p.Name] = true
	}
	// A person renamed on the platform is told apart too, until nobody else has the name.
	in := w.slack("9.0")
	in.From = assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U70", Name: "Quinn"}
	called := func(name string) string {
		w.t.Helper()
		in.Key, in.From.Name = w.ids.New(), name
		r, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
		p, err := w.People.Person(w.ctx, w.tenant, r.Person)
		w.ok(err)
		return p.Name
	}
	equal(w, []string{called("Quinn"), called(w.owner.Name), called("Quinn Two")}, []string{"Quinn", w.owner.Name + " (Slack U70)", "Quinn Two"})
}
