package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

type loginView struct {
	view

	Wrong string
	To    string // where whoever signs in wanted to go
}

const (
	wrongToken = "That token does not open this panel."
	wrongCode  = "That code does not open this panel: it may be used already, or older than ten minutes. Sign in with the token, or start AISTEAM again for a new code."
	loginLimit = 4 << 10 // a token and little else
)

// addressLogin signs in whoever opens a page with the token or a sign-in code in its address, and takes it out of the
// address.
func (s *Surface) addressLogin(next http.Handler) http.Handler {
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
		s.letIn(w, r, wrong, here(r.URL.EscapedPath(), q.Encode()), func() (bool, error) {
			if given == "code" {
				return s.takesCode(w, r, secret)
			}
			return s.signsIn(w, r, secret)
		})
	})
}

// signsIn signs in whoever shows the token.
func (s *Surface) signsIn(w http.ResponseWriter, r *http.Request, token string) (bool, error) {
	right, err := s.takesToken(w, r, token)
	if err == nil && right {
		err = s.signIn(w, r, "")
	}
	return right && err == nil, err
}

// letIn sends whoever shows the right thing on, and the others back to the login.
func (s *Surface) letIn(w http.ResponseWriter, r *http.Request, wrong, to string, look func() (bool, error)) {
	right, err := look()
	if refused, ok := errors.AsType[*refusal](err); ok {
		s.showLogin(w, r, refused.status, refused.problem.Message+" "+refused.problem.Recovery)
		return
	}
	switch {
	case err != nil:
		s.failPage(w, r, err)
	case !right:
		s.showLogin(w, r, http.StatusUnauthorized, wrong)
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
	case byScript(r):
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

// login takes the token of the login's form.
func (s *Surface) login(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		if _, err := s.session(r); err == nil {
			http.Redirect(w, r, cameFrom(r), http.StatusSeeOther)
			return
		}
		s.showLogin(w, r, http.StatusOK, "")
		return
	}
	if s.cross.Check(r) != nil {
		hangUp(w, r)
		s.failPage(w, r, foreign())
		return
	}
	body, done, status := s.Bodies.Read(w, r, loginLimit)
	defer done()
	form, err := url.ParseQuery(string(body))
	if status != 0 || err != nil {
		hangUp(w, r)
		s.failPage(w, r, refuse(max(status, http.StatusBadRequest), assistant.SideInput, "The form could not be read.", "Send it again."))
		return
	}
	r.Form = form // what is wrong is shown with where it leads
	s.letIn(w, r, wrongToken, wayBack(form.Get("to")), func() (bool, error) { return s.signsIn(w, r, form.Get("token")) })
}

// logout ends the browser's session, everywhere: who has copied its cookie has nothing.
func (s *Surface) logout(w http.ResponseWriter, r *http.Request) {
	if s.cross.Check(r) != nil {
		hangUp(w, r)
		s.failPage(w, r, foreign())
		return
	}
	in, err := s.session(r)
	if err == nil {
		err = s.Sessions.EndSession(r.Context(), s.Tenant.ID, in.Person, in.ID)
	}
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		s.failPage(w, r, err)
		return
	}
	s.leave(w, r)
}

// leave takes the cookie of a session that is over away.
func (s *Surface) leave(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, s.cookie(r, "", -1))
	http.Redirect(w, r, "/login", http.StatusSeeOther)
}

func signedOut() assistant.Problem {
	return assistant.Problem{Message: "You are not signed in any more.", Recovery: "Sign in again."}
}

func (s *Surface) showLogin(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	if byScript(r) {
		w.Header().Set("HX-Redirect", "/login?to="+url.QueryEscape(cameFrom(r)))
		s.pages.render(w, status, "notice", signedOut())
		return
	}
	s.pages.render(w, status, "login", loginView{view: s.bare("Sign in"), Wrong: wrong, To: cameFrom(r)})
}
