package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	beatEvery  = 15 * time.Second
	writeLimit = 20 * time.Second // a reader slower than this has gone
)

// stream writes server-sent events.
type stream struct {
	w    http.ResponseWriter
	out  *http.ResponseController
	last time.Time
	now  func() time.Time
}

func (s *Surface) openStream(w http.ResponseWriter) *stream {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // proxies would hold events back
	t := &stream{w: w, out: http.NewResponseController(w), now: s.Now}
	w.WriteHeader(http.StatusOK)
	return t
}

// send writes one event. An empty name is the default one; a seq of 0 leaves the client's position as it is. To whoever
// reads a stream a carriage return ends a line too, and the text after it would be a field: every kind of line end becomes
// the same one first.
func (t *stream) send(name string, seq int64, data string) error {
	var b strings.Builder
	if seq > 0 {
		b.WriteString("id: " + strconv.FormatInt(seq, 10) + "\n")
	}
	if name != "" {
		b.WriteString("event: " + name + "\n")
	}
	for line := range strings.Lines(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(data)) {
		b.WriteString("data: " + strings.TrimSuffix(line, "\n") + "\n")
	}
	b.WriteString("\n")
	return t.write(b.String())
}

func (t *stream) sendJSON(name string, seq int64, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode event: %w", err)
	}
	return t.send(name, seq, string(raw))
}

// beat keeps the connection from looking dead.
func (t *stream) beat() error {
	if t.now().Sub(t.last) < beatEvery {
		return nil
	}
	return t.write(": still here\n\n")
}

func (t *stream) write(text string) error {
	t.last = t.now()
	// Not every writer has a deadline; those without are bounded by their server.
	_ = t.out.SetWriteDeadline(time.Now().Add(writeLimit))
	if _, err := t.w.Write([]byte(text)); err != nil {
		return fmt.Errorf("write event: %w", err)
	}
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("flush event: %w", err)
	}
	return nil
}

// position is where a client wants to go on: the last event it has, or what its address says.
func position(r *http.Request) (int64, error) {
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		if n, err := strconv.ParseInt(last, 10, 64); err == nil && n >= 0 {
			return n, nil
		}
		return 0, malformed("Last-Event-ID is not one of this stream's ids.")
	}
	return number(r, "after", 0, 0, 1<<62)
}
