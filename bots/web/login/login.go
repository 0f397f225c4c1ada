package login

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

type loginView struct {
	pages.View

	Wrong string
	To    string // where whoever signs in wanted to go
}

const (
	wrongToken = "That token does not open this panel."
	wrongCode  = "That code does not open this panel: it may be used already, or older than ten minutes. Sign in with the token, or start AISTEAM again for a new code."
	loginLimit = 4 << 10 // a token and little else
)

// AddressLogin signs in whoever opens a page with the token or a sign-in code in its address, and takes it out of the
// address.
func (d *Door) AddressLogin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		given, wrong := "token", wrongToken
		if q.Has("code") {
			given, wrong = "code", wrongCode
		}
		if r.Method != http.MethodGet || !q.Has(given) {
			next.ServeHTTP(w, r)
			return
		}
		secret := q.Get(given)
		q.Del("token")
		q.Del("code")
		d.letIn(w, r, wrong, here(r.URL.EscapedPath(), q.Encode()), func() (bool, error) {
			if given == "code" {
				return d.takesCode(w, r, secret)
			}
			return d.signsIn(w, r, secret)
		})
	})
}

// signsIn signs in whoever shows the token.
func (d *Door) signsIn(w http.ResponseWriter, r *http.Request, token string) (bool, error) {
	right, err := d.takesToken(w, r, token)
	if err == nil && right {
		err = d.signIn(w, r, "")
	}
	return right && err == nil, err
}

// letIn sends whoever shows the right thing on, and the others back to the login.
func (d *Door) letIn(w http.ResponseWriter, r *http.Request, wrong, to string, look func() (bool, error)) {
	right, err := look()
	if refused, ok := errors.AsType[*request.RefusedError](err); ok {
		d.showLogin(w, r, refused.Status, refused.Problem.Message+" "+refused.Problem.Recovery)
		return
	}
	switch {
	case err != nil:
		d.Pages.Fail(w, r, err)
	case !right:
		d.showLogin(w, r, http.StatusUnauthorized, wrong)
	default:
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}

// here is an address on this very server, whatever the path looks like.
func here(path, query string) string {
	if len(path) > 1 && (path[1] == '/' || path[1] == '\\') {
		path = "/"
	}
	if query != "" {
		return path + "?" + query
	}
	return path
}

// wayBack is an address of the panel that somebody came from. It is never one of another server, and none that only a script
// asks for.
func wayBack(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") || strings.ContainsAny(to, "\\\r\n") {
		return "/"
	}
	for _, other := range []string{"/login", "/logout", "/panel/", "/assets/", "/api/"} {
		if strings.HasPrefix(u.Path, other) {
			return "/"
		}
	}
	q := u.Query()
	q.Del("token")
	q.Del("code")
	return here(u.EscapedPath(), q.Encode())
}

// cameFrom is where a request to be signed in comes from: a page, the page whose script asked, or the login itself.
func cameFrom(r *http.Request) string {
	switch {
	case request.ByScript(r):
		u, err := url.Parse(r.Header.Get("HX-Current-URL"))
		if err != nil {
			return "/"
		}
		return wayBack(u.RequestURI())
	case r.URL.Path == "/login" && r.Method == http.MethodPost:
		return wayBack(r.Form.Get("to"))
	case r.URL.Path == "/login":
		return wayBack(r.URL.Query().Get("to"))
	case r.Method == http.MethodGet:
		return wayBack(r.URL.RequestURI())
	default:
		return "/"
	}
}

// Login takes the token of the login's form.
func (d *Door) Login(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		if _, err := d.Session(r); err == nil {
			http.Redirect(w, r, cameFrom(r), http.StatusSeeOther)
			return
		}
		d.showLogin(w, r, http.StatusOK, "")
		return
	}
	form, err := d.form(w, r)
	if err != nil {
		d.Pages.Fail(w, r, err)
		return
	}
	r.Form = form // what is wrong is shown with where it leads
	d.letIn(w, r, wrongToken, wayBack(form.Get("to")), func() (bool, error) { return d.signsIn(w, r, form.Get("token")) })
}

// Logout ends the browser's session, everywhere: who has copied its cookie has nothing.
func (d *Door) Logout(w http.ResponseWriter, r *http.Request) {
	if d.cross.Check(r) != nil {
		hangUp(w, r)
		d.Pages.Fail(w, r, foreign())
		return
	}
	in, err := d.Session(r)
	if err == nil {
		err = d.Sessions.EndSession(r.Context(), d.Tenant.ID, in.Person, in.ID)
	}
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		d.Pages.Fail(w, r, err)
		return
	}
	d.Leave(w, r)
}

// Leave takes the cookie of a session that is over away.
func (d *Door) Leave(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, d.cookie(r, "", -1))
	http.Redirect(w, r, "/login", http.StatusSeeOther)
}

// SignedOut is what a page is told whose session is over.
func SignedOut() assistant.Problem {
	return assistant.Problem{Message: "You are not signed in any more.", Recovery: "Sign in again."}
}

func (d *Door) showLogin(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	if request.ByScript(r) {
		w.Header().Set("HX-Redirect", "/login?to="+url.QueryEscape(cameFrom(r)))
		d.Pages.Read(r).Render(w, status, "notice", SignedOut())
		return
	}
	drawn := d.Pages.Read(r)
	drawn.Render(w, status, "login", loginView{View: drawn.View("Sign in"), Wrong: wrong, To: cameFrom(r)})
}
