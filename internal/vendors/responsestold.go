package vendors

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// seal encrypts, so to speak, what a model reasoned: nobody else can make one, and none is taken for another item or model.
func (s *Responses) seal(model, id, thought string) string {
	words := base64.RawURLEncoding.EncodeToString([]byte(thought))
	return "gAAAAA" + words + "." + s.mac(model, id, words)
}

func (s *Responses) mac(model, id, words string) string {
	m := hmac.New(sha256.New, []byte(s.key))
	_, _ = fmt.Fprintf(m, "%q %q %q", model, id, words)
	return hex.EncodeToString(m.Sum(nil))
}

// own tells whether a model's reasoning came from this server.
func (s *Responses) own(model string, i inputItem) bool {
	words, mac, ok := strings.Cut(strings.TrimPrefix(i.Encrypted, "gAAAAA"), ".")
	return ok && hmac.Equal([]byte(mac), []byte(s.mac(model, i.ID, words)))
}

// outputItem is an item of a reply.
type outputItem struct {
	Type      string           `json:"type"`
	ID        string           `json:"id"`
	Status    string           `json:"status"`
	Role      string           `json:"role,omitempty"`
	Phase     string           `json:"phase,omitempty"`
	Content   *[]outputContent `json:"content,omitempty"`
	Summary   *[]struct{}      `json:"summary,omitempty"`
	Encrypted string           `json:"encrypted_content,omitempty"`
	CallID    string           `json:"call_id,omitempty"`
	Name      string           `json:"name,omitempty"`
	Arguments *string          `json:"arguments,omitempty"`
}

type outputContent struct {
	Type        string     `json:"type"`
	Text        string     `json:"text"`
	Annotations []struct{} `json:"annotations"`
}

// output are the items of a reply.
func (s *Responses) output(turn int64, q *responsesRequest, said Said) []outputItem {
	var out []outputItem
	mark := ""
	if said.Thought != "" && q.reasons() && slices.Contains(q.Include, "reasoning.encrypted_content") {
		id := fmt.Sprintf("rs_%d", turn)
		out = append(out, outputItem{Type: "reasoning", ID: id, Status: "completed", Summary: &[]struct{}{}, Encrypted: s.seal(q.Model, id, said.Thought)})
		mark = "_r"
	}
	if said.Text != "" || len(said.Calls) == 0 {
		phase := "final_answer"
		if len(said.Calls) > 0 {
			phase = "commentary"
		}
		out = append(out, outputItem{
			Type: "message", ID: fmt.Sprintf("msg_%d_%d%s", turn, len(out), mark), Status: "completed", Role: "assistant", Phase: phase,
			Content: &[]outputContent{{"output_text", said.Text, []struct{}{}}},
		})
	}
	for n, c := range said.Calls {
		if c.ID == "" {
			c.ID = fmt.Sprintf("call_%d_%d", turn, n)
		}
		out = append(out, outputItem{
			Type: "function_call", ID: fmt.Sprintf("fc_%d_%d%s", turn, len(out), mark), Status: "completed", CallID: c.ID, Name: c.Name, Arguments: &c.Arguments,
		})
	}
	return out
}

// reply is a reply in one piece, and what a stream begins and ends with.
type reply struct {
	ID         string         `json:"id"`
	Object     string         `json:"object"`
	Model      string         `json:"model"`
	Status     string         `json:"status"`
	Error      any            `json:"error"`
	Incomplete map[string]any `json:"incomplete_details"`
	Output     []outputItem   `json:"output"`
	Usage      map[string]any `json:"usage"`
}

// tell answers.
func (s *Responses) tell(w http.ResponseWriter, q *responsesRequest, said Said) {
	turn := s.made.Add(1)
	u := said.Usage
	whole := reply{
		ID: fmt.Sprintf("resp_%d", turn), Object: "response", Model: cmp.Or(said.Served, q.Model), Status: "completed", Output: s.output(turn, q, said),
		Usage: map[string]any{
			"input_tokens": u.Input, "input_tokens_details": map[string]any{"cached_tokens": u.Cached, "cache_write_tokens": u.CacheWritten},
			"output_tokens": u.Output, "output_tokens_details": map[string]any{"reasoning_tokens": u.Thought}, "total_tokens": u.Input + u.Output,
		},
	}
	if said.Length {
		whole.Status, whole.Incomplete = "incomplete", map[string]any{"reason": "max_output_tokens"}
	}
	if !q.Stream {
		answer(w, http.StatusOK, whole)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	t := &telling{w: w}
	begun := whole
	begun.Status, begun.Incomplete, begun.Output, begun.Usage = "in_progress", nil, []outputItem{}, nil
	t.event("response.created", map[string]any{"response": begun})
	t.event("response.in_progress", map[string]any{"response": begun})
	for place, item := range whole.Output {
		t.item(place, item)
	}
	t.event("response."+whole.Status, map[string]any{"response": whole})
}

// telling writes the events of one stream.
type telling struct {
	w        http.ResponseWriter
	sequence int
}

func (t *telling) event(kind string, fields map[string]any) {
	fields["type"], fields["sequence_number"] = kind, t.sequence
	t.sequence++
	frame(t.w, kind, fields)
}

func (t *telling) item(place int, item outputItem) {
	begun, at := item, func(kind string, fields map[string]any) {
		fields["output_index"], fields["item_id"] = place, item.ID
		t.event(kind, fields)
	}
	switch begun.Status = "in_progress"; item.Type {
	case "message":
		begun.Content = &[]outputContent{}
		t.event("response.output_item.added", map[string]any{"output_index": place, "item": begun})
		words := (*item.Content)[0]
		at("response.content_part.added", map[string]any{"content_index": 0, "part": outputContent{words.Type, "", words.Annotations}})
		for _, half := range halves(words.Text) {
			at("response.output_text.delta", map[string]any{"content_index": 0, "delta": half, "logprobs": []any{}})
		}
		at("response.output_text.done", map[string]any{"content_index": 0, "text": words.Text, "logprobs": []any{}})
		at("response.content_part.done", map[string]any{"content_index": 0, "part": words})
	case "function_call":
		begun.Arguments = new("")
		t.event("response.output_item.added", map[string]any{"output_index": place, "item": begun})
		for _, half := range halves(*item.Arguments) {
			at("response.function_call_arguments.delta", map[string]any{"delta": half})
		}
		at("response.function_call_arguments.done", map[string]any{"arguments": *item.Arguments})
	default:
		begun.Encrypted = "gAAAAA" // which may be less whole here
		t.event("response.output_item.added", map[string]any{"output_index": place, "item": begun})
	}
	t.event("response.output_item.done", map[string]any{"output_index": place, "item": item})
}
