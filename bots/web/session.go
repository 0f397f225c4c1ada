package web

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Sessions keeps who has signed in. What is not there, or over, is [assistant.ErrNotFound].
type Sessions interface {
	StartSession(ctx context.Context, t assistant.TenantID, p assistant.PersonID, secret, browser string) (assistant.Session, error)
	RedeemSignInCode(ctx context.Context, t assistant.TenantID, code, secret, browser string) (assistant.Session, error)
	Session(ctx context.Context, t assistant.TenantID, secret string) (assistant.Session, error)
	Sessions(ctx context.Context, t assistant.TenantID, by assistant.PersonID, limit int) ([]assistant.Session, error)
	EndSession(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.SessionID) error
}

const (
	sessionCookie = "aisteam_session"
	lookAgain     = 20 * time.Second // how often a stream looks whether its session still lives
	lookAtLeast   = time.Minute      // a stream that could not look for so long ends
)

// errSignedOut ends a stream whose session is over.
var errSignedOut = errors.New("the session is over")

// cookieName is the session's. Where people come over TLS, a browser takes a name that begins so from this very host
// alone, and sends it nowhere else.
func (s *Surface) cookieName() string {
	if s.https {
		return "__Host-" + sessionCookie
	}
	return sessionCookie
}

// session finds the living session of a request. It asks storage each time: one that was ended elsewhere is over here too.
func (s *Surface) session(r *http.Request) (assistant.Session, error) {
	c, err := r.Cookie(s.cookieName())
	if err != nil || c.Value == "" {
		return assistant.Session{}, assistant.ErrNotFound
	}
	return s.Sessions.Session(r.Context(), s.Tenant.ID, c.Value)
}

// stays tells from time to time whether whoever asked may still be answered; nothing for the bearer of the token, who is
// not in a session.
func (s *Surface) stays(r *http.Request) func() error {
	if given, ok := bearer(r); ok && s.isToken(given) {
		return nil
	}
	looked := s.Now()
	return func() error {
		now := s.Now()
		if now.Sub(looked) < lookAgain {
			return nil
		}
		switch _, err := s.session(r); {
		case err == nil:
			looked = now
		case errors.Is(err, assistant.ErrNotFound), now.Sub(looked) >= lookAtLeast:
			return errSignedOut
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
func (s *Surface) isToken(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.Token))
	return s.Token != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// signIn gives the browser a session: of the token's person, or of whom a code was made for. A session that it had ends.
func (s *Surface) signIn(w http.ResponseWriter, r *http.Request, code string) error {
	secret, browser := s.IDs.Secret(), r.UserAgent()
	var err error
	if code != "" {
		_, err = s.Sessions.RedeemSignInCode(r.Context(), s.Tenant.ID, code, secret, browser)
	} else {
		_, err = s.Sessions.StartSession(r.Context(), s.Tenant.ID, s.Owner.ID, secret, browser)
	}
	if err != nil {
		return err
	}
	if old, err := s.session(r); err == nil {
		err = s.Sessions.EndSession(r.Context(), s.Tenant.ID, old.Person, old.ID)
		if err != nil && !errors.Is(err, assistant.ErrNotFound) {
			return err
		}
	}
	http.SetCookie(w, s.cookie(r, secret, int(assistant.SessionLife.Seconds())))
	return nil
}

func (s *Surface) cookie(r *http.Request, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: s.cookieName(), Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: s.https || r.TLS != nil, SameSite: http.SameSiteLaxMode,
	}
}
