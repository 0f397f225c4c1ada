package chat

import (
	"encoding/json"
	"fmt"
	"strings"

	sdk "github.com/openai/openai-go/v3"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// maxCalls bounds the tool calls of one reply.
const maxCalls = 64

// reading gathers the chunks of one streamed reply.
type reading struct {
	origin    llm.Origin
	before    int // tool calls in the conversation so far, to number those that come without an id
	text      strings.Builder
	thinking  thinking // of models that reason in their text
	reasoning strings.Builder
	reasons   bool // the key was there, perhaps with nothing in it
	calls     []*partialCall
	size      int
	usage     assistant.Usage
	finish    string
}

type partialCall struct {
	index     int64
	id, name  string
	arguments strings.Builder
	extra     json.RawMessage
}

func newReading(o llm.Origin, history []llm.Message) *reading {
	r := &reading{origin: o}
	for _, m := range history {
		for _, p := range m.Parts {
			if p.Call != nil {
				r.before++
			}
		}
	}
	return r
}

func (r *reading) finished() bool { return r.finish != "" }

// take adds a chunk and returns the text of the answer that came with it.
func (r *reading) take(chunk sdk.ChatCompletionChunk) (string, error) {
	if u := chunk.Usage; u.PromptTokens > 0 || u.CompletionTokens > 0 { // cumulative: the last one counts
		r.usage = assistant.Usage{
			Input: int(u.PromptTokens), Cached: int(u.PromptTokensDetails.CachedTokens),
			Output: int(u.CompletionTokens), Thought: int(u.CompletionTokensDetails.ReasoningTokens),
		}
	}
	if len(chunk.Choices) == 0 {
		return "", nil
	}
	choice := chunk.Choices[0]
	if choice.FinishReason != "" {
		r.finish = choice.FinishReason
	}
	delta := choice.Delta
	if field, ok := delta.JSON.ExtraFields["reasoning_content"]; ok {
		if err := r.reason(field.Raw()); err != nil {
			return "", err
		}
	}
	for _, c := range delta.ToolCalls {
		if err := r.call(c); err != nil {
			return "", err
		}
	}
	said := delta.Content + delta.Refusal
	text := r.thinking.without(said)
	r.text.WriteString(text)
	return text, r.grow(len(said))
}

func (r *reading) grow(n int) error {
	if r.size += n; r.size > llm.MaxReply {
		return fmt.Errorf("chat: %w: it is longer than %d bytes", llm.ErrGarbage, llm.MaxReply)
	}
	return nil
}

func (r *reading) reason(raw string) error {
	r.reasons = true
	var words *string
	if err := json.Unmarshal([]byte(raw), &words); err != nil {
		return fmt.Errorf("chat: %w: reasoning_content is not text", llm.ErrGarbage)
	}
	if words == nil {
		return nil
	}
	r.reasoning.WriteString(*words)
	return r.grow(len(*words))
}

func (r *reading) call(c sdk.ChatCompletionChunkChoiceDeltaToolCall) error {
	var into *partialCall
	for _, known := range r.calls {
		if known.index == c.Index && (c.ID == "" || known.id == "" || c.ID == known.id) {
			into = known
		}
	}
	if into == nil {
		if len(r.calls) == maxCalls {
			return fmt.Errorf("chat: %w: more than %d tool calls", llm.ErrGarbage, maxCalls)
		}
		into = &partialCall{index: c.Index}
		r.calls = append(r.calls, into)
	}
	if c.ID != "" {
		into.id = c.ID
	}
	if into.name == "" {
		into.name = c.Function.Name
	}
	if field, ok := c.JSON.ExtraFields["extra_content"]; ok && json.Valid([]byte(field.Raw())) {
		into.extra = json.RawMessage(field.Raw())
	}
	into.arguments.WriteString(c.Function.Arguments)
	return r.grow(len(c.Function.Arguments) + len(into.extra))
}

// reply is the whole reply, once the provider has said that it is one.
func (r *reading) reply() (llm.Reply, error) {
	out := llm.Reply{
		Message: llm.Message{Role: llm.RoleAssistant}, Usage: r.usage,
		Info: llm.Info{Provider: r.origin.Provider, Model: r.origin.Model},
	}
	switch r.finish {
	case "stop", "tool_calls", "function_call":
	case "":
		return out, fmt.Errorf("chat: %w: no finish reason", llm.ErrTruncated)
	case "length":
		return out, fmt.Errorf("chat: %w: %w", llm.ErrTruncated, llm.ErrLength)
	case "content_filter":
		return out, &llm.StatusError{Provider: r.origin.Provider, Code: 400, Message: "the reply was filtered"}
	default:
		return out, fmt.Errorf("chat: %w: finish reason %q", llm.ErrTruncated, r.finish)
	}
	r.text.WriteString(r.thinking.rest())
	parts, err := r.parts()
	out.Message.Parts = parts
	return out, err
}

func (r *reading) parts() ([]llm.Part, error) {
	var out []llm.Part
	if r.reasons {
		words := "" // the key must come back also with nothing in it; the words only with calls that are still to be answered
		if len(r.calls) > 0 {
			words = r.reasoning.String()
		}
		kept, err := r.state(state{Reasoning: &words})
		if err != nil {
			return nil, err
		}
		out = append(out, llm.Part{Thought: true, State: kept})
	}
	if r.text.Len() > 0 {
		out = append(out, llm.Part{Text: r.text.String()})
	}
	for i, c := range r.calls {
		arguments, err := argumentsIn(c.arguments.String())
		if err != nil {
			return nil, fmt.Errorf("chat: %w: arguments of %s: %w", llm.ErrGarbage, c.name, err)
		}
		if c.id == "" {
			c.id = fmt.Sprintf("call-%d", r.before+i+1)
		}
		kept, err := r.state(state{ExtraContent: c.extra})
		if err != nil {
			return nil, err
		}
		out = append(out, llm.Part{Call: &llm.ToolCall{ID: c.id, Name: c.name, Arguments: arguments}, State: kept})
	}
	return out, nil
}

func (r *reading) state(s state) (*llm.ProviderState, error) {
	data, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("chat: keep state: %w", err)
	}
	return r.origin.State(data), nil
}
