package vendors

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// unstrict is what strict structured output does not take in a schema (platform.openai.com/docs/guides/structured-outputs, supported
// schemas); "" for nothing.
func unstrict(schema map[string]any, context string) string {
	if items, ok := schema["items"].(map[string]any); ok {
		if wrong := unstrict(items, context); wrong != "" {
			return wrong
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	if schema["type"] != "object" && properties == nil {
		return ""
	}
	if closed, ok := schema["additionalProperties"].(bool); !ok || closed { // moeru-ai/xsai#202
		return "In context=" + context + ", 'additionalProperties' is required to be supplied and to be false."
	}
	required, _ := schema["required"].([]any)
	for name, property := range properties {
		if !slices.Contains(required, any(name)) { // docker/docker-agent#1871
			return "In context=" + context + ", 'required' is required to be supplied and to be an array including every key in properties. Missing '" + name + "'."
		}
		if inner, ok := property.(map[string]any); ok {
			if wrong := unstrict(inner, fmt.Sprintf("('properties', '%s')", name)); wrong != "" {
				return wrong
			}
		}
	}
	return ""
}

func (r chatRequest) asked() Asked {
	a := Asked{Model: r.Model, Stream: r.Stream, Effort: r.ReasoningEffort, NoCalls: r.ToolChoice == "none"}
	if r.ResponseFormat != nil && r.ResponseFormat.JSONSchema != nil {
		a.Output = r.ResponseFormat.JSONSchema.Schema
	}
	for _, t := range r.Tools {
		a.Tools = append(a.Tools, Tool{t.Function.Name, t.Function.Parameters})
	}
	for _, m := range r.Messages {
		words, images := m.content()
		switch m.Role {
		case "system", "developer":
			a.System += words
			continue
		case "tool":
			result := Result{m.ToolCallID, words, len(words) >= 6 && words[:6] == "Error:"}
			if n := len(a.Messages); n > 0 && a.Messages[n-1].Role == "tool" {
				a.Messages[n-1].Results = append(a.Messages[n-1].Results, result)
			} else {
				a.Messages = append(a.Messages, Message{Role: "tool", Results: []Result{result}})
			}
			continue
		}
		out := Message{Role: m.Role, Text: words, Images: images}
		for _, c := range m.ToolCalls {
			out.Calls = append(out.Calls, Call{c.ID, c.Function.Name, c.Function.Arguments})
		}
		a.Messages = append(a.Messages, out)
	}
	return a
}

// content is the words of a message, and how many pictures go with them.
func (m chatMessage) content() (words string, images int) {
	if json.Unmarshal(m.Content, &words) == nil {
		return words, 0
	}
	var parts []struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		ImageURL *struct {
			URL string `json:"url"`
		} `json:"image_url"`
	}
	_ = json.Unmarshal(m.Content, &parts)
	var all strings.Builder
	for _, p := range parts {
		all.WriteString(p.Text)
		if p.ImageURL != nil {
			images++
		}
	}
	return all.String(), images
}

// named gives the calls ids where they have none.
func (c *Chat) named(said Said) []Call {
	calls := slices.Clone(said.Calls)
	for i := range calls {
		if calls[i].ID == "" {
			calls[i].ID = fmt.Sprintf("call_%024d", c.calls.Add(1))
		}
	}
	return calls
}

func finishOf(said Said) string {
	switch {
	case said.Length:
		return "length"
	case len(said.Calls) > 0:
		return "tool_calls"
	default:
		return "stop"
	}
}

func usageOf(said Said) map[string]any {
	u := said.Usage
	return map[string]any{
		"prompt_tokens": u.Input, "completion_tokens": u.Output, "total_tokens": u.Input + u.Output,
		"prompt_tokens_details": map[string]any{"cached_tokens": u.Cached}, "completion_tokens_details": map[string]any{"reasoning_tokens": u.Thought},
	}
}

func served(in chatRequest, said Said) string {
	if said.Served != "" {
		return said.Served
	}
	return in.Model
}

// stream says a reply in pieces: text in two, and of each call its name and then its arguments in two. OpenAI tells nothing of what
// was thought; a lenient server tells it, also where it is nothing.
func (c *Chat) stream(w http.ResponseWriter, in chatRequest, said Said) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(fields map[string]any) {
		out := map[string]any{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": served(in, said)}
		maps.Copy(out, fields)
		frame(w, "", out)
	}
	delta := func(d map[string]any, finish any) {
		send(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": d, "finish_reason": finish}}})
	}
	first := map[string]any{"role": "assistant", "content": nil}
	if c.config.Lenient {
		first["reasoning_content"] = said.Thought
	}
	delta(first, nil)
	for _, piece := range halves(said.Text) {
		delta(map[string]any{"content": piece}, nil)
	}
	for i, call := range c.named(said) {
		delta(map[string]any{"tool_calls": []any{map[string]any{
			"index": i, "id": call.ID, "type": "function", "function": map[string]any{"name": call.Name, "arguments": ""},
		}}}, nil)
		for _, piece := range halves(call.Arguments) {
			delta(map[string]any{"tool_calls": []any{map[string]any{"index": i, "function": map[string]any{"arguments": piece}}}}, nil)
		}
	}
	delta(map[string]any{}, finishOf(said))
	if in.StreamOptions != nil && in.StreamOptions.IncludeUsage {
		send(map[string]any{"choices": []any{}, "usage": usageOf(said)})
	}
	_, _ = fmt.Fprint(w, "data: [DONE]\n\n")
}

// whole says a reply at once.
func (c *Chat) whole(w http.ResponseWriter, in chatRequest, said Said) {
	message := map[string]any{"role": "assistant", "content": orNull(said.Text)}
	if c.config.Lenient {
		message["reasoning_content"] = said.Thought
	}
	var calls []any
	for _, call := range c.named(said) {
		calls = append(calls, map[string]any{"id": call.ID, "type": "function", "function": map[string]any{"name": call.Name, "arguments": call.Arguments}})
	}
	if len(calls) > 0 {
		message["tool_calls"] = calls
	}
	answer(w, http.StatusOK, map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": served(in, said), "usage": usageOf(said),
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finishOf(said)}},
	})
}
