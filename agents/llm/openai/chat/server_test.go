package chat_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai/chat"
)

const key = "key-under-test"

// strict is a thinking provider that speaks chat completions, as strict as DeepSeek and Gemini's compatible address are:
// an assistant message with tool calls must come back with its reasoning_content, also when that was empty, each call
// with its extra_content, and each call must be answered. Anything it does not know is a 400.
type strict struct {
	handler func(w http.ResponseWriter, r request)

	mu       sync.Mutex
	requests []request
}

type request struct {
	Model               string          `json:"model"`
	Messages            []message       `json:"messages"`
	Tools               json.RawMessage `json:"tools"`
	Stream              bool            `json:"stream"`
	StreamOptions       map[string]bool `json:"stream_options"`
	ResponseFormat      json.RawMessage `json:"response_format"`
	MaxTokens           int             `json:"max_tokens"`
	MaxCompletionTokens int             `json:"max_completion_tokens"`
	path                string
	header              http.Header
}

type message struct {
	Role             string  `json:"role"`
	Content          *string `json:"content"`
	ReasoningContent *string `json:"reasoning_content"`
	ToolCallID       string  `json:"tool_call_id"`
	ToolCalls        []struct {
		ID           string          `json:"id"`
		Type         string          `json:"type"`
		ExtraContent json.RawMessage `json:"extra_content"`
		Function     struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

const extra = `{"google":{"thought_signature":"+/U0lH=="}}`

func (s *strict) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var req request
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&req); err != nil {
		refuse(w, 400, err.Error())
		return
	}
	req.path, req.header = r.URL.Path, r.Header
	s.mu.Lock()
	s.requests = append(s.requests, req)
	s.mu.Unlock()
	if wrong := check(req); wrong != "" {
		refuse(w, 400, wrong)
		return
	}
	s.handler(w, req)
}

func check(r request) string {
	if !r.Stream || !r.StreamOptions["include_usage"] {
		return "not a stream with usage"
	}
	open := map[string]bool{}
	for i, m := range r.Messages {
		if m.Role != "tool" && len(open) > 0 {
			return "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
		}
		if m.Role == "assistant" && m.Content == nil && len(m.ToolCalls) == 0 {
			return fmt.Sprintf("messages[%d]: neither content nor tool_calls", i)
		}
		if len(m.ToolCalls) > 0 && m.ReasoningContent == nil {
			return "The reasoning_content in the thinking mode must be passed back to the API."
		}
		for _, c := range m.ToolCalls {
			if c.ID == "call_a" && string(c.ExtraContent) != extra {
				return "Function call is missing a thought_signature: " + string(c.ExtraContent)
			}
			open[c.ID] = true
		}
		if m.Role == "tool" && !open[m.ToolCallID] {
			return "tool message that answers nothing: " + m.ToolCallID
		}
		delete(open, m.ToolCallID)
	}
	return ""
}

func refuse(w http.ResponseWriter, code int, words string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": words, "type": "invalid_request_error"}})
}

func chunk(delta string) string {
	return `{"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":` + delta + `,"finish_reason":null}]}`
}

func finish(reason string) string {
	return `{"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"` + reason + `"}]}`
}

const used = `{"id":"c1","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":100,"completion_tokens":48,"total_tokens":148,` +
	`"prompt_tokens_details":{"cached_tokens":3},"completion_tokens_details":{"reasoning_tokens":41}}}`

// weather calls two tools at once, in pieces, and says the answer when it has their results. It thinks nothing about it,
// but has the key.
func weather(r request) []string {
	if r.Messages[len(r.Messages)-1].Role == "tool" {
		return []string{
			chunk(`{"role":"assistant","content":null,"reasoning_content":"So it "}`), chunk(`{"reasoning_content":"is."}`),
			chunk(`{"content":"It is ","reasoning_content":null}`), chunk(`{"content":"21 °C."}`), finish("stop"), used,
		}
	}
	return []string{
		chunk(`{"role":"assistant","content":null,"reasoning_content":""}`),
		chunk(`{"tool_calls":[{"index":0,"id":"call_a","type":"function","extra_content":` + extra + `,"function":{"name":"get_weather","arguments":""}}]}`),
		chunk(`{"tool_calls":[{"index":0,"function":{"arguments":"{\"city\":"}}]}`),
		chunk(`{"tool_calls":[{"index":1,"id":"call_b","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Lviv\"}"}}]}`),
		chunk(`{"tool_calls":[{"index":0,"function":{"arguments":"\"Kyiv\"}"}}]}`),
		finish("tool_calls"), used,
	}
}

func sse(chunks []string) string {
	var b strings.Builder
	for _, c := range append(chunks, "[DONE]") {
		fmt.Fprintf(&b, "data: %s\n\n", c)
	}
	return b.String()
}

// replies answers with these chunks, whatever is asked.
func replies(chunks ...string) func(http.ResponseWriter, request) {
	return func(w http.ResponseWriter, _ request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, sse(chunks))
	}
}

func streams(w http.ResponseWriter, r request) {
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = io.WriteString(w, sse(weather(r)))
}

func serve(t *testing.T, handler func(w http.ResponseWriter, r request), change func(*chat.Config)) (*strict, *chat.Model) {
	t.Helper()
	t.Setenv("OPENAI_API_KEY", "from-the-environment")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/")
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-From: the-environment")
	s := &strict{handler: handler}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	c := chat.Config{APIKey: key, Model: "thinker", BaseURL: server.URL + "/v1", Now: time.Now}
	if change != nil {
		change(&c)
	}
	model, err := chat.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s, model
}

// at starts another server than the strict one, and says where it is.
func at(t *testing.T, h http.Handler) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

// generate makes one attempt and returns the text that streamed and the reply.
func generate(t *testing.T, m llm.Model, r llm.Request) (string, llm.Reply, error) {
	t.Helper()
	text := ""
	if r.MaxOutput == 0 {
		r.MaxOutput = 1000
	}
	for event, err := range m.Generate(t.Context(), r) {
		if err != nil {
			return text, llm.Reply{}, err
		}
		switch e := event.(type) {
		case llm.TextDelta:
			text += e.Text
		case llm.Alive:
		case llm.Voided:
			text = ""
		case llm.Done:
			return text, e.Reply, nil
		}
	}
	t.Error("the stream ended with neither a reply nor an error")
	return text, llm.Reply{}, nil
}
