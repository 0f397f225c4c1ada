package request

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
)

// Endpoint answers a request, or returns why not.
type Endpoint func(w http.ResponseWriter, r *http.Request) error

// Failing answers a request with an error.
type Failing func(w http.ResponseWriter, r *http.Request, err error)

// Serve bounds the body, and answers an endpoint's error.
func Serve(limit int64, e Endpoint, fail Failing) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		if err := e(w, r); err != nil {
			fail(w, r, err)
		}
	})
}

// PlainErrors makes the mux's own 404 and 405 look like every other error.
func PlainErrors(fail Failing, mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		probe := &statusProbe{header: http.Header{}}
		h.ServeHTTP(probe, r)
		if probe.status != http.StatusMethodNotAllowed {
			fail(w, r, Unknown("route"))
			return
		}
		w.Header().Set("Allow", probe.header.Get("Allow"))
		fail(w, r, Refuse(probe.status, assistant.SideInput, assistant.Say("This route does not take %s.", r.Method), assistant.Say("Use %s.", probe.header.Get("Allow"))))
	})
}

// statusProbe keeps the status of an answer and throws the rest away.
type statusProbe struct {
	header http.Header
	status int
}

func (p *statusProbe) Header() http.Header         { return p.header }
func (p *statusProbe) WriteHeader(status int)      { p.status = status }
func (p *statusProbe) Write(b []byte) (int, error) { return len(b), nil }
