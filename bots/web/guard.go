package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const (
	sessionCookie = "aisteam_session"
	sessionAge    = 30 * 24 * time.Hour
)

// guardAPI lets in the bearer of the token, or the panel's own page.
func (s *Surface) guardAPI(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case s.bearer(r):
		case !s.session(r):
			w.Header().Set("WWW-Authenticate", `Bearer realm="aisteam"`)
			s.fail(w, r, refuse(http.StatusUnauthorized, assistant.SideInput, "You are not signed in.",
				"Send the token as a bearer token, or open the panel and sign in."))
			return
		case s.cross.Check(r) != nil:
			s.fail(w, r, foreign())
			return
		}
		next.ServeHTTP(w, r)
	})
}

// guardPanel lets in the panel's own page, and shows the login to everybody else.
func (s *Surface) guardPanel(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.session(r) {
			s.showLogin(w, r, http.StatusUnauthorized, "")
			return
		}
		if s.cross.Check(r) != nil {
			s.failPage(w, r, foreign())
			return
		}
		next.ServeHTTP(w, r)
	})
}

func foreign() *refusal {
	return refuse(http.StatusForbidden, assistant.SideInput, "Another site has sent this request in your name, so I did nothing.",
		"Do it from the panel itself.")
}

// bearer tells whether the request carries the token.
func (s *Surface) bearer(r *http.Request) bool {
	scheme, given, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	return ok && strings.EqualFold(scheme, "Bearer") && s.isToken(given)
}

// isToken compares in constant time, whatever the lengths.
func (s *Surface) isToken(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.Token))
	return s.Token != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// session tells whether the request carries a living session.
func (s *Surface) session(r *http.Request) bool {
	c, err := r.Cookie(sessionCookie)
	if err != nil {
		return false
	}
	until, mac, ok := strings.Cut(c.Value, ".")
	if !ok || !hmac.Equal([]byte(mac), []byte(s.sign(until))) {
		return false
	}
	at, err := strconv.ParseInt(until, 10, 64)
	return err == nil && s.Now().Unix() < at
}

// sign makes a session out of the time it ends: whoever changes the token ends every session.
func (s *Surface) sign(until string) string {
	m := hmac.New(sha256.New, []byte(s.Token))
	m.Write([]byte("aisteam panel session until " + until))
	return hex.EncodeToString(m.Sum(nil))
}

// signIn gives the browser a session.
func (s *Surface) signIn(w http.ResponseWriter, r *http.Request) {
	until := strconv.FormatInt(s.Now().Add(sessionAge).Unix(), 10)
	http.SetCookie(w, s.cookie(r, until+"."+s.sign(until), int(sessionAge.Seconds())))
}

func (s *Surface) cookie(r *http.Request, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: sessionCookie, Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: s.https || r.TLS != nil, SameSite: http.SameSiteLaxMode,
	}
}

// secure sets the headers that hold a browser to what the panel needs.
func secure(next http.Handler) http.Handler {
	const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
		"font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}
