package responses_test

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
	"github.com/aisteam/aisteam/agents/llm/openai/responses"
)

// canned answers every request with the same.
type canned struct {
	status int
	kind   string
	body   []byte
}

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		Status: http.StatusText(c.status), StatusCode: c.status, Request: r, ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {c.kind}}, Body: io.NopCloser(bytes.NewReader(c.body)), ContentLength: int64(len(c.body)),
	}, nil
}

// FuzzReplies lets the provider say anything: either an error, or one whole reply at the end, whose text is what was streamed, whose
// tool calls have an id and arguments that are JSON, and which can be sent back. No error tells the key.
func FuzzReplies(f *testing.F) {
	for _, s := range seeds() {
		f.Add(uint16(200), false, []byte(s))
	}
	for _, s := range []string{whole("completed", "null", thought, spoke("m", "null", "hi"), called("f", "c", "{")), whole("failed", "null"), "7", ""} {
		f.Add(uint16(200), true, []byte(s))
	}
	f.Add(uint16(400), true, []byte(`{"error":{"message":"Unsupported parameter: 'reasoning.effort', sk-under-test","param":"sk-under-test"}}`))
	f.Add(uint16(400), true, []byte(`{"error":{"message":"The encrypted content could not be verified.","param":{"a":1}}}`))
	f.Add(uint16(429), true, []byte(`{"error":{"message":"slow down, sk-under-test"}}`))
	says := &canned{}
	m, err := responses.New(responses.Config{APIKey: "sk-under-test", Model: "gpt", Transport: says, Now: time.Now})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, status uint16, piece bool, body []byte) {
		if says.status = int(status); status < 200 || status > 599 {
			says.status = 200
		}
		if says.kind = "text/event-stream"; piece {
			says.kind = "application/json"
		}
		says.body = body
		r := llm.Request{Messages: []llm.Message{llm.TextMessage(llm.RoleUser, "hi")}, Effort: llm.EffortLow, MaxOutput: 100}
		reply := read(t, m, r)
		if reply == nil {
			return
		}
		for _, p := range reply.Message.Parts {
			if p.Call != nil && (p.Call.ID == "" || !json.Valid(p.Call.Arguments)) || p.State != nil && !json.Valid(p.State.Data) {
				t.Errorf("a part %+v", p)
			}
		}
		r.Messages = append(r.Messages, reply.Message, results(reply.Calls()))
		read(t, m, r)
	})
}

func read(t *testing.T, m llm.Model, r llm.Request) *llm.Reply {
	t.Helper()
	var streamed strings.Builder
	var done *llm.Reply
	for event, err := range m.Generate(context.Background(), r) {
		switch {
		case done != nil:
			t.Fatalf("%v, %v after the end", event, err)
		case err != nil:
			if strings.Contains(err.Error(), "sk-under-test") || len(err.Error()) > 2000 {
				t.Errorf("the error tells the key, or does not end: %v", err)
			}
			return nil
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
		t.Fatal("neither an end nor an error")
	}
	if done.Text() != streamed.String() {
		t.Errorf("%q was streamed, and the reply is %q", streamed.String(), done.Text())
	}
	return done
}

func seeds() []string {
	frames := func(data ...string) string {
		return "event: x\ndata: " + strings.Join(data, "\n\nevent: x\ndata: ") + "\n\n"
	}
	m, c := spoke("msg_1", `"final_answer"`, "hello"), called("fc_1", "call_a", `{"city":"Kyiv"}`)
	return []string{
		frames(created("resp_1"), added(0, thought), done(0, thought), added(1, m), delta(1, "hel"), delta(1, "lo"), done(1, m), completed(thought, m)),
		frames(created("resp_1"), done(0, thought), added(1, c), done(1, c), completed(thought, c)),
		frames(done(0, c), completed()), frames(delta(0, "cut off")), frames(delta(1, "b"), delta(0, "a"), completed(m, c)),
		frames(delta(0, "x"), ends("incomplete", `{"reason":"max_output_tokens"}`)), frames(ends("incomplete", `{"reason":7}`)),
		frames(`{"type":"response.completed","response":{"status":"completed","output":[{"type":"function_call","name":"x","arguments":["\ud800"]}],"usage":{"input_tokens":-1e40}}}`),
		frames(`{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"text":"sk-under-test"}]}]}}`),
		frames(`{"type":"error","code":"` + strings.Repeat("code", 900) + `","message":"sk-under-test"}`), frames(`{"type":"response.failed","response":{"status":"failed","error":{"code":400,"message":"bad key sk-under-test"}}}`),
		frames(`{"type":"response.completed","response":{"status":"` + strings.Repeat("reason", 2000) + `"}}`), frames(done(0, "null"), completed()), frames(added(0, "1"), completed()), frames("[DONE]"),
		"data: {", "", "data: [1]\n\n", `{"type":"response.completed"}`,
	}
}
