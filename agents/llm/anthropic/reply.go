package anthropic

import (
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// reply is the whole reply, once the vendor has said that it is one.
func (r *reading) reply() (llm.Reply, error) {
	out := llm.Reply{
		Message: llm.Message{Role: llm.RoleAssistant}, Usage: r.used.counted(), Served: r.served,
		Info: llm.Info{Provider: provider, Model: r.origin.Model},
	}
	if !r.stopped {
		return out, fmt.Errorf("anthropic: %w: no message_stop", llm.ErrBroken)
	}
	for _, b := range r.blocks {
		if b.open {
			return out, fmt.Errorf("anthropic: %w: a block without its end", llm.ErrTruncated)
		}
	}
	switch r.stop { // platform.claude.com, Stop reasons
	case "end_turn", "tool_use", "stop_sequence":
	case "":
		return out, fmt.Errorf("anthropic: %w: no stop reason", llm.ErrTruncated)
	case "max_tokens":
		return out, fmt.Errorf("anthropic: %w: %w", llm.ErrTruncated, llm.ErrLength)
	case "refusal":
		return out, &llm.StatusError{Provider: provider, Code: 400, Message: r.key.Clip("the model declined to answer: " + r.why.Category + " " + r.why.Explanation)}
	case "model_context_window_exceeded":
		return out, &llm.StatusError{Provider: provider, Code: 400, Message: "the conversation is longer than what the model can read"}
	default: // it goes on, or a reason of tomorrow: whatever it is, the reply is not whole
		return out, fmt.Errorf("anthropic: %w: stop reason %q", llm.ErrTruncated, r.stop)
	}
	var err error
	out.Message.Parts, err = r.parts()
	return out, err
}

// parts are the reply's, with the thinking of one that calls tools.
func (r *reading) parts() ([]llm.Part, error) {
	var out []llm.Part
	at, calls := r.before.chain, r.calls()
	first := state{Aside: r.before.aside, Calls: calls}
	for _, b := range r.blocks {
		part, isPart, err := r.part(b)
		switch {
		case err != nil:
			return nil, err
		case isPart:
			out = append(out, part)
			if sent, ok := blockOf(part); ok {
				at = at.with(roleAssistant, sent)
			}
		case calls > 0 && (b.kind == "thinking" || b.kind == "redacted_thinking"):
			first.Block, first.After = b.kept(), at.String()
			kept, err := json.Marshal(first)
			if err != nil {
				return nil, fmt.Errorf("anthropic: %w: thinking that cannot be kept: %w", llm.ErrGarbage, err)
			}
			out = append(out, llm.Part{Thought: true, State: r.origin.State(kept)})
			at = at.with(roleAssistant, block{kept: first.Block})
			first = state{}
		}
	}
	return out, nil
}

// part is a block that says something or calls something.
func (r *reading) part(b *partial) (llm.Part, bool, error) {
	switch b.kind {
	case "text":
		return llm.Part{Text: b.body.String()}, b.body.Len() > 0, nil
	case "tool_use":
		call, err := b.call()
		return llm.Part{Call: call, State: r.origin.State(json.RawMessage("{}"))}, true, err
	default:
		return llm.Part{}, false, nil
	}
}

func (b *partial) call() (*llm.ToolCall, error) {
	var head struct {
		ID, Name string
		Input    json.RawMessage
	}
	if err := json.Unmarshal(b.head, &head); err != nil || head.ID == "" || head.Name == "" {
		return nil, fmt.Errorf("anthropic: %w: a tool call without its name or id", llm.ErrGarbage)
	}
	raw := b.body.String()
	if raw == "" {
		raw = string(head.Input)
	}
	if raw == "null" {
		raw = ""
	}
	arguments, err := argumentsIn(raw)
	if err != nil {
		return nil, fmt.Errorf("anthropic: %w: arguments of %s: %w", llm.ErrGarbage, head.Name, err)
	}
	return &llm.ToolCall{ID: head.ID, Name: head.Name, Arguments: arguments}, nil
}

// kept is a thinking block as it goes back: all that it began with, and what came to it.
func (b *partial) kept() json.RawMessage {
	if b.kind != "thinking" {
		return b.head
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(b.head, &fields) != nil {
		return b.head
	}
	set := func(name, more string) {
		var begun string
		_ = json.Unmarshal(fields[name], &begun)
		if whole, err := json.Marshal(begun + more); err == nil && (more != "" || fields[name] == nil) {
			fields[name] = whole
		}
	}
	set("thinking", b.body.String())
	set("signature", b.signature.String())
	raw, err := json.Marshal(fields)
	if err != nil {
		return b.head
	}
	return raw
}

// usage is how the vendor counts: each time all so far, and some of it only once.
type usage struct {
	Input        *float64 `json:"input_tokens"` // without the next two
	CacheRead    *float64 `json:"cache_read_input_tokens"`
	CacheWritten *float64 `json:"cache_creation_input_tokens"`
	Output       *float64 `json:"output_tokens"`
	Details      struct {
		Thinking *float64 `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
}

// merge takes over what is told anew.
func (u *usage) merge(newer usage) {
	for _, f := range []struct{ into, from **float64 }{
		{&u.Input, &newer.Input},
		{&u.CacheRead, &newer.CacheRead},
		{&u.CacheWritten, &newer.CacheWritten},
		{&u.Output, &newer.Output},
		{&u.Details.Thinking, &newer.Details.Thinking},
	} {
		if *f.from != nil {
			*f.into = *f.from
		}
	}
}

// maxTokens is more than any call uses. What is beyond it, or below nothing, is a mistake and not a bill.
const maxTokens = 100_000_000

func tokens(n *float64) int {
	if n == nil || *n < 0 {
		return 0
	}
	return int(min(*n, maxTokens))
}

func (u *usage) counted() assistant.Usage {
	out := assistant.Usage{Cached: tokens(u.CacheRead), CacheWritten: tokens(u.CacheWritten), Output: tokens(u.Output)}
	out.Input = tokens(u.Input) + out.Cached + out.CacheWritten
	out.Thought = min(tokens(u.Details.Thinking), out.Output)
	return out
}
