package gemini_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/gemini"
	"github.com/aisteam/aisteam/assistant"
)

func ask(messages ...llm.Message) llm.Request {
	return llm.Request{
		Instructions: llm.Instructions{Stable: "Be short."}, Messages: messages,
		Tools: []llm.Tool{{Name: "get_weather", Description: "The weather.", Parameters: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}`)}},
	}
}

func results(calls []llm.ToolCall) llm.Message {
	m := llm.Message{Role: llm.RoleTool}
	for _, c := range calls {
		m.Parts = append(m.Parts, llm.Part{Result: &llm.ToolResult{ID: c.ID, Name: c.Name, Content: "21"}})
	}
	return m
}

// stored is a message after it was written down and read back, as across a restart or an approval.
func stored(t *testing.T, m llm.Message) llm.Message {
	t.Helper()
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var pretty bytes.Buffer // databases may lay JSON out anew
	if err := json.Indent(&pretty, raw, "", "  "); err != nil {
		t.Fatal(err)
	}
	var out llm.Message
	if err := json.Unmarshal(pretty.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAToolRoundTripSurvivesBeingStored(t *testing.T) {
	server, model := serve(t, "gemini-3.8-flash", streams)
	user := llm.TextMessage(llm.RoleUser, "How warm is it in Kyiv and Lviv?")

	_, first, err := generate(t, model, ask(user))
	if err != nil {
		t.Fatal(err)
	}
	want := []llm.ToolCall{
		{ID: "call-1", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Kyiv"}`)},
		{ID: "fc-124", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Lviv"}`)},
	}
	if diff := cmp.Diff(want, first.Calls()); diff != "" {
		t.Fatal(diff)
	}
	if first.Text() != "" {
		t.Errorf("a thought is shown as the answer: %q", first.Text())
	}
	if diff := cmp.Diff(assistant.Usage{Input: 100, Cached: 3, Output: 48, Thought: 41}, first.Usage); diff != "" {
		t.Error(diff)
	}

	fresh := connect(t, "gemini-3.8-flash", strings.TrimSuffix(serverURL(server, first), "/"))
	history := []llm.Message{stored(t, user), stored(t, first.Message), stored(t, results(first.Calls()))}
	text, second, err := generate(t, fresh, ask(history...))
	if err != nil {
		t.Fatal(err)
	}
	if text != "It is 21 °C." || second.Text() != text {
		t.Errorf("streamed %q, reply %q", text, second.Text())
	}
	sent := server.requests[1].Contents[2].Parts
	if sent[0].FunctionResponse.ID != "" || sent[1].FunctionResponse.ID != "fc-124" {
		t.Errorf("ids %q and %q were sent; only the one Gemini gave may be", sent[0].FunctionResponse.ID, sent[1].FunctionResponse.ID)
	}

	third := append(history, stored(t, second.Message), llm.TextMessage(llm.RoleUser, "And tomorrow?"))
	if _, _, err := generate(t, fresh, ask(third...)); err != nil {
		t.Fatalf("the final signature is not accepted: %v", err)
	}
	echoed := server.requests[2].Contents[3].Parts
	if last := echoed[len(echoed)-1]; last.ThoughtSignature != "U0lHLUZJTkFM" || last.Text == nil || *last.Text != "" {
		t.Errorf("the final signature came back as %+v", last)
	}
}

func TestReasoningIsNotKept(t *testing.T) {
	_, model := serve(t, "gemini-3.8-flash", replies(
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"**The customer is rude**","thought":true}]},"index":0}]}`,
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"Still rude.","thought":true,"thoughtSignature":"U0lH"}]},"index":0}]}`,
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"Hello."}]},"finishReason":"STOP","index":0}]}`,
	))
	text, reply, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi")))
	if err != nil || text != "Hello." || reply.Text() != text {
		t.Fatalf("streamed %q, reply %q, %v", text, reply.Text(), err)
	}
	raw, err := json.Marshal(reply)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(raw), "rude") || !strings.Contains(string(raw), "U0lH") {
		t.Errorf("recorded: %s", raw)
	}
}

// serverURL reads the endpoint out of a part's state: a restarted process knows no more.
func serverURL(_ *strict, r llm.Reply) string {
	for _, p := range r.Message.Parts {
		if p.State != nil {
			return p.State.Endpoint
		}
	}
	return ""
}

func TestWithoutItsSignatureACallIsRefused(t *testing.T) {
	_, model := serve(t, "gemini-3.8-flash", streams)
	user := llm.TextMessage(llm.RoleUser, "How warm is it?")
	_, first, err := generate(t, model, ask(user))
	if err != nil {
		t.Fatal(err)
	}
	spoilt := stored(t, first.Message)
	for i := range spoilt.Parts {
		if spoilt.Parts[i].Call != nil {
			spoilt.Parts[i].State.Data = json.RawMessage(`{}`)
		}
	}
	_, _, err = generate(t, model, ask(user, spoilt, results(first.Calls())))
	if !errors.Is(err, llm.ErrRefused) || !strings.Contains(err.Error(), "thought_signature") {
		t.Errorf("the server is not strict: %v", err)
	}
}

func TestAHistoryMadeElsewhereIsAcceptedAsText(t *testing.T) {
	server, model := serve(t, "gemini-3.8-flash", streams)
	elsewhere := llm.Origin{Provider: "openai", Model: "gpt", Endpoint: "https://api.openai.com/v1"}
	call := llm.Part{
		Call:  &llm.ToolCall{ID: "call_9", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Kyiv"}`)},
		State: elsewhere.State(json.RawMessage(`{}`)),
	}
	_, _, err := generate(t, model, ask(
		llm.TextMessage(llm.RoleUser, "How warm is it?"), llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{call}},
		results([]llm.ToolCall{*call.Call}), llm.TextMessage(llm.RoleUser, "Well?")))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range server.requests[0].Contents {
		for _, p := range c.Parts {
			if p.FunctionCall != nil || p.FunctionResponse != nil {
				t.Errorf("a foreign call was sent as a call: %+v", p)
			}
		}
	}
}

func TestTheRequestIsAsGeminiWantsIt(t *testing.T) {
	server, model := serve(t, "gemini-3.8-flash", streams)
	r := ask(llm.TextMessage(llm.RoleUser, "hi"))
	r.Output, r.Effort, r.MaxOutput = json.RawMessage(`{"type":"object"}`), llm.EffortLow, 123
	if _, _, err := generate(t, model, r); err != nil {
		t.Fatal(err)
	}
	got := server.requests[0]
	if got.path != "/v1beta/models/gemini-3.8-flash:streamGenerateContent" || got.query != "alt=sse" {
		t.Errorf("asked %s?%s", got.path, got.query)
	}
	var config map[string]any
	if err := json.Unmarshal(got.GenerationConfig, &config); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"candidateCount": 1.0, "maxOutputTokens": 123.0, "responseMimeType": "application/json",
		"responseJsonSchema": map[string]any{"type": "object"},
		"thinkingConfig":     map[string]any{"includeThoughts": true, "thinkingLevel": "LOW"},
	}
	if diff := cmp.Diff(want, config); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(string(got.Tools), `"parametersJsonSchema":{`) || *got.SystemInstruction.Parts[0].Text != "Be short." {
		t.Errorf("tools %s", got.Tools)
	}
}

func TestAStreamCutAnywhereIsTruncated(t *testing.T) {
	whole := sse(weather(request{Contents: []content{{Parts: []part{{FunctionResponse: &functionEntry{}}}}}}))
	finish := strings.Index(whole, `"finishReason"`)
	var upto int
	var abort bool
	_, model := serve(t, "gemini-3.8-flash", func(w http.ResponseWriter, _ request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, whole[:upto])
		if abort {
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
	})
	for upto = 0; upto <= len(whole); upto += 7 {
		for _, abort = range []bool{false, true} {
			text, reply, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi")))
			switch {
			case err == nil && upto < finish:
				t.Fatalf("cut at %d (abort %t) is taken for whole: %q", upto, abort, text)
			case err == nil && reply.Text() != "It is 21 °C.":
				t.Fatalf("cut at %d (abort %t) gives %q", upto, abort, reply.Text())
			case err != nil && !errors.Is(err, llm.ErrTruncated) && !errors.Is(err, llm.ErrOverloaded):
				t.Fatalf("cut at %d (abort %t): %v", upto, abort, err)
			}
		}
	}
	upto, abort = len(whole), false
	if _, _, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi"))); err != nil {
		t.Errorf("the whole stream: %v", err)
	}
}

func TestEveryFailureHasItsClass(t *testing.T) {
	body := func(s string) func(http.ResponseWriter, request) {
		return func(w http.ResponseWriter, _ request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, s)
		}
	}
	ends := func(reason string) func(http.ResponseWriter, request) {
		return body(sse([]string{`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"` + reason + `"}]}`}))
	}
	status := func(code int, header ...string) func(http.ResponseWriter, request) {
		return func(w http.ResponseWriter, _ request) {
			for i := 0; i+1 < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			refuse(w, code, "STATUS", "words with "+key)
		}
	}
	cases := map[string]struct {
		handler func(http.ResponseWriter, request)
		want    error
		wait    time.Duration
	}{
		"429 with seconds":  {status(429, "Retry-After", "7"), llm.ErrOverloaded, 7 * time.Second},
		"429 with millis":   {status(429, "Retry-After-Ms", "250"), llm.ErrOverloaded, 250 * time.Millisecond},
		"429 with nonsense": {status(429, "Retry-After", "soon"), llm.ErrOverloaded, 0},
		"429 with eternity": {status(429, "Retry-After", "999999"), llm.ErrOverloaded, time.Hour},
		"429 in the body": {func(w http.ResponseWriter, _ request) {
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = io.WriteString(w, `{"error":{"code":429,"message":"quota","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34s"}]}}`)
		}, llm.ErrOverloaded, 34 * time.Second},
		"503": {status(503), llm.ErrOverloaded, 0},
		"500 that is no JSON": {func(w http.ResponseWriter, _ request) {
			http.Error(w, "<html>oops</html>", http.StatusInternalServerError)
		}, llm.ErrOverloaded, 0},
		"400":                     {status(400), llm.ErrRefused, 0},
		"401":                     {status(401), llm.ErrRefused, 0},
		"a redirect":              {status(302, "Location", "http://127.0.0.1:1/"), llm.ErrRefused, 0},
		"an error in the stream":  {body(`data: {"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}` + "\r\n\r\n"), llm.ErrOverloaded, 0},
		"safety":                  {ends("SAFETY"), llm.ErrRefused, 0},
		"a reason of tomorrow":    {ends("SOMETHING_NEW"), llm.ErrTruncated, 0},
		"the length limit":        {ends("MAX_TOKENS"), llm.ErrLength, 0},
		"a malformed call":        {ends("MALFORMED_FUNCTION_CALL"), llm.ErrGarbage, 0},
		"a blocked prompt":        {body(sse([]string{`{"promptFeedback":{"blockReason":"SAFETY"}}`})), llm.ErrRefused, 0},
		"no candidates":           {body(sse([]string{`{}`})), llm.ErrTruncated, 0},
		"an empty body":           {body(""), llm.ErrTruncated, 0},
		"HTML":                    {body("<html>hello</html>"), llm.ErrTruncated, 0},
		"JSON of another service": {body(sse([]string{`{"candidates":"many","usageMetadata":[1]}`})), llm.ErrTruncated, 0},
		"a list":                  {body(sse([]string{`[1,2]`})), llm.ErrTruncated, 0},
		"parts that are numbers":  {body(sse([]string{`{"candidates":[{"content":{"parts":[1]}}]}`})), llm.ErrTruncated, 0},
		"nulls":                   {body(sse([]string{`{"candidates":[null]}`})), llm.ErrTruncated, 0},
		"a line without end":      {body("data: " + strings.Repeat("a", 17<<20)), llm.ErrTruncated, 0},
		"a reply without end": {func(w http.ResponseWriter, _ request) {
			chunk := sse([]string{`{"candidates":[{"content":{"role":"model","parts":[{"text":"` + strings.Repeat("a", 1<<16) + `"}]}}]}`})
			for range 64 {
				if _, err := io.WriteString(w, chunk); err != nil {
					return
				}
			}
		}, llm.ErrGarbage, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, model := serve(t, "gemini-3.8-flash", c.handler)
			_, _, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi")))
			if !errors.Is(err, c.want) {
				t.Fatalf("error = %v, want %v", err, c.want)
			}
			if status, ok := errors.AsType[*llm.StatusError](err); ok && status.RetryAfter != c.wait {
				t.Errorf("wait %s, want %s", status.RetryAfter, c.wait)
			}
			if strings.Contains(err.Error(), key) || len(err.Error()) > 1000 {
				t.Errorf("the error shows the key or does not end: %.200s", err)
			}
		})
	}
}

func TestAServerThatIsNotThere(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	_, _, err := generate(t, connect(t, "gemini-3.8-flash", server.URL), ask(llm.TextMessage(llm.RoleUser, "hi")))
	if !errors.Is(err, llm.ErrOverloaded) {
		t.Errorf("error = %v", err)
	}
}

func TestAModelNeedsItsKey(t *testing.T) {
	t.Setenv("GEMINI_API_KEY", "from-the-environment")
	if _, err := gemini.New(t.Context(), gemini.Config{Model: "gemini-3.8-flash", Now: time.Now}); err == nil {
		t.Error("a model without a key was made; the environment was read")
	}
}

func TestASilentServerIsGivenUpAndTriedAgain(t *testing.T) {
	var silent atomic.Bool
	silent.Store(true)
	release := make(chan struct{})
	server, model := serve(t, "gemini-3.8-flash", func(w http.ResponseWriter, r request) {
		if silent.Swap(false) {
			w.Header().Set("Content-Type", "text/event-stream")
			_ = http.NewResponseController(w).Flush()
			<-release
			return
		}
		streams(w, r)
	})
	defer close(release)
	client, err := llm.NewClient(llm.Config{
		Model: model, Log: slog.New(slog.DiscardHandler), Now: time.Now, IdleTimeout: 200 * time.Millisecond, FirstWait: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	reply, err := client.Ask(t.Context(), ask(llm.TextMessage(llm.RoleUser, "hi")), nil)
	if err != nil || len(reply.Calls()) != 2 || len(server.requests) != 2 {
		t.Errorf("%d calls after %d requests: %v", len(reply.Calls()), len(server.requests), err)
	}
}

// TestAStreamThatBreaksOffHasSaidWhatItTook, as far as it came.
func TestAStreamThatBreaksOffHasSaidWhatItTook(t *testing.T) {
	_, model := serve(t, "gemini-3.8-flash", func(w http.ResponseWriter, _ request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, sse([]string{`{"candidates":[{"content":{"parts":[{"text":"hel"}]}}],` + usage + `}`}))
	})
	var used assistant.Usage
	for event, err := range model.Generate(t.Context(), ask(llm.TextMessage(llm.RoleUser, "hi"))) {
		if alive, ok := event.(llm.Alive); ok {
			used = alive.Used
		}
		if err != nil && !errors.Is(err, llm.ErrTruncated) {
			t.Fatal(err)
		}
	}
	if want := (assistant.Usage{Input: 100, Cached: 3, Output: 48, Thought: 41}); used != want {
		t.Errorf("%+v were told, not %+v", used, want)
	}
}
