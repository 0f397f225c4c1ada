package login

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/request"
)

// GuardAPI lets in the bearer of the token, or the panel's own page.
func (d *Door) GuardAPI(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := d.admitted(w, r); err != nil {
			hangUp(w, r)
			d.Errors.Answer(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// admitted tells why a request may not use the API; nothing where it may.
func (d *Door) admitted(w http.ResponseWriter, r *http.Request) error {
	if given, ok := bearer(r); ok {
		right, err := d.takesToken(w, r, given)
		if err == nil && !right {
			err = nobody(w)
		}
		return err
	}
	_, err := d.Session(r)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return nobody(w)
	case err != nil:
		return err
	case d.cross.Check(r) != nil:
		return foreign()
	}
	return nil
}

func nobody(w http.ResponseWriter) error {
	w.Header().Set("WWW-Authenticate", `Bearer realm="aisteam"`)
	return request.Refuse(http.StatusUnauthorized, assistant.SideInput, "You are not signed in.",
		"Send the token as a bearer token, or open the panel and sign in.")
}

// GuardPanel lets in the panel's own page, and shows the login to everybody else.
func (d *Door) GuardPanel(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := d.Session(r)
		switch {
		case errors.Is(err, assistant.ErrNotFound):
			hangUp(w, r)
			d.showLogin(w, r, http.StatusUnauthorized, "")
		case err != nil:
			hangUp(w, r)
			d.Pages.Fail(w, r, err)
		case d.cross.Check(r) != nil:
			hangUp(w, r)
			d.Pages.Fail(w, r, foreign())
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func foreign() *request.RefusedError {
	return request.Refuse(http.StatusForbidden, assistant.SideInput, "Another site has sent this request in your name, so I did nothing.",
		"Do it from the panel itself.")
}

// hangUp ends the connection with the answer, where the request has a body: nobody who is refused is listened to.
func hangUp(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		bots.HangUp(w)
	}
}

// takesToken tells whether that is the token, unless too many wrong ones were shown before: it is not looked at then.
func (d *Door) takesToken(w http.ResponseWriter, r *http.Request, given string) (bool, error) {
	right := d.isToken(given)
	if wait := d.guesses.count(r.Context(), addressOf(r), d.Now(), !right); wait > 0 {
		return false, tooMany(w, wait)
	}
	return right, nil
}

// takesCode signs in whoever shows a sign-in code. Each that is shown counts, since they are looked up.
func (d *Door) takesCode(w http.ResponseWriter, r *http.Request, code string) (bool, error) {
	if wait := d.guesses.count(r.Context(), addressOf(r), d.Now(), true); wait > 0 {
		return false, tooMany(w, wait)
	}
	err := d.signIn(w, r, code)
	if errors.Is(err, assistant.ErrCode) {
		return false, nil
	}
	return err == nil, err
}

func tooMany(w http.ResponseWriter, wait time.Duration) error {
	seconds := strconv.Itoa(int(math.Ceil(wait.Seconds())))
	w.Header().Set("Retry-After", seconds)
	return request.Refuse(http.StatusTooManyRequests, assistant.SideInput, "Too many wrong tokens or codes were tried.",
		"Wait "+seconds+" seconds and try again.")
}

// Secure sets the headers that hold a browser to what the panel needs.
func (d *Door) Secure(next http.Handler) http.Handler {
	const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
		"font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
	const year = 365 * 24 * time.Hour
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.guesses.watch(r.Context(), d.Now())
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		h.Set("Cache-Control", "no-store")
		if d.https {
			h.Set("Strict-Transport-Security", "max-age="+strconv.Itoa(int(year.Seconds())))
		}
		next.ServeHTTP(w, r)
	})
}
