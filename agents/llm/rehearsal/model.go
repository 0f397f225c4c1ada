// Package rehearsal is the offline model: deterministic rules over the facts of a request, for trying every flow without
// a key and without a network, and for tests. It understands requests by the examples of the team's tools, in the languages that these
// are in, and nothing else; once in a conversation it says that it is a rehearsal.
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
	"time"
	"unicode/utf8"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Config is how a Model behaves. The zero value replies at once.
type Config struct {
	Latency time.Duration // from the request to the whole reply, spread over its chunks
	Chunk   int           // characters per streamed chunk; 0 means 48

	SwitchedOff bool // models are switched off by whoever runs this; false where none is configured
}

// Model is the offline model. It holds nothing between requests and is safe for concurrent use.
type Model struct {
	config Config
	books  books
}

// New returns the offline model.
func New(c Config) *Model {
	if c.Chunk <= 0 {
		c.Chunk = 48
	}
	return &Model{config: c, books: newBooks()}
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
		Message: said, Usage: assistant.Usage{Input: tokens(lastSaid(r)) + tokens(r.Instructions.All()), Output: tokens(words)}, Info: m.Info(),
	}
}

// wish is the tools that an answer needs first, none for words.
func (m *Model) wish(r llm.Request) []llm.ToolCall {
	var f llm.AnswerFacts
	if r.Purpose != llm.PurposeAnswer || json.Unmarshal(r.Facts, &f) != nil {
		return nil
	}
	calls, _ := act(r, f)
	return calls
}

// reply plays the purpose's part.
func (m *Model) reply(r llm.Request) (string, error) {
	switch r.Purpose {
	case llm.PurposeClassify:
		return structured(r, with(r.Examples, m.classify))
	case llm.PurposeRequirements:
		return structured(r, with(r.Examples, requirements))
	case llm.PurposeForks:
		return structured(r, with(r.Examples, forks))
	case llm.PurposePlan:
		return structured(r, with(r.Examples, plan))
	case llm.PurposeRevise:
		return structured(r, with(r.Examples, m.revise))
	case llm.PurposeRework:
		return structured(r, m.rework)
	case llm.PurposeChangeRun:
		return structured(r, m.changeRun)
	case llm.PurposeInterpret:
		return structured(r, with(r.Examples, m.interpret))
	case llm.PurposeSummary:
		return structured(r, summary)
	case llm.PurposeAnswer:
		return m.answer(r), nil
	default: // a tool's own
		if len(r.Sample) == 0 {
			return "", errors.New("nothing is known that could be replied")
		}
		return string(r.Sample), nil
	}
}

// with gives a rule the examples by which it understands requests.
func with[F, R any](b *examples.Book, rule func(*examples.Book, F) R) func(F) R {
	return func(facts F) R { return rule(b, facts) }
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

// lastSaid is the newest words of the person in a request.
func lastSaid(r llm.Request) string {
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
