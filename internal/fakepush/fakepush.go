// Package fakepush is a test kit: a push service of browsers, strict by the protocols (RFC 8030, 8188, 8291, 8292), with the devices that
// subscribe there. What is wrong with a request is answered as push services do, and told to the test.
//
// A device shows what it gets as the panel's service worker does: once by its id.
package fakepush

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"
)

// Told is what a device shows.
type Told struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Body  string `json:"body"`
	Path  string `json:"path"`
	Tag   string `json:"tag"`
}

// Fault is what the service does with a request instead of taking it.
type Fault struct {
	Status     int
	RetryAfter string
	After      bool // it takes the message, and the answer is lost on the way
}

// Service is the push service. It is safe for concurrent use.
type Service struct {
	*httptest.Server

	key string // of the one sender that devices subscribe for

	mu      sync.Mutex
	devices map[string]*Device
	fault   func(d *Device) Fault
	wrong   []string
	taken   int
}

// New starts a service whose devices take messages of one sender, by its public key.
func New(key string) *Service {
	s := &Service{key: key, devices: map[string]*Device{}, fault: func(*Device) Fault { return Fault{} }}
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // who sends may die in between
	s.StartTLS()
	return s
}

// Faults lets the service do something else with requests, from now on.
func (s *Service) Faults(f func(d *Device) Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = f
}

// Wrong lists what requests had wrong with them.
func (s *Service) Wrong() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.wrong...)
}

// Taken is how many messages were taken, those among them that their devices knew.
func (s *Service) Taken() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken
}

// End ends a device's subscription.
func (s *Service) End(d *Device) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d.gone = true
}

// ServeHTTP implements [http.Handler].
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.devices[r.URL.Path]
	var status int
	var why string
	switch {
	case err != nil:
		status, why = http.StatusBadRequest, "the body ends early"
	case d == nil:
		status, why = http.StatusNotFound, "nobody subscribed at "+r.URL.Path
	case d.gone:
		status = http.StatusGone
	default:
		status, why = s.look(r, len(body))
	}
	if why != "" {
		s.wrong = append(s.wrong, why)
	}
	if status != http.StatusCreated {
		http.Error(w, why, status)
		return
	}
	f := s.fault(d)
	if f.Status != 0 && !f.After {
		w.Header().Set("Retry-After", f.RetryAfter)
		http.Error(w, "", f.Status)
		return
	}
	if why := d.take(body); why != "" {
		s.wrong = append(s.wrong, why)
	}
	s.taken++
	if f.After { // nobody hears the answer
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(status)
}

// look checks all of a request but its body.
func (s *Service) look(r *http.Request, size int) (status int, why string) {
	h := r.Header
	switch {
	case r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed, "a " + r.Method
	case h.Get("TTL") == "" || strings.Trim(h.Get("TTL"), "0123456789") != "":
		return http.StatusBadRequest, fmt.Sprintf("TTL is %q", h.Get("TTL"))
	case h.Get("Content-Encoding") != "aes128gcm":
		return http.StatusUnsupportedMediaType, "encoded as " + h.Get("Content-Encoding")
	case size > 4096:
		return http.StatusRequestEntityTooLarge, fmt.Sprintf("a body of %d bytes", size)
	case len(h.Get("Topic")) > 32 || strings.Trim(h.Get("Topic"), letters) != "":
		return http.StatusBadRequest, fmt.Sprintf("Topic is %q", h.Get("Topic"))
	}
	if err := s.sender(h.Get("Authorization"), "https://"+r.Host, time.Now()); err != nil {
		return http.StatusForbidden, err.Error()
	}
	return http.StatusCreated, ""
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// read is what a message says.
func read(plain []byte) (Told, error) {
	var t Told
	if err := json.Unmarshal(plain, &t); err != nil {
		return t, fmt.Errorf("read a message: %w", err)
	}
	return t, nil
}
