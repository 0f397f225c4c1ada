package web

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
)

type loginView struct {
	view

	Wrong string
}

// tokenLogin signs in whoever opens a page with the token in its address, and takes the token out of the address.
func (s *Surface) tokenLogin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if r.Method != http.MethodGet || !q.Has("token") {
			next.ServeHTTP(w, r)
			return
		}
		if !s.isToken(q.Get("token")) {
			s.showLogin(w, r, http.StatusUnauthorized, "That token does not open this panel.")
			return
		}
		s.signIn(w, r)
		q.Del("token")
		http.Redirect(w, r, here(r.URL.EscapedPath(), q.Encode()), http.StatusSeeOther)
	})
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

// login takes the token of the login's form.
func (s *Surface) login(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		if s.session(r) {
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
		s.showLogin(w, r, http.StatusOK, "")
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, bodyLimit)
	if s.cross.Check(r) != nil {
		s.failPage(w, r, foreign())
		return
	}
	if !s.isToken(r.PostFormValue("token")) {
		s.showLogin(w, r, http.StatusUnauthorized, "That token does not open this panel.")
		return
	}
	s.signIn(w, r)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// logout ends the browser's session.
func (s *Surface) logout(w http.ResponseWriter, r *http.Request) {
	if s.cross.Check(r) != nil {
		s.failPage(w, r, foreign())
		return
	}
	http.SetCookie(w, s.cookie(r, "", -1))
	http.Redirect(w, r, "/login", http.StatusSeeOther)
}

func (s *Surface) showLogin(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	if byScript(r) {
		w.Header().Set("HX-Redirect", "/login")
		s.pages.render(w, status, "notice", assistant.Problem{Message: "You are not signed in any more.", Recovery: "Sign in again."})
		return
	}
	s.pages.render(w, status, "login", loginView{view: s.bare("Sign in"), Wrong: wrong})
}
