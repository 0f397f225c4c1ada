package chat_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai/chat"
)

// canned answers every request with the same.
type canned struct {
	status int
	after  string
	body   []byte
}

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		Status: http.StatusText(c.status), StatusCode: c.status, Request: r, ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"text/event-stream"}, "Retry-After": {c.after}}, Body: io.NopCloser(bytes.NewReader(c.body)), ContentLength: int64(len(c.body)),
	}, nil
}

// FuzzReplies lets the provider stream anything: either an error, or one whole reply at the end, whose text is what was
// streamed and whose tool calls have a name and arguments that are JSON: what is none is kept as a string, and refused by whoever checks it. No error tells the key.
func FuzzReplies(f *testing.F) {
	for _, s := range seeds() {
		f.Add(uint16(200), "", []byte(s))
	}
	for _, after := range []string{"7", "-1", "1e9", "NaN", "Wed, 21 Oct 2115 07:28:00 GMT"} {
		f.Add(uint16(429), after, []byte(`{"error":{"message":"slow down, sk-under-test","details":[{"retryDelay":"-5s"}]}}`))
	}
	f.Add(uint16(500), "", []byte("<html>"+strings.Repeat("x", 3000)))
	f.Add(uint16(302), "", []byte(""))
	f.Add(uint16(200), "", []byte("sk-under-test"))
	f.Add(uint16(200), "", []byte(`data: {"error":{"code":400,"message":"bad key sk-under-test"}}`+"\n\n"))
	says := &canned{}
	m, err := chat.New(chat.Config{APIKey: "sk-under-test", Model: "gpt", Transport: says, Now: time.Now})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status uint16, after string, body []byte) {
		if says.status = int(status); status < 200 || status > 599 {
			says.status = 200
		}
		says.after, says.body = after, body
		var streamed strings.Builder
		var done *llm.Reply
		for event, err := range m.Generate(context.Background(), llm.Request{Messages: []llm.Message{llm.TextMessage(llm.RoleUser, "hi")}}) {
			switch {
			case done != nil:
				t.Fatalf("%v, %v after the end", event, err)
			case err != nil:
				refuses(t, err)
				return
			}
			switch e := event.(type) {
			case llm.TextDelta:
				streamed.WriteString(e.Text)
			case llm.Done:
				done = &e.Reply
			case llm.Alive:
			case llm.Voided:
				streamed.Reset()
			}
		}
		if done == nil {
			t.Fatalf("neither an end nor an error for %q", body)
		}
		if done.Text() != streamed.String() {
			t.Errorf("%q was streamed, and the reply is %q", streamed.String(), done.Text())
		}
		for _, p := range done.Message.Parts {
			if p.Call != nil && (p.Call.ID == "" || !json.Valid(p.Call.Arguments)) {
				t.Errorf("a call %+v", p.Call)
			}
		}
	})
}

func refuses(t *testing.T, err error) {
	t.Helper()
	if strings.Contains(err.Error(), "sk-under-test") {
		t.Errorf("the error tells the key: %v", err)
	}
	if len(err.Error()) > 2000 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
	if status, ok := err.(*llm.StatusError); ok && (status.RetryAfter < 0 || status.RetryAfter > time.Hour) { //nolint:errorlint // as it came
		t.Errorf("come back in %s", status.RetryAfter)
	}
}

func seeds() []string {
	chunk := func(delta, finish string) string {
		return `data: {"choices":[{"index":0,"delta":` + delta + `,"finish_reason":` + finish + "}]}\n\n"
	}
	return []string{
		chunk(`{"content":"hel"}`, "null") + chunk(`{"content":"lo"}`, `"stop"`) + "data: [DONE]\n\n",
		chunk(`{"tool_calls":[{"index":0,"id":"c1","function":{"name":"weather","arguments":"{\"city\":"}}]}`, "null") + chunk(`{"tool_calls":[{"index":0,"function":{"arguments":"\"Kyiv\"}"}}]}`, `"tool_calls"`),
		chunk(`{"tool_calls":[{"index":-1,"function":{"arguments":"[]"}}]}`, `"stop"`), chunk(`{"reasoning_content":"hm","content":"x"}`, `"length"`),
		chunk(`{"reasoning_content":null,"refusal":"no"}`, `"stop"`), chunk(`{"reasoning_content":5}`, `"stop"`), chunk(`{}`, `"content_filter"`), chunk(`{"content":"cut off"}`, "null"),
		chunk(`{"content":"x"}`, `"`+strings.Repeat("reason", 2000)+`"`), chunk(`{"tool_calls":[{"index":0,"function":{"name":"`+strings.Repeat("name", 2000)+`","arguments":"\ud800"}}]}`, `"stop"`),
		`data: {"error":{"message":"broken","code":"x"}}` + "\n\n", "event: error\ndata: {}\n\n", `data: {"choices":[]}` + "\n\n", "data: {", "", "data: [DONE]\n\n", `{"choices":[]}`,
	}
}
