package login

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/request"
)

// MailedCodes stores the codes that are mailed. It returns [assistant.ErrNotFound] for an unknown address and
// [assistant.ErrTooMuch] if a code was mailed there just now.
type MailedCodes interface {
	MailSignInCode(ctx context.Context, t assistant.TenantID, address, code string) (p assistant.Person, to string, err error)
}

// Mailer sends links by mail.
type Mailer interface {
	// Sends tells whether mail is sent at present.
	Sends() bool
	// Address reads an address; it refuses, in words for people, what is none.
	Address(text string) (string, error)
	// SignIn sends an address the link, a path of the panel, by which its person signs in.
	SignIn(ctx context.Context, to string, in assistant.Language, path string) error
}

const (
	linksWaiting = 256              // that were asked for and are not sent yet
	linksAtOnce  = 4                // that are being sent
	linkWithin   = 30 * time.Second // a mail is handed in

	linksEvery, linksBurst       = 12 * time.Second, 5 // that an address of the net asks for
	linksEveryAll, linksBurstAll = time.Second, 60     // that all together ask for
)

// Mailing mails sign-in links to people who ask with their address. The request is answered before the address is looked up, so
// neither the answer nor its timing reveals whether the address is known.
type Mailing struct {
	Codes  MailedCodes
	Mailer Mailer
	Tenant assistant.TenantID
	IDs    *assistant.IDs
	Log    *slog.Logger

	limits *bots.Limits
	asked  chan asked
}

// asked is a link that somebody has asked for.
type asked struct {
	address string
	in      assistant.Language // of their browser
	to      string             // where they wanted to go
}

// NewMailing makes a mailing; it sends nothing before it runs.
func NewMailing(m Mailing, now func() time.Time) *Mailing {
	m.limits, m.asked = bots.NewLimits(now), make(chan asked, linksWaiting)
	return &m
}

// Run sends what is requested until ctx ends. Unsent mails are dropped: people ask again.
func (m *Mailing) Run(ctx context.Context) error {
	var g errgroup.Group
	for range linksAtOnce {
		g.Go(func() error {
			for {
				select {
				case <-ctx.Done():
					return nil
				case a := <-m.asked:
					m.send(ctx, a)
				}
			}
		})
	}
	return g.Wait()
}

// send sends a link, where the address is somebody's.
func (m *Mailing) send(ctx context.Context, a asked) {
	ctx, cancel := context.WithTimeout(ctx, linkWithin)
	defer cancel()
	code := m.IDs.Secret()
	p, to, err := m.Codes.MailSignInCode(ctx, m.Tenant, a.address, code)
	switch {
	case errors.Is(err, assistant.ErrNotFound), errors.Is(err, assistant.ErrTooMuch):
		m.Log.InfoContext(ctx, "no link to sign in is sent", slog.String("tenant", string(m.Tenant)), slog.Any("err", err))
		return
	case err == nil:
		in := p.Language
		if in == "" {
			in = a.in
		}
		err = m.Mailer.SignIn(ctx, to, in, linkTo(a.to, code))
	}
	if err != nil {
		m.Log.WarnContext(ctx, "a link to sign in is not sent", slog.String("tenant", string(m.Tenant)), slog.String("person", string(p.ID)), slog.Any("err", err))
		return
	}
	m.Log.InfoContext(ctx, "a link to sign in is sent", slog.String("tenant", string(m.Tenant)), slog.String("person", string(p.ID)))
}

// mails tells whether a link to sign in can be sent.
func (d *Door) mails() bool { return d.Mailing != nil && d.Mailing.Mailer.Sends() }

// linkTo returns a path of the panel with a code that signs in the person who opens it.
func linkTo(path, code string) string {
	u, err := url.Parse(path)
	if err != nil {
		u = &url.URL{Path: "/"}
	}
	q := u.Query()
	q.Set("code", code)
	return here(u.EscapedPath(), q.Encode())
}

// takes asks for a link, unless too many are asked for.
func (m *Mailing) takes(from string, a asked) error {
	err := m.limits.Take(from, rate.Every(linksEvery), linksBurst)
	if err == nil {
		err = m.limits.Take("", rate.Every(linksEveryAll), linksBurstAll)
	}
	if err == nil {
		select {
		case m.asked <- a:
			return nil
		default:
		}
	}
	return request.Refuse(http.StatusTooManyRequests, assistant.SideInput, assistant.Say("Too many links were asked for."), assistant.Say("Wait a minute and try again."))
}

// AskLink takes the form that asks for a link. Its answer is the same for known and unknown addresses.
func (d *Door) AskLink(w http.ResponseWriter, r *http.Request) {
	form, err := d.form(w, r, loginLimit)
	if err != nil {
		d.Pages.Fail(w, r, err)
		return
	}
	if !d.mails() {
		d.Pages.Fail(w, r, request.Unknown("page"))
		return
	}
	v := loginView{To: wayBack(form.Get("to")), Address: request.Shorten(form.Get("address"), addressShown)}
	address, err := d.Mailing.Mailer.Address(form.Get("address"))
	if err == nil {
		err = d.Mailing.takes(addressOf(r).String(), asked{address: address, in: request.Language(r), to: v.To})
	}
	status := http.StatusOK
	if err != nil {
		refused := request.RefusalOf(err)
		d.Errors.Note(r, refused, err)
		status, v.Refused = refused.Status, refused.Problem
	}
	v.Sent = err == nil
	d.drawLogin(w, r, status, v)
}

const addressShown = 254 // of what was given, when it is shown again
