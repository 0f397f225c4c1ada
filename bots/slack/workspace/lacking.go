package workspace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"sync"
	"time"
)

// UnknownMethod is how Slack calls a method that it does not know.
const UnknownMethod = "unknown_method"

const (
	methodStream = "chat.startStream" // begins one of Slack's own streams

	lacksFor    = 24 * time.Hour // a server that did not know a method is asked again after that: it may be another by then
	refusalMost = 512            // bytes of an answer that says no more than that a method is unknown
)

// spared are the methods that the bot can do without: each has another way, or is a courtesy.
func spared() []string {
	return []string{
		methodStream, "chat.appendStream", "chat.stopStream", "agents.sessions.setStatus",
		"assistant.threads.setStatus", "assistant.threads.setTitle", "assistant.threads.setSuggestedPrompts",
	}
}

// lacking remembers which methods a workspace's server does not know, and answers calls of them itself. Old versions, gateways
// and servers that speak Slack's language know fewer than Slack. It is safe for concurrent use.
type lacking struct {
	now func() time.Time

	mu     sync.Mutex
	until  map[string]time.Time // that a method is not asked for
	known  bool                 // a stream was begun here: the server knows how
	trying bool                 // the first one is being begun, and nobody knows yet
}

func newLacking(now func() time.Time) *lacking {
	return &lacking{now: now, until: map[string]time.Time{}}
}

// take keeps what another has found out about the same server.
func (l *lacking) take(old *lacking) {
	old.mu.Lock()
	until, known := maps.Clone(old.until), old.known
	old.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.until, l.known = until, known
}

// of tells whether the server does not know a method.
func (l *lacking) of(method string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now().Before(l.until[method])
}

// begin tells whether a call may be made. Answers that begin while the first stream is tried would find out the same: theirs go
// the other way.
func (l *lacking) begin(method string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.now().Before(l.until[method]), method == methodStream && l.trying:
		return false
	case method == methodStream:
		l.trying = !l.known
	}
	return true
}

// end notes what a call has shown: that the method is unknown, that it is known, or neither.
func (l *lacking) end(method string, unknown, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if unknown {
		l.until[method] = l.now().Add(lacksFor)
	}
	if method == methodStream {
		l.known, l.trying = (l.known || done) && !unknown, false
	}
}

// Doer sends requests.
type Doer interface {
	Do(r *http.Request) (*http.Response, error)
}

// knowing sends what the server is not known to lack.
type knowing struct {
	Doer
	*lacking
}

// Do implements [Doer].
func (k knowing) Do(r *http.Request) (*http.Response, error) {
	method := path.Base(r.URL.Path)
	if !slices.Contains(spared(), method) {
		return k.Doer.Do(r)
	}
	if !k.begin(method) {
		return refusing(r), nil
	}
	res, err := k.Doer.Do(r)
	if err != nil {
		k.end(method, false, false)
		return nil, err
	}
	unknown, done, err := unknownBy(res)
	k.end(method, unknown, done)
	if err != nil {
		_ = res.Body.Close()
		return nil, err
	}
	if unknown && res.StatusCode != http.StatusOK {
		_ = res.Body.Close()
		return refusing(r), nil
	}
	return res, nil
}

// unknownBy tells whether an answer says that there is no such method, or that it was done. It reads the beginning of the answer,
// and puts it back.
func unknownBy(res *http.Response) (unknown, done bool, err error) {
	switch res.StatusCode {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone, http.StatusNotImplemented:
		return true, false, nil
	case http.StatusOK:
	default:
		return false, false, nil
	}
	head, err := io.ReadAll(io.LimitReader(res.Body, refusalMost))
	if err != nil {
		return false, false, fmt.Errorf("read answer: %w", err)
	}
	res.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(head), res.Body), res.Body}
	var said struct {
		OK    bool   `json:"ok"`
		Error string `json:"error"`
	}
	if len(head) == refusalMost || json.Unmarshal(head, &said) != nil {
		return false, len(head) == refusalMost, nil //nolint:nilerr // what is no answer of Slack's is read by whoever asked
	}
	return said.Error == UnknownMethod || said.Error == "method_deprecated" || said.Error == "deprecated_endpoint", said.OK, nil
}

// refusing is how Slack answers a method that it does not know.
func refusing(r *http.Request) *http.Response {
	body := []byte(`{"ok":false,"error":` + strconv.Quote(UnknownMethod) + `}`)
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}
}

// Lacks tells whether the workspace's server is known not to have a method, so that there is another way alone.
func (w *Workspace) Lacks(method string) bool { return w.lacking.of(method) }
