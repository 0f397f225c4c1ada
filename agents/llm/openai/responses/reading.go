package responses

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

// maxItems bounds the items of one reply.
const maxItems = 256

// reading gathers the events of one streamed reply.
type reading struct {
	origin llm.Origin
	before int  // tool calls in the conversation so far, to number those that come without an id
	quiet  bool // its text is told in one piece at its end, since only then it is known what of it is the answer

	id    string
	begun map[int]bool            // places of items that have begun
	done  map[int]json.RawMessage // items that are whole, by their place
	said  strings.Builder         // the text that was streamed
	from  int                     // the place of the message that the last of it came from
	size  int
	end   *response
}

func newReading(o llm.Origin, r llm.Request) *reading {
	out := &reading{origin: o, quiet: len(r.Output) > 0, begun: make(map[int]bool), done: make(map[int]json.RawMessage)}
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			if p.Call != nil {
				out.before++
			}
		}
	}
	return out
}

func (r *reading) ended() bool { return r.end != nil }

// whole reads a reply in one piece.
func (r *reading) whole(body io.Reader) error {
	raw, err := io.ReadAll(body)
	if err != nil {
		return fmt.Errorf("read a whole reply: %w", err)
	}
	return r.finish(raw)
}

// take adds an event. What is no text says that the provider is at work.
func (r *reading) take(data []byte) (llm.Event, error) {
	if string(data) == "[DONE]" {
		return llm.Alive{}, nil
	}
	var e event
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("responses: %w: an event is not in the API's form: %w", llm.ErrGarbage, err)
	}
	if e.Place < 0 || e.Place > maxItems {
		return nil, fmt.Errorf("responses: %w: item %d of a reply", llm.ErrGarbage, e.Place)
	}
	switch e.Type {
	case "response.output_text.delta", "response.refusal.delta":
		return r.text(e)
	case "response.output_item.added":
		r.begun[e.Place] = true
	case "response.output_item.done":
		r.begun[e.Place] = true
		r.done[e.Place] = e.Item
		return llm.Alive{}, r.grow(len(e.Item))
	case "response.created":
		return llm.Alive{}, r.created(e.Response)
	case "response.completed", "response.incomplete", "response.failed":
		return llm.Alive{}, r.finish(e.Response)
	case "error", "":
		return nil, r.refused(e)
	}
	return llm.Alive{}, nil
}

// refused is an error in place of what is to come. Both its forms are met: with its words beside its type, and within.
func (r *reading) refused(e event) error {
	switch {
	case e.Error != nil:
		return r.failed(*e.Error)
	case e.Type == "error" || e.Message != "":
		return r.failed(e.refusal)
	default:
		return fmt.Errorf("responses: %w: an event without a type", llm.ErrGarbage)
	}
}

func (r *reading) created(raw json.RawMessage) error {
	var begun struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(raw, &begun); err != nil {
		return fmt.Errorf("responses: %w: a reply that begins as none: %w", llm.ErrGarbage, err)
	}
	r.id = begun.ID
	return nil
}

func (r *reading) text(e event) (llm.Event, error) {
	var delta string
	if err := json.Unmarshal(e.Delta, &delta); err != nil {
		return nil, fmt.Errorf("responses: %w: text that is none: %w", llm.ErrGarbage, err)
	}
	if delta == "" || r.quiet {
		return llm.Alive{}, r.grow(len(delta))
	}
	if r.said.Len() > 0 && e.Place != r.from {
		delta = between + delta
	}
	r.from = e.Place
	r.said.WriteString(delta)
	return llm.TextDelta{Text: delta}, r.grow(len(delta))
}

func (r *reading) grow(n int) error {
	if r.size += n; r.size > 2*llm.MaxReply { // text comes twice: in pieces, and whole
		return fmt.Errorf("responses: %w: it is longer than %d bytes", llm.ErrGarbage, llm.MaxReply)
	}
	return nil
}

// finish reads the event that ends a reply, or a reply in one piece.
func (r *reading) finish(raw json.RawMessage) error {
	var end response
	if err := json.Unmarshal(raw, &end); err != nil {
		return fmt.Errorf("responses: %w: a reply that is not in the API's form: %w", llm.ErrGarbage, err)
	}
	if r.id != "" && end.ID != r.id {
		return fmt.Errorf("responses: %w: the end of another reply", llm.ErrGarbage)
	}
	r.end = &end
	return nil
}

// items are those of the whole reply, in their order: as each of them ended, since what a model reasoned may be less whole elsewhere;
// as the end has them, where it has more.
func (r *reading) items() ([]json.RawMessage, error) {
	switch {
	case len(r.end.Output) > len(r.done):
		return r.end.Output, nil
	case len(r.done) < len(r.begun):
		return nil, fmt.Errorf("responses: %w: an item of it has no end", llm.ErrTruncated)
	}
	var out []json.RawMessage
	for _, place := range slices.Sorted(maps.Keys(r.done)) {
		out = append(out, r.done[place])
	}
	return out, nil
}
