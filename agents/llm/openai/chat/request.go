package chat

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/schemas"
)

// state is what a part's [llm.ProviderState] holds.
type state struct {
	Reasoning    *string         `json:"reasoning_content,omitempty"` // of a thought; empty is not the same as absent
	ExtraContent json.RawMessage `json:"extra_content,omitempty"`     // of a tool call
}

func (m *Model) params(r llm.Request, s shape) (*sdk.ChatCompletionNewParams, error) {
	p := &sdk.ChatCompletionNewParams{Model: m.origin.Model}
	if s.streams && s.usage {
		p.StreamOptions = sdk.ChatCompletionStreamOptionsParam{IncludeUsage: param.NewOpt(true)}
	}
	limit := int64(r.MaxOutput)
	if s.most > 0 {
		limit = min(limit, int64(s.most))
	}
	if s.newLimit {
		p.MaxCompletionTokens = param.NewOpt(limit)
	} else {
		p.MaxTokens = param.NewOpt(limit)
	}
	system := r.Instructions.All() // in one message at the front: templates of many servers take no other
	switch {
	case len(r.Output) == 0:
	case s.format >= formatObject:
		if s.format == formatObject {
			p.ResponseFormat.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
		}
		system += "\n\nReply with nothing but one JSON object that matches this JSON Schema:\n" + string(r.Output)
	default:
		p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
				Name: "reply", Schema: r.Output, Strict: param.NewOpt(s.format == formatStrict && schemas.Strict(r.Output)),
			},
		}
	}
	if system != "" {
		p.Messages = append(p.Messages, sdk.SystemMessage(system))
	}
	for _, message := range m.origin.History(r.Messages) {
		ms, err := m.messages(message)
		if err != nil {
			return nil, err
		}
		p.Messages = append(p.Messages, ms...)
	}
	if r.NoCalls && len(r.Tools) > 0 {
		p.ToolChoice = sdk.ChatCompletionToolChoiceOptionUnionParam{OfAuto: param.NewOpt("none")}
	}
	for _, t := range r.Tools {
		var schema map[string]any
		if err := json.Unmarshal(t.Parameters, &schema); err != nil {
			return nil, fmt.Errorf("chat: %w: the schema of tool %s is not JSON", llm.ErrRefused, t.Name)
		}
		if schema["type"] == "object" && schema["properties"] == nil {
			schema["properties"] = map[string]any{} // it refuses an object that does not say what is in it, though nothing is
		}
		p.Tools = append(p.Tools, sdk.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
			Name: t.Name, Description: param.NewOpt(t.Description), Parameters: schema,
		}))
	}
	return p, nil
}

func (m *Model) messages(message llm.Message) ([]sdk.ChatCompletionMessageParamUnion, error) {
	switch message.Role {
	case llm.RoleAssistant:
		a, err := m.assistant(message)
		return []sdk.ChatCompletionMessageParamUnion{{OfAssistant: a}}, err
	case llm.RoleTool:
		var out []sdk.ChatCompletionMessageParamUnion
		for _, p := range message.Parts {
			if p.Result != nil {
				out = append(out, sdk.ToolMessage(content(*p.Result), p.Result.ID))
			}
		}
		return out, nil
	default:
		return []sdk.ChatCompletionMessageParamUnion{person(message)}, nil
	}
}

// person is what a person says, and shows: pictures go along as data addresses. Words alone stay the plain text that every
// server takes.
func person(message llm.Message) sdk.ChatCompletionMessageParamUnion {
	words := (llm.Reply{Message: message}).Text()
	parts := []sdk.ChatCompletionContentPartUnionParam{sdk.TextContentPart(words)}
	for _, p := range message.Parts {
		if p.Image != nil {
			parts = append(parts, sdk.ImageContentPart(sdk.ChatCompletionContentPartImageImageURLParam{
				URL: "data:" + p.Image.Type + ";base64," + base64.StdEncoding.EncodeToString(p.Image.Data),
			}))
		}
	}
	if len(parts) == 1 {
		return sdk.UserMessage(words)
	}
	return sdk.UserMessage(parts)
}

// content says in words what the format has no field for: that the call failed.
func content(r llm.ToolResult) string {
	if r.Failed {
		return "Error: " + r.Content
	}
	return r.Content
}

func (m *Model) assistant(message llm.Message) (*sdk.ChatCompletionAssistantMessageParam, error) {
	a := &sdk.ChatCompletionAssistantMessageParam{}
	var text strings.Builder
	for _, p := range message.Parts {
		var kept state
		if m.origin.Made(p.State) {
			if err := json.Unmarshal(p.State.Data, &kept); err != nil {
				return nil, fmt.Errorf("chat: state of a part: %w", err)
			}
		}
		switch {
		case p.Call != nil:
			a.ToolCalls = append(a.ToolCalls, call(*p.Call, kept))
		case p.Thought:
			if kept.Reasoning != nil {
				a.SetExtraFields(map[string]any{"reasoning_content": *kept.Reasoning})
			}
		default:
			text.WriteString(p.Text)
		}
	}
	if text.Len() > 0 || len(a.ToolCalls) == 0 {
		a.Content.OfString = param.NewOpt(text.String())
	}
	return a, nil
}

func call(c llm.ToolCall, kept state) sdk.ChatCompletionMessageToolCallUnionParam {
	f := &sdk.ChatCompletionMessageFunctionToolCallParam{
		ID:       c.ID,
		Function: sdk.ChatCompletionMessageFunctionToolCallFunctionParam{Name: c.Name, Arguments: argumentsOut(c.Arguments)},
	}
	if len(kept.ExtraContent) > 0 {
		f.SetExtraFields(map[string]any{"extra_content": kept.ExtraContent})
	}
	return sdk.ChatCompletionMessageToolCallUnionParam{OfFunction: f}
}

// argumentsIn keeps what the model gave as arguments. Text that is not JSON becomes a JSON string, which no tool's schema
// accepts: the model is then told so.
func argumentsIn(raw string) (json.RawMessage, error) {
	if strings.TrimSpace(raw) == "" {
		return json.RawMessage("{}"), nil
	}
	if json.Valid([]byte(raw)) {
		return json.RawMessage(raw), nil
	}
	return json.Marshal(raw)
}

// argumentsOut is the inverse of argumentsIn.
func argumentsOut(kept json.RawMessage) string {
	var raw string
	if err := json.Unmarshal(kept, &raw); err == nil {
		return raw
	}
	return string(kept)
}
