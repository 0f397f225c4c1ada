package follow

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

const (
	beatEvery  = 15 * time.Second
	writeLimit = 20 * time.Second // a reader slower than this has gone
)

// Stream writes server-sent events.
type Stream struct {
	w    http.ResponseWriter
	out  *http.ResponseController
	last time.Time
	now  func() time.Time
}

// Open begins the answer. Over HTTP/1.1 its connection ends with it: Chromium reads on for five seconds from a stream that a page
// has hung up on, to keep the connection, and so would hold one of its six for that long.
func Open(w http.ResponseWriter, r *http.Request, now func() time.Time) *Stream {
	h := w.Header()
	if r.ProtoMajor == 1 {
		h.Set("Connection", "close")
	}
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // proxies would hold events back
	t := &Stream{w: w, out: http.NewResponseController(w), now: now}
	w.WriteHeader(http.StatusOK)
	return t
}

// Send writes one event. An empty name is the default one; a seq of 0 leaves the client's position unchanged. A stream's reader
// takes a carriage return as a line end too, and the text after it as a field, so all kinds of line end are unified first.
func (t *Stream) Send(name string, seq int64, data string) error {
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

// SendJSON sends a value as one event.
func (t *Stream) SendJSON(name string, seq int64, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode event: %w", err)
	}
	return t.Send(name, seq, string(raw))
}

// Beat keeps the connection from looking dead.
func (t *Stream) Beat() error {
	if t.now().Sub(t.last) < beatEvery {
		return nil
	}
	return t.write(": still here\n\n")
}

func (t *Stream) write(text string) error {
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

// Position is where a client wants to go on: the last event it has, or what its address says.
func Position(r *http.Request) (int64, error) {
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		if n, err := strconv.ParseInt(last, 10, 64); err == nil && n >= 0 {
			return n, nil
		}
		return 0, request.Malformed(assistant.Say("Last-Event-ID is not one of this stream's ids."))
	}
	return request.Number(r, "after", 0, 0, 1<<62)
}
