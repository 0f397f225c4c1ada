package vendors

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Gemini is Google's Gemini API, v1beta, as its documents say (ai.google.dev/api/generate-content): streamed replies of models of
// generation 3 and later.
type Gemini struct {
	Journal

	brain Brain
	key   string

	mu         sync.Mutex
	signatures map[string]string // that were given, with what they belong to
	calls      int
}

// NewGemini returns the server. Requests have to bring the key.
func NewGemini(brain Brain, key string) *Gemini {
	return &Gemini{brain: brain, key: key, signatures: map[string]string{}}
}

type geminiRequest struct {
	Contents          []geminiContent `json:"contents"`
	SystemInstruction *geminiContent  `json:"systemInstruction"`
	Tools             []struct {
		FunctionDeclarations []struct {
			Name                 string          `json:"name"`
			Description          string          `json:"description"`
			ParametersJSONSchema json.RawMessage `json:"parametersJsonSchema"`
		} `json:"functionDeclarations"`
	} `json:"tools"`
	ToolConfig *struct {
		FunctionCallingConfig struct {
			Mode string `json:"mode"`
		} `json:"functionCallingConfig"`
	} `json:"toolConfig"`
	GenerationConfig struct {
		CandidateCount     int             `json:"candidateCount"`
		MaxOutputTokens    int             `json:"maxOutputTokens"`
		ResponseMIMEType   string          `json:"responseMimeType"`
		ResponseJSONSchema json.RawMessage `json:"responseJsonSchema"`
		ThinkingConfig     *struct {
			IncludeThoughts bool   `json:"includeThoughts"`
			ThinkingLevel   string `json:"thinkingLevel"`
		} `json:"thinkingConfig"`
	} `json:"generationConfig"`
}

type geminiContent struct {
	Role  string       `json:"role,omitempty"`
	Parts []geminiPart `json:"parts"`
}

type geminiPart struct {
	Text       *string `json:"text,omitempty"`
	InlineData *struct {
		MIMEType string `json:"mimeType"`
		Data     []byte `json:"data"`
	} `json:"inlineData,omitempty"`
	Thought          bool            `json:"thought,omitempty"`
	ThoughtSignature string          `json:"thoughtSignature,omitempty"`
	FunctionCall     *geminiFunction `json:"functionCall,omitempty"`
	FunctionResponse *geminiFunction `json:"functionResponse,omitempty"`
}

type geminiFunction struct {
	ID       string          `json:"id,omitempty"`
	Name     string          `json:"name"`
	Args     json.RawMessage `json:"args,omitempty"`
	Response json.RawMessage `json:"response,omitempty"`
}

// ServeHTTP implements [http.Handler].
func (g *Gemini) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if described(w, r) {
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	g.receive(Received{r.URL.Path, r.URL.RawQuery, r.Header, body})
	model, verb, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v1beta/models/"), ":")
	var in geminiRequest
	code, status := http.StatusBadRequest, "INVALID_ARGUMENT"
	var wrong string
	switch {
	case verb != "streamGenerateContent" || r.URL.Query().Get("alt") != "sse":
		code, status, wrong = http.StatusNotFound, "NOT_FOUND", "the method "+verb+" is not served here"
	case r.Header.Get("X-Goog-Api-Key") != g.key:
		wrong = "API key not valid. Please pass a valid API key." // ai.google.dev/gemini-api/docs/troubleshooting
	case strictly(body, &in) != nil:
		wrong = "Invalid JSON payload received. " + strictly(body, &in).Error()
	default:
		wrong = g.check(model, in)
	}
	if wrong != "" {
		g.refuse(wrong)
		answer(w, code, map[string]any{"error": map[string]any{"code": code, "message": wrong, "status": status}})
		return
	}
	said := g.brain(in.asked(model))
	if said.Refusal != nil {
		said.Refusal.write(w)
		return
	}
	g.say(w, model, said)
}

// check is why a request is refused; "" where it is not.
func (g *Gemini) check(model string, in geminiRequest) string {
	level := ""
	if t := in.GenerationConfig.ThinkingConfig; t != nil {
		level = t.ThinkingLevel
	}
	switch {
	case len(in.Contents) == 0:
		return "* GenerateContentRequest.contents: contents is not specified"
	case in.Contents[len(in.Contents)-1].Role != "user": // github.com/google-gemini/cookbook issues; the API's own words
		return "Please ensure that single turn requests end with a user role or the role field is empty."
	case level != "" && level != "LOW" && level != "MEDIUM" && level != "HIGH" && level != "MINIMAL":
		return "Invalid value at 'generation_config.thinking_config.thinking_level'"
	case level == "MINIMAL" && strings.HasPrefix(model, "gemini-4-argon"): // BerriAI/litellm#46238
		return "Thinking level MINIMAL is not supported for this model."
	}
	for i := range in.Contents {
		if wrong := g.checkContent(model, in.Contents, i); wrong != "" {
			return wrong
		}
	}
	return ""
}

// checkContent keeps the rules of thought signatures (ai.google.dev/gemini-api/docs/thought-signatures): the first call of each step
// comes back with the one that it was given with, and with a response for each call in the content after it.
func (g *Gemini) checkContent(model string, all []geminiContent, i int) string {
	calls, results := 0, 0
	for j, p := range all[i].Parts {
		switch {
		case p.Text == nil && p.InlineData == nil && p.FunctionCall == nil && p.FunctionResponse == nil:
			return fmt.Sprintf("* GenerateContentRequest.contents[%d].parts[%d].data: required oneof field 'data' must have one initialized field", i, j)
		case p.FunctionResponse != nil:
			results++
		case p.FunctionCall != nil:
			calls++
			given, known := g.signature(p.ThoughtSignature)
			if p.ThoughtSignature == "" && calls == 1 {
				return fmt.Sprintf("Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may "+
					"lead to degraded model performance. Additional data, function call `default_api:%s` , position %d.", p.FunctionCall.Name, j+1)
			}
			if p.ThoughtSignature != "" && (!known || given != model+" "+p.FunctionCall.Name+" "+canonical(p.FunctionCall.Args)) {
				return "Corrupted thought signature."
			}
		}
	}
	if calls > 0 && (i+1 == len(all) || count(all[i+1].Parts) != calls) {
		return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."
	}
	if results > 0 && results != len(all[i].Parts) {
		return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn."
	}
	if results > 0 && (i == 0 || all[i-1].Role != "model") {
		return "Please ensure that function response turn comes immediately after a function call turn."
	}
	return ""
}

func count(parts []geminiPart) (results int) {
	for _, p := range parts {
		if p.FunctionResponse != nil {
			results++
		}
	}
	return results
}

func (g *Gemini) signature(s string) (of string, known bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	of, known = g.signatures[s]
	return of, known
}

// sign gives what a part came with: only the first call of a step has one.
func (g *Gemini) sign(of string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calls++
	s := base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "\xff\xfe sig %d of %s", g.calls, of))
	g.signatures[s] = of
	return s
}

func (r geminiRequest) asked(model string) Asked {
	a := Asked{Model: model, Stream: true, Output: r.GenerationConfig.ResponseJSONSchema}
	if r.SystemInstruction != nil {
		for _, p := range r.SystemInstruction.Parts {
			a.System += text(p.Text)
		}
	}
	if r.GenerationConfig.ThinkingConfig != nil {
		a.Effort = r.GenerationConfig.ThinkingConfig.ThinkingLevel
	}
	for _, t := range r.Tools {
		for _, f := range t.FunctionDeclarations {
			a.Tools = append(a.Tools, Tool{f.Name, f.ParametersJSONSchema})
		}
	}
	a.NoCalls = r.ToolConfig != nil && r.ToolConfig.FunctionCallingConfig.Mode == "NONE"
	for _, c := range r.Contents {
		a.Messages = append(a.Messages, c.message())
	}
	return a
}

func (c geminiContent) message() Message {
	m := Message{Role: "user"}
	if c.Role == "model" {
		m.Role = "assistant"
	}
	for _, p := range c.Parts {
		switch {
		case p.InlineData != nil:
			m.Images++
		case p.FunctionCall != nil:
			m.Calls = append(m.Calls, Call{p.FunctionCall.ID, p.FunctionCall.Name, string(p.FunctionCall.Args)})
		case p.FunctionResponse != nil:
			var response struct{ Output, Error string }
			_ = json.Unmarshal(p.FunctionResponse.Response, &response)
			m.Role = "tool"
			m.Results = append(m.Results, Result{p.FunctionResponse.ID, response.Output + response.Error, response.Error != ""})
		case !p.Thought:
			m.Text += text(p.Text)
		}
	}
	return m
}

// say streams a reply: its thought, its text in two pieces, and its calls, of which the first is signed.
func (g *Gemini) say(w http.ResponseWriter, model string, said Said) {
	served := said.Served
	if served == "" {
		served = model
	}
	usage := map[string]any{
		"promptTokenCount": said.Usage.Input, "cachedContentTokenCount": said.Usage.Cached,
		"candidatesTokenCount": said.Usage.Output - said.Usage.Thought, "thoughtsTokenCount": said.Usage.Thought, "totalTokenCount": said.Usage.Input + said.Usage.Output,
	}
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(finish string, parts ...geminiPart) {
		candidate := map[string]any{"index": 0}
		if len(parts) > 0 {
			candidate["content"] = geminiContent{"model", parts}
		}
		if finish != "" {
			candidate["finishReason"] = finish
		}
		frame(w, "", map[string]any{"candidates": []any{candidate}, "usageMetadata": usage, "modelVersion": served, "responseId": "r"})
	}
	if said.Thought != "" {
		send("", geminiPart{Text: &said.Thought, Thought: true})
	}
	for _, piece := range halves(said.Text) {
		send("", geminiPart{Text: &piece})
	}
	var parts []geminiPart
	for i, c := range said.Calls {
		p := geminiPart{FunctionCall: &geminiFunction{ID: c.ID, Name: c.Name, Args: json.RawMessage(c.Arguments)}}
		if i == 0 {
			p.ThoughtSignature = g.sign(model + " " + c.Name + " " + canonical(p.FunctionCall.Args))
		}
		parts = append(parts, p)
	}
	if len(parts) > 0 {
		send("", parts...)
	}
	finish, nothing := "STOP", ""
	if said.Length {
		finish = "MAX_TOKENS"
	}
	send(finish, geminiPart{Text: &nothing})
}
