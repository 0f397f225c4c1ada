// Package login lets people and programs into the panel and the API: by the token, by a code, by a session.
package login

import (
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
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
	Tenant          assistant.Tenant
	Owner           assistant.Person // whom the token signs in
	Token           string           // never empty
	PublicURL       string           // how people reach it, "" when it is only local
	Pages           *pages.Pages
	Errors          request.Errors
	Bodies          *bots.Intake // what is read before anybody has signed in

	Log *slog.Logger
	Now func() time.Time
	IDs *assistant.IDs
}

// Door stands before all that is served.
type Door struct {
	Config

	guesses *guesses
	begun   *bots.Limits // what passkeys are to sign
	cross   *http.CrossOriginProtection
	https   bool
}

// New makes a door; it starts nothing.
func New(c Config) (*Door, error) {
	d := &Door{Config: c, guesses: newGuesses(c.Log), begun: bots.NewLimits(c.Now), cross: http.NewCrossOriginProtection()}
	if u, err := url.Parse(c.PublicURL); err == nil && u.Host != "" {
		d.https = u.Scheme == "https"
		if err := d.cross.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			return nil, &assistant.Trouble{Err: err, Problem: assistant.Problem{
				Side:     assistant.SideContext,
				Message:  assistant.Say("The public address is not one a browser could send."),
				Recovery: assistant.Say("Set it to an address like https://assistant.example.com."),
			}}
		}
	}
	return d, nil
}
