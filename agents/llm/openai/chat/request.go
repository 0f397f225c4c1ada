package chat

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/schemas"
)

// state is what a part's [llm.ProviderState] holds.
type state struct {
	Reasoning    *string         `json:"reasoning_content,omitempty"` // of a thought; empty is not the same as absent
	Details      []detail        `json:"reasoning_details,omitempty"` // likewise, of OpenRouter
	ExtraContent json.RawMessage `json:"extra_content,omitempty"`     // of a tool call
}

// request is what is sent. Its order of fields is that of what stays the same from turn to turn, as far as the protocol has one.
type request struct {
	Model         string          `json:"model"`
	Stream        bool            `json:"stream,omitempty"`
	StreamOptions *streamOptions  `json:"stream_options,omitempty"`
	MaxTokens     int             `json:"max_tokens,omitempty"`
	MaxCompletion int             `json:"max_completion_tokens,omitempty"`
	Effort        string          `json:"reasoning_effort,omitempty"`
	Format        *responseFormat `json:"response_format,omitempty"`
	ToolChoice    string          `json:"tool_choice,omitempty"`
	Tools         []tool          `json:"tools,omitempty"`
	Messages      []message       `json:"messages"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type responseFormat struct {
	Type   string      `json:"type"`
	Schema *jsonSchema `json:"json_schema,omitempty"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

type tool struct {
	Type     string   `json:"type"`
	Function toolSpec `json:"function"`
}

type toolSpec struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Parameters  map[string]any `json:"parameters"`
}

type message struct {
	Role       string    `json:"role"`
	Content    any       `json:"content,omitempty"` // text or parts
	Reasoning  *string   `json:"reasoning_content,omitempty"`
	Details    []detail  `json:"reasoning_details,omitempty"`
	ToolCalls  []outCall `json:"tool_calls,omitempty"`
	ToolCallID string    `json:"tool_call_id,omitempty"`
}

type outCall struct {
	ID       string          `json:"id"`
	Type     string          `json:"type"`
	Function outFunction     `json:"function"`
	Extra    json.RawMessage `json:"extra_content,omitempty"`
}

type outFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type outPart struct {
	Type     string    `json:"type"`
	Text     string    `json:"text,omitempty"`
	ImageURL *outImage `json:"image_url,omitempty"`
}

type outImage struct {
	URL string `json:"url"`
}

// encode writes a request in the shape given.
func (m *Model) encode(r llm.Request, s shape) ([]byte, error) {
	out := request{Model: m.origin.Model, Stream: s.streams}
	if s.streams && s.usage {
		out.StreamOptions = &streamOptions{IncludeUsage: true}
	}
	limit := r.MaxOutput
	if s.most > 0 {
		limit = min(limit, s.most)
	}
	if s.newLimit {
		out.MaxCompletion = limit
	} else {
		out.MaxTokens = limit
	}
	if !s.steady {
		out.Effort = string(r.Effort)
	}
	system := r.Instructions.All() // in one message at the front: templates of many servers take no other
	switch {
	case len(r.Output) == 0:
	case s.format >= formatObject:
		if s.format == formatObject {
			out.Format = &responseFormat{Type: "json_object"}
		}
		system += "\n\nReply with nothing but one JSON object that matches this JSON Schema:\n" + string(r.Output)
	default:
		out.Format = &responseFormat{Type: "json_schema", Schema: &jsonSchema{Name: "reply", Schema: r.Output, Strict: s.format == formatStrict && schemas.Strict(r.Output)}}
	}
	if system != "" {
		out.Messages = append(out.Messages, message{Role: "system", Content: system})
	}
	for _, before := range m.origin.History(r.Messages) {
		ms, err := m.messages(before, s)
		if err != nil {
			return nil, err
		}
		out.Messages = append(out.Messages, ms...)
	}
	if err := out.offer(r); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("chat: write a request: %w", err)
	}
	return raw, nil
}

func (q *request) offer(r llm.Request) error {
	if r.NoCalls && len(r.Tools) > 0 {
		q.ToolChoice = "none"
	}
	for _, t := range r.Tools {
		var schema map[string]any
		if err := json.Unmarshal(t.Parameters, &schema); err != nil {
			return fmt.Errorf("chat: %w: the schema of tool %s is not JSON", llm.ErrRefused, t.Name)
		}
		if schema["type"] == "object" && schema["properties"] == nil {
			schema["properties"] = map[string]any{} // it refuses an object that does not say what is in it, though nothing is
		}
		q.Tools = append(q.Tools, tool{Type: "function", Function: toolSpec{Name: t.Name, Description: t.Description, Parameters: schema}})
	}
	return nil
}

func (m *Model) messages(before llm.Message, s shape) ([]message, error) {
	switch before.Role {
	case llm.RoleAssistant:
		a, err := m.assistant(before, s)
		return []message{a}, err
	case llm.RoleTool:
		var out []message
		for _, p := range before.Parts {
			if p.Result != nil {
				out = append(out, message{Role: "tool", Content: result(*p.Result), ToolCallID: p.Result.ID})
			}
		}
		return out, nil
	default:
		return []message{person(before)}, nil
	}
}

// person is what a person says, and shows: pictures go along as data addresses. Words alone stay the plain text that every
// server takes.
func person(before llm.Message) message {
	words := (llm.Reply{Message: before}).Text()
	parts := []outPart{{Type: "text", Text: words}}
	for _, p := range before.Parts {
		if p.Image != nil {
			parts = append(parts, outPart{Type: "image_url", ImageURL: &outImage{URL: "data:" + p.Image.Type + ";base64," + base64.StdEncoding.EncodeToString(p.Image.Data)}})
		}
	}
	switch {
	case len(parts) == 1:
		return message{Role: "user", Content: words}
	case words == "":
		parts = parts[1:]
	}
	return message{Role: "user", Content: parts}
}

// result says in words what the format has no field for: that the call failed.
func result(r llm.ToolResult) string {
	if r.Failed {
		return "Error: " + r.Content
	}
	return r.Content
}

func (m *Model) assistant(before llm.Message, s shape) (message, error) {
	out := message{Role: "assistant"}
	var text strings.Builder
	for _, p := range before.Parts {
		var kept state
		if m.origin.Made(p.State) {
			if err := json.Unmarshal(p.State.Data, &kept); err != nil {
				return out, fmt.Errorf("chat: state of a part: %w", err)
			}
		}
		switch {
		case p.Call != nil:
			call := outCall{ID: p.Call.ID, Type: "function", Function: outFunction{Name: p.Call.Name, Arguments: argumentsOut(p.Call.Arguments)}}
			if !s.plain {
				call.Extra = kept.ExtraContent
			}
			out.ToolCalls = append(out.ToolCalls, call)
		case p.Thought:
			if kept.Reasoning != nil && !s.plain {
				out.Reasoning = kept.Reasoning
			}
			if !s.plain {
				out.Details = kept.Details
			}
		default:
			text.WriteString(p.Text)
		}
	}
	if text.Len() > 0 || len(out.ToolCalls) == 0 || s.content {
		out.Content = text.String()
	}
	return out, nil
}
