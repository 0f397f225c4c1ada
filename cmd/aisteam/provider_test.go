package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
)

// provider is a model service that refuses what the real one refuses, and keeps what it gave. In a step it looks something up and proposes
// two tickets, all at once. When each call has its result, it says so.
type provider struct {
	*httptest.Server

	tb    testing.TB
	reads func(body []byte) (asked, error)
	says  func(w http.ResponseWriter, words string)
	calls func(w http.ResponseWriter)

	refusals func() []string // of one that keeps its own

	mu      sync.Mutex
	refused []string
	resumed int // requests that brought the results of the calls
}

// asked is a request, whatever the provider's words for it are.
type asked struct {
	properties map[string]any // of the wanted answer; none where words are wanted
	system     string
	last       string // the last words
	results    int    // that came with the calls as they were given
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{tb: t}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	return p
}

// ServeHTTP implements [http.Handler].
func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet { // what there is to say of the model, which is nothing
		http.NotFound(w, r)
		return
	}
	raw, _ := io.ReadAll(r.Body)
	in, err := p.reads(raw)
	if err != nil {
		p.mu.Lock()
		p.refused = append(p.refused, fmt.Sprintf("%v\n%s", err, raw))
		p.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"code": 400, "status": "INVALID_ARGUMENT", "message": err.Error()}})
		return
	}
	switch {
	case len(in.properties) > 0:
		reply, err := rehearsed(purposeOfAnswer(in), wholeFacts(in.system, in.last))
		if err != nil {
			p.tb.Errorf("cannot play: %v", err)
		}
		p.says(w, reply)
	case in.results > 0:
		p.mu.Lock()
		p.resumed++
		p.mu.Unlock()
		p.says(w, fmt.Sprintf("All %d calls came back.", in.results))
	case strings.Contains(in.last, "tell me its number"):
		p.calls(w)
	default:
		p.says(w, "I can look things up and make tickets.")
	}
}

// purposeOfAnswer tells from the wanted answer what a request is for.
func purposeOfAnswer(in asked) llm.Purpose {
	var h heard
	h.Format.Schema.Schema.Properties = in.properties
	h.Messages = append(h.Messages, struct {
		Role    string
		Content any
		Calls   []heardCall `json:"tool_calls"`
	}{Role: "user", Content: in.last})
	return purposeOf(h)
}

// The calls of the step, as any provider gives them.
var threeCalls = [3][2]string{
	{"list_tickets", `{"limit":3}`},
	{"create_ticket", `{"title":"Mend the form","body":"It is broken","priority":"high"}`},
	{"create_ticket", `{"title":"Mend the menu","body":"It is broken too","priority":"low"}`},
}

// strictGemini is Gemini 3 as its documentation has it: of calls at once the first comes back with its signature, byte for byte; a call
// has an id only where it was given one; each call is answered, in the turn right after it; what it does not know it refuses.
func strictGemini(t *testing.T) *provider {
	t.Helper()
	p := newProvider(t)
	given := [3]string{
		`{"functionCall":{"args":` + threeCalls[0][1] + `,"name":"list_tickets"},"thoughtSignature":"+/+/U0lHLUEtMTIz//8="}`,
		`{"functionCall":{"args":` + threeCalls[1][1] + `,"id":"fc-2","name":"create_ticket"}}`,
		`{"functionCall":{"args":` + threeCalls[2][1] + `,"name":"create_ticket"}}`,
	}
	stream := func(w http.ResponseWriter, parts string) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprintf(w, "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[%s]},\"finishReason\":\"STOP\",\"index\":0}],"+
			"\"usageMetadata\":{\"promptTokenCount\":9,\"candidatesTokenCount\":9,\"totalTokenCount\":18}}\r\n\r\n", parts)
	}
	p.says = func(w http.ResponseWriter, words string) { stream(w, `{"text":`+quotedJSON(words)+`}`) }
	p.calls = func(w http.ResponseWriter) { stream(w, strings.Join(given[:], ",")) }
	p.reads = func(body []byte) (asked, error) {
		var r geminiRequest
		d := json.NewDecoder(bytes.NewReader(body))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			return asked{}, err
		}
		return r.asked(given)
	}
	return p
}

type geminiContent struct {
	Role  string            `json:"role"`
	Parts []json.RawMessage `json:"parts"`
}

type geminiRequest struct {
	Contents          []geminiContent `json:"contents"`
	SystemInstruction geminiContent   `json:"systemInstruction"`
	Tools             []struct {
		FunctionDeclarations []struct {
			Name        string         `json:"name"`
			Description string         `json:"description"`
			Parameters  map[string]any `json:"parametersJsonSchema"`
		} `json:"functionDeclarations"`
	} `json:"tools"`
	GenerationConfig struct {
		CandidateCount     int             `json:"candidateCount"`
		MaxOutputTokens    int             `json:"maxOutputTokens"`
		ResponseMIMEType   string          `json:"responseMimeType"`
		ResponseJSONSchema map[string]any  `json:"responseJsonSchema"`
		ThinkingConfig     json.RawMessage `json:"thinkingConfig"`
	} `json:"generationConfig"`
}

// geminiPart is a part of which exactly one thing is.
type geminiPart struct {
	Text             *string         `json:"text"`
	FunctionCall     json.RawMessage `json:"functionCall"`
	FunctionResponse *struct {
		ID       string         `json:"id"`
		Name     string         `json:"name"`
		Response map[string]any `json:"response"`
	} `json:"functionResponse"`
	Thought          bool   `json:"thought"`
	ThoughtSignature string `json:"thoughtSignature"`
}

// geminiWords are what Gemini's documentation says it knows of JSON Schema.
var geminiWords = strings.Fields(`$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum
	anyOf oneOf properties additionalProperties required propertyOrdering`)

// unknownWord finds a word of a schema that is not among those known, "" if there is none.
func unknownWord(schema any, known []string) string {
	s, ok := schema.(map[string]any)
	if !ok {
		return ""
	}
	for word, v := range s {
		if !slices.Contains(known, word) {
			return word
		}
		under := []any{v}
		switch word {
		case "properties", "$defs":
			under = under[:0]
			if all, ok := v.(map[string]any); ok {
				under = slices.AppendSeq(under, maps.Values(all))
			}
		case "anyOf", "oneOf", "prefixItems":
			under, _ = v.([]any)
		}
		for _, one := range under {
			if w := unknownWord(one, known); w != "" {
				return w
			}
		}
	}
	return ""
}

var functionName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$`)

func (r geminiRequest) asked(given [3]string) (asked, error) {
	out := asked{}
	if w := unknownWord(r.GenerationConfig.ResponseJSONSchema, geminiWords); w != "" {
		return out, fmt.Errorf("responseJsonSchema: unknown word %q", w)
	}
	for _, tool := range r.Tools {
		for _, f := range tool.FunctionDeclarations {
			if w := unknownWord(f.Parameters, geminiWords); w != "" || !functionName.MatchString(f.Name) {
				return out, fmt.Errorf("function %q: unknown word %q", f.Name, w)
			}
		}
	}
	if schema := r.GenerationConfig.ResponseJSONSchema; schema != nil {
		out.properties, _ = schema["properties"].(map[string]any)
	}
	for _, raw := range r.SystemInstruction.Parts {
		var p geminiPart
		_ = json.Unmarshal(raw, &p)
		if p.Text != nil {
			out.system += *p.Text
		}
	}
	if n := len(r.Contents); n == 0 || r.Contents[n-1].Role != "user" {
		return out, fmt.Errorf("the conversation does not end with the user")
	}
	for i, c := range r.Contents {
		calls := 0
		for j, raw := range c.Parts {
			var p geminiPart
			d := json.NewDecoder(bytes.NewReader(raw))
			d.DisallowUnknownFields()
			if err := d.Decode(&p); err != nil {
				return out, err
			}
			switch {
			case p.FunctionCall != nil:
				if calls >= len(given) || !sameJSON(string(raw), given[calls]) {
					return out, fmt.Errorf("function call %d.%d is not as it was given, with its thought_signature: %s", i, j, raw)
				}
				calls++
			case p.Text != nil:
				out.last = *p.Text
			case p.FunctionResponse == nil:
				return out, fmt.Errorf("contents[%d].parts[%d]: required oneof field 'data' must have one initialized field", i, j)
			}
		}
		if calls == 0 {
			continue
		}
		if i+1 >= len(r.Contents) || len(r.Contents[i+1].Parts) != calls {
			return out, fmt.Errorf("the number of function response parts is not that of function call parts")
		}
		for j, raw := range r.Contents[i+1].Parts {
			var p geminiPart
			_ = json.Unmarshal(raw, &p)
			if p.FunctionResponse == nil || p.FunctionResponse.Name != threeCalls[j][0] || p.FunctionResponse.ID != [3]string{"", "fc-2", ""}[j] {
				return out, fmt.Errorf("function response %d answers another call: %s", j, raw)
			}
		}
		out.results = calls
	}
	return out, nil
}

func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	one, _ := json.Marshal(x)
	other, _ := json.Marshal(y)
	return bytes.Equal(one, other)
}

// strictThinker speaks chat completions as DeepSeek and Gemini's compatible address do: calls come back with the reasoning_content and the
// extra_content they were given with, and each is answered before anybody says anything else.
func strictThinker(t *testing.T) *provider {
	t.Helper()
	p := newProvider(t)
	const reasoning, extra = "Three things at once.", `{"google":{"thought_signature":"+/U0lH=="}}`
	p.says = func(w http.ResponseWriter, words string) {
		stream(w, true, `"reasoning_content":"Hm.","content":`+quotedJSON(words))
	}
	p.calls = func(w http.ResponseWriter) {
		var all []string
		for i, c := range threeCalls {
			more := ""
			if i == 0 {
				more = `"extra_content":` + extra + `,`
			}
			all = append(all, fmt.Sprintf(`{"index":%d,"id":"call_%d","type":"function",%s"function":{"name":%s,"arguments":%s}}`,
				i, i, more, quotedJSON(c[0]), quotedJSON(c[1])))
		}
		stream(w, true, `"reasoning_content":`+quotedJSON(reasoning)+`,"tool_calls":[`+strings.Join(all, ",")+`]`)
	}
	p.reads = func(body []byte) (asked, error) {
		var r struct {
			heard

			Messages       []thinkerMessage
			ResponseFormat struct {
				JSONSchema struct {
					Name   string
					Strict bool
					Schema map[string]any
				} `json:"json_schema"`
			} `json:"response_format"`
			Functions []struct {
				Function struct {
					Name       string
					Parameters map[string]any
				}
			} `json:"tools"`
		}
		if err := json.Unmarshal(body, &r); err != nil {
			return asked{}, err
		}
		out := asked{properties: r.Format.Schema.Schema.Properties}
		if f := r.ResponseFormat.JSONSchema; f.Strict && loose(f.Schema) != "" {
			return out, fmt.Errorf("invalid schema for response_format '%s': %s", f.Name, loose(f.Schema))
		}
		for _, t := range r.Functions {
			if !functionName.MatchString(t.Function.Name) || t.Function.Parameters["type"] != "object" || t.Function.Parameters["properties"] == nil {
				return out, fmt.Errorf("invalid schema for function '%s'", t.Function.Name)
			}
		}
		open := 0
		for i, m := range r.Messages {
			switch {
			case m.Role == "system":
				out.system += text(m.Content)
			case m.Role == "user":
				out.last = text(m.Content)
			case m.Role == "tool" && (open == 0 || m.Call != fmt.Sprintf("call_%d", len(threeCalls)-open)):
				return out, fmt.Errorf("messages[%d] answers nothing: %s", i, m.Call)
			case m.Role == "tool":
				open--
				out.results++
				continue
			}
			if open > 0 {
				return out, fmt.Errorf("messages[%d]: an assistant message with 'tool_calls' must be followed by tool messages", i)
			}
			if len(m.Calls) == 0 {
				continue
			}
			open = len(m.Calls)
			if open != len(threeCalls) || m.Reasoning == nil || *m.Reasoning != reasoning {
				return out, fmt.Errorf("the reasoning_content in the thinking mode must be passed back to the API")
			}
			for j, c := range m.Calls {
				if c.Function.Name != threeCalls[j][0] || !sameJSON(c.Function.Arguments, threeCalls[j][1]) || j == 0 && !sameJSON(string(c.Extra), extra) {
					return out, fmt.Errorf("call %d is not as it was given: %+v %s", j, c.Function, c.Extra)
				}
			}
		}
		return out, nil
	}
	return p
}

// loose says where a schema is not one that structured outputs take: each object is closed and requires all it has.
func loose(schema map[string]any) string {
	if items, ok := schema["items"].(map[string]any); ok {
		return loose(items)
	}
	properties, _ := schema["properties"].(map[string]any)
	if schema["type"] != "object" {
		return ""
	}
	required, _ := schema["required"].([]any)
	if schema["additionalProperties"] != false || len(required) != len(properties) {
		return "'additionalProperties' is required to be false, and 'required' to hold every key"
	}
	for _, p := range properties {
		if sub, ok := p.(map[string]any); ok && loose(sub) != "" {
			return loose(sub)
		}
	}
	return ""
}

type thinkerMessage struct {
	Role      string
	Content   any
	Reasoning *string `json:"reasoning_content"`
	Call      string  `json:"tool_call_id"`
	Calls     []struct {
		Extra    json.RawMessage `json:"extra_content"`
		Function struct{ Name, Arguments string }
	} `json:"tool_calls"`
}
