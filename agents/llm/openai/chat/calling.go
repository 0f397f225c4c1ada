package chat

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
)

// maxCalls bounds the tool calls of one reply.
const maxCalls = 64

// calling gathers the tool calls of one reply out of their pieces.
type calling struct {
	offered map[string]bool
	before  int // calls in the conversation so far, to number those that come without an id of their own
	all     []*partialCall
}

type partialCall struct {
	index int64
	ids   map[string]bool // that its pieces had
	id    string          // the first of them
	name  string
	text  strings.Builder // its arguments
	grown string          // the arguments of the newest piece, as long as each begins with what the one before it said
	extra json.RawMessage
	kept  json.RawMessage // its arguments, once they are whole
}

// complete tells whether the arguments so far are a whole object: what comes then belongs to another call, or says it again.
func (p *partialCall) complete() bool {
	text := strings.TrimSpace(p.text.String())
	return strings.HasPrefix(text, "{") && json.Valid([]byte(text))
}

func (c *calling) take(piece callPiece) error {
	name, arguments := string(piece.Name), string(piece.Arguments)
	if f := piece.Function; f != nil {
		name += string(f.Name)
		arguments += string(f.Arguments)
		if f.Arguments == "" {
			arguments += string(f.Parameters)
		}
	}
	into, err := c.into(piece, name, arguments)
	if err != nil {
		return err
	}
	if piece.ID != "" {
		into.ids[string(piece.ID)] = true
		if into.id == "" {
			into.id = string(piece.ID)
		}
	}
	into.name = c.named(into.name, name)
	if len(piece.Extra) > 0 && string(piece.Extra) != "null" {
		into.extra = piece.Extra
	}
	into.argued(arguments)
	return nil
}

// argued adds a piece of the arguments. Where all of them come once more, that is all of them.
func (p *partialCall) argued(more string) {
	so := p.text.String()
	switch {
	case more == "":
		return
	case so == "" || p.grown != "" && strings.HasPrefix(more, p.grown):
		p.grown = more
	default:
		p.grown = ""
	}
	if p.complete() {
		again := strings.TrimSpace(more)
		var within string
		if json.Unmarshal([]byte(again), &within) == nil {
			again = within
		}
		if strings.HasPrefix(again, "{") {
			p.text.Reset()
			p.grown = more
		}
	}
	p.text.WriteString(more)
}

// into finds the call that a piece belongs to. Servers number calls, or give them ids, or neither; some number all of them alike, some
// give each piece an id of its own. That a piece has a name where the call before it is whole makes it another call.
func (c *calling) into(piece callPiece, name, arguments string) (*partialCall, error) {
	index := int64(-1)
	if piece.Index != nil {
		index = int64(*piece.Index)
	}
	var into, last *partialCall
	for _, known := range c.all {
		last = known
		if known.index == index && index >= 0 {
			into = known
		}
	}
	for _, known := range c.all {
		if into == nil && known.ids[string(piece.ID)] && (index < 0 || name == "") {
			into = known
		}
	}
	if into == nil && index < 0 && (name == "" || piece.ID == "") {
		into = last
	}
	if into != nil && !into.followed(string(piece.ID), name, arguments) {
		return into, nil
	}
	if len(c.all) == maxCalls {
		return nil, fmt.Errorf("chat: %w: more than %d tool calls", llm.ErrGarbage, maxCalls)
	}
	into = &partialCall{index: index, ids: map[string]bool{}}
	c.all = append(c.all, into)
	return into, nil
}

// followed tells whether a piece that seems to belong to the call begins another one.
func (p *partialCall) followed(id, name, arguments string) bool {
	otherID := id != "" && len(p.ids) > 0 && !p.ids[id]
	so, arguments := strings.TrimSpace(p.text.String()), strings.TrimSpace(arguments)
	switch {
	case name == "" || p.name == "":
		return false
	case !p.complete():
		return otherID && so == ""
	case name != p.name || otherID:
		return true
	default:
		return strings.HasPrefix(arguments, "{") && !strings.HasPrefix(so, arguments)
	}
}

// named adds a piece of a name: what is new of it, where each piece repeats it.
func (c *calling) named(so, more string) string {
	switch {
	case so == "" || strings.HasPrefix(more, so):
		if so == more && c.offered[so+more] && !c.offered[so] {
			return so + more
		}
		return more
	case more == "" || strings.HasSuffix(so, more) && c.offered[so]:
		return so
	default:
		return so + more
	}
}

// finished are the calls, each with an id of its own, a name and arguments.
func (c *calling) finished() ([]*partialCall, error) {
	taken := map[string]bool{}
	for _, call := range c.all {
		taken[call.id] = true
	}
	given := map[string]bool{}
	for i, call := range c.all {
		var err error
		if call.kept, err = argumentsIn(call.text.String(), call.grown); err != nil {
			return nil, fmt.Errorf("chat: %w: arguments of %s: %w", llm.ErrGarbage, call.name, err)
		}
		call.name = c.offeredAs(call.name)
		for n := c.before + i + 1; call.id == "" || given[call.id]; n++ {
			// Nine letters and digits: Mistral takes no other.
			if made := fmt.Sprintf("call%05d", n); !taken[made] {
				call.id, taken[made] = made, true
			}
		}
		given[call.id] = true
	}
	return c.all, nil
}

// offeredAs is the name by which a tool was offered, where a model or its server writes it with something around it.
func (c *calling) offeredAs(name string) string {
	name = strings.TrimSpace(name)
	if c.offered[name] {
		return name
	}
	bare, _, _ := strings.Cut(name, "<|") // a mark of the template
	bare = strings.TrimSuffix(strings.TrimSpace(bare), "()")
	for _, prefix := range []string{"", "functions.", "function.", "functions/", "tool:", "tools.", "tool.", "tool_", "default_api.", "default_api:", "default_function.", "namespace.", "api."} {
		if short, ok := strings.CutPrefix(bare, prefix); ok && c.offered[short] {
			return short
		}
		short, _, _ := strings.Cut(strings.TrimPrefix(bare, prefix), ":") // Kimi's number of the call
		if c.offered[short] {
			return short
		}
	}
	return name
}
