package vendors

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
)

// say writes what the brain says, as a stream or whole.
func (a *Anthropic) say(w http.ResponseWriter, q *anthropicRequest, said Said) {
	blocks := a.blocks(q, said)
	stop := "end_turn"
	switch {
	case said.Length:
		stop = "max_tokens"
	case len(said.Calls) > 0:
		stop = "tool_use"
	}
	used := anthropicUsage(said)
	message := map[string]any{
		"id": "msg_01XFDUDYJgAACzvnptvVoYEL", "type": "message", "role": "assistant", "model": cmp.Or(said.Served, q.Model),
		"content": blocks, "stop_reason": stop, "stop_sequence": nil, "stop_details": nil, "usage": used,
	}
	if !q.Stream {
		answer(w, http.StatusOK, message)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	message["content"], message["stop_reason"] = []any{}, nil
	begun := maps.Clone(used)
	begun["output_tokens"] = 1 // the rest comes with message_delta: the counts there are of all so far
	message["usage"] = begun
	send(w, "message_start", map[string]any{"message": message})
	send(w, "ping", map[string]any{})
	for i, b := range blocks {
		stream(w, i, b)
	}
	send(w, "message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": used})
	send(w, "message_stop", map[string]any{})
}

// blocks are the reply's, and its thinking signed.
func (a *Anthropic) blocks(q *anthropicRequest, said Said) []map[string]any {
	var out []map[string]any
	var signatures, ids []string
	at := q.end
	if said.Thought != "" && q.thinks(len(said.Calls) > 0) {
		text := said.Thought
		if !q.shows() {
			text = "" // platform.claude.com, Thinking, "Controlling thinking display"
		}
		signature := a.sign(q.Model, text, at)
		signatures = append(signatures, signature)
		out = append(out, map[string]any{"type": "thinking", "thinking": text, "signature": signature})
	}
	if said.Text != "" {
		out = append(out, map[string]any{"type": "text", "text": said.Text})
	}
	for _, c := range said.Calls {
		id := c.ID
		if id == "" {
			a.mu.Lock()
			a.calls++
			id = fmt.Sprintf("toolu_%024d", a.calls)
			a.mu.Unlock()
		}
		ids = append(ids, id)
		out = append(out, map[string]any{"type": "tool_use", "id": id, "name": c.Name, "input": json.RawMessage(c.Arguments)})
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, id := range ids {
		a.replies[id] = signatures
	}
	return out
}

// thinks tells whether the model thinks: between tools there is something only where it calls one.
func (q *anthropicRequest) thinks(calls bool) bool {
	switch {
	case q.Thinking == nil:
		return q.claude.thinksByItself()
	case q.Thinking.Type == "between_tools":
		return calls
	default:
		return q.Thinking.Type != "disabled"
	}
}

// shows tells whether the text of thinking is given.
func (q *anthropicRequest) shows() bool {
	if q.Thinking == nil || q.Thinking.Display == "" {
		return q.claude.showsByItself() || q.Thinking != nil && q.Thinking.Type == "between_tools"
	}
	return q.Thinking.Display == "summarized"
}

// anthropicUsage counts as the vendor does: what the cache gave, or took, is not among the input (platform.claude.com, Prompt caching,
// "Tracking cache performance").
func anthropicUsage(said Said) map[string]any {
	u := said.Usage
	if u.Input == 0 && u.Output == 0 {
		u.Input, u.Output = 9, 9
	}
	return map[string]any{
		"input_tokens": u.Input - u.Cached - u.CacheWritten, "cache_read_input_tokens": u.Cached, "cache_creation_input_tokens": u.CacheWritten,
		"output_tokens": u.Output, "output_tokens_details": map[string]any{"thinking_tokens": u.Thought},
	}
}

func send(w http.ResponseWriter, event string, data map[string]any) {
	data["type"] = event
	frame(w, event, data)
}

// stream writes a block in pieces (platform.claude.com, Streaming messages).
func stream(w http.ResponseWriter, index int, b map[string]any) {
	head := map[string]any{"type": b["type"]}
	var deltas []map[string]any
	pieces := func(kind, field, text string) {
		for _, p := range halves(text) {
			deltas = append(deltas, map[string]any{"type": kind, field: p})
		}
	}
	words := func(of string) string { s, _ := b[of].(string); return s }
	switch b["type"] {
	case "text":
		head["text"] = ""
		pieces("text_delta", "text", words("text"))
	case "thinking":
		head["thinking"], head["signature"] = "", ""
		pieces("thinking_delta", "thinking", words("thinking"))
		deltas = append(deltas, map[string]any{"type": "signature_delta", "signature": b["signature"]})
	case "tool_use":
		head["id"], head["name"], head["input"] = b["id"], b["name"], map[string]any{}
		raw, _ := b["input"].(json.RawMessage)
		deltas = append(deltas, map[string]any{"type": "input_json_delta", "partial_json": ""})
		pieces("input_json_delta", "partial_json", string(raw))
	}
	send(w, "content_block_start", map[string]any{"index": index, "content_block": head})
	for _, d := range deltas {
		send(w, "content_block_delta", map[string]any{"index": index, "delta": d})
	}
	send(w, "content_block_stop", map[string]any{"index": index})
}
