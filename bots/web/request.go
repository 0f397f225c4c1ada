package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
)

const (
	bodyLimit = 1 << 20
	textLimit = 16_000 // characters of one message
	noteLimit = 4_000
	keyLimit  = 200
)

// endpoint answers a request, or returns why not.
type endpoint func(w http.ResponseWriter, r *http.Request) error

// serve bounds the body and answers an endpoint's error as the contract says.
func (s *Surface) serve(e endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, bodyLimit)
		if err := e(w, r); err != nil {
			s.fail(w, r, err)
		}
	})
}

// beginning begins a stream, or returns why not. What it returns is followed until the client goes or its session ends.
type beginning func(w http.ResponseWriter, r *http.Request) (*follower, error)

// streams answers with a stream. What was needed to begin it is not on its stack any more while it waits: of a goroutine that
// has used four kilobytes the collector keeps sixteen, and there may be many of these.
func streams(open beginning, fail func(http.ResponseWriter, *http.Request, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, bodyLimit)
		f, err := open(w, r)
		if err != nil {
			fail(w, r, err)
			return
		}
		f.follow(r.Context())
	})
}

// plainErrors makes the mux's own 404 and 405 look like every other error.
func plainErrors(s *Surface, mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		probe := &statusProbe{header: http.Header{}}
		h.ServeHTTP(probe, r)
		if probe.status != http.StatusMethodNotAllowed {
			s.fail(w, r, unknown("route"))
			return
		}
		w.Header().Set("Allow", probe.header.Get("Allow"))
		s.fail(w, r, refuse(probe.status, assistant.SideInput, "This route does not take "+r.Method+".", "Use "+probe.header.Get("Allow")+"."))
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

// decode reads one JSON value. Fields it does not know are let pass, so that newer clients can speak to it; what it does
// know must have the right type.
func decode(r *http.Request, into any) error {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return fmt.Errorf("read body: %w", err)
	}
	if !utf8.Valid(raw) {
		return malformed("The body is not UTF-8 text.")
	}
	if len(strings.TrimSpace(string(raw))) == 0 {
		return malformed("The body is empty where JSON is expected.")
	}
	if err := json.Unmarshal(raw, into); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return malformed(fmt.Sprintf("The field %q cannot be a %s.", wrong.Field, wrong.Value))
		}
		return malformed("The body is not valid JSON.")
	}
	return nil
}

// pathID reads an id from the path. Whatever cannot be an id names nothing.
func pathID[ID ~string](r *http.Request, thing string) (ID, error) {
	id := r.PathValue("id")
	if !assistant.ValidID(id) {
		return "", unknown(thing)
	}
	return ID(id), nil
}

// givenID reads an id that may be missing.
func givenID[ID ~string](text, thing string) (ID, error) {
	if text != "" && !assistant.ValidID(text) {
		return "", unknown(thing)
	}
	return ID(text), nil
}

// found names the thing that is missing in the words of the caller.
func found(err error, thing string) error {
	if errors.Is(err, assistant.ErrNotFound) {
		return unknown(thing)
	}
	return err
}

// clean bounds what a person wrote and drops what no database takes.
func clean(text, field string, limit int) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\x00", ""))
	if !utf8.ValidString(text) {
		return "", malformed("The " + field + " is not UTF-8 text.")
	}
	if utf8.RuneCountInString(text) > limit {
		return "", refuse(http.StatusBadRequest, assistant.SideInput,
			fmt.Sprintf("The %s is longer than %d characters.", field, limit), "Shorten it, or send it in parts.")
	}
	return text, nil
}

// number reads a number of the query within bounds.
func number(r *http.Request, name string, otherwise, least, most int64) (int64, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		return 0, malformed(fmt.Sprintf("%q is not a number I can use for %s.", text, name))
	}
	return min(n, most), nil
}

// whole reads a number of a form that is not negative; nothing is 0.
func whole(text, name string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, malformed(fmt.Sprintf("%q is not a number I can use for %s.", shorten(text, 40), name))
	}
	return n, nil
}

// requestKey is the same for every delivery of the same request, where the client says so.
func (s *Surface) requestKey(r *http.Request, given string) (string, error) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		key = given
	}
	key, err := clean(key, "key", keyLimit)
	if err != nil {
		return "", err
	}
	if key == "" {
		key = s.IDs.New()
	}
	return "web:" + key, nil
}
