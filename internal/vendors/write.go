package vendors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"unicode/utf8"
)

// strictly reads JSON and knows every field of it.
func strictly(body []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("read the request: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("read the request: more follows")
	}
	return nil
}

// answer writes JSON with a status.
func answer(w http.ResponseWriter, code int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(body)
}

// frame writes one event of a stream, and sends it off.
func frame(w http.ResponseWriter, event string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		raw = fmt.Appendf(nil, `{"broken":%q}`, err)
	}
	if event != "" {
		_, _ = fmt.Fprintf(w, "event: %s\n", event)
	}
	_, _ = fmt.Fprintf(w, "data: %s\n\n", raw)
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

func (r *Refusal) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	maps.Copy(w.Header(), r.Header)
	w.WriteHeader(r.Status)
	_, _ = io.WriteString(w, r.Body)
}

// halves are the two pieces in which a text is streamed.
func halves(text string) []string {
	if len(text) < 2 {
		if text == "" {
			return nil
		}
		return []string{text}
	}
	at := len(text) / 2
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return []string{text[:at], text[at:]}
}

// canonical is JSON without what means nothing in it: spaces, and the order of fields.
func canonical(raw json.RawMessage) string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return string(raw)
	}
	out, err := json.Marshal(v)
	if err != nil {
		return string(raw)
	}
	return string(out)
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
