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
	To    string // the page the person wanted

	Mails   bool // links are sent by mail
	Sent    bool // one was asked for
	Address string
	Refused assistant.Problem // why none is sent, or why a passkey or the company signs nobody in

	Passkeys bool   // people sign in by passkeys
	Company  string // that people sign in at; "" at none
}

const (
	wrongToken = "That token does not open this panel."
	wrongCode  = "That code does not open this panel: it may be used already, or too old. Ask for a new link, or sign in with the token."
	loginLimit = 4 << 10 // a token and little else
)

// enterView is what a link shows that signs somebody in.
type enterView struct {
	pages.View

	As    string // whom it signs in
	Now   string // as whom this browser is signed in already; "" as nobody
	Given shown
	To    string
}

// shown is a secret that somebody shows to be signed in: the token, or a sign-in code.
type shown struct{ Token, Code string }

func shownIn(q url.Values) (shown, bool) {
	return shown{Token: q.Get("token"), Code: q.Get("code")}, q.Has("token") || q.Has("code")
}

func (s shown) wrong() string {
	if s.Code != "" {
		return wrongCode
	}
	return wrongToken
}

// AddressLogin shows whom the token or a sign-in code in a page's address would sign in. Nobody is signed in by following a link, and
// no code is used up: chats look at links before people do, and whoever sends one to somebody else might want them to work as
// the sender.
func (d *Door) AddressLogin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		given, has := shownIn(q)
		if r.Method != http.MethodGet || !has {
			next.ServeHTTP(w, r)
			return
		}
		q.Del("token")
		q.Del("code")
		to := here(r.URL.EscapedPath(), q.Encode())
		as, err := d.whose(w, r, given)
		if err != nil {
			d.refuse(w, r, given, err)
			return
		}
		drawn := d.Pages.Read(r)
		v := enterView{View: drawn.ViewWith(pages.WaitsView{}, "Sign in"), As: as.Name, Given: given, To: to}
		if in, err := d.Session(r); err == nil {
			if in.Person == as.ID {
				http.Redirect(w, r, to, http.StatusSeeOther)
				return
			}
			v.Now = in.Name
		}
		drawn.Render(w, http.StatusOK, "enter", v)
	})
}

// refuse goes back to the login with why somebody is not let in.
func (d *Door) refuse(w http.ResponseWriter, r *http.Request, given shown, err error) {
	switch refused, ok := errors.AsType[*request.RefusedError](err); {
	case ok:
		d.showLogin(w, r, refused.Status, refused.Problem.Whole().String())
	case errors.Is(err, assistant.ErrCode):
		d.showLogin(w, r, http.StatusUnauthorized, given.wrong())
	default:
		d.Pages.Fail(w, r, err)
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
		return formPage(r.URL.Path)
	}
}

// formPage is the page of a form by where it was sent, as far as that tells.
func formPage(action string) string {
	room, _, _ := strings.Cut(strings.TrimPrefix(action, "/"), "/")
	if room == "panel" || room == "share" {
		return "/"
	}
	return wayBack("/" + room)
}

// Login takes the form of the login page, or of a link.
func (d *Door) Login(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		if _, err := d.Session(r); err == nil {
			http.Redirect(w, r, cameFrom(r), http.StatusSeeOther)
			return
		}
		d.showLogin(w, r, http.StatusOK, "")
		return
	}
	form, err := d.form(w, r, loginLimit)
	if err != nil {
		d.Pages.Fail(w, r, err)
		return
	}
	r.Form = form // what is wrong is shown with where it leads
	given, _ := shownIn(form)
	if _, err := d.whose(w, r, given); err != nil {
		d.refuse(w, r, given, err)
		return
	}
	if err := d.signIn(w, r, given.Code); err != nil {
		d.refuse(w, r, given, err)
		return
	}
	http.Redirect(w, r, wayBack(form.Get("to")), http.StatusSeeOther)
}

// Logout ends the browser's session everywhere: a copied cookie is worthless then.
func (d *Door) Logout(w http.ResponseWriter, r *http.Request) {
	if d.crosses(r) {
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
	dropSession(w, r)
	http.Redirect(w, r, "/login", http.StatusSeeOther)
}

// SignedOut is what a page is told after its session has ended.
func SignedOut() assistant.Problem {
	return assistant.Problem{Message: assistant.Say("You are not signed in any more."), Recovery: assistant.Say("Sign in again.")}
}

func (d *Door) showLogin(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	if request.ByScript(r) {
		w.Header().Set("HX-Redirect", "/login?to="+url.QueryEscape(cameFrom(r)))
		d.Pages.Read(r).Render(w, status, "notice", SignedOut())
		return
	}
	v := loginView{Wrong: wrong, To: cameFrom(r)}
	if r.Method == http.MethodPost && r.URL.Path != "/login" {
		v.Refused = SignedOut()
		v.Refused.Recovery = assistant.Say("Nothing was done with what you sent. Sign in again, and send it once more.")
	}
	d.drawLogin(w, r, status, v)
}

func (d *Door) drawLogin(w http.ResponseWriter, r *http.Request, status int, v loginView) {
	drawn := d.Pages.Read(r)
	v.View, v.Mails, v.Passkeys, v.Company = drawn.ViewWith(pages.WaitsView{}, "Sign in"), d.mails(), d.Passkeys.Serves(), d.company()
	drawn.Render(w, status, "login", v)
}
