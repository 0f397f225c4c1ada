package anthropic

import (
	"encoding/json"

	"github.com/aisteam/aisteam/agents/llm"
)

// turn is a message of the API.
type turn struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`

	aside bool // its last block is of one request alone
}

// block is a piece of a turn's content.
type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitempty"`
	Source    *source         `json:"source,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	Content   string          `json:"content,omitempty"`
	IsError   bool            `json:"is_error,omitempty"`
	Cache     *option         `json:"cache_control,omitempty"`

	kept json.RawMessage // it is a thinking block, and stays as it came
}

type source struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type"`
	Data      []byte `json:"data"`
}

// MarshalJSON implements [json.Marshaler].
func (b block) MarshalJSON() ([]byte, error) {
	if b.kept != nil {
		return b.kept, nil
	}
	type plain block
	return json.Marshal(plain(b))
}

func textBlock(text string) block { return block{Type: "text", Text: text} }

const (
	roleUser      = "user"
	roleAssistant = "assistant"
)

// conversation writes a history as turns.
type conversation struct {
	model     *Model
	forgetful bool // no thinking block goes back
	turns     []turn
	chain     chain
}

func (c *conversation) add(r llm.Request) {
	origin := c.model.origin
	if len(r.Tools) == 0 {
		origin = llm.Origin{} // calls in a history want tools to be described, so they become words
	}
	for _, m := range origin.History(r.Messages) {
		if m.Role == llm.RoleAssistant {
			c.reply(m)
			continue
		}
		for _, b := range said(m) {
			c.person(b)
		}
	}
}

// person adds a block to what people and tools say: all in a row is one turn, with the results of the calls before it first.
func (c *conversation) person(b block) {
	if n := len(c.turns); n == 0 || c.turns[n-1].Role != roleUser {
		c.turns = append(c.turns, turn{Role: roleUser})
	}
	last := &c.turns[len(c.turns)-1]
	last.Content = append(last.Content, b)
	c.chain = c.chain.with(roleUser, b)
}

// aside adds instructions that were, or are, of one request alone.
func (c *conversation) aside(words string) {
	c.person(textBlock(words))
	c.turns[len(c.turns)-1].aside = true
}

// said are the blocks of a person's message or of results.
func said(m llm.Message) []block {
	var out []block
	for _, p := range m.Parts {
		switch {
		case p.Image != nil:
			out = append(out, block{Type: "image", Source: &source{"base64", p.Image.Type, p.Image.Data}})
		case p.Result != nil:
			b := block{Type: "tool_result", ToolUseID: p.Result.ID, IsError: p.Result.Failed}
			if !blank(p.Result.Content) {
				b.Content = p.Result.Content
			}
			out = append(out, b)
		case !blank(p.Text): // the API refuses blocks of text with nothing in them
			out = append(out, textBlock(p.Text))
		}
	}
	return out
}

// reply adds a message of the model: with its thinking where all before it is as it was, else without any of it.
func (c *conversation) reply(m llm.Message) {
	if len(c.turns) == 0 {
		c.person(textBlock("(What was said before is left out.)")) // the first turn has to be a person's
	}
	aside, at := "", c.chain
	if s, ok := c.model.first(m); ok && s.Aside != "" {
		aside = s.Aside
		at = at.with(roleUser, textBlock(aside))
	}
	blocks, after, ok := c.model.thoughtful(m, at)
	if c.forgetful || !ok {
		aside = ""
		blocks, after = wordsAndCalls(m, c.chain)
	}
	if len(blocks) == 0 {
		return
	}
	if aside != "" {
		c.aside(aside)
	}
	c.turns = append(c.turns, turn{Role: roleAssistant, Content: blocks})
	c.chain = after
}

// first is the state of a message's first thinking block.
func (m *Model) first(message llm.Message) (state, bool) {
	for _, p := range message.Parts {
		if s, ok := m.stateOf(p); ok {
			return s, true
		}
	}
	return state{}, false
}

// thoughtful are the blocks of a message with its thinking; not ok where something of it or before it is not as it was.
func (m *Model) thoughtful(message llm.Message, at chain) (_ []block, after chain, ok bool) {
	var out []block
	calls, wanted := 0, 0
	for _, p := range message.Parts {
		b, isBlock := blockOf(p)
		if p.Thought {
			s, kept := m.stateOf(p)
			if !kept || s.After != at.String() {
				return nil, at, false
			}
			b, isBlock = block{kept: s.Block}, true
			wanted = max(wanted, s.Calls)
		}
		if !isBlock {
			continue
		}
		if p.Call != nil {
			calls++
		}
		out = append(out, b)
		at = at.with(roleAssistant, b)
	}
	return out, at, calls == wanted || wanted == 0
}

// wordsAndCalls are the blocks of a message without its thinking.
func wordsAndCalls(message llm.Message, at chain) ([]block, chain) {
	var out []block
	for _, p := range message.Parts {
		if b, ok := blockOf(p); ok {
			out = append(out, b)
			at = at.with(roleAssistant, b)
		}
	}
	return out, at
}

func blockOf(p llm.Part) (block, bool) {
	switch {
	case p.Thought:
		return block{}, false
	case p.Call != nil:
		return block{Type: "tool_use", ID: p.Call.ID, Name: p.Call.Name, Input: argumentsOut(p.Call.Arguments)}, true
	default:
		return textBlock(p.Text), !blank(p.Text)
	}
}

// end makes the conversation end with a person, as it has to: models of today take no beginning of their own reply.
func (c *conversation) end() {
	if n := len(c.turns); n == 0 || c.turns[n-1].Role != roleUser {
		c.person(textBlock("Go on."))
	}
}

// mark ends what the cache keeps of this conversation: before what is of this request alone, and where the request before it ended,
// since the vendor looks back no further than twenty blocks.
func (c *conversation) mark() {
	for i, marked := len(c.turns)-1, 0; i >= 0 && marked < 2; i-- {
		t := &c.turns[i]
		last := len(t.Content) - 1
		if t.aside {
			last--
		}
		if t.Role == roleUser && last >= 0 {
			t.Content[last].Cache = ephemeral()
			marked++
		}
	}
}

// argumentsIn keeps what the model gave as arguments. Text that is not JSON becomes a JSON string, which no tool's schema accepts: the
// model is then told so.
func argumentsIn(raw string) (json.RawMessage, error) {
	if blank(raw) {
		return json.RawMessage("{}"), nil
	}
	if json.Valid([]byte(raw)) {
		return json.RawMessage(raw), nil
	}
	return json.Marshal(raw)
}

// argumentsOut are arguments as the API takes them back, which is nothing but an object.
func argumentsOut(kept json.RawMessage) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal(kept, &object) == nil && object != nil {
		return kept
	}
	wrapped, err := json.Marshal(map[string]json.RawMessage{"arguments": kept})
	if err != nil {
		return json.RawMessage("{}")
	}
	return wrapped
}
