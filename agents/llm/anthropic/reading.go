package anthropic

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/wire"
)

const (
	maxBlocks = 512 // of one reply
	maxCalls  = 64
)

// reading gathers the events of one streamed reply:
//
//	message_start ─▶ ( content_block_start ─▶ content_block_delta… ─▶ content_block_stop )… ─▶ message_delta ─▶ message_stop
//
// with ping anywhere, and error in place of the rest. Events that are not known are signs of life; those that come out of order are
// no reply.
type reading struct {
	origin  llm.Origin
	key     wire.Secret
	before  before
	started bool
	stopped bool
	served  string
	blocks  []*partial
	size    int
	used    usage
	stop    string
	why     details
}

// partial is a block on its way.
type partial struct {
	index     int
	open      bool
	kind      string
	head      json.RawMessage // as it began
	body      strings.Builder // text, thinking, or JSON of arguments
	signature strings.Builder
}

type event struct {
	Type    string
	Index   int
	Message struct {
		Model string
		Usage usage
	}
	ContentBlock json.RawMessage `json:"content_block"`
	Delta        struct {
		Type        string
		Text        string
		Thinking    string
		Signature   string
		PartialJSON string  `json:"partial_json"`
		StopReason  string  `json:"stop_reason"`
		StopDetails details `json:"stop_details"`
	}
	Usage usage
	Error told
}

// details are why the vendor's safeguards declined.
type details struct {
	Category    string
	Explanation string
}

type told struct{ Type, Message string }

// take adds an event.
func (r *reading) take(data []byte) (llm.Event, error) {
	var e event
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("anthropic: %w: an event that cannot be read", llm.ErrGarbage)
	}
	switch e.Type {
	case "error":
		return nil, r.failure(e.Error)
	case "message_start":
		if r.started {
			return nil, outOfOrder(e.Type)
		}
		r.started, r.served = true, e.Message.Model
		r.used.merge(e.Message.Usage)
		return llm.Alive{Used: r.used.counted()}, r.grow(len(r.served)) // the input is paid for, whatever becomes of the reply
	case "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop":
		if !r.started {
			return nil, outOfOrder(e.Type)
		}
	default:
		return llm.Alive{}, nil
	}
	text, err := r.went(e)
	switch {
	case err != nil:
		return nil, err
	case text != "":
		return llm.TextDelta{Text: text}, nil
	default:
		return llm.Alive{Used: r.used.counted()}, nil
	}
}

// went adds an event of a message that has begun, and returns the text that came with it.
func (r *reading) went(e event) (string, error) {
	b := r.at(e.Index)
	switch e.Type {
	case "content_block_start":
		if n := len(r.blocks); b != nil || r.stop != "" || n > 0 && r.blocks[n-1].open {
			return "", outOfOrder(e.Type)
		}
		return r.begin(e)
	case "content_block_delta":
		if b == nil || !b.open {
			return "", outOfOrder(e.Type)
		}
		return r.more(b, e)
	case "content_block_stop":
		if b == nil || !b.open {
			return "", outOfOrder(e.Type)
		}
		b.open = false
	case "message_delta":
		r.used.merge(e.Usage)
		if e.Delta.StopReason != "" {
			r.stop, r.why = e.Delta.StopReason, e.Delta.StopDetails
		}
	case "message_stop":
		r.stopped = true
	}
	return "", nil
}

func outOfOrder(kind string) error {
	return fmt.Errorf("anthropic: %w: %s out of its order", llm.ErrGarbage, kind)
}

func (r *reading) at(index int) *partial {
	for _, b := range r.blocks {
		if b.index == index {
			return b
		}
	}
	return nil
}

func (r *reading) grow(n int) error {
	if r.size += n; r.size > llm.MaxReply {
		return fmt.Errorf("anthropic: %w: it is longer than %d bytes", llm.ErrGarbage, llm.MaxReply)
	}
	return nil
}

func (r *reading) begin(e event) (string, error) {
	var head struct{ Type, Text string }
	if err := json.Unmarshal(e.ContentBlock, &head); err != nil {
		return "", fmt.Errorf("anthropic: %w: a block that cannot be read", llm.ErrGarbage)
	}
	if len(r.blocks) == maxBlocks {
		return "", fmt.Errorf("anthropic: %w: more than %d blocks", llm.ErrGarbage, maxBlocks)
	}
	b := &partial{index: e.Index, open: true, kind: head.Type, head: e.ContentBlock}
	r.blocks = append(r.blocks, b)
	if b.kind == "tool_use" && r.calls() > maxCalls {
		return "", fmt.Errorf("anthropic: %w: more than %d tool calls", llm.ErrGarbage, maxCalls)
	}
	if b.kind != "text" {
		head.Text = ""
	}
	b.body.WriteString(head.Text)
	return head.Text, r.grow(len(e.ContentBlock))
}

func (r *reading) calls() int {
	n := 0
	for _, b := range r.blocks {
		if b.kind == "tool_use" {
			n++
		}
	}
	return n
}

// more adds to a block. What is no part of such a block is no reply; what is not known at all is passed over.
func (r *reading) more(b *partial, e event) (string, error) {
	d := e.Delta
	text, belongs := "", true
	switch d.Type {
	case "text_delta":
		text, belongs = d.Text, b.kind == "text"
		b.body.WriteString(d.Text)
	case "input_json_delta":
		belongs = b.kind == "tool_use"
		b.body.WriteString(d.PartialJSON)
	case "thinking_delta":
		belongs = b.kind == "thinking"
		b.body.WriteString(d.Thinking)
	case "signature_delta":
		belongs = b.kind == "thinking"
		b.signature.WriteString(d.Signature)
	}
	if !belongs {
		if !known(b.kind) {
			return "", nil
		}
		return "", outOfOrder(d.Type)
	}
	return text, r.grow(len(d.Text) + len(d.PartialJSON) + len(d.Thinking) + len(d.Signature))
}

func known(kind string) bool {
	return kind == "text" || kind == "tool_use" || kind == "thinking" || kind == "redacted_thinking"
}

// failure names an error that arrives inside the stream, by the status it would have had before it.
func (r *reading) failure(t told) error {
	codes := map[string]int{ // platform.claude.com, Errors
		"invalid_request_error": 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403, "not_found_error": 404,
		"conflict_error": 409, "request_too_large": 413, "rate_limit_error": 429, "api_error": 500, "timeout_error": 504, "overloaded_error": 529,
	}
	return &llm.StatusError{Provider: provider, Code: codes[t.Type], Message: r.key.Clip(t.Message)}
}
