// Package login lets people and programs into the panel and the API: by the token, by a code, by a session.
package login

import (
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/openid"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/passkeys"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Config is what a [Door] is made of.
type Config struct {
	Sessions        Sessions
	Zones           Zones           // nil: where browsers are is not kept
	Invited         Invited         // nil: nobody is invited
	Mailing         *Mailing        // nil: nobody signs in by a link of their mail
	Passkeys        *passkeys.Desk  // nil: nobody signs in by a passkey
	PasskeySessions PasskeySessions // nil with Passkeys
	OpenID          *openid.Desk    // nil: nobody signs in by a company's login
	OpenIDSessions  OpenIDSessions  // nil with OpenID
	Tenant          assistant.Tenant
	Owner           assistant.Person // whom the token signs in
	Token           string           // never empty
	Public          assistant.Public // how people reach it; nil when it is only local
	Pages           *pages.Pages
	Errors          request.Errors
	Bodies          *bots.Intake // what is read before anybody has signed in

	Log *slog.Logger
	Now func() time.Time
	IDs *assistant.IDs
}

// Door guards everything that is served.
type Door struct {
	Config

	guesses *guesses
	begun   *bots.Limits // sign-ins of two steps
}

// New makes a door; it starts nothing.
func New(c Config) *Door {
	return &Door{Config: c, guesses: newGuesses(c.Log), begun: bots.NewLimits(c.Now)}
}

// crosses tells whether a request comes from a page of another site. Where the panel is reached now is no other site, whatever a proxy makes of a
// request's host; where it was reached before is one, since that name may be somebody else's by now.
func (d *Door) crosses(r *http.Request) bool {
	own := http.NewCrossOriginProtection()
	if at, err := url.Parse(d.Public.Now().URL); err == nil && at.Host != "" {
		_ = own.AddTrustedOrigin(at.Scheme + "://" + at.Host) // else the host alone says what is its own
	}
	return own.Check(r) != nil
}
