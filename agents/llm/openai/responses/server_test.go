package responses_test

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
	"github.com/aisteam/aisteam/agents/llm/openai/responses"
)

const key = "key-under-test"

// told answers every request by what it says of it, and keeps what it was sent.
type told struct {
	say func(w http.ResponseWriter, r asked)

	mu    sync.Mutex
	asked []asked
}

// asked is a request as it came.
type asked struct {
	path   string
	header http.Header
	body   []byte
	fields map[string]json.RawMessage
}

func (a asked) has(name string) bool { return len(a.fields[name]) > 0 }

func (s *told) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	a := asked{path: r.URL.Path, header: r.Header, body: body}
	_ = json.Unmarshal(body, &a.fields)
	s.mu.Lock()
	s.asked = append(s.asked, a)
	s.mu.Unlock()
	s.say(w, a)
}

func (s *told) sent() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]asked(nil), s.asked...)
}

func serve(t *testing.T, say func(http.ResponseWriter, asked), change func(*responses.Config)) (*told, *responses.Model) {
	t.Helper()
	s := &told{say: say}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	c := responses.Config{APIKey: key, Model: "gpt-6.1-terra", BaseURL: server.URL + "/v1", Breakpoints: true, Now: time.Now}
	if change != nil {
		change(&c)
	}
	m, err := responses.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s, m
}

// generate makes one attempt and returns the text that streamed and the reply.
func generate(t *testing.T, m llm.Model, r llm.Request) (string, llm.Reply, error) {
	t.Helper()
	text := ""
	for event, err := range m.Generate(t.Context(), r) {
		if err != nil {
			return text, llm.Reply{}, err
		}
		switch e := event.(type) {
		case llm.TextDelta:
			text += e.Text
		case llm.Done:
			return text, e.Reply, nil
		case llm.Alive, llm.Voided:
		}
	}
	t.Error("the stream ended with neither a reply nor an error")
	return text, llm.Reply{}, nil
}

func hello() llm.Request {
	return llm.Request{Messages: []llm.Message{llm.TextMessage(llm.RoleUser, "hi")}, MaxOutput: 1000}
}

func refuse(w http.ResponseWriter, code int, message, param string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": message, "type": "invalid_request_error", "param": param, "code": nil}})
}

// events answers with a stream, whatever is asked.
func events(data ...string) func(http.ResponseWriter, asked) {
	return func(w http.ResponseWriter, _ asked) { stream(w, data...) }
}

func stream(w http.ResponseWriter, data ...string) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	for _, d := range data {
		_, _ = fmt.Fprintf(w, "event: x\ndata: %s\n\n", d)
	}
}

// The events of streams.

func created(id string) string {
	return `{"type":"response.created","response":{"id":"` + id + `","status":"in_progress","output":[]}}`
}

func delta(place int, text string) string {
	raw, _ := json.Marshal(text)
	return fmt.Sprintf(`{"type":"response.output_text.delta","output_index":%d,"content_index":0,"delta":%s}`, place, raw)
}

func added(place int, item string) string {
	return fmt.Sprintf(`{"type":"response.output_item.added","output_index":%d,"item":%s}`, place, item)
}

func done(place int, item string) string {
	return fmt.Sprintf(`{"type":"response.output_item.done","output_index":%d,"item":%s}`, place, item)
}

func completed(items ...string) string { return ends("completed", `null`, items...) }

func ends(status, details string, items ...string) string {
	return `{"type":"response.` + status + `","response":` + whole(status, details, items...) + `}`
}

func whole(status, details string, items ...string) string {
	return `{"id":"resp_1","model":"gpt-6.1-terra-2026-10-26","status":"` + status + `","error":null,"incomplete_details":` + details + `,"output":[` + strings.Join(items, ",") + `],` +
		`"usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":60,"cache_write_tokens":30},"output_tokens":48,"output_tokens_details":{"reasoning_tokens":41}}}`
}

func spoke(id, phase, text string) string {
	raw, _ := json.Marshal(text)
	return fmt.Sprintf(`{"type":"message","id":%q,"role":"assistant","status":"completed","phase":%s,"content":[{"type":"output_text","text":%s,"annotations":[]}]}`, id, phase, raw)
}

func called(id, call, arguments string) string {
	raw, _ := json.Marshal(arguments)
	return fmt.Sprintf(`{"type":"function_call","id":%q,"call_id":%q,"name":"get_weather","arguments":%s,"status":"completed"}`, id, call, raw)
}

const thought = `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo+/=","of_tomorrow":{"b":1,"a":[2]}}`
