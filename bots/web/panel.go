package web

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

//go:embed assets
var assetFiles embed.FS

// panel lists the routes of the panel. What it shows works without a script: forms then answer with the page they belong
// to instead of the pieces that changed.
func (s *Surface) panel() http.Handler {
	mux := http.NewServeMux()
	for pattern, serve := range map[string]endpoint{
		"GET /{$}":                            s.home,
		"GET /c/{id}":                         s.showConversation,
		"GET /settings":                       s.showSettings,
		"POST /settings/tenant":               s.saveTenant,
		"POST /settings/servers":              s.bindServer,
		"POST /settings/projects":             s.addProject,
		"POST /settings/projects/{id}":        s.saveSettings,
		"POST /settings/projects/try":         s.tryConnection,
		"POST /settings/projects/{id}/try":    s.tryConnection,
		"GET /settings/projects/{id}/delete":  s.askDelete,
		"POST /settings/projects/{id}/delete": s.deleteProject,
		"GET /panel/conversations":            s.morePast,
		"GET /panel/conversations/{id}/older": s.older,
		"POST /panel/approvals/{id}":          s.formApproval,
		"POST /panel/plans/{id}":              s.formPlan,
		"POST /panel/clarifications/{id}":     s.formAnswer,
		"POST /panel/runs/{id}/{verb}":        s.formRun,
		"/":                                   s.nowhere,
	} {
		mux.Handle(pattern, s.page(bodyLimit, serve))
	}
	for _, more := range []map[string]endpoint{s.peopleRoutes(), s.deliveriesRoutes(), s.libraryRoutes()} {
		for pattern, serve := range more {
			mux.Handle(pattern, s.page(bodyLimit, serve))
		}
	}
	for pattern, serve := range s.sessionRoutes() {
		mux.Handle(pattern, s.page(bodyLimit, serve))
	}
	mux.Handle("GET /panel/conversations/{id}/stream", streams(s.panelStream, s.failPage))
	mux.Handle("POST /panel/messages", s.page(uploadLimit, s.sendMessage))
	inside := s.guardPanel(mux)
	outside := http.NewServeMux()
	outside.HandleFunc("POST /login", s.login)
	outside.HandleFunc("POST /logout", s.logout)
	outside.HandleFunc("GET /login", s.login)
	outside.Handle("/", s.addressLogin(inside))
	return outside
}

// page bounds the body and shows an endpoint's error as a page, or as a notice where only a piece was asked for.
func (s *Surface) page(limit int64, e endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		if err := e(w, r); err != nil {
			s.failPage(w, r, err)
		}
	})
}

func (s *Surface) nowhere(http.ResponseWriter, *http.Request) error { return unknown("page") }

// failPage shows an error the way the request can show it.
func (s *Surface) failPage(w http.ResponseWriter, r *http.Request, err error) {
	f := refusalOf(err)
	s.note(r, f, err)
	if byScript(r) {
		s.pages.render(w, f.status, "notice", f.problem)
		return
	}
	s.pages.render(w, f.status, "failure", failureView{view: s.bare("Something is not right"), Problem: f.problem})
}

type failureView struct {
	view

	Problem assistant.Problem
}

// byScript tells whether the page asks for pieces of itself.
func byScript(r *http.Request) bool { return r.Header.Get("HX-Request") == "true" }

// assets serves the panel's files. They are part of the binary: an address with the version may be kept.
func (s *Surface) assets() http.Handler {
	files, err := fs.Sub(assetFiles, "assets")
	if err != nil { // the folder is embedded above
		files = assetFiles
	}
	served := http.StripPrefix("/assets/", http.FileServerFS(files))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=300")
		served.ServeHTTP(w, r)
	})
}
