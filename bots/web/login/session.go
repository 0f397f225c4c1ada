package login

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/follow"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Codes sign people in once. One that cannot be used is [assistant.ErrCode].
type Codes interface {
	SignInCode(ctx context.Context, t assistant.TenantID, code string) (assistant.Person, error)
	RedeemSignInCode(ctx context.Context, t assistant.TenantID, code, secret string, from assistant.Browser) (assistant.Session, error)
}

// Sessions stores who is signed in. A session that is unknown or over is [assistant.ErrNotFound].
type Sessions interface {
	Codes
	StartSession(ctx context.Context, t assistant.TenantID, p assistant.PersonID, secret string, from assistant.Browser) (assistant.Session, error)
	Session(ctx context.Context, t assistant.TenantID, secret string) (assistant.Session, error)
	EndSession(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.SessionID) error
}

// Zones keeps where people's browsers stand.
type Zones interface {
	SeeZone(ctx context.Context, t assistant.TenantID, p assistant.PersonID, zone string) error
}

const (
	sessionCookie = "aisteam_session"
	hostOnly      = "__Host-" // which a browser takes from this very host alone, over TLS, and sends nowhere else
	hostCookie    = hostOnly + sessionCookie
	lookAgain     = 20 * time.Second // how often a stream looks whether its session still lives
	lookAtLeast   = time.Minute      // a stream that could not look for so long ends
)

// cookieName is what a cookie of ours is called. Where people come over TLS, a browser takes a name that begins so from this very host
// alone, and sends it nowhere else.
func (d *Door) cookieName(of string) string {
	if d.Public.Now().Secure() {
		return hostOnly + of
	}
	return of
}

// Session finds the living session of a request. It asks storage each time: one that was ended elsewhere is over here too. Where people come
// over TLS, only the cookie that this very host has set opens one, or one that began before an admin set that they do: otherwise setting it would
// sign everybody out.
func (d *Door) Session(r *http.Request) (assistant.Session, error) {
	in, err := d.sessionIn(r, hostCookie)
	if !errors.Is(err, assistant.ErrNotFound) {
		return in, err
	}
	at := d.Public.Now()
	if at.Secure() && at.Since.IsZero() {
		return in, err
	}
	in, err = d.sessionIn(r, sessionCookie)
	if err == nil && at.Secure() && !in.Made.Before(at.Since) {
		return assistant.Session{}, assistant.ErrNotFound
	}
	return in, err
}

func (d *Door) sessionIn(r *http.Request, cookie string) (assistant.Session, error) {
	c, err := r.Cookie(cookie)
	if err != nil || c.Value == "" {
		return assistant.Session{}, assistant.ErrNotFound
	}
	return d.Sessions.Session(r.Context(), d.Tenant.ID, c.Value)
}

// Stays tells from time to time why whoever asked may not be answered any more: they are signed out, or are not whom they came in
// as. A role that was taken from them ends what they are shown by it. It is nothing for the bearer of the token, who is not in a
// session.
func (d *Door) Stays(r *http.Request, as assistant.Person) func() error {
	if given, ok := bearer(r); ok && d.isToken(given) {
		return nil
	}
	looked := d.Now()
	return func() error {
		now := d.Now()
		if now.Sub(looked) < lookAgain {
			return nil
		}
		switch in, err := d.Session(r); {
		case err == nil && (in.Person != as.ID || in.Role != as.Role):
			return follow.ErrChanged
		case err == nil:
			looked = now
		case errors.Is(err, assistant.ErrNotFound), now.Sub(looked) >= lookAtLeast:
			return follow.ErrSignedOut
		}
		return nil
	}
}

// bearer is the token that a request carries, where it carries one.
func bearer(r *http.Request) (string, bool) {
	scheme, given, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return given, ok && given != "" && strings.EqualFold(scheme, "Bearer")
}

// isToken compares in constant time, whatever the lengths.
func (d *Door) isToken(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(d.Token))
	return d.Token != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// signIn gives the browser a session: that of the token's owner, or of the person a code was made for.
func (d *Door) signIn(w http.ResponseWriter, r *http.Request, code string) error {
	return d.enter(w, r, func(ctx context.Context, secret string, from assistant.Browser) (assistant.Session, error) {
		if code != "" {
			return d.Sessions.RedeemSignInCode(ctx, d.Tenant.ID, code, secret, from)
		}
		return d.Sessions.StartSession(ctx, d.Tenant.ID, d.Owner.ID, secret, from)
	})
}

// browserOf describes the client of a request. Only the prefix of an IPv6 address is kept, since the rest changes every day.
func browserOf(r *http.Request) assistant.Browser {
	at := request.Address(r)
	b := assistant.Browser{Says: r.UserAgent()}
	switch {
	case at.IsValid() && at.IsSingleIP():
		b.Address = at.Addr().String()
	case at.IsValid():
		b.Address = at.String()
	}
	return b
}

// setSession gives a browser a session, in place of whichever it had.
func (d *Door) setSession(w http.ResponseWriter, r *http.Request, secret string) {
	name, other := sessionCookie, hostCookie
	if d.Public.Now().Secure() {
		name, other = other, name
	}
	dropCookie(w, r, other)
	http.SetCookie(w, cookie(r, name, secret, int(assistant.SessionLife.Seconds())))
}

// dropSession takes the cookies of a session away.
func dropSession(w http.ResponseWriter, r *http.Request) {
	dropCookie(w, r, hostCookie)
	dropCookie(w, r, sessionCookie)
}

func dropCookie(w http.ResponseWriter, r *http.Request, name string) {
	if _, err := r.Cookie(name); err == nil {
		http.SetCookie(w, cookie(r, name, "", -1))
	}
}

func cookie(r *http.Request, name, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: strings.HasPrefix(name, hostOnly) || r.TLS != nil, SameSite: http.SameSiteLaxMode,
	}
}
