package login

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/openid"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// OpenIDSessions begins sessions by company logins that have just proved themselves, and links them to people.
type OpenIDSessions interface {
	SignInOpenID(ctx context.Context, t assistant.TenantID, p assistant.OpenIDProof, secret string, from assistant.Browser) (assistant.Session, error)
	LinkOpenID(ctx context.Context, t assistant.TenantID, person assistant.PersonID, p assistant.OpenIDProof) error
}

const openIDCookie = "aisteam_openid"

// sentView is a page that leads to the issuer.
type sentView struct {
	pages.View

	Issuer, Address string
}

// BeginOpenID redirects to the company's login.
func (d *Door) BeginOpenID(w http.ResponseWriter, r *http.Request) {
	form, err := d.form(w, r, loginLimit)
	if err != nil {
		d.Pages.Fail(w, r, err)
		return
	}
	to := wayBack(form.Get("to"))
	if err := d.SendToCompany(w, r, openid.About{To: to}); err != nil {
		d.refuseOpenID(w, r, to, err)
	}
}

// SendToCompany answers with a page that goes on to the issuer by itself. A redirect would not do: the panel's policy lets forms lead nowhere
// else, and browsers hold what a form is answered with against it, too.
func (d *Door) SendToCompany(w http.ResponseWriter, r *http.Request, about openid.About) error {
	if err := d.mayBegin(r); err != nil {
		return err
	}
	browser := d.openIDBrowser(r)
	if browser == "" {
		browser = d.IDs.Secret()
	}
	address, err := d.OpenID.Begin(r.Context(), browser, about)
	if err != nil {
		return err
	}
	http.SetCookie(w, cookie(r, d.cookieName(openIDCookie), browser, int(assistant.OpenIDBegunLife.Seconds())))
	w.Header().Set("Refresh", "0;url="+address)
	drawn := d.Pages.Read(r)
	drawn.Render(w, http.StatusOK, "sent-on", sentView{View: drawn.ViewWith(pages.WaitsView{}, "Sign in"), Issuer: d.OpenID.Issuer(), Address: address})
	return nil
}

// openIDBrowser is the secret by which a browser is known that has begun a sign-in; "" for none. What another tab has begun is under the same one.
func (d *Door) openIDBrowser(r *http.Request) string {
	c, err := r.Cookie(d.cookieName(openIDCookie))
	if err != nil {
		return ""
	}
	return c.Value
}

// OpenIDBack handles the return from the issuer: the person is signed in, or the login is linked to them.
func (d *Door) OpenIDBack(w http.ResponseWriter, r *http.Request) {
	about, err := d.byOpenID(w, r)
	if err != nil && request.RefusalOf(err).Status < http.StatusInternalServerError { // what is worse is logged as such
		d.Log.InfoContext(r.Context(), "company login refused", slog.String("tenant", string(d.Tenant.ID)), slog.Any("err", err))
	}
	switch {
	case err == nil && about.For != "":
		http.Redirect(w, r, "/sessions?done=company#company", http.StatusSeeOther)
	case err == nil:
		http.Redirect(w, r, wayBack(about.To), http.StatusSeeOther)
	case about.For != "":
		d.Pages.Fail(w, r, err)
	default:
		d.refuseOpenID(w, r, wayBack(about.To), err)
	}
}

// byOpenID signs the browser in, or links the login to the person signed in; what was not begun here counts as a guess.
func (d *Door) byOpenID(w http.ResponseWriter, r *http.Request) (openid.About, error) {
	if wait := d.guesses.count(r.Context(), addressOf(r), d.Now(), false); wait > 0 {
		return openid.About{}, tooMany(w, wait)
	}
	done, err := d.OpenID.Finish(r.Context(), d.openIDBrowser(r), r.URL.Query())
	switch {
	case errors.Is(err, assistant.ErrOpenIDBegun):
		if wait := d.guesses.count(r.Context(), addressOf(r), d.Now(), true); wait > 0 {
			return done.About, tooMany(w, wait)
		}
		return done.About, err
	case err != nil:
		return done.About, err
	case done.For != "":
		return done.About, d.linkOpenID(r, done)
	}
	return done.About, d.enter(w, r, func(ctx context.Context, secret string, from assistant.Browser) (assistant.Session, error) {
		return d.OpenIDSessions.SignInOpenID(ctx, d.Tenant.ID, done.Proof, secret, from)
	})
}

// linkOpenID links a login to the person who began it, if they are still signed in.
func (d *Door) linkOpenID(r *http.Request, done openid.Finished) error {
	in, err := d.Session(r)
	if errors.Is(err, assistant.ErrNotFound) || err == nil && in.Person != done.For {
		return assistant.ErrOpenIDBegun
	}
	if err != nil {
		return err
	}
	if err := d.OpenIDSessions.LinkOpenID(r.Context(), d.Tenant.ID, in.Person, done.Proof); err != nil {
		return err
	}
	d.Log.InfoContext(r.Context(), "company login linked", slog.String("tenant", string(d.Tenant.ID)), slog.String("person", string(in.Person)))
	return nil
}

// refuseOpenID goes back to the login with why somebody is not let in.
func (d *Door) refuseOpenID(w http.ResponseWriter, r *http.Request, to string, err error) {
	refused := request.RefusalOf(err)
	d.Errors.Note(r, refused, err)
	status := refused.Status
	if errors.Is(err, assistant.ErrOpenIDBegun) || errors.Is(err, assistant.ErrOpenIDStranger) {
		status = http.StatusUnauthorized
	}
	d.drawLogin(w, r, status, loginView{To: to, Refused: refused.Problem})
}

// company returns the display name of the company's login, or "" if there is none.
func (d *Door) company() string {
	if d.OpenID == nil {
		return ""
	}
	return d.OpenID.Issuer()
}
