package vendors

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// RefusesTools is a server of Chat Completions as OpenAI has it since gpt-5.4: it refuses what offers functions unless it is told not to
// reason, also where it is told nothing of that; what it does not refuse is answered by next.
//
// Sources: GoogleChromeLabs/webmcp-tools#417 and BerriAI/litellm#34569 (the words), pipecat-ai/pipecat#4043 (those of gpt-5.4).
type RefusesTools struct {
	Journal

	next http.Handler
}

// NewRefusesTools returns a server before another.
func NewRefusesTools(next http.Handler) *RefusesTools { return &RefusesTools{next: next} }

// ServeHTTP implements [http.Handler].
func (s *RefusesTools) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if described(w, r) {
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var asked struct {
		Model  string            `json:"model"`
		Tools  []json.RawMessage `json:"tools"`
		Effort string            `json:"reasoning_effort"`
	}
	if !strings.HasSuffix(r.URL.Path, "/chat/completions") || json.Unmarshal(body, &asked) != nil || len(asked.Tools) == 0 || asked.Effort == "none" {
		s.next.ServeHTTP(w, r)
		return
	}
	s.receive(Received{r.URL.Path, r.URL.RawQuery, r.Header, body})
	wrong := bad("reasoning_effort", "", "Function tools with reasoning_effort are not supported for %s in /v1/chat/completions. "+
		"To use function tools, use /v1/responses or set reasoning_effort to 'none'.", asked.Model)
	s.refuse(wrong.message)
	wrong.write(w)
}
