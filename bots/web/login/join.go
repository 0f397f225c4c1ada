package login

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Invited lets people in who follow the link of an invitation. One that cannot be used is [assistant.ErrInvitation].
type Invited interface {
	Invited(ctx context.Context, t assistant.TenantID, secret string) (assistant.Invitation, error)
	AcceptInvitation(ctx context.Context, t assistant.TenantID, secret, name, session string, from assistant.Browser) (assistant.Session, error)
}

// joinView is what an invitation's link shows.
type joinView struct {
	pages.View

	Invitation assistant.Invitation
	Secret     string
	Now        string // as whom this browser is signed in already; "" as nobody
}

// Again tells whether somebody comes back by it.
func (v joinView) Again() bool { return v.Invitation.Person != "" }

// Secret is a secret that a browser is given again for the same key, as long as its session lives, so that a form that is sent twice makes one
// link. Nobody can tell it, or the session by it, who has not the session. Without a session it is a new one each time.
func (d *Door) Secret(r *http.Request, key string) string {
	var session []byte
	for _, name := range []string{hostCookie, sessionCookie} {
		if c, err := r.Cookie(name); err == nil {
			session = fmt.Appendf(session, "%d:%s", len(c.Value), c.Value)
		}
	}
	if len(session) == 0 {
		return d.IDs.Secret()
	}
	mac := hmac.New(sha256.New, session)
	mac.Write([]byte("link\n" + key))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// JoinAddress is the link of an invitation.
func (d *Door) JoinAddress(r *http.Request, secret string) string {
	return d.Address(r) + "/join?invitation=" + url.QueryEscape(secret)
}

// CodeAddress is the link of a sign-in code.
func (d *Door) CodeAddress(r *http.Request, code string) string {
	return d.Address(r) + "/?code=" + url.QueryEscape(code)
}

// Address is how people reach the panel: as it is configured, or as this request came.
func (d *Door) Address(r *http.Request) string {
	if u, err := url.Parse(d.Public.Now().URL); err == nil && u.Host != "" {
		return u.Scheme + "://" + u.Host
	}
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// ShowInvitation shows who invites whom. Nothing is used up by it: chats look at links before people do.
func (d *Door) ShowInvitation(w http.ResponseWriter, r *http.Request) {
	secret := r.URL.Query().Get("invitation")
	in, err := d.invited(w, r, secret)
	if err != nil {
		d.Pages.Fail(w, r, err)
		return
	}
	drawn := d.Pages.Read(r)
	v := joinView{View: drawn.ViewWith(pages.WaitsView{}, "Join"), Invitation: in, Secret: secret}
	if s, err := d.Session(r); err == nil {
		v.Now = s.Name
	}
	drawn.Render(w, http.StatusOK, "join", v)
}

// invited looks an invitation up, unless too many wrong ones were shown before.
func (d *Door) invited(w http.ResponseWriter, r *http.Request, secret string) (assistant.Invitation, error) {
	if d.Invited == nil {
		return assistant.Invitation{}, request.Unknown("page")
	}
	if wait := d.guesses.count(r.Context(), addressOf(r), d.Now(), false); wait > 0 {
		return assistant.Invitation{}, tooMany(w, wait)
	}
	in, err := d.Invited.Invited(r.Context(), d.Tenant.ID, secret)
	if errors.Is(err, assistant.ErrInvitation) {
		d.guesses.count(r.Context(), addressOf(r), d.Now(), true)
	}
	return in, err
}

// Join takes the form of an invitation and signs in the person who sends it.
func (d *Door) Join(w http.ResponseWriter, r *http.Request) {
	form, err := d.form(w, r, loginLimit)
	if err == nil {
		_, err = d.invited(w, r, form.Get("invitation"))
	}
	var name string
	if err == nil {
		name, err = request.Clean(form.Get("name"), "name", assistant.InvitedNameMost)
	}
	if err == nil {
		err = d.enter(w, r, func(ctx context.Context, secret string, from assistant.Browser) (assistant.Session, error) {
			return d.Invited.AcceptInvitation(ctx, d.Tenant.ID, form.Get("invitation"), name, secret, from)
		})
	}
	if err != nil {
		d.Pages.Fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// form reads a form from a person who is not signed in.
func (d *Door) form(w http.ResponseWriter, r *http.Request, most int64) (url.Values, error) {
	if d.crosses(r) {
		hangUp(w, r)
		return nil, foreign()
	}
	body, done, status := d.Bodies.Read(w, r, most)
	defer done()
	form, err := url.ParseQuery(string(body))
	if status != 0 || err != nil {
		hangUp(w, r)
		return nil, request.Refuse(max(status, http.StatusBadRequest), assistant.SideInput, assistant.Say("The form could not be read."), assistant.Say("Send it again."))
	}
	return form, nil
}

// enter gives the browser the session that begins makes. One of the same person that it had ends; somebody else's stays theirs to end,
// on their page of sessions.
func (d *Door) enter(w http.ResponseWriter, r *http.Request, begins func(ctx context.Context, secret string, from assistant.Browser) (assistant.Session, error)) error {
	secret := d.IDs.Secret()
	in, err := begins(r.Context(), secret, browserOf(r))
	if err != nil {
		return err
	}
	if old, err := d.Session(r); err == nil && old.Person == in.Person {
		err = d.Sessions.EndSession(r.Context(), d.Tenant.ID, old.Person, old.ID)
		if err != nil && !errors.Is(err, assistant.ErrNotFound) {
			return err
		}
	}
	d.Log.InfoContext(r.Context(), "signed in", slog.String("tenant", string(d.Tenant.ID)), slog.String("person", string(in.Person)), slog.String("session", string(in.ID)))
	d.setSession(w, r, secret)
	return nil
}
