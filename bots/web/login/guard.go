package login

import (
	"cmp"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/request"
)

// GuardAPI lets in the bearer of the token, as its owner, or the panel's own page, as the person signed in there.
func (d *Door) GuardAPI(next func(assistant.Person) http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, err := d.admitted(w, r)
		if err != nil {
			hangUp(w, r)
			d.Errors.Answer(w, r, err)
			return
		}
		next(p).ServeHTTP(w, r)
	})
}

// admitted tells who uses the API, or why a request may not.
func (d *Door) admitted(w http.ResponseWriter, r *http.Request) (assistant.Person, error) {
	if given, ok := bearer(r); ok {
		right, err := d.takesToken(w, r, given)
		if err == nil && !right {
			err = nobody(w)
		}
		return d.Owner, err
	}
	in, err := d.Session(r)
	if errors.Is(err, assistant.ErrNotFound) {
		return assistant.Person{}, nobody(w)
	}
	return d.comesIn(r, in, err)
}

// comesIn tells who a session lets in, or why this request is not answered. A guest of a platform is nobody here.
func (d *Door) comesIn(r *http.Request, in assistant.Session, err error) (assistant.Person, error) {
	switch {
	case err != nil:
		return assistant.Person{}, err
	case in.Role == assistant.RoleGuest:
		return assistant.Person{}, assistant.ErrGuest
	case d.crosses(r):
		return assistant.Person{}, foreign()
	}
	return assistant.Person{
		ID: in.Person, Tenant: in.Tenant, Name: in.Name, Role: in.Role, Language: cmp.Or(in.Language, request.Language(r)), Zone: d.stands(r, in),
	}, nil
}

// stands is where the person's clock stands: what they have chosen, else where their browser is, which is kept.
func (d *Door) stands(r *http.Request, in assistant.Session) string {
	zone := request.Zone(r)
	if in.ZoneChosen || zone == "" || zone == in.Zone {
		return in.Zone
	}
	if d.Zones != nil {
		if err := d.Zones.SeeZone(r.Context(), in.Tenant, in.Person, zone); err != nil {
			return in.Zone // it is said again with the next request
		}
	}
	return zone
}

func nobody(w http.ResponseWriter) error {
	w.Header().Set("WWW-Authenticate", `Bearer realm="aisteam"`)
	return request.Refuse(http.StatusUnauthorized, assistant.SideInput, assistant.Say("You are not signed in."),
		assistant.Say("Send the token as a bearer token, or open the panel and sign in."))
}

// GuardPanel lets in the panel's own page, and shows the login to everybody else.
func (d *Door) GuardPanel(next func(assistant.Person) http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		in, err := d.Session(r)
		if errors.Is(err, assistant.ErrNotFound) {
			hangUp(w, r)
			d.showLogin(w, r, http.StatusUnauthorized, "")
			return
		}
		p, err := d.comesIn(r, in, err)
		if err != nil {
			hangUp(w, r)
			d.Pages.Fail(w, r, err)
			return
		}
		next(p).ServeHTTP(w, r)
	})
}

func foreign() *request.RefusedError {
	return request.Refuse(http.StatusForbidden, assistant.SideInput, assistant.Say("Another site has sent this request in your name, so I did nothing."),
		assistant.Say("Do it from the panel itself."))
}

// hangUp ends the connection with the answer, where the request has a body: nobody who is refused is listened to.
func hangUp(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		bots.HangUp(w)
	}
}

// takesToken tells whether that is the token, unless too many wrong ones were shown before from where it comes.
func (d *Door) takesToken(w http.ResponseWriter, r *http.Request, given string) (bool, error) {
	right := d.isToken(given)
	if wait := d.guesses.count(r.Context(), addressOf(r), d.Now(), !right); wait > 0 {
		return false, tooMany(w, wait)
	}
	return right, nil
}

// whose tells whom a secret would sign in, and uses nothing up; what signs nobody in is [assistant.ErrCode], and counts.
func (d *Door) whose(w http.ResponseWriter, r *http.Request, given shown) (assistant.Person, error) {
	if given.Code == "" {
		right, err := d.takesToken(w, r, given.Token)
		if err == nil && !right {
			err = assistant.ErrCode
		}
		return d.Owner, err
	}
	if wait := d.guesses.count(r.Context(), addressOf(r), d.Now(), false); wait > 0 {
		return assistant.Person{}, tooMany(w, wait)
	}
	p, err := d.Sessions.SignInCode(r.Context(), d.Tenant.ID, given.Code)
	if errors.Is(err, assistant.ErrCode) {
		if wait := d.guesses.count(r.Context(), addressOf(r), d.Now(), true); wait > 0 {
			return p, tooMany(w, wait)
		}
	}
	return p, err
}

func tooMany(w http.ResponseWriter, wait time.Duration) error {
	seconds := strconv.Itoa(int(math.Ceil(wait.Seconds())))
	w.Header().Set("Retry-After", seconds)
	return request.Refuse(http.StatusTooManyRequests, assistant.SideInput, assistant.Say("Too many wrong tokens or codes were tried."),
		assistant.Say("Wait %s seconds and try again.", seconds))
}

// Secure sets the headers that hold a browser to what the panel needs.
func (d *Door) Secure(next http.Handler) http.Handler {
	style, script := d.Pages.Inline()
	policy := "default-src 'none'; script-src 'self' " + script + "; style-src 'self' " + style + "; img-src 'self' data:; connect-src 'self'; " +
		"font-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
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
		if d.Public.Now().Secure() {
			h.Set("Strict-Transport-Security", "max-age="+strconv.Itoa(int(year.Seconds())))
		}
		next.ServeHTTP(w, r)
	})
}
