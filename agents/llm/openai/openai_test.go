package openai_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/openai"
	"github.com/aisteam/aisteam/internal/vendors"
)

const key = "key-under-test"

// nobody answers no request, and keeps where it went.
type nobody struct{ asked []string }

func (n *nobody) RoundTrip(r *http.Request) (*http.Response, error) {
	n.asked = append(n.asked, r.URL.String())
	return nil, errors.New("nobody is there")
}

func TestTheFirstRoadFollowsFromWhoseTheModelIsAndFromItsGeneration(t *testing.T) {
	for _, c := range []struct{ provider, base, model, road, want string }{
		{"", "", "gpt-6.1-terra", "", "https://api.openai.com/v1/responses"},
		{"", "", "gpt-5.4", "", "https://api.openai.com/v1/responses"},
		{"", "", "gpt-5.10-mini", "", "https://api.openai.com/v1/responses"},
		{"", "", "gpt-11-nova", "", "https://api.openai.com/v1/responses"},
		{"", "", "ft:gpt-6-luna:me::1", "", "https://api.openai.com/v1/responses"},
		{"", "", "o4-mini", "", "https://api.openai.com/v1/responses"},
		{"", "", "nova-1", "", "https://api.openai.com/v1/responses"},
		{"", "", "gpt-5.3", "", "https://api.openai.com/v1/chat/completions"},
		{"", "", "gpt-5-2025-08-07", "", "https://api.openai.com/v1/chat/completions"},
		{"", "", "gpt-4o", "", "https://api.openai.com/v1/chat/completions"},
		{"", "", "ft:gpt-4.1:me::1", "", "https://api.openai.com/v1/chat/completions"},
		{"", "", "chatgpt-4o-latest", "", "https://api.openai.com/v1/chat/completions"},
		{"", "https://eu.api.openai.com/v1", "gpt-6.1-terra", "", "https://eu.api.openai.com/v1/responses"},
		{"", "https://api.openai.com.example.com/v1", "gpt-6.1-terra", "", "https://api.openai.com.example.com/v1/chat/completions"},
		{"", "http://127.0.0.1:11434/v1", "gpt-6.1-terra", "", "http://127.0.0.1:11434/v1/chat/completions"},
		{"azure_openai", openai.AzureBaseURL("https://me.openai.azure.com/"), "team", "", "https://me.openai.azure.com/openai/v1/responses"},
		{"", "", "gpt-6.1-terra", "chat", "https://api.openai.com/v1/chat/completions"},
		{"", "http://127.0.0.1:11434/v1", "qwen", "responses", "http://127.0.0.1:11434/v1/responses"},
		{"azure_openai", openai.AzureBaseURL("https://me.openai.azure.com/openai/v1"), "team", "chat", "https://me.openai.azure.com/openai/v1/chat/completions"},
	} {
		n := &nobody{}
		m, err := openai.New(openai.Config{Provider: c.provider, APIKey: key, Model: c.model, BaseURL: c.base, Road: openai.Road(c.road), Transport: n, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ask(t, m, question()); !errors.Is(err, llm.ErrOverloaded) || len(n.asked) != 1 || n.asked[0] != c.want {
			t.Errorf("%+v: asked %v, %v", c, n.asked, err)
		}
	}
	if _, err := openai.New(openai.Config{Model: "m", Road: "sideways", Now: time.Now}); err == nil {
		t.Error("a road that there is not is taken")
	}
}

func question() llm.Request {
	return llm.Request{
		Messages:  []llm.Message{llm.TextMessage(llm.RoleUser, "hi")},
		Tools:     []llm.Tool{{Name: "look", Parameters: json.RawMessage(`{"type":"object","properties":{}}`)}},
		MaxOutput: 1000,
	}
}

// ask makes one attempt. What streamed must be what the reply says.
func ask(t *testing.T, m llm.Model, r llm.Request) (llm.Reply, error) {
	t.Helper()
	text := ""
	for event, err := range m.Generate(t.Context(), r) {
		if err != nil {
			return llm.Reply{}, err
		}
		switch e := event.(type) {
		case llm.TextDelta:
			text += e.Text
		case llm.Done:
			if text != e.Reply.Text() {
				t.Errorf("%q was streamed, and the reply is %q", text, e.Reply.Text())
			}
			return e.Reply, nil
		case llm.Alive, llm.Voided:
		}
	}
	t.Error("neither an end nor an error")
	return llm.Reply{}, nil
}

// two is an endpoint with both roads, each of which answers or refuses.
type two struct {
	chat, responses http.HandlerFunc

	mu    sync.Mutex
	asked []string
}

func (s *two) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked = append(s.asked, strings.TrimPrefix(r.URL.Path, "/v1/"))
	s.mu.Unlock()
	if strings.HasSuffix(r.URL.Path, "/responses") {
		s.responses(w, r)
		return
	}
	s.chat(w, r)
}

func (s *two) open(t *testing.T, road openai.Road) *openai.Model {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	m, err := openai.New(openai.Config{APIKey: key, Model: "gpt-7-nova", BaseURL: server.URL + "/v1", Road: road, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func refuses(code int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

func says(message string) string {
	raw, _ := json.Marshal(map[string]any{"error": map[string]any{"message": message, "param": nil}})
	return string(raw)
}

func chats(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, c := range []string{`{"choices":[{"index":0,"delta":{"content":"by chat"},"finish_reason":null}]}`, `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`, "[DONE]"} {
		_, _ = fmt.Fprintf(w, "data: %s\n\n", c)
	}
}

func answers(t *testing.T) http.HandlerFunc {
	t.Helper()
	return vendors.NewResponses(func(vendors.Asked) vendors.Said { return vendors.Said{Text: "by responses"} }, key).ServeHTTP
}

// TestARefusalThatNamesTheOtherRoadIsFollowedAtOnceAndForGood: nobody notices but the endpoint.
func TestARefusalThatNamesTheOtherRoadIsFollowedAtOnceAndForGood(t *testing.T) {
	toResponses := map[string]http.HandlerFunc{
		"tools (GoogleChromeLabs/webmcp-tools#417)":     refuses(400, says("Function tools with reasoning_effort are not supported for gpt-7-nova in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.")),
		"tools of gpt-5.4 (pipecat-ai/pipecat#4043)":    refuses(400, says("Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.")),
		"a model (openai/codex#1346)":                   refuses(404, says("This model is only supported in v1/responses and not in v1/chat/completions.")),
		"a gateway (Wei-Shaw/sub2api#885)":              refuses(400, says("Unsupported legacy protocol: /v1/chat/completions is not supported. Please use /v1/responses.")),
		"Azure (langchain-ai/langchain-azure#228)":      refuses(400, says("The chatCompletion operation does not work with the specified model, gpt-5.1-codex. Please choose different model and try again.")),
		"no such address (ChatGPTNextWeb/NextChat#423)": refuses(404, says("Invalid URL (POST /v1/chat/completions)")),
	}
	for name, refusal := range toResponses {
		t.Run("from chat/"+name, func(t *testing.T) {
			s := &two{chat: refusal, responses: answers(t)}
			m := s.open(t, "")
			for range 2 {
				if reply, err := ask(t, m, question()); err != nil || reply.Text() != "by responses" {
					t.Fatal(reply, err)
				}
			}
			if got := strings.Join(s.asked, " "); got != "chat/completions responses responses" {
				t.Error(got)
			}
		})
	}
	for name, refusal := range map[string]http.HandlerFunc{
		"FastAPI (xtekky/gpt4free#2980)":                 refuses(404, `{"detail":"Not Found"}`),
		"Go (sigoden/aichat#1100)":                       refuses(404, "404 page not found"),
		"nothing at all":                                 refuses(404, ""),
		"OpenAI's words (QuantumNous/new-api#885)":       refuses(404, says("Invalid URL (POST /v1/responses)")),
		"OpenAI's other words (InternLM/MindSearch#150)": refuses(404, says("Unknown request URL: POST /v1/responses. Please check the URL for typos.")),
		"another method":                                 refuses(405, `{"detail":"Method Not Allowed"}`),
		"Azure":                                          refuses(404, says("Resource not found")),
		"Azure's operation":                              refuses(400, says("The responses operation does not work with the specified model, team. Please choose different model and try again.")),
		"a model of the older road":                      refuses(400, says("This model is not supported in v1/responses. Use v1/chat/completions.")),
	} {
		t.Run("from responses/"+name, func(t *testing.T) {
			s := &two{chat: chats, responses: refusal}
			server := httptest.NewServer(http.StripPrefix("/openai", s))
			t.Cleanup(server.Close)
			m, err := openai.New(openai.Config{Provider: "azure_openai", APIKey: key, Model: "team", BaseURL: openai.AzureBaseURL(server.URL), Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if reply, err := ask(t, m, question()); err != nil || reply.Text() != "by chat" || reply.Info.Provider != "azure_openai" {
					t.Fatal(reply, err)
				}
			}
			if got := strings.Join(s.asked, " "); got != "responses chat/completions chat/completions" {
				t.Error(got)
			}
		})
	}
}

func TestOtherRefusalsAreNotFollowed(t *testing.T) {
	for name, c := range map[string]struct {
		road openai.Road
		say  http.HandlerFunc
	}{
		"no such model":        {"", refuses(404, says("The model `gpt-9` does not exist or you do not have access to it."))},
		"no such model there":  {"", refuses(404, `{"error":{"message":"model \"qwen\" not found, try pulling it first"}}`)},
		"none deployed":        {"", refuses(404, says("Deployment not found"))},
		"no such deployment":   {"", refuses(404, says("The API deployment for this resource does not exist."))},
		"a key":                {"", refuses(401, says("Incorrect API key provided. See v1/responses."))},
		"a limit":              {"", refuses(429, says("Rate limit reached"))},
		"a fault":              {"", refuses(500, says("no route to host"))},
		"a request":            {"", refuses(400, says("messages: not found"))},
		"a road that is fixed": {openai.RoadChat, refuses(404, "404 page not found")},
	} {
		t.Run(name, func(t *testing.T) {
			s := &two{chat: c.say, responses: answers(t)}
			if _, err := ask(t, s.open(t, c.road), question()); err == nil || strings.Join(s.asked, " ") != "chat/completions" {
				t.Error(s.asked, err)
			}
		})
	}
}

// TestWhereBothRoadsAreRefusedTheFirstRefusalIsTold: the address is wrong, and the first road is tried first again.
func TestWhereBothRoadsAreRefusedTheFirstRefusalIsTold(t *testing.T) {
	s := &two{chat: refuses(404, says("Invalid URL (POST /v2/chat)")), responses: refuses(404, "404 page not found")}
	m := s.open(t, "")
	for range 2 {
		if _, err := ask(t, m, question()); err == nil || !strings.Contains(err.Error(), "/v2/chat") {
			t.Error(err)
		}
	}
	if got := strings.Join(s.asked, " "); got != "chat/completions responses chat/completions responses" {
		t.Error(got)
	}
}

// TestAFailureOnTheOtherRoadIsToldAndTheRoadIsKept: it is the right one, and has its own troubles.
func TestAFailureOnTheOtherRoadIsToldAndTheRoadIsKept(t *testing.T) {
	s := &two{chat: refuses(404, says("This model is only supported in v1/responses and not in v1/chat/completions.")), responses: refuses(429, says("slow down"))}
	m := s.open(t, "")
	for range 2 {
		if _, err := ask(t, m, question()); !errors.Is(err, llm.ErrOverloaded) {
			t.Error(err)
		}
	}
	if got := strings.Join(s.asked, " "); got != "chat/completions responses responses" {
		t.Error(got)
	}
}

// TestWhatOneRoadMadeTheOtherIsToldInWords: a conversation goes on where it turns.
func TestWhatOneRoadMadeTheOtherIsToldInWords(t *testing.T) {
	var heard string
	server := vendors.NewResponses(func(a vendors.Asked) vendors.Said {
		heard = fmt.Sprint(a.Messages)
		return vendors.Said{Text: "by responses"}
	}, key)
	s := &two{responses: server.ServeHTTP, chat: func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, c := range []string{
			`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"look","arguments":"{}"}}]},"finish_reason":null}]}`,
			`{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`, "[DONE]",
		} {
			_, _ = fmt.Fprintf(w, "data: %s\n\n", c)
		}
	}}
	m := s.open(t, "")
	r := question()
	reply, err := ask(t, m, r)
	if err != nil || len(reply.Calls()) != 1 {
		t.Fatal(reply, err)
	}
	s.chat = refuses(404, says("This model is only supported in v1/responses and not in v1/chat/completions."))
	r.Messages = append(r.Messages, reply.Message, llm.Message{Role: llm.RoleTool, Parts: []llm.Part{{Result: &llm.ToolResult{ID: "call_a", Name: "look", Content: "a fox"}}}})
	if reply, err := ask(t, m, r); err != nil || reply.Text() != "by responses" || !strings.Contains(heard, "used the tool look") || !strings.Contains(heard, "a fox") || len(server.Refused()) > 0 {
		t.Errorf("%+v, %v, heard %s, refused %v", reply, err, heard, server.Refused())
	}
}
