package web

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// guardAPI lets in the bearer of the token, or the panel's own page.
func (s *Surface) guardAPI(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.admitted(w, r); err != nil {
			hangUp(w, r)
			s.fail(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// admitted tells why a request may not use the API; nothing where it may.
func (s *Surface) admitted(w http.ResponseWriter, r *http.Request) error {
	if given, ok := bearer(r); ok {
		right, err := s.takesToken(w, r, given)
		if err == nil && !right {
			err = nobody(w)
		}
		return err
	}
	_, err := s.session(r)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return nobody(w)
	case err != nil:
		return err
	case s.cross.Check(r) != nil:
		return foreign()
	}
	return nil
}

func nobody(w http.ResponseWriter) error {
	w.Header().Set("WWW-Authenticate", `Bearer realm="aisteam"`)
	return refuse(http.StatusUnauthorized, assistant.SideInput, "You are not signed in.",
		"Send the token as a bearer token, or open the panel and sign in.")
}

// guardPanel lets in the panel's own page, and shows the login to everybody else.
func (s *Surface) guardPanel(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := s.session(r)
		switch {
		case errors.Is(err, assistant.ErrNotFound):
			hangUp(w, r)
			s.showLogin(w, r, http.StatusUnauthorized, "")
		case err != nil:
			hangUp(w, r)
			s.failPage(w, r, err)
		case s.cross.Check(r) != nil:
			hangUp(w, r)
			s.failPage(w, r, foreign())
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func foreign() *refusal {
	return refuse(http.StatusForbidden, assistant.SideInput, "Another site has sent this request in your name, so I did nothing.",
		"Do it from the panel itself.")
}

// hangUp ends the connection with the answer, where the request has a body: nobody who is refused is listened to.
func hangUp(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		bots.HangUp(w)
	}
}

// takesToken tells whether that is the token, unless too many wrong ones were shown before: it is not looked at then.
func (s *Surface) takesToken(w http.ResponseWriter, r *http.Request, given string) (bool, error) {
	right := s.isToken(given)
	if wait := s.guesses.count(r.Context(), addressOf(r), s.Now(), !right); wait > 0 {
		return false, tooMany(w, wait)
	}
	return right, nil
}

// takesCode signs in whoever shows a sign-in code. Each that is shown counts, since they are looked up.
func (s *Surface) takesCode(w http.ResponseWriter, r *http.Request, code string) (bool, error) {
	if wait := s.guesses.count(r.Context(), addressOf(r), s.Now(), true); wait > 0 {
		return false, tooMany(w, wait)
	}
	err := s.signIn(w, r, code)
	if errors.Is(err, assistant.ErrCode) {
		return false, nil
	}
	return err == nil, err
}

func tooMany(w http.ResponseWriter, wait time.Duration) error {
	seconds := strconv.Itoa(int(math.Ceil(wait.Seconds())))
	w.Header().Set("Retry-After", seconds)
	return refuse(http.StatusTooManyRequests, assistant.SideInput, "Too many wrong tokens or codes were tried.",
		"Wait "+seconds+" seconds and try again.")
}

// secure sets the headers that hold a browser to what the panel needs.
func (s *Surface) secure(next http.Handler) http.Handler {
	const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
		"font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
	const year = 365 * 24 * time.Hour
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.guesses.watch(r.Context(), s.Now())
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		h.Set("Cache-Control", "no-store")
		if s.https {
			h.Set("Strict-Transport-Security", "max-age="+strconv.Itoa(int(year.Seconds())))
		}
		next.ServeHTTP(w, r)
	})
}
