package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/content"
)

// The tools: one writes words and changes nothing, one writes a sign and can put the old one back, one wipes it for good.
const (
	draftTool assistant.TaskType = "draft_content"
	lookTool  assistant.TaskType = "look_at_sign"
	writeTool assistant.TaskType = "create_page"
	wipeTool  assistant.TaskType = "update_content_block"
)

// effect is what a tool really did to a sign, recorded where it happened.
type effect struct {
	tool     string
	args     json.RawMessage
	old, now string // what stood there before and after
	task     assistant.TaskID
	at       int64 // moment
}

// signs are what the tools change: one each conversation, which others may change too.
type signs struct {
	clock *clock
	model llm.Asker // drafts the text of slow signs

	mu      sync.Mutex
	stands  map[string]string
	moves   int
	drafts  int
	effects []effect
}

func newSigns(c *clock, m llm.Asker) *signs {
	return &signs{clock: c, model: m, stands: map[string]string{}}
}

// move changes a sign from outside.
func (s *signs) move(sign string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.moves++
	s.stands[sign] = "somebody else's " + strconv.Itoa(s.moves)
}

type signArgs struct {
	Sign string `json:"sign"`
	Text string `json:"text"`
}

func stateOf(stands string) string { return "stands: " + stands }
func wantOf(text string) string    { return "to stand: " + text }

func (s *signs) tools() []tools.Tool {
	owners := []assistant.AgentID{assistant.WebEngineer, assistant.Chief}
	draft := tools.Tool{
		Name: string(draftTool), Label: "Draft words", Description: "Writes.", Class: assistant.ClassQuery, Effect: assistant.EffectNone,
		Idempotent: true, Owners: owners, Arguments: tools.Arguments[signArgs](),
		Run: s.draft,
	}
	change := func(name assistant.TaskType, e assistant.Effect) tools.Tool {
		return tools.Tool{
			Name: string(name), Label: "Change a sign", Description: "Changes.", Class: assistant.ClassAction, Effect: e, Owners: owners, Direct: true,
			Nouns: []string{"sign"}, Verbs: []string{"paint"},
			Arguments: tools.Arguments[signArgs](), Preview: s.preview, Run: s.run,
			Recover: func(context.Context, tools.Call) (assistant.Receipt, bool, error) {
				return assistant.Receipt{}, false, nil
			},
			Undo: func(context.Context, tools.Call, assistant.Receipt) error { return nil },
		}
	}
	look := tools.Tool{
		Name: string(lookTool), Label: "Look at a sign", Description: "Reads.", Class: assistant.ClassQuery, Effect: assistant.EffectNone,
		Idempotent: true, Answers: true, Owners: owners, Arguments: tools.Arguments[signArgs](),
		Run: func(context.Context, tools.Call) (assistant.Receipt, error) {
			return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim("It hangs there.")}}, nil
		},
	}
	return []tools.Tool{draft, look, change(writeTool, assistant.EffectReversible), change(wipeTool, assistant.EffectIrreversible)}
}

func (s *signs) preview(_ context.Context, c tools.Call) (assistant.Preview, error) {
	var a struct {
		Sign string          `json:"sign"`
		Text json.RawMessage `json:"text"`
	}
	if err := json.Unmarshal(c.Arguments, &a); err != nil {
		return assistant.Preview{}, fmt.Errorf("read arguments: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := assistant.Preview{Title: assistant.Verbatim("Change the sign " + a.Sign), Target: a.Sign, State: stateOf(s.stands[a.Sign])}
	var text string
	if json.Unmarshal(a.Text, &text) == nil {
		p.Wanted = wantOf(text)
	}
	return p, nil
}

// draft has a model write about a slow sign, and is quick with every other.
func (s *signs) draft(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	if sign := slowOf(string(c.Arguments)); sign != "" {
		if _, err := s.model.Ask(ctx, llm.Request{Purpose: content.PurposeDraft, Facts: mustFacts(sign)}, nil); err != nil {
			return assistant.Receipt{}, fmt.Errorf("draft: %w", err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drafts++
	return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim("Drafted"), Fields: assistant.ValuesOf(map[string]string{"html": "draft " + strconv.Itoa(s.drafts)})}}, nil
}

// run writes only over what was approved, and notes what it did.
func (s *signs) run(_ context.Context, c tools.Call) (assistant.Receipt, error) {
	var a signArgs
	if err := json.Unmarshal(c.Arguments, &a); err != nil {
		return assistant.Receipt{}, fmt.Errorf("read arguments: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.stands[a.Sign]
	if stateOf(old) != c.Approved {
		return assistant.Receipt{}, errors.Join(assistant.ErrMoved, &assistant.Trouble{Problem: assistant.Problem{
			Side: assistant.SideContext, Message: assistant.Verbatim("The sign has changed."), Recovery: assistant.Say("Please look again."),
		}})
	}
	s.stands[a.Sign] = a.Text
	s.effects = append(s.effects, effect{string(c.Task.Type), c.Arguments, old, a.Text, c.Task.ID, s.clock.next()})
	return assistant.Receipt{Undo: json.RawMessage(`{}`), Result: assistant.Result{Summary: assistant.Verbatim("Changed the sign " + a.Sign)}}, nil
}
