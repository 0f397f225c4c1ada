package chat_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai"
	"github.com/aisteam/aisteam/agents/llm/openai/chat"
	"github.com/aisteam/aisteam/assistant"
)

func ask(messages ...llm.Message) llm.Request {
	return llm.Request{
		Instructions: llm.Instructions{Stable: "Be short."}, Messages: messages,
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

// stored is a message after it was written down and read back, as across a restart or an approval.
func stored(t *testing.T, m llm.Message) llm.Message {
	t.Helper()
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var out llm.Message
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAToolRoundTripSurvivesBeingStored(t *testing.T) {
	server, model := serve(t, streams, nil)
	user := llm.TextMessage(llm.RoleUser, "How warm is it in Kyiv and Lviv?")
	_, first, err := generate(t, model, ask(user))
	if err != nil {
		t.Fatal(err)
	}
	want := []llm.ToolCall{
		{ID: "call_a", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Kyiv"}`)},
		{ID: "call_b", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Lviv"}`)},
	}
	if diff := cmp.Diff(want, first.Calls()); diff != "" {
		t.Fatal(diff)
	}
	if diff := cmp.Diff(assistant.Usage{Input: 100, Cached: 3, Output: 48, Thought: 41}, first.Usage); diff != "" {
		t.Error(diff)
	}
	text, second, err := generate(t, model, ask(stored(t, user), stored(t, first.Message), stored(t, results(first.Calls()))))
	if err != nil {
		t.Fatal(err)
	}
	if text != "It is 21 °C." || second.Text() != text {
		t.Errorf("streamed %q, reply %q", text, second.Text())
	}
	sent := server.requests[1].Messages
	if got := sent[2]; got.ReasoningContent == nil || *got.ReasoningContent != "" || got.ToolCalls[0].Function.Arguments != `{"city":"Kyiv"}` {
		t.Errorf("the assistant's message came back as %+v", got)
	}
	if *sent[3].Content != "21" || *sent[4].Content != "Error: 21" {
		t.Errorf("results %q and %q", *sent[3].Content, *sent[4].Content)
	}
	if r := second.Message.Parts[0]; !r.Thought || r.Text != "" {
		t.Errorf("the reasoning is kept as %+v", r)
	}
}

func TestReasoningIsKeptOnlyForCallsThatAreStillToBeAnswered(t *testing.T) {
	for name, c := range map[string]struct {
		stream []string
		kept   string // where the provider needs it back
		text   string
	}{
		"an answer after reasoning": {
			[]string{chunk(`{"role":"assistant","content":null,"reasoning_content":"The customer is rude."}`), chunk(`{"content":"Hello."}`), finish("stop")},
			"", "Hello.",
		},
		"a call after reasoning": {
			[]string{
				chunk(`{"role":"assistant","content":null,"reasoning_content":"The customer is rude."}`),
				chunk(`{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"look","arguments":"{}"}}]}`), finish("tool_calls"),
			}, `{"reasoning_content":"The customer is rude."}`, "",
		},
		"reasoning in the text": {
			[]string{chunk(`{"content":"\n<thi"}`), chunk(`{"content":"nk>The customer "}`), chunk(`{"content":"is rude.</thi"}`), chunk(`{"content":"nk>\n\nHello."}`), finish("stop")},
			"", "Hello.",
		},
		"reasoning in the text without an end": {[]string{chunk(`{"content":"<think>The customer is rude."}`), finish("stop")}, "", ""},
		"words that look like it":              {[]string{chunk(`{"content":"<thin"}`), finish("stop")}, "", "<thin"},
		"the marks further on are words":       {[]string{chunk(`{"content":"Hello. <think>so</think>"}`), finish("stop")}, "", "Hello. <think>so</think>"},
	} {
		t.Run(name, func(t *testing.T) {
			_, model := serve(t, replies(c.stream...), nil)
			text, reply, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi")))
			if err != nil {
				t.Fatal(err)
			}
			if (text != c.text && c.text != "<thin") || reply.Text() != c.text {
				t.Errorf("streamed %q, reply %q, want %q", text, reply.Text(), c.text)
			}
			raw, err := json.Marshal(reply)
			if err != nil {
				t.Fatal(err)
			}
			if found := strings.Count(string(raw), "rude"); c.kept == "" && found > 0 || c.kept != "" && (found != 1 || string(reply.Message.Parts[0].State.Data) != c.kept) {
				t.Errorf("recorded: %s", raw)
			}
		})
	}
}

func TestAHistoryMadeElsewhereIsAcceptedAsText(t *testing.T) {
	server, model := serve(t, streams, nil)
	elsewhere := llm.Origin{Provider: "gemini", Model: "gemini-3.8-flash", Endpoint: "https://g"}
	call := llm.ToolCall{ID: "fc-1", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Kyiv"}`)}
	_, _, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "How warm?"),
		llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{{Call: &call, State: elsewhere.State(json.RawMessage(`{}`))}}},
		results([]llm.ToolCall{call}), llm.TextMessage(llm.RoleUser, "Well?")))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range server.requests[0].Messages {
		if len(m.ToolCalls) > 0 || m.Role == "tool" {
			t.Errorf("a foreign call was sent as a call: %+v", m)
		}
	}
}

func TestTheRequestFitsTheEndpoint(t *testing.T) {
	schema := json.RawMessage(`{"type":"object"}`)
	user := llm.TextMessage(llm.RoleUser, "hi")
	t.Run("compatible", func(t *testing.T) {
		server, model := serve(t, streams, nil)
		if _, _, err := generate(t, model, llm.Request{Messages: []llm.Message{user}, Output: schema, MaxOutput: 9}); err != nil {
			t.Fatal(err)
		}
		got := server.requests[0]
		if got.path != "/v1/chat/completions" || got.MaxTokens != 9 || got.MaxCompletionTokens != 0 || got.Model != "thinker" {
			t.Errorf("%+v", got)
		}
		if got.header.Get("Authorization") != "Bearer "+key || got.header.Get("X-From") != "" {
			t.Errorf("headers %v", got.header)
		}
		const want = `{"type":"json_schema","json_schema":{"name":"reply","strict":false,"schema":{"type":"object"}}}`
		if string(got.ResponseFormat) != want {
			t.Errorf("format %s", got.ResponseFormat)
		}
	})
	t.Run("that knows no schema", func(t *testing.T) {
		server, model := serve(t, streams, func(c *chat.Config) { c.PlainJSON = true })
		if _, _, err := generate(t, model, llm.Request{Messages: []llm.Message{user}, Output: schema}); err != nil {
			t.Fatal(err)
		}
		got := server.requests[0]
		if string(got.ResponseFormat) != `{"type":"json_object"}` || !strings.Contains(*got.Messages[0].Content, string(schema)) {
			t.Errorf("format %s", got.ResponseFormat)
		}
	})
	t.Run("that wants no key", func(t *testing.T) {
		server, model := serve(t, streams, func(c *chat.Config) { c.APIKey = "" })
		if _, _, err := generate(t, model, llm.Request{Messages: []llm.Message{user}}); err != nil {
			t.Fatal(err)
		}
		if got := server.requests[0].header.Get("Authorization"); got != "" {
			t.Errorf("authorization %q", got)
		}
	})
	t.Run("Azure", func(t *testing.T) {
		server, model := serve(t, streams, func(c *chat.Config) {
			c.Provider, c.BaseURL = "azure_openai", openai.AzureBaseURL(strings.TrimSuffix(c.BaseURL, "/v1")+"/")
		})
		_, reply, err := generate(t, model, llm.Request{Messages: []llm.Message{user}})
		if err != nil || reply.Info.Provider != "azure_openai" {
			t.Fatalf("%+v: %v", reply.Info, err)
		}
		got := server.requests[0]
		if got.path != "/openai/v1/chat/completions" || got.header.Get("Api-Key") != key {
			t.Errorf("asked %s with %v", got.path, got.header)
		}
	})
}

func TestAStreamCutAnywhereIsTruncated(t *testing.T) {
	whole := sse(weather(request{Messages: []message{{Role: "tool"}}}))
	end := strings.Index(whole, `"finish_reason":"stop"`)
	var upto int
	var abort bool
	_, model := serve(t, func(w http.ResponseWriter, _ request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, whole[:upto])
		if abort {
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
	}, nil)
	for upto = 0; upto <= len(whole); upto += 7 {
		for _, abort = range []bool{false, true} {
			text, reply, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi")))
			switch {
			case err == nil && upto < end:
				t.Fatalf("cut at %d (abort %t) is taken for whole: %q", upto, abort, text)
			case err == nil && reply.Text() != "It is 21 °C.":
				t.Fatalf("cut at %d (abort %t) gives %q", upto, abort, reply.Text())
			case err != nil && !errors.Is(err, llm.ErrTruncated) && !errors.Is(err, llm.ErrOverloaded):
				t.Fatalf("cut at %d (abort %t): %v", upto, abort, err)
			}
		}
	}
}

func TestEveryFailureHasItsClass(t *testing.T) {
	body := func(s string) func(http.ResponseWriter, request) {
		return func(w http.ResponseWriter, _ request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, s)
		}
	}
	status := func(code int, after string) func(http.ResponseWriter, request) {
		return func(w http.ResponseWriter, _ request) {
			w.Header().Set("Retry-After", after)
			refuse(w, code, "words with "+key)
		}
	}
	cases := map[string]struct {
		handler func(http.ResponseWriter, request)
		want    error
		wait    time.Duration
	}{
		"429":                        {status(429, "7"), llm.ErrOverloaded, 7 * time.Second},
		"503":                        {status(503, ""), llm.ErrOverloaded, 0},
		"401":                        {status(401, ""), llm.ErrRefused, 0},
		"404":                        {status(404, ""), llm.ErrRefused, 0},
		"an error in the stream":     {body("data: {\"error\":{\"message\":\"overloaded\"}}\n\n"), llm.ErrOverloaded, 0},
		"the length limit":           {body(sse([]string{chunk(`{"content":"a"}`), finish("length")})), llm.ErrLength, 0},
		"a filter":                   {body(sse([]string{chunk(`{"content":"a"}`), finish("content_filter")})), llm.ErrRefused, 0},
		"a reason of tomorrow":       {body("data: " + chunk(`{"content":"a"}`) + "\n\ndata: " + finish("tired") + "\n\n"), llm.ErrTruncated, 0},
		"an end without a word":      {body("data: " + chunk(`{"content":"a"}`) + "\n\n"), llm.ErrTruncated, 0},
		"an empty body":              {body(""), llm.ErrTruncated, 0},
		"HTML":                       {body("<html>hello</html>"), llm.ErrGarbage, 0},
		"a list":                     {body("data: [1]\n\n"), llm.ErrTruncated, 0},
		"choices that are a number":  {body("data: {\"choices\":7}\n\n"), llm.ErrTruncated, 0},
		"reasoning that is a number": {body(sse([]string{chunk(`{"reasoning_content":7}`), finish("stop")})), llm.ErrGarbage, 0},
		"a reply without end": {
			body(strings.Repeat("data: "+chunk(`{"content":"`+strings.Repeat("a", 1<<16)+`"}`)+"\n\n", 32)),
			llm.ErrGarbage, 0,
		},
		"calls without end": {func(w http.ResponseWriter, _ request) {
			for i := range 100 {
				raw, _ := json.Marshal(map[string]any{"tool_calls": []any{map[string]any{"index": i, "id": i}}})
				_, _ = io.WriteString(w, "data: "+chunk(string(raw))+"\n\n")
			}
		}, llm.ErrGarbage, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			server, model := serve(t, c.handler, nil)
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
			if len(server.requests) != 1 {
				t.Errorf("%d requests; only the client may try again", len(server.requests))
			}
		})
	}
}

func TestArgumentsThatAreNoJSONAreKeptAndRefusedLater(t *testing.T) {
	_, model := serve(t, func(w http.ResponseWriter, _ request) {
		_, _ = io.WriteString(w, sse([]string{
			chunk(`{"tool_calls":[{"index":0,"function":{"name":"get_weather","arguments":"{\"city\":"}}]}`),
			chunk(`{"tool_calls":[{"index":1,"function":{"name":"get_weather"}}]}`), finish("tool_calls"),
		}))
	}, nil)
	_, reply, err := generate(t, model, ask(llm.TextMessage(llm.RoleUser, "hi")))
	if err != nil {
		t.Fatal(err)
	}
	want := []llm.ToolCall{
		{ID: "call00001", Name: "get_weather", Arguments: json.RawMessage(`"{\"city\":"`)},
		{ID: "call00002", Name: "get_weather", Arguments: json.RawMessage(`{}`)},
	}
	if diff := cmp.Diff(want, reply.Calls()); diff != "" {
		t.Error(diff)
	}
}

func TestAnEndpointThatIsNoAddressIsRefused(t *testing.T) {
	for _, base := range []string{"api.openai.com", "ftp://x/v1", "::"} {
		if _, err := chat.New(chat.Config{Model: "m", BaseURL: base, Now: time.Now}); err == nil {
			t.Errorf("%q is taken", base)
		}
	}
}
