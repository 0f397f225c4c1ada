package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/away"
	"github.com/aisteam/aisteam/bots/away/mail"
	"github.com/aisteam/aisteam/bots/away/push"
	"github.com/aisteam/aisteam/bots/setup"
	"github.com/aisteam/aisteam/bots/web/address"
	"github.com/aisteam/aisteam/executor/connect/dial"
	"github.com/aisteam/aisteam/orchestrator"
)

const (
	pushWithin = 10 * time.Second // a push service answers
	ownContact = "https://localhost"
)

// openAway makes the surfaces that notify people who are not looking, and their couriers.
func (s *server) openAway(ctx context.Context, roster bots.Roster) ([]orchestrator.Deliverer, error) {
	fresh, err := push.NewKey()
	if err != nil {
		return nil, err
	}
	kept, err := s.db.PushKey(ctx, s.tenant.ID, fresh)
	if err != nil {
		return nil, fmt.Errorf("find the key for push services: %w", err)
	}
	if s.pushKey, err = push.ReadKey(kept); err != nil {
		return nil, err
	}
	if s.proof, err = address.NewProof(kept); err != nil {
		return nil, err
	}
	desk := away.Desk{Tenant: s.tenant.ID, Reaches: s.db, Conversations: s.db}
	surface := push.New(push.Config{Desk: desk, Key: s.pushKey, Contact: s.contact, Client: s.outside(pushWithin), Now: time.Now, Log: s.log})
	all := []orchestrator.Deliverer{s.courier(assistant.SurfacePush, surface, roster)}
	s.mail = setup.New(assistant.SetupMail, func(set assistant.PartSettings) (*mailApp, error) {
		server, err := mail.Setup{Roots: s.hooks.roads.Roots}.Server(set)
		if err != nil {
			return nil, err
		}
		surface := mail.New(mail.Config{Desk: desk, Server: server, Panel: s.reached, Log: s.log})
		return &mailApp{surface, s.courier(assistant.SurfaceMail, surface, roster)}, nil
	}, func(ctx context.Context, _ *mailApp) error {
		<-ctx.Done() // it hears nobody
		return nil
	})
	return all, nil
}

// mailApp is mail as configured: the surface and its courier.
type mailApp struct {
	*mail.Surface

	courier *bots.Courier
}

// checkMail finds what cannot work about mail.
func (c Config) checkMail() error {
	switch {
	case (c.SMTPURL == "") != (c.MailFrom == ""):
		return misconfigured("AISTEAM_SMTP_URL and AISTEAM_MAIL_FROM belong together: set both, or neither")
	case c.SMTPURL == "":
		return nil
	}
	switch _, err := mail.ReadServer(c.SMTPURL, c.MailFrom, nil); {
	case errors.Is(err, mail.ErrURL):
		return misconfigured("AISTEAM_SMTP_URL cannot be used: %v", err) // which never holds it: there is a password in it
	case errors.Is(err, mail.ErrFrom):
		return misconfigured("AISTEAM_MAIL_FROM cannot be used: %v", err)
	default:
		return err
	}
}

// courier shows on a surface what waits for people.
func (s *server) courier(kind assistant.Surface, surface bots.Surface, roster bots.Roster) *bots.Courier {
	return bots.New(bots.Config{
		Kind: kind, Surface: surface, Store: s.db, People: s.db, Roster: roster, Log: s.log, Now: time.Now,
		Failures: s.db, Lease: s.hooks.limits.WithDefaults().Lease, Seen: s.seen(kind),
	})
}

// contact is whom push services may turn to: where the installation is reached.
func (s *server) contact() string {
	if at := s.public.Now(); at.Secure() {
		return at.URL
	}
	return ownContact
}

// outside asks servers of the open internet alone, whose addresses came from people's browsers. It follows nobody elsewhere.
func (s *server) outside(within time.Duration) *http.Client {
	control := s.hooks.roads.Control
	if control == nil {
		control = dial.RefusePrivate
	}
	return s.asks(within, control)
}

// asks is a client that connects where control lets it, and follows nobody elsewhere.
func (s *server) asks(within time.Duration, control func(network, address string, c syscall.RawConn) error) *http.Client {
	dialer := &net.Dialer{Timeout: within, Control: control, Resolver: s.hooks.roads.Resolver}
	through := &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: within, IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: 4, ForceAttemptHTTP2: true}
	if s.hooks.roads.Roots != nil {
		through.TLSClientConfig = &tls.Config{RootCAs: s.hooks.roads.Roots, MinVersion: tls.VersionTLS12}
	}
	return &http.Client{Timeout: within, Transport: through, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// mailer tells people by mail as it is set.
type mailer struct{ served *server }

var errNoMail = errors.New("no mail is sent")

// Sends implements [web.Mailer].
func (m mailer) Sends() bool { return m.served.mail.Now() != nil }

// Address implements [web.Mailer].
func (mailer) Address(text string) (string, error) { return (*mail.Surface)(nil).Address(text) }

// Confirm implements [web.Mailer].
func (m mailer) Confirm(ctx context.Context, to string, in assistant.Language, path string) error {
	if app := m.served.mail.Now(); app != nil {
		return app.Confirm(ctx, to, in, path)
	}
	return errNoMail
}

// SignIn implements [web.Mailer].
func (m mailer) SignIn(ctx context.Context, to string, in assistant.Language, path string) error {
	if app := m.served.mail.Now(); app != nil {
		return app.SignIn(ctx, to, in, path)
	}
	return errNoMail
}
