package gemini_test

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
	"github.com/aisteam/aisteam/agents/llm/gemini"
)

const key = "key-under-test"

// strict is Gemini 3 as strict as the documented rules: a function call of the current turn must come back with its
// signature byte for byte (of a parallel group the first call), with the id it was given and only with one it was given,
// and with a response for every call. Anything it does not know is a 400.
type strict struct {
	t       *testing.T
	handler func(w http.ResponseWriter, r request) // what it answers to an accepted request

	mu       sync.Mutex
	requests []request
}

type request struct {
	Contents           []content       `json:"contents"`
	SystemInstruction  *content        `json:"systemInstruction"`
	Tools              json.RawMessage `json:"tools"`
	GenerationConfig   json.RawMessage `json:"generationConfig"`
	path, query, token string
}

type content struct {
	Role  string `json:"role"`
	Parts []part `json:"parts"`
}

type part struct {
	Text             *string        `json:"text"`
	InlineData       *inline        `json:"inlineData"`
	Thought          bool           `json:"thought"`
	ThoughtSignature string         `json:"thoughtSignature"`
	FunctionCall     *functionEntry `json:"functionCall"`
	FunctionResponse *functionEntry `json:"functionResponse"`
}

type functionEntry struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Args     map[string]any `json:"args"`
	Response map[string]any `json:"response"`
}

// signatures that the server has given, by function name and city.
func signatureOf(city string) string {
	return map[string]string{"Kyiv": "+/+/U0lHLUEtMTIz//8="}[city]
}

func (s *strict) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var req request
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&req); err != nil {
		refuse(w, 400, "INVALID_ARGUMENT", "Invalid JSON payload received. "+err.Error())
		return
	}
	req.path, req.query, req.token = r.URL.Path, r.URL.RawQuery, r.Header.Get("X-Goog-Api-Key")
	s.mu.Lock()
	s.requests = append(s.requests, req)
	s.mu.Unlock()
	if req.token != key {
		refuse(w, 403, "PERMISSION_DENIED", "API key not valid: "+req.token)
		return
	}
	if wrong := s.check(req); wrong != "" {
		refuse(w, 400, "INVALID_ARGUMENT", wrong)
		return
	}
	s.handler(w, req)
}

func (s *strict) check(r request) string {
	if len(r.Contents) == 0 || r.Contents[len(r.Contents)-1].Role != "user" {
		return "Please ensure that the conversation ends with a user turn."
	}
	for i, c := range r.Contents {
		calls := 0
		for j, p := range c.Parts {
			if p.Text == nil && p.InlineData == nil && p.FunctionCall == nil && p.FunctionResponse == nil {
				return fmt.Sprintf("contents[%d].parts[%d]: required oneof field 'data' must have one initialized field", i, j)
			}
			if p.FunctionCall == nil {
				continue
			}
			city, _ := p.FunctionCall.Args["city"].(string)
			if calls++; calls == 1 && p.ThoughtSignature != signatureOf(city) {
				return fmt.Sprintf("Function call is missing a thought_signature in functionCall parts. Function call %s, position %d.", p.FunctionCall.Name, j)
			}
			if calls > 1 && p.ThoughtSignature != "" {
				return "Corrupted thought signature."
			}
		}
		if calls > 0 && (i+1 >= len(r.Contents) || len(r.Contents[i+1].Parts) != calls) {
			return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."
		}
	}
	return ""
}

func refuse(w http.ResponseWriter, code int, status, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"code": code, "status": status, "message": message}})
}

const usage = `"usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":7,"thoughtsTokenCount":41,"totalTokenCount":148,"cachedContentTokenCount":3},"modelVersion":"gemini-3.8-flash","responseId":"r1"`

// weather calls two tools at once, and says the answer when it has their results.
func weather(r request) []string {
	last := r.Contents[len(r.Contents)-1]
	if last.Parts[0].FunctionResponse != nil {
		return []string{
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"**Checking**","thought":true}]},"index":0}],` + usage + `}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"It is "}]},"index":0}],` + usage + `}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"21 °C."}]},"index":0}],` + usage + `}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"","thoughtSignature":"U0lHLUZJTkFM"}]},"finishReason":"STOP","index":0}],` + usage + `}`,
		}
	}
	return []string{
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"**Planning** to call weather","thought":true}]},"index":0}],` + usage + `}`,
		`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"get_weather","args":{"city":"Kyiv"}},"thoughtSignature":"` + signatureOf("Kyiv") + `"},` +
			`{"functionCall":{"id":"fc-124","name":"get_weather","args":{"city":"Lviv"}}}]},"index":0}],` + usage + `}`,
		`{"candidates":[{"content":{"role":"model","parts":[{"text":""}]},"finishReason":"STOP","index":0}],` + usage + `}`,
	}
}

func sse(chunks []string) string {
	var b strings.Builder
	for _, c := range chunks {
		fmt.Fprintf(&b, "data: %s\r\n\r\n", c)
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

// serve starts the server and a model that talks to it.
func serve(t *testing.T, name string, handler func(w http.ResponseWriter, r request)) (*strict, *gemini.Model) {
	t.Helper()
	s := &strict{t: t, handler: handler}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, connect(t, name, server.URL)
}

func connect(t *testing.T, name, url string) *gemini.Model {
	t.Helper()
	t.Setenv("GEMINI_API_KEY", "from-the-environment")
	t.Setenv("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:1/")
	model, err := gemini.New(t.Context(), gemini.Config{APIKey: key, Model: name, BaseURL: url, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return model
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
