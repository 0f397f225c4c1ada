package responses

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/schemas"
)

// leastOutput is the smallest limit of a reply that the API takes (vectorize-io/hindsight#58).
const leastOutput = 16

// encode writes a request.
func (m *Model) encode(r llm.Request, s shape) ([]byte, error) {
	q, err := m.request(r, s)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(q); err != nil {
		return nil, fmt.Errorf("responses: write the request: %w", err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte{'\n'}), nil
}

func (m *Model) request(r llm.Request, s shape) (*request, error) {
	q := &request{Model: m.origin.Model, Stream: s.streams}
	if err := q.say(r, s); err != nil {
		return nil, err
	}
	if s.takes(fieldLimit) {
		if q.MaxOutput = max(r.MaxOutput, leastOutput); s.most > 0 {
			q.MaxOutput = min(q.MaxOutput, s.most)
		}
	}
	if r.Effort != "" && s.takes(fieldEffort) {
		q.Reasoning = &reasoning{Effort: string(r.Effort)} // by the same words
	}
	if s.takes(fieldInclude) {
		q.Include = []string{"reasoning.encrypted_content"}
	}
	if s.takes(fieldCacheKey) {
		q.CacheKey = r.Cache.Key
	}
	varying := r.Instructions.Varying
	if len(r.Output) > 0 {
		if s.format < formatWords {
			q.Text = &text{format{Type: "json_schema", Name: "reply", Schema: r.Output, Strict: s.format == formatStrict && schemas.Strict(r.Output)}}
		} else {
			varying += "\n\nReply with nothing but one JSON object that matches this JSON Schema:\n" + string(r.Output)
		}
	}
	inputs, err := m.inputs(r.Messages, s)
	if err != nil {
		return nil, err
	}
	q.Input = append(q.Input, inputs...)
	if varying != "" {
		q.Input = append(q.Input, instructions(varying, s, nil)) // at the end, so that nothing before it changes
	}
	return q, nil
}

// say puts first what stays the same: the tools and the stable instructions, whose end is marked as worth keeping. Where the
// conversation comes again soon, its end is kept too, which the provider does by itself unless it is told not to.
//
// Source: developers.openai.com/api/docs/guides/prompt-caching, "Prompt cache breakpoints"; coder/mux#3712 marks the same place.
func (q *request) say(r llm.Request, s shape) error {
	offered := r.Tools
	if r.NoCalls && !s.takes(fieldChoice) {
		offered = nil
	}
	for _, t := range offered {
		parameters, err := said(t)
		if err != nil {
			return err
		}
		q.Tools = append(q.Tools, tool{Type: "function", Name: t.Name, Description: t.Description, Parameters: parameters})
	}
	if r.NoCalls && len(q.Tools) > 0 {
		q.ToolChoice = "none"
	}
	switch {
	case r.Instructions.Stable == "":
	case s.takes(fieldBreakpoints):
		q.Input = append(q.Input, instructions(r.Instructions.Stable, s, &breakpoint{Mode: "explicit"}))
	default:
		q.Instructions = r.Instructions.Stable
	}
	if s.takes(fieldBreakpoints) && !r.Cache.Again {
		q.CacheOptions = &cacheOptions{Mode: "explicit"}
	}
	return nil
}

// said is a tool's schema. An object that does not say what is in it, though nothing is, is refused.
func said(t llm.Tool) (json.RawMessage, error) {
	var schema map[string]any
	if err := json.Unmarshal(t.Parameters, &schema); err != nil {
		return nil, fmt.Errorf("responses: %w: the schema of tool %s is not JSON", llm.ErrRefused, t.Name)
	}
	if schema["type"] != "object" || schema["properties"] != nil {
		return t.Parameters, nil
	}
	schema["properties"] = map[string]any{}
	out, err := json.Marshal(schema)
	if err != nil {
		return nil, fmt.Errorf("responses: write the schema of tool %s: %w", t.Name, err)
	}
	return out, nil
}

func instructions(words string, s shape, keep *breakpoint) message {
	role := "developer"
	if !s.takes(fieldDeveloper) {
		role = "system"
	}
	return message{Type: "message", Role: role, Content: []content{{Type: "input_text", Text: &words, Breakpoint: keep}}}
}
