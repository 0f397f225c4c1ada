package anthropic_test

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
	"github.com/aisteam/aisteam/agents/llm/anthropic"
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
	f.Add(uint16(200), "", []byte(sse(`{"type":"error","error":{"type":"invalid_request_error","message":"bad key sk-under-test"}}`)))
	says := &canned{}
	m, err := anthropic.New(anthropic.Config{APIKey: "sk-under-test", Model: "claude-sonnet-5-5", Transport: says, Now: time.Now})
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
			case llm.Alive, llm.Voided:
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
	thinks := []string{begins(0, `{"type":"thinking","thinking":"","signature":""}`), adds(0, `{"type":"thinking_delta","thinking":"hm"}`), adds(0, `{"type":"signature_delta","signature":"cw=="}`), ends(0)}
	call := []string{begins(1, `{"type":"tool_use","id":"t1","name":"weather","input":{}}`), adds(1, `{"type":"input_json_delta","partial_json":"{\"city\":"}`), adds(1, `{"type":"input_json_delta","partial_json":"\"Kyiv\"}"}`), ends(1)}
	return []string{
		sse(all(start, says(0, "hello"), ended, stopped)...), sse(all(start, thinks, call, called, stopped)...), sse(all(start, says(0, "cut off"))...), sse(all(start, call, ended, stopped)...),
		sse(all(start, begins(0, `{"type":"redacted_thinking","data":"x"}`), ends(0), call, called, stopped)...), sse(all(start, begins(0, `{"type":"text","text":"\ud800"}`), ends(0), ended, stopped)...),
		sse(all(start, begins(-1, `{"type":"tool_use","id":"`+strings.Repeat("id", 2000)+`","name":"n","input":[]}`), ends(-1), called, stopped)...),
		sse(all(start, says(0, "x"), `{"type":"message_delta","delta":{"stop_reason":"`+strings.Repeat("reason", 2000)+`"}}`, stopped)...),
		sse(all(start, says(0, "x"), `{"type":"message_delta","delta":{"stop_reason":"refusal","stop_details":{"category":"sk-under-test"}}}`, stopped)...),
		sse(`{"type":"error"}`), sse(`{"type":"message_start","message":{"usage":{"input_tokens":1e99}}}`), "event: error\ndata: {}\n\n", "data: {", "", "data: [DONE]\n\n", `{"type":"message"}`,
	}
}
