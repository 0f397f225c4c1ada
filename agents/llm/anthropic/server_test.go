package anthropic_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/anthropic"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/vendors"
)

const key = "key-under-test"

// weather calls two tools at once, and says the answer when it has their results. It thinks about either.
func weather(a vendors.Asked) vendors.Said {
	used := assistant.Usage{Input: 100, Cached: 60, CacheWritten: 30, Output: 48, Thought: 41}
	if a.Last().Role == "tool" || len(a.Tools) == 0 || a.NoCalls {
		return vendors.Said{Thought: "So it <is>.", Text: "It is 21 °C.", Usage: used}
	}
	return vendors.Said{Thought: "I look at both, 21 > 20.", Text: "One moment. ", Usage: used, Calls: []vendors.Call{
		{Name: "get_weather", Arguments: `{"city":"Kyiv"}`}, {Name: "get_weather", Arguments: `{"city":"Lviv"}`},
	}}
}

// strict starts the vendor's stand-in, and a model of it.
func strict(t *testing.T, model string, brain vendors.Brain) (*vendors.Anthropic, llm.Model) {
	t.Helper()
	server := vendors.NewAnthropic(brain, key)
	return server, at(t, server, model)
}

// at starts a server, and a model behind it.
func at(t *testing.T, h http.Handler, model string) llm.Model {
	t.Helper()
	t.Setenv("ANTHROPIC_API_KEY", "from-the-environment")
	t.Setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1/")
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	m, err := anthropic.New(anthropic.Config{APIKey: key, Model: model, BaseURL: server.URL + "/v1/", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// replies answers with these events, whatever is asked.
func replies(events ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, sse(events...))
	})
}

func sse(events ...string) string {
	var b strings.Builder
	for _, e := range events {
		fmt.Fprintf(&b, "event: x\ndata: %s\n\n", e)
	}
	return b.String()
}

// The events of a stream.
const (
	start   = `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"claude-sonnet-5-5","content":[],"usage":{"input_tokens":10,"output_tokens":1}}}`
	ended   = `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}`
	called  = `{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":5}}`
	stopped = `{"type":"message_stop"}`
)

func begins(i int, block string) string {
	return fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":%s}`, i, block)
}

func adds(i int, delta string) string {
	return fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":%s}`, i, delta)
}

func ends(i int) string { return fmt.Sprintf(`{"type":"content_block_stop","index":%d}`, i) }

// says are the events of a block of text.
func says(i int, text string) []string {
	return []string{begins(i, `{"type":"text","text":""}`), adds(i, `{"type":"text_delta","text":"`+text+`"}`), ends(i)}
}

// all puts events in one list.
func all(parts ...any) []string {
	var out []string
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			out = append(out, p)
		case []string:
			out = append(out, p...)
		}
	}
	return out
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
		case llm.Alive, llm.Voided:
		case llm.Done:
			return text, e.Reply, nil
		}
	}
	t.Error("the stream ended with neither a reply nor an error")
	return text, llm.Reply{}, nil
}

func ask(messages ...llm.Message) llm.Request {
	return llm.Request{
		Instructions: llm.Instructions{Stable: "Be short."}, Messages: messages, Effort: llm.EffortMedium,
		Tools: []llm.Tool{{Name: "get_weather", Description: "The weather.", Parameters: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}}}`)}},
	}
}

func results(calls []llm.ToolCall) llm.Message {
	m := llm.Message{Role: llm.RoleTool}
	for i, c := range calls {
		m.Parts = append(m.Parts, llm.Part{Result: &llm.ToolResult{ID: c.ID, Name: c.Name, Content: "21", Failed: i == 1}})
	}
	return m
}

// stored is a message after it was written down and read back by a database that orders keys in its own way, as across a restart or an
// approval.
func stored(t *testing.T, m llm.Message) llm.Message {
	t.Helper()
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var loose any
	if err := json.Unmarshal(raw, &loose); err != nil {
		t.Fatal(err)
	}
	if raw, err = json.Marshal(loose); err != nil {
		t.Fatal(err)
	}
	var out llm.Message
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func said(text string) llm.Message { return llm.TextMessage(llm.RoleUser, text) }

// sent is what a request said, as the vendor reads it.
func sent(t *testing.T, r vendors.Received) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(r.Body, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
