// Package openid lets people sign in by the login of their company (OpenID Connect), by the authorization code flow with PKCE. Each sign-in has
// two steps, between which the browser is at the issuer:
//
//	begin ── state, nonce, challenge ──▶ issuer ── code, state ──▶ finish ── code, verifier ──▶ issuer ── ID token ──▶ proof
//
// What the second step needs is kept in between, under the state and a secret of the browser. It is taken away by the first answer, so that a
// code is worth nothing twice, in another browser, or for somebody else. go-oidc holds the ID token against the issuer's keys, the issuer, the client and
// the clock; here it is held against the nonce.
package openid

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Back is the path of the panel at which issuers send people back.
const Back = "/login/openid/back"

const finishedWithin = 15 * time.Second // the issuer is asked for all that it has to say

// Kept keeps sign-ins that were begun. What is not there is [assistant.ErrOpenIDBegun].
type Kept interface {
	BeginOpenID(ctx context.Context, t assistant.TenantID, state, browser string, body []byte) error
	TakeOpenID(ctx context.Context, t assistant.TenantID, state, browser string) ([]byte, error)
}

// Serving knows the issuer that is set at present; nil where none is.
type Serving interface{ Now() *Issuer }

// Config is what a [Desk] is made of. All of its fields are required.
type Config struct {
	Kept    Kept
	Serving Serving
	Tenant  assistant.TenantID
	IDs     *assistant.IDs
	Panel   assistant.Public // where it is reached: an issuer sends people back to [Back] there
}

// Desk performs the steps of a sign-in with the configured issuer.
type Desk struct{ Config }

// New makes a desk.
func New(c Config) *Desk { return &Desk{c} }

// About is the purpose of a sign-in.
type About struct {
	To  string             `json:"to,omitempty"`  // where they want to go
	For assistant.PersonID `json:"for,omitempty"` // who links the login to themselves; "" to sign in
}

// Finished is a sign-in that came back.
type Finished struct {
	About

	Proof assistant.OpenIDProof
}

// begun is what is stored of a sign-in under way.
type begun struct {
	About

	Issuer   string `json:"issuer"`
	Client   string `json:"client"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
}

// Issuer returns the display name of the configured issuer, or "" if there is none.
func (d *Desk) Issuer() string {
	if i := d.Serving.Now(); i != nil {
		return i.name
	}
	return ""
}

// Begin gives the address at which somebody signs in at the issuer. The browser brings its secret back with what comes of it. Where no issuer
// is set it is [assistant.ErrNotFound].
func (d *Desk) Begin(ctx context.Context, browser string, about About) (address string, err error) {
	i := d.Serving.Now()
	if i == nil {
		return "", assistant.ErrNotFound
	}
	state := d.IDs.Secret()
	b := begun{About: about, Issuer: i.at, Client: i.client, Nonce: d.IDs.Secret(), Verifier: d.IDs.Secret()}
	if address, err = i.address(ctx, state, d.Panel.Now().URL+Back, b); err != nil {
		return "", err
	}
	body, err := json.Marshal(b)
	if err != nil {
		return "", fmt.Errorf("write a sign-in that was begun: %w", err)
	}
	return address, d.Kept.BeginOpenID(ctx, d.Tenant, state, browser, body)
}

// Finish reads what came back from the issuer, and gives what it has proved. What it was about is given with an error, too, where it is known.
// What was not begun so is [assistant.ErrOpenIDBegun]; what is wrong otherwise is told in an [assistant.Trouble].
func (d *Desk) Finish(ctx context.Context, browser string, answer url.Values) (Finished, error) {
	ctx, cancel := context.WithTimeout(ctx, finishedWithin)
	defer cancel()
	body, err := d.Kept.TakeOpenID(ctx, d.Tenant, answer.Get("state"), browser)
	if err != nil {
		return Finished{}, err
	}
	var b begun
	if err := json.Unmarshal(body, &b); err != nil {
		return Finished{}, fmt.Errorf("read a sign-in that was begun: %w", err)
	}
	out, i := Finished{About: b.About}, d.Serving.Now()
	if i == nil || i.at != b.Issuer || i.client != b.Client { // it is set otherwise by now
		return out, assistant.ErrOpenIDBegun
	}
	out.Proof, err = i.answered(ctx, answer, d.Panel.Now().URL+Back, b)
	return out, err
}
