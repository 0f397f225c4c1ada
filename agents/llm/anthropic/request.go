package anthropic

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

// defaultMost is how many tokens a reply may have where the request does not say; the API wants to be told.
const defaultMost = 16384

// body is a request. What stays the same from request to request stands before what does not.
type body struct {
	Model        string        `json:"model"`
	Tools        []tool        `json:"tools,omitempty"`
	System       []block       `json:"system,omitempty"`
	Messages     []turn        `json:"messages"`
	ToolChoice   *option       `json:"tool_choice,omitempty"`
	MaxTokens    int           `json:"max_tokens"`
	Thinking     *thinking     `json:"thinking,omitempty"`
	OutputConfig *outputConfig `json:"output_config,omitempty"`
	Stream       bool          `json:"stream"`
}

type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"`
	Cache       *option         `json:"cache_control,omitempty"`
}

// option is one of several, by its name.
type option struct {
	Type string `json:"type"`
}

type thinking struct {
	Type    string `json:"type"`
	Display string `json:"display,omitempty"`
}

type outputConfig struct {
	Effort string  `json:"effort,omitempty"`
	Format *format `json:"format,omitempty"`
}

type format struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`
}

// encode writes a request, and tells what the reply to it is made after.
func (m *Model) encode(r llm.Request, s shape) ([]byte, before, error) {
	b := body{Model: m.origin.Model, MaxTokens: cmp.Or(r.MaxOutput, defaultMost), Stream: true}
	if s.most > 0 {
		b.MaxTokens = min(b.MaxTokens, s.most)
	}
	var start chain
	for _, t := range r.Tools {
		schema, err := schemaOf(t)
		if err != nil {
			return nil, before{}, err
		}
		b.Tools = append(b.Tools, tool{Name: t.Name, Description: t.Description, InputSchema: schema})
		start = start.with("tool", b.Tools[len(b.Tools)-1])
	}
	if !blank(r.Instructions.Stable) {
		b.System = []block{textBlock(r.Instructions.Stable)}
		start = start.with("system", b.System[0])
	}
	markStable(&b)
	if r.NoCalls && len(r.Tools) > 0 {
		b.ToolChoice = &option{"none"}
	}
	s.output(&b, r)
	c := conversation{model: m, forgetful: s.forgetful, chain: start}
	c.add(r)
	aside := asideOf(r, s)
	if aside != "" {
		c.aside(aside)
	}
	c.end()
	if r.Cache.Again {
		c.mark()
	}
	b.Messages = c.turns
	raw, err := json.Marshal(b)
	if err != nil {
		return nil, before{}, fmt.Errorf("anthropic: write the request: %w", err)
	}
	return raw, before{chain: c.chain, aside: aside}, nil
}

// markStable ends what the cache keeps of every request: the tools and the instructions that stay.
func markStable(b *body) {
	switch {
	case len(b.System) > 0:
		b.System[len(b.System)-1].Cache = ephemeral()
	case len(b.Tools) > 0:
		b.Tools[len(b.Tools)-1].Cache = ephemeral()
	}
}

func ephemeral() *option { return &option{"ephemeral"} }

// asideOf is what is told at the end of the conversation for this request alone. Where the model takes no schema it is told so in
// words; a tool that would have to be called is no way, as the newer models refuse that.
func asideOf(r llm.Request, s shape) string {
	words := r.Instructions.Varying
	if len(r.Output) > 0 && !s.format {
		words = strings.TrimLeft(words+"\n\nReply with nothing but one JSON object that matches this JSON Schema:\n"+string(r.Output), "\n")
	}
	if blank(words) {
		return ""
	}
	return llm.Aside(words)
}

// schemaOf is the schema of a tool's arguments, of which the API wants to be told that it is an object's.
func schemaOf(t llm.Tool) (json.RawMessage, error) {
	if !json.Valid(t.Parameters) {
		return nil, fmt.Errorf("anthropic: %w: the schema of tool %s is not JSON", llm.ErrRefused, t.Name)
	}
	schema := map[string]json.RawMessage{} // of true, or of nothing: any arguments
	_ = json.Unmarshal(t.Parameters, &schema)
	if schema == nil {
		schema = map[string]json.RawMessage{}
	}
	if _, ok := schema["type"]; ok {
		return t.Parameters, nil
	}
	schema["type"] = json.RawMessage(`"object"`)
	return json.Marshal(schema)
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
