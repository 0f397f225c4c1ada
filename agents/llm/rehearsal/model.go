// Package rehearsal is the offline model: deterministic rules over the facts of a request, for trying every flow without
// a key and without a network, and for tests. It understands plain English requests, by the scripts of the packs that are
// served, and nothing else; whatever it says to a person says that it is a rehearsal.
//
// The same request always gets the same reply.
package rehearsal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/script"
	"github.com/aisteam/aisteam/assistant"
)

// Config is how a Model behaves. The zero value replies at once.
type Config struct {
	Latency time.Duration   // from the request to the whole reply, spread over its chunks
	Scripts []script.Script // of the packs that are served, in their order
	Chunk   int             // characters per streamed chunk; 0 means 48

	SwitchedOff bool // models are switched off by whoever runs this; false where none is configured
}

// Model is the offline model. It holds nothing between requests and is safe for concurrent use.
type Model struct {
	config    Config
	forms     clauseForms
	originals func() map[string]string
}

// New returns the offline model.
func New(c Config) *Model {
	if c.Chunk <= 0 {
		c.Chunk = 48
	}
	return &Model{config: c, forms: newClauseForms(c.Scripts), originals: sync.OnceValue(originals)}
}

// Info implements [llm.Model].
func (m *Model) Info() llm.Info {
	return llm.Info{Provider: assistant.ProviderRehearsal, Model: "rehearsal", Rehearsal: true}
}

// Generate implements [llm.Model].
func (m *Model) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		if calls := m.wish(r); len(calls) > 0 {
			yield(llm.Done{Reply: m.used(r, doing(calls), string(calls[0].Arguments))}, nil)
			return
		}
		text, err := m.reply(r)
		if err != nil {
			yield(nil, fmt.Errorf("rehearse to %s: %w: %w", r.Purpose, llm.ErrRefused, err))
			return
		}
		chunks := split(text, m.config.Chunk)
		for _, chunk := range chunks {
			if err := wait(ctx, m.config.Latency/time.Duration(len(chunks))); err != nil {
				yield(nil, err)
				return
			}
			if !yield(llm.TextDelta{Text: chunk}, nil) {
				return
			}
		}
		yield(llm.Done{Reply: m.used(r, llm.TextMessage(llm.RoleAssistant, text), text)}, nil)
	}
}

func (m *Model) used(r llm.Request, said llm.Message, words string) llm.Reply {
	return llm.Reply{
		Message: said, Usage: assistant.Usage{Input: tokens(asked(r)) + tokens(r.Instructions.All()), Output: tokens(words)}, Info: m.Info(),
	}
}

// wish is the tools that an answer needs first, none for words.
func (m *Model) wish(r llm.Request) []llm.ToolCall {
	var f llm.AnswerFacts
	if r.Purpose != llm.PurposeAnswer || json.Unmarshal(r.Facts, &f) != nil {
		return nil
	}
	calls, _ := m.using(r, f)
	return calls
}

// using asks the scripts for the tools that an answer needs first, or for what to say once they have been used.
func (m *Model) using(r llm.Request, f llm.AnswerFacts) (calls []llm.ToolCall, said string) {
	f.Text = m.original(f.Text)
	t := script.Turn{Request: r, Facts: f}
	for _, s := range m.config.Scripts {
		t.Lists = append(t.Lists, s.Lists...)
	}
	for _, s := range m.config.Scripts {
		if s.Use == nil {
			continue
		}
		call, said := s.Use(t)
		switch {
		case call != nil:
			return []llm.ToolCall{*call}, said
		case said != "":
			return nil, said
		}
	}
	if calls, said := m.list(t); len(calls) > 0 || said != "" {
		return calls, said
	}
	return m.act(r, f)
}

// write has the words that a tool asks for written by the script that knows its facts.
func (m *Model) write(r llm.Request) (string, error) {
	for _, s := range m.config.Scripts {
		if s.Write == nil {
			continue
		}
		reply, known, err := s.Write(r.Facts)
		if err != nil {
			return "", fmt.Errorf("write what a tool asks for: %w", err)
		}
		if known {
			raw, err := json.Marshal(reply)
			if err != nil {
				return "", fmt.Errorf("write the reply: %w", err)
			}
			return string(raw), nil
		}
	}
	return "", errors.New("no script knows what to write")
}

// reply plays the purpose's part.
func (m *Model) reply(r llm.Request) (string, error) {
	switch r.Purpose {
	case llm.PurposeClassify:
		return structured(r, m.classify)
	case llm.PurposeRequirements:
		return structured(r, m.requirements)
	case llm.PurposeForks:
		return structured(r, m.forks)
	case llm.PurposePlan:
		return structured(r, m.plan)
	case llm.PurposeRevise:
		return structured(r, m.revise)
	case llm.PurposeRework:
		return structured(r, rework)
	case llm.PurposeChangeRun:
		return structured(r, changeRun)
	case llm.PurposeInterpret:
		return structured(r, m.interpret)
	case llm.PurposeSummary:
		return structured(r, summary)
	case llm.PurposeAnswer:
		return m.answer(r), nil
	default: // a pack's own
		return m.write(r)
	}
}

// structured reads the facts, applies a rule and writes its reply as JSON.
func structured[F, R any](r llm.Request, rule func(F) R) (string, error) {
	var facts F
	if err := json.Unmarshal(r.Facts, &facts); err != nil {
		return "", fmt.Errorf("read the facts: %w", err)
	}
	raw, err := json.Marshal(rule(facts))
	if err != nil {
		return "", fmt.Errorf("write the reply: %w", err)
	}
	return string(raw), nil
}

// asked is the newest words of the person in a request.
func asked(r llm.Request) string {
	for _, m := range slices.Backward(r.Messages) {
		if m.Role != llm.RoleUser {
			continue
		}
		var text strings.Builder
		for _, p := range m.Parts {
			text.WriteString(p.Text)
		}
		if text.Len() > 0 {
			return text.String()
		}
	}
	return ""
}

func split(text string, size int) []string {
	var out []string
	for len(text) > 0 {
		end := 0
		for n := 0; n < size && end < len(text); n++ {
			_, width := utf8.DecodeRuneInString(text[end:])
			end += width
		}
		out, text = append(out, text[:end]), text[end:]
	}
	return out
}

// wait ends with the context's cause when that comes first.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return context.Cause(ctx)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// tokens is a rough count, so that budgets and meters have something to work on.
func tokens(text string) int { return (len(text) + 3) / 4 }
