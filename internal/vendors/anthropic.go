package vendors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Anthropic is a stand-in for Anthropic's Messages API (POST /v1/messages), as its documents of November 2026 have it for an account
// that was made after 31 August 2026. It signs its thinking, and checks what comes back of it.
type Anthropic struct {
	Journal

	key   string
	brain Brain

	mu      sync.Mutex
	given   map[string]thought  // by signature
	replies map[string][]string // by the id of a tool call: the signatures of its reply, in their order
	dropped []string            // thinking blocks that a model could not read
	calls   int
}

// thought is a thinking block as it was given.
type thought struct {
	model  string
	text   string
	before string // the digest of all that stood before it
	after  string // the signature of the thinking block before it; "" for none
}

// NewAnthropic returns a server that takes one key.
func NewAnthropic(brain Brain, key string) *Anthropic {
	return &Anthropic{brain: brain, key: key, given: map[string]thought{}, replies: map[string][]string{}}
}

// Dropped are the thinking blocks that the model asked could not read: the vendor takes them out without a word
// (platform.claude.com, Preserved thinking, "Switching models mid-conversation").
func (a *Anthropic) Dropped() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.dropped...)
}

// refused is a refusal in the vendor's form (platform.claude.com, Errors, "Error shapes").
type refused struct {
	status int
	kind   string
	words  string
}

// Error implements error.
func (r *refused) Error() string { return r.words }

func invalid(format string, args ...any) error {
	return &refused{400, "invalid_request_error", fmt.Sprintf(format, args...)}
}

// ServeHTTP implements [http.Handler].
func (a *Anthropic) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if described(w, r) {
		return
	}
	raw, _ := io.ReadAll(r.Body)
	a.receive(Received{Path: r.URL.Path, Query: r.URL.RawQuery, Header: r.Header.Clone(), Body: raw})
	q, err := a.accept(r, raw)
	if err != nil {
		a.turnAway(w, err)
		return
	}
	said := a.brain(q.asked())
	if said.Refusal != nil {
		said.Refusal.write(w)
		return
	}
	a.say(w, q, said)
}

func (a *Anthropic) turnAway(w http.ResponseWriter, err error) {
	a.refuse(err.Error())
	status, kind := http.StatusInternalServerError, "api_error"
	if r, ok := err.(*refused); ok { //nolint:errorlint // it is made right here
		status, kind = r.status, r.kind
	}
	w.Header().Set("Request-Id", "req_011CSHoEeqs5C35K2UUqR7Fy")
	answer(w, status, map[string]any{
		"type": "error", "error": map[string]any{"type": kind, "message": err.Error()}, "request_id": "req_011CSHoEeqs5C35K2UUqR7Fy",
	})
}

// accept reads a request and refuses it as the vendor would.
func (a *Anthropic) accept(r *http.Request, raw []byte) (*anthropicRequest, error) {
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/v1/messages":
		return nil, &refused{404, "not_found_error", "Not Found"}
	case len(raw) > 32<<20: // platform.claude.com, Errors, "Request size limits": 32 MB
		return nil, &refused{413, "request_too_large", "Request exceeds the maximum size"}
	case r.Header.Get("X-Api-Key") == "": // platform.claude.com, Errors: 401
		return nil, &refused{401, "authentication_error", "x-api-key header is required"}
	case r.Header.Get("X-Api-Key") != a.key:
		return nil, &refused{401, "authentication_error", "invalid x-api-key"}
	case r.Header.Get("Anthropic-Version") == "": // platform.claude.com, Versions: the header is required
		return nil, invalid("anthropic-version: header is required")
	}
	q := &anthropicRequest{}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(q); err != nil {
		if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok { // anthropics/anthropic-sdk-csharp#132
			return nil, invalid("%s: Extra inputs are not permitted", strings.Trim(name, `"`))
		}
		return nil, invalid("%v", err)
	}
	var known bool
	if q.claude, known = claudeOf(q.Model); !known { // platform.claude.com, Errors: 404
		return nil, &refused{404, "not_found_error", "model: " + q.Model}
	}
	for _, check := range []func() error{q.checkLimits, q.checkThinking, q.checkTools, q.checkOutput, q.checkTurns, q.checkCalls} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return q, a.checkThoughts(q)
}

type anthropicRequest struct {
	Model       string            `json:"model"`
	MaxTokens   *int              `json:"max_tokens"`
	System      anthropicContent  `json:"system"`
	Messages    []anthropicTurn   `json:"messages"`
	Tools       []anthropicTool   `json:"tools"`
	ToolChoice  *anthropicChoice  `json:"tool_choice"`
	Thinking    *anthropicThought `json:"thinking"`
	Output      *anthropicOutput  `json:"output_config"`
	Stream      bool              `json:"stream"`
	Temperature *float64          `json:"temperature"`
	TopP        *float64          `json:"top_p"`
	TopK        *int              `json:"top_k"`
	Stops       []string          `json:"stop_sequences"`

	claude claude
	end    place // after the last message
}

type anthropicTurn struct {
	Role    string           `json:"role"`
	Content anthropicContent `json:"content"`
}

type anthropicTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"input_schema"`
	Cache       *anthropicCache `json:"cache_control"`
}

type anthropicChoice struct {
	Type string `json:"type"`
	Name string `json:"name"`
}

type anthropicThought struct {
	Type    string `json:"type"`
	Budget  *int   `json:"budget_tokens"`
	Display string `json:"display"`
}

type anthropicOutput struct {
	Effort string `json:"effort"`
	Format *struct {
		Type   string          `json:"type"`
		Schema json.RawMessage `json:"schema"`
	} `json:"format"`
}

type anthropicCache struct {
	Type string `json:"type"`
	TTL  string `json:"ttl"`
}

// anthropicContent is a list of blocks; text alone stands for one of them.
type anthropicContent []anthropicBlock

// UnmarshalJSON implements [json.Unmarshaler].
func (c *anthropicContent) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*c = anthropicContent{{Type: "text", Text: &text}}
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode((*[]anthropicBlock)(c))
}

func (c *anthropicContent) words() string {
	var out strings.Builder
	for _, b := range *c {
		out.WriteString(text(b.Text))
	}
	return out.String()
}

type anthropicBlock struct {
	Type      string           `json:"type"`
	Text      *string          `json:"text,omitempty"`
	Source    *anthropicSource `json:"source,omitempty"`
	ID        string           `json:"id,omitempty"`
	Name      string           `json:"name,omitempty"`
	Input     json.RawMessage  `json:"input,omitempty"`
	ToolUseID string           `json:"tool_use_id,omitempty"`
	Content   anthropicContent `json:"content,omitempty"`
	IsError   bool             `json:"is_error,omitempty"`
	Thinking  *string          `json:"thinking,omitempty"`
	Signature *string          `json:"signature,omitempty"`
	Data      string           `json:"data,omitempty"`
	Cache     *anthropicCache  `json:"cache_control,omitempty"`
}

func (b anthropicBlock) isThought() bool {
	return b.Type == "thinking" || b.Type == "redacted_thinking"
}

type anthropicSource struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type"`
	Data      string `json:"data"`
}

// asked is the request in nobody's words.
func (q *anthropicRequest) asked() Asked {
	out := Asked{Model: q.Model, Stream: q.Stream, NoCalls: q.ToolChoice != nil && q.ToolChoice.Type == "none"}
	out.System = q.System.words()
	for _, t := range q.Tools {
		out.Tools = append(out.Tools, Tool{Name: t.Name, Schema: t.InputSchema})
	}
	if q.Output != nil {
		out.Effort = q.Output.Effort
		if q.Output.Format != nil {
			out.Output = q.Output.Format.Schema
		}
	}
	for _, t := range q.Messages {
		m := Message{Role: t.Role}
		for _, b := range t.Content {
			switch b.Type {
			case "text":
				m.Text += *b.Text
			case "image":
				m.Images++
			case "tool_use":
				m.Calls = append(m.Calls, Call{ID: b.ID, Name: b.Name, Arguments: string(b.Input)})
			case "tool_result":
				m.Role = "tool"
				m.Results = append(m.Results, Result{ID: b.ToolUseID, Content: b.Content.words(), Failed: b.IsError})
			}
		}
		out.Messages = append(out.Messages, m)
	}
	return out
}
