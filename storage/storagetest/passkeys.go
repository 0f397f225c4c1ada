package storagetest

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// passkeyTests are about signing in by what a device holds.
func passkeyTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"what a passkey is to sign is taken once":    challenges,
		"a passkey signs in its person":              passkeysKept,
		"so many passkeys and no more are kept":      passkeysBounded,
		"a passkey ends with what its person may do": passkeysEnd,
	}
}

// passkey stores a passkey of a person.
func (w *world) passkey(of assistant.PersonID, key string) assistant.Passkey {
	w.t.Helper()
	k, err := w.Passkeys.SavePasskey(w.ctx, w.tenant, assistant.Passkey{Person: of, Key: key, Name: "my phone", Public: []byte(`{"counter":1}`)})
	w.ok(err)
	return k
}

func (w *world) passkeys(of assistant.PersonID) []assistant.Passkey {
	w.t.Helper()
	all, err := w.Passkeys.Passkeys(w.ctx, w.tenant, of)
	w.ok(err)
	return all
}

func challenges(_ *testing.T, w *world) {
	secret := w.ids.Secret()
	w.ok(w.Passkeys.KeepChallenge(w.ctx, w.tenant, secret, []byte(`{"challenge":"x"}`)))
	for _, wrong := range []string{"", secret + "x", w.ids.Secret(), strings.Repeat("a", 5000)} {
		w.is(second(w.Passkeys.TakeChallenge(w.ctx, w.tenant, wrong)), assistant.ErrPasskey)
	}
	body, err := w.Passkeys.TakeChallenge(w.ctx, w.tenant, secret)
	w.ok(err)
	equal(w, string(body), `{"challenge":"x"}`)
	w.is(second(w.Passkeys.TakeChallenge(w.ctx, w.tenant, secret)), assistant.ErrPasskey)
}

func passkeysKept(_ *testing.T, w *world) {
	anna, bob := w.somebody("Anna"), w.somebody("Bob")
	k := w.passkey(anna, "key-1")
	equal(w, w.passkeys(anna), []assistant.Passkey{k})
	w.is(second(w.Passkeys.SavePasskey(w.ctx, w.tenant, assistant.Passkey{Person: bob, Key: "key-1", Public: []byte(`{}`)})), assistant.ErrPasskey)
	found, err := w.Passkeys.Passkey(w.ctx, w.tenant, "key-1")
	w.ok(err)
	equal(w, found, k)
	w.is(second(w.Passkeys.Passkey(w.ctx, w.tenant, "key-2")), assistant.ErrPasskey)

	found.Public = []byte(`{"counter":2}`)
	secret := w.ids.Secret()
	s, err := w.Passkeys.SignInPasskey(w.ctx, w.tenant, found, secret, assistant.Browser{Says: "Firefox"})
	w.ok(err)
	equal(w, s.Person, anna)
	w.ok(second(w.Sessions.Session(w.ctx, w.tenant, secret)))
	now := w.passkeys(anna)[0]
	equal(w, []any{string(now.Public), now.Used.IsZero()}, []any{`{"counter":2}`, false})

	// Whoever has become somebody else signs in as that person, by the key that knows them as they were.
	w.ok(second(w.Links.RedeemLinkCode(w.ctx, w.tenant, anna, w.code(bob).Code)))
	s, err = w.Passkeys.SignInPasskey(w.ctx, w.tenant, found, w.ids.Secret(), assistant.Browser{})
	w.ok(err)
	equal(w, []any{s.Person, w.passkeys(bob)[0].Person}, []any{bob, anna})

	holders := func(want int) {
		w.t.Helper()
		n, err := w.Passkeys.PasskeyHolders(w.ctx, w.tenant)
		w.ok(err)
		equal(w, n, want)
	}
	w.passkey(bob, "another of the same person")
	holders(1)
	w.passkey(w.owner.ID, "the owner's")
	holders(2)

	w.is(w.Passkeys.DropPasskey(w.ctx, w.tenant, w.owner.ID, k.ID), assistant.ErrNotFound)
	w.ok(w.Passkeys.DropPasskey(w.ctx, w.tenant, bob, k.ID))
	w.is(w.Passkeys.DropPasskey(w.ctx, w.tenant, bob, k.ID), assistant.ErrNotFound)
	w.is(second(w.Passkeys.SignInPasskey(w.ctx, w.tenant, found, w.ids.Secret(), assistant.Browser{})), assistant.ErrPasskey)
}

func passkeysBounded(_ *testing.T, w *world) {
	for range assistant.PasskeysMost {
		w.passkey(w.owner.ID, w.ids.New())
	}
	w.is(second(w.Passkeys.SavePasskey(w.ctx, w.tenant, assistant.Passkey{Person: w.owner.ID, Key: "one more", Public: []byte(`{}`)})), assistant.ErrPasskeys)
	w.passkey(w.somebody("Anna"), "hers")
}

// passkeysEnd: with their person, and with a login that is renewed.
func passkeysEnd(_ *testing.T, w *world) {
	ben := w.somebody("ben")
	w.passkey(ben, "of ben")
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, ben)))
	w.is(second(w.Passkeys.Passkey(w.ctx, w.tenant, "of ben")), assistant.ErrPasskey)
	w.is(second(w.Passkeys.SavePasskey(w.ctx, w.tenant, assistant.Passkey{Person: ben, Key: "another", Public: []byte(`{}`)})), assistant.ErrNotFound)

	_, link := w.invite(assistant.Invitation{Name: "Ada", Role: assistant.RoleMember})
	ada, _, err := w.accept(link, "")
	w.ok(err)
	w.passkey(ada.Person, "of Ada")
	_, renewal := w.invite(assistant.Invitation{Person: ada.Person})
	_, _, err = w.accept(renewal, "")
	w.ok(err)
	equal(w, len(w.passkeys(ada.Person)), 0)
}

func (w *world) strangersPasskeys(other assistant.TenantID) {
	w.t.Helper()
	secret := w.ids.Secret()
	w.ok(w.Passkeys.KeepChallenge(w.ctx, w.tenant, secret, []byte(`{}`)))
	k := w.passkey(w.owner.ID, "the owner's")
	w.is(second(w.Passkeys.TakeChallenge(w.ctx, other, secret)), assistant.ErrPasskey)
	w.is(second(w.Passkeys.Passkey(w.ctx, other, "the owner's")), assistant.ErrPasskey)
	w.is(second(w.Passkeys.SignInPasskey(w.ctx, other, k, w.ids.Secret(), assistant.Browser{})), assistant.ErrPasskey)
	w.is(w.Passkeys.DropPasskey(w.ctx, other, w.owner.ID, k.ID), assistant.ErrNotFound)
	w.is(second(w.Passkeys.SavePasskey(w.ctx, other, assistant.Passkey{Person: w.owner.ID, Key: "x", Public: []byte(`{}`)})), assistant.ErrNotFound)
	holders, err := w.Passkeys.PasskeyHolders(w.ctx, other)
	w.ok(err)
	equal(w, holders, 0)
	theirs, err := w.Passkeys.Passkeys(w.ctx, other, w.owner.ID)
	w.ok(err)
	equal(w, len(theirs), 0)
	equal(w, len(w.passkeys(w.owner.ID)), 1)
}
