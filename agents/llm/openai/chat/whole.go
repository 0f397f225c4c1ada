package chat

import (
	"context"
	"encoding/json"
	"fmt"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"

	"github.com/aisteam/aisteam/agents/llm"
)

// whole asks for a reply in one piece, where the endpoint does not stream, and reads it as a stream of one chunk.
func (m *Model) whole(ctx context.Context, r llm.Request, s shape) (llm.Reply, error) {
	raw, err := m.encode(r, s)
	if err != nil {
		return llm.Reply{}, err
	}
	got, err := m.completions.New(ctx, param.Override[sdk.ChatCompletionNewParams](json.RawMessage(raw)))
	if err != nil {
		return llm.Reply{}, m.failure(err)
	}
	chunk, err := chunkOf(got.RawJSON())
	if err != nil {
		return llm.Reply{}, fmt.Errorf("chat: %w: %w", llm.ErrTruncated, err)
	}
	reading := newReading(m.origin, r.Messages)
	if _, err := reading.take(chunk); err != nil {
		return llm.Reply{}, err
	}
	return reading.reply()
}

// chunkOf writes a whole reply as the chunk that would have brought all of it.
func chunkOf(raw string) (sdk.ChatCompletionChunk, error) {
	var chunk sdk.ChatCompletionChunk
	var got struct {
		Choices []struct {
			Message      map[string]any `json:"message"`
			FinishReason string         `json:"finish_reason"`
		} `json:"choices"`
		Usage json.RawMessage `json:"usage,omitempty"`
	}
	if err := json.Unmarshal([]byte(raw), &got); err != nil {
		return chunk, fmt.Errorf("read a whole reply: %w", err)
	}
	choices := []any{}
	if len(got.Choices) > 0 {
		c := got.Choices[0]
		if calls, ok := c.Message["tool_calls"].([]any); ok {
			for i, call := range calls {
				if call, ok := call.(map[string]any); ok {
					call["index"] = i
				}
			}
		}
		choices = append(choices, map[string]any{"index": 0, "delta": c.Message, "finish_reason": c.FinishReason})
	}
	out := map[string]any{"choices": choices}
	if len(got.Usage) > 0 {
		out["usage"] = got.Usage
	}
	written, err := json.Marshal(out)
	if err != nil {
		return chunk, fmt.Errorf("write a chunk: %w", err)
	}
	if err := json.Unmarshal(written, &chunk); err != nil {
		return chunk, fmt.Errorf("read a chunk: %w", err)
	}
	return chunk, nil
}
