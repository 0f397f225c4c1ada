package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/browser"
)

// keyring keeps passkeys in a world.
type keyring struct {
	*world

	mu         sync.Mutex
	challenges map[string][]byte
	all        []assistant.Passkey
}

func newKeyring(w *world) *keyring { return &keyring{world: w, challenges: map[string][]byte{}} }

func (k *keyring) KeepChallenge(_ context.Context, _ assistant.TenantID, secret string, body []byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.challenges[secret] = body
	return nil
}

func (k *keyring) TakeChallenge(_ context.Context, _ assistant.TenantID, secret string) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	body, there := k.challenges[secret]
	if delete(k.challenges, secret); !there {
		return nil, assistant.ErrPasskey
	}
	return body, nil
}

func (k *keyring) SavePasskey(_ context.Context, _ assistant.TenantID, one assistant.Passkey) (assistant.Passkey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	one.ID, one.Made = assistant.NewID[assistant.PasskeyID](k.ids), k.now()
	k.all = append(k.all, one)
	return one, nil
}

func (k *keyring) Passkeys(_ context.Context, _ assistant.TenantID, p assistant.PersonID) ([]assistant.Passkey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(k.all), func(one assistant.Passkey) bool { return one.Person != p }), nil
}

func (k *keyring) Passkey(_ context.Context, _ assistant.TenantID, key string) (assistant.Passkey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.all, func(one assistant.Passkey) bool { return one.Key == key })
	if i < 0 {
		return assistant.Passkey{}, assistant.ErrPasskey
	}
	return k.all[i], nil
}

func (k *keyring) PasskeyHolders(context.Context, assistant.TenantID) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	holders := map[assistant.PersonID]bool{}
	for _, one := range k.all {
		holders[one.Person] = true
	}
	return len(holders), nil
}

func (k *keyring) DropPasskey(_ context.Context, _ assistant.TenantID, p assistant.PersonID, id assistant.PasskeyID) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	before := len(k.all)
	k.all = slices.DeleteFunc(k.all, func(one assistant.Passkey) bool { return one.ID == id && one.Person == p })
	if len(k.all) == before {
		return assistant.ErrNotFound
	}
	return nil
}

func (k *keyring) SignInPasskey(ctx context.Context, t assistant.TenantID, one assistant.Passkey, secret string, from assistant.Browser) (assistant.Session, error) {
	k.mu.Lock()
	i := slices.IndexFunc(k.all, func(kept assistant.Passkey) bool { return kept.ID == one.ID })
	if i >= 0 {
		k.all[i].Public, k.all[i].Used = one.Public, k.now()
	}
	k.mu.Unlock()
	if i < 0 {
		return assistant.Session{}, assistant.ErrPasskey
	}
	return k.StartSession(ctx, t, one.Person, secret, from)
}

// onLocalhost serves a panel by a name, as passkeys want it, and issuers send people back to.
func (w *world) onLocalhost(t *testing.T, change ...func(*web.Config)) *httptest.Server {
	t.Helper()
	return onLocalhost(t, func(at string) http.Handler {
		return w.surface(t, append(change, func(c *web.Config) { c.Public, c.Reached = assistant.PublicAt(at), assistant.PublicAt(at) })...)
	})
}

// onLocalhost serves what is made for its address.
func onLocalhost(t *testing.T, made func(at string) http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	_, port, _ := strings.Cut(server.Listener.Addr().String(), ":")
	at := "http://localhost:" + port
	server.Config.Handler = made(at)
	server.Start()
	server.URL = at
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	return server
}

// device gives a tab a device that holds passkeys and knows its person.
func (b tab) device() webauthn.AuthenticatorID {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, webauthn.Enable, webauthn.EnableParams{}); err != nil {
		b.t.Fatal(err)
	}
	made, err := chromedp.Call(b.ctx, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
		Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal, HasResidentKey: true, HasUserVerification: true,
		IsUserVerified: true, AutomaticPresenceSimulation: true,
	}})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _, _ = chromedp.Call(b.ctx, webauthn.Disable, cdp.Empty{}) }) // the tab may have ended
	return made.AuthenticatorID
}

// leave signs out, and waits for the login.
func (b tab) leave(h *httptest.Server) {
	b.t.Helper()
	b.do(chromedp.Navigate(h.URL + "/sessions"))
	b.await(`document.querySelector("form[action='/logout']") && document.readyState === "complete"`)
	b.js(`document.querySelector("form[action='/logout']").requestSubmit()`)
	b.await(`location.pathname === "/login" && document.querySelector("#passkey button:not([disabled])")`)
}

// signs asks the device as the login's script does, and gives what it would send.
func (b tab) signs() url.Values {
	b.t.Helper()
	b.js(`window.signed = ""; fetch("/login/passkey/begin", {method: "POST"}).then((r) => r.json()).then(async ({options, secret}) => {
		const c = await navigator.credentials.get({publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options)});
		window.signed = JSON.stringify({secret, response: JSON.stringify(c.toJSON())}) })`)
	b.await(`window.signed`)
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string]("window.signed"))
	if err != nil {
		b.t.Fatal(err)
	}
	var got struct{ Secret, Response string }
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		b.t.Fatal(err)
	}
	return url.Values{"secret": {got.Secret}, "response": {got.Response}, "to": {"/settings"}}
}

// TestSomebodySignsInByAPasskeyInABrowser: it is made on their page, signs in from then on, and signs nobody in once it is removed. What it
// has signed is worth nothing a second time, for another challenge, or as another’s.
func TestSomebodySignsInByAPasskeyInABrowser(t *testing.T) {
	w := newWorld(t)
	keys := newKeyring(w)
	h := w.onLocalhost(t, func(c *web.Config) { c.Passkeys = keys }, withLoad(w))
	script := axe(t)
	b := openTab(t, h, "/sessions")
	b.device()
	// The browser's name is proposed.
	b.await(`document.querySelector("#passkey button:not([disabled])") && document.querySelector("#passkey [name=name]").value.includes(" on ")`)
	b.js(`document.querySelector("#passkey [name=name]").value = "my <phone>"; document.querySelector("#passkey button").click()`)
	b.await(`document.querySelector("#passkeys li strong")?.textContent === "my <phone>" && document.body.innerText.includes("The passkey is kept.")`)
	b.await(`document.querySelector("#passkeys li .small").textContent.startsWith("signs in at localhost ·") && !document.querySelector("#passkeys li .badge")`)
	b.everyLook("passkeys", script)
	b.js(`document.querySelector("#passkey [name=name]").value = "again"; document.querySelector("#passkey button").click()`)
	b.await(`document.querySelector("#passkey [data-said]").textContent === "This device has a passkey of yours already."`)

	b.leave(h)
	b.everyLook("login-passkey", script)
	b.js(`document.querySelector("#passkey button").click()`)
	b.await(`location.pathname === "/" && document.querySelector("#compose textarea")`)
	if s := w.sessions[len(w.sessions)-1]; s.Person != w.owner.ID || keys.all[0].Used.IsZero() {
		t.Errorf("%s is signed in, by what was used %v", s.Name, keys.all[0].Used)
	}

	send := func(form url.Values, with ...func(*http.Request)) int {
		t.Helper()
		return call(t, h.Config.Handler, "POST", "/login/passkey", form.Encode(), append([]func(*http.Request){bare, asForm}, with...)...).Code
	}
	form := b.signs()
	if code := send(form, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }); code != http.StatusForbidden {
		t.Errorf("another site sends it: %d", code)
	}
	if code := send(form); code != http.StatusSeeOther {
		t.Errorf("what was signed: %d", code)
	}
	if code := send(form); code != http.StatusUnauthorized {
		t.Errorf("a second time: %d", code)
	}
	first, other := b.signs(), b.signs()
	first.Set("response", other.Get("response"))
	if code := send(first); code != http.StatusUnauthorized {
		t.Errorf("for another challenge: %d", code)
	}
	for _, wrong := range []url.Values{{}, {"secret": {"x"}, "response": {"x"}}, {"secret": b.signs()["secret"], "response": {`{"id":"x"}`}}} {
		if code := send(wrong); code != http.StatusUnauthorized {
			t.Errorf("%v: %d", wrong, code)
		}
	}
	form = b.signs()
	b.do(chromedp.Navigate(h.URL + "/sessions"))
	b.await(`document.querySelector("#passkeys li form button")`)
	b.js(`document.querySelector("#passkeys li form button").click()`)
	b.await(`document.body.innerText.includes("The passkey is removed")`)
	if code := send(form); code != http.StatusUnauthorized || len(keys.all) > 0 {
		t.Errorf("what is removed: %d, of %d", code, len(keys.all))
	}
}

// TestAPasskeyOfAnotherAddressSignsNobodyIn: what a device signs for a site that stands between is of no use here, nor is a device that has not
// made sure who holds it.
func TestAPasskeyOfAnotherAddressSignsNobodyIn(t *testing.T) {
	w := newWorld(t)
	keys := newKeyring(w)
	h := w.onLocalhost(t, func(c *web.Config) { c.Passkeys = keys })
	b := openTab(t, h, "/sessions")
	device := b.device()
	b.await(`document.querySelector("#passkey button:not([disabled])")`)
	b.js(`document.querySelector("#passkey [name=name]").value = "mine"; document.querySelector("#passkey button").click()`)
	b.await(`document.querySelector("#passkeys li strong")?.textContent === "mine"`)
	send := func(form url.Values) int {
		return call(t, h.Config.Handler, "POST", "/login/passkey", form.Encode(), bare, asForm).Code
	}
	// The same name by another port is another origin, which devices know no difference of.
	between := w.onLocalhost(t, func(c *web.Config) { c.Passkeys = keys })
	if err := browser.Open(b.ctx, between.URL+"/login"); err != nil {
		t.Fatal(err)
	}
	if code := send(b.signs()); code != http.StatusUnauthorized {
		t.Errorf("signed for another address: %d", code)
	}
	if err := browser.Open(b.ctx, h.URL+"/login"); err != nil {
		t.Fatal(err)
	}
	form := b.signs()
	var response struct {
		Response struct {
			AuthenticatorData string `json:"authenticatorData"`
		} `json:"response"`
	}
	if err := json.Unmarshal([]byte(form.Get("response")), &response); err != nil || response.Response.AuthenticatorData == "" {
		t.Fatal(err)
	}
	form.Set("response", strings.Replace(form.Get("response"), response.Response.AuthenticatorData, strings.ToUpper(response.Response.AuthenticatorData), 1))
	if code := send(form); code != http.StatusUnauthorized {
		t.Errorf("with other data than was signed: %d", code)
	}
	if _, err := chromedp.Call(b.ctx, webauthn.SetUserVerified, webauthn.SetUserVerifiedParams{AuthenticatorID: device, IsUserVerified: false}); err != nil {
		t.Fatal(err)
	}
	b.leave(h)
	b.js(`document.querySelector("#passkey button").click()`)
	b.await(`document.querySelector("#passkey [data-said]").textContent === "Nothing was signed. Try again when you like."`)
}

// TestPasskeysAreOfferedWhereBrowsersHaveThem: at a name, over TLS or on the machine itself, and nowhere else.
func TestPasskeysAreOfferedWhereBrowsersHaveThem(t *testing.T) {
	for address, offered := range map[string]bool{"https://panel.example.com": true, "http://localhost:8080": true, "http://panel.example.com": false, "https://192.0.2.7": false, "http://127.0.0.1:8080": false, "": false} {
		w := newWorld(t)
		h := w.surface(t, func(c *web.Config) { c.Passkeys, c.Public = newKeyring(w), assistant.PublicAt(address) })
		got := call(t, h, "GET", "/login", "", bare).Body.String()
		if strings.Contains(got, `action="/login/passkey"`) != offered {
			t.Errorf("%q: %v", address, !offered)
		}
		if code := call(t, h, "POST", "/login/passkey/begin", "", bare).Code; (code == http.StatusOK) != offered {
			t.Errorf("%q begins: %d", address, code)
		}
	}
}
