package chat

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/internal/frames"
	"github.com/aisteam/aisteam/assistant"
)

// reading gathers the pieces of one reply.
type reading struct {
	model *Model

	begun  bool // something of a reply has come
	finish string
	done   bool // the stream said that it is over
	last   bool // what came last is what comes last: the usage of all of it
	usage  assistant.Usage
	served string

	screen    screen // what of the text is the answer
	said      strings.Builder
	pending   string // of the answer, not told yet
	told      bool
	voided    bool // what was told is not the answer
	whole     strings.Builder
	reasoning strings.Builder
	reasons   bool // reasoning_content was there, perhaps with nothing in it
	details   []detail
	calls     calling
	size      int
	aside     string // words that stood where JSON should
}

func (m *Model) newReading(r llm.Request, s shape) *reading {
	out := &reading{model: m, calls: calling{offered: map[string]bool{}}}
	for _, t := range r.Callable() {
		out.calls.offered[t.Name] = true
	}
	for _, message := range r.Messages {
		for _, p := range message.Parts {
			if p.Call != nil {
				out.calls.before++
			}
		}
	}
	out.screen = newScreen(s.thinksFirst, len(r.Output) > 0, out.calls.offered)
	return out
}

// ended tells whether all of the reply has come.
func (r *reading) ended() bool { return r.done || r.finish != "" || r.last }

// take reads a frame.
func (r *reading) take(f frames.Frame) error {
	data := bytes.TrimSpace(f.Data)
	if bytes.EqualFold(bytes.Trim(data, "[]"), []byte("done")) {
		r.done = true
		return nil
	}
	if f.Event == "error" || len(data) > 0 && data[0] == '[' {
		if err := r.model.told(data, f.Event == "error"); err != nil {
			return err
		}
	}
	var c chunk
	if len(data) == 0 || data[0] != '{' {
		r.aside = r.model.key.Clip(string(data)) // a heart beat, or a complaint: how it ends will tell
		return nil
	}
	if !read(data, &c) {
		err := r.model.odd(llm.ErrTruncated, "sent a piece of its reply that is no whole JSON", "Look into its log, and into that of a proxy before it.")
		err.Again = true
		return err
	}
	if err := r.model.told(data, false); err != nil {
		return err
	}
	return r.chunk(c)
}

func (r *reading) chunk(c chunk) error {
	if r.served == "" {
		r.served = string(c.Model)
	}
	r.use(c.Usage)
	if c.Groq != nil {
		r.use(c.Groq.Usage)
	}
	r.last = r.begun && len(c.Choices) == 0 && c.Usage != nil && c.Usage.Completion+c.Usage.Output > 0
	if len(c.Choices) == 0 && c.Message != nil {
		c.Choices = list[choice]{{Message: c.Message, Finish: c.Done}}
	}
	for _, one := range c.Choices {
		if one.Index != c.Choices[0].Index {
			continue // another reply than the one that was asked for
		}
		r.begun = true
		r.use(one.Usage)
		if err := r.choice(one, c.Object == "chat.completion"); err != nil {
			return err
		}
	}
	return nil
}

func (r *reading) choice(c choice, whole bool) error {
	if c.Finish != "" {
		r.finish = string(c.Finish)
	}
	if c.Delta != nil {
		if err := r.delta(*c.Delta); err != nil {
			return err
		}
	}
	if c.Text.there && c.Delta == nil && c.Message == nil {
		if err := r.text(c.Text.text); err != nil {
			return err
		}
	}
	if c.Message == nil {
		return nil
	}
	// A message after pieces says all of it once more, where it begins as they did.
	if so := r.whole.String(); so != "" && (whole || c.Finish != "" || c.Delta != nil) {
		rest, again := strings.CutPrefix(c.Message.Content.text, so)
		if !again && (whole || c.Delta != nil) {
			rest = ""
		}
		if again || whole || c.Delta != nil {
			c.Message.Content.text = rest
			c.Message.Reasoning, c.Message.Reasoned = nil, nil
		}
	}
	return r.delta(*c.Message)
}

func (r *reading) delta(d delta) error {
	for _, reasoning := range []*content{d.Reasoning, d.Reasoned} {
		if reasoning == nil || !reasoning.there {
			continue
		}
		if reasoning.odd {
			return r.model.odd(llm.ErrGarbage, "gave reasoning that is no text", "")
		}
		r.reasoning.WriteString(reasoning.text + reasoning.reasoning)
		if err := r.grow(len(reasoning.text)); err != nil {
			return err
		}
		break // the other is the same under another name
	}
	r.reasons = r.reasons || d.Reasoning != nil
	for _, one := range d.Details {
		r.details = joined(r.details, one)
		for _, value := range one {
			r.size += len(value)
		}
	}
	for _, c := range d.Calls {
		if err := r.calls.take(c); err != nil {
			return err
		}
		if err := r.grow(len(c.Arguments) + len(c.Extra)); err != nil {
			return err
		}
	}
	if d.Call != nil {
		if err := r.calls.take(callPiece{Function: d.Call}); err != nil {
			return err
		}
	}
	r.reasoning.WriteString(d.Content.reasoning)
	return r.text(d.Content.text + d.Refusal.text)
}

func (r *reading) text(said string) error {
	r.whole.WriteString(said)
	answer := r.screen.take(said)
	r.hear(answer)
	if err := r.grow(len(said)); err != nil {
		return err
	}
	return r.written()
}

// hear takes what is the answer so far.
func (r *reading) hear(answer string) {
	if r.screen.voided {
		r.screen.voided = false
		r.said.Reset()
		r.pending, r.voided = "", r.told
	}
	r.said.WriteString(answer)
	r.pending += answer
}

// written refuses a tool call that came as words.
func (r *reading) written() error {
	if r.screen.call == "" {
		return nil
	}
	err := r.model.odd(llm.ErrGarbage, fmt.Sprintf("passed on a tool call as words (%s)", r.screen.call), parserFor(r.screen.call))
	err.Call = true
	return err
}

// tells gives on what has come since, in events; false where nobody listens any more.
func (r *reading) tells(tell func(llm.Event) bool) bool {
	if r.voided {
		r.voided, r.told = false, false
		if !tell(llm.Voided{}) {
			return false
		}
	}
	if r.pending == "" {
		return tell(llm.Alive{})
	}
	text := r.pending
	r.pending, r.told = "", true
	return tell(llm.TextDelta{Text: text})
}

// voids takes back what was told of a reply that is none.
func (r *reading) voids(tell func(llm.Event) bool) {
	if r.told || r.voided {
		r.told, r.voided = false, false
		tell(llm.Voided{})
	}
}

func (r *reading) grow(n int) error {
	if r.size += n; r.size > llm.MaxReply {
		return fmt.Errorf("chat: %w: it is longer than %d bytes", llm.ErrGarbage, llm.MaxReply)
	}
	return nil
}

// use takes what a reply has used so far: the last that says something counts.
func (r *reading) use(u *usage) {
	if u == nil {
		return
	}
	in, out := max(u.Prompt, u.Input, 0), max(u.Completion, u.Output, 0)
	if in == 0 && out == 0 {
		return
	}
	r.usage = assistant.Usage{
		Input: int(in), Cached: int(min(in, max(u.In.Cached, u.Cached, u.Hit, 0))), CacheWritten: int(min(in, max(u.In.Written, 0))),
		Output: int(out), Thought: int(max(u.Out.Reasoning, u.Reasoning, 0)),
	}
}
