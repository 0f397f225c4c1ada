package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
)

// painter is a language model that paints signs whenever it is asked to, and once more whenever it is told that it shall go on. A page it has
// planned. For everything else it is switched off: that is told by code.
type painter struct{}

var (
	wanted  = regexp.MustCompile(`"text":"Please paint the sign called (sign\d+)"`)
	planned = regexp.MustCompile(`"text":"Please create a page `)
)

// plansPages is the first step on a request for a page; false for any other.
func plansPages(r llm.Request) (llm.Reply, bool) {
	if r.Purpose != llm.PurposeAnswer || !planned.Match(r.Facts) || len(r.Callable()) == 0 {
		return llm.Reply{}, false
	}
	call := llm.ToolCall{ID: "plan", Name: loop.ToolPlan, Arguments: json.RawMessage(`{"reason":"a page takes a plan"}`)}
	return llm.Reply{Message: llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{{Call: &call}}}}, true
}

// Ask implements llm.Asker.
func (painter) Ask(ctx context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	if reply, plans := plansPages(r); plans {
		return reply, nil
	}
	found := wanted.FindSubmatch(r.Facts)
	if r.Purpose != llm.PurposeAnswer || found == nil {
		return llm.Reply{}, llm.ErrDisabled
	}
	select {
	case <-ctx.Done():
		return llm.Reply{}, context.Cause(ctx)
	case <-time.After(time.Duration(rand.IntN(150)) * time.Millisecond):
	}
	if len(r.Callable()) == 0 || r.Messages[len(r.Messages)-1].Role == llm.RoleTool && rand.IntN(4) > 0 {
		return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, "That is what became of it: everything is painted.")}, nil
	}
	out := llm.Message{Role: llm.RoleAssistant}
	coats := 1 + rand.IntN(2)
	if rand.IntN(10) == 0 {
		coats = 3 // which take a plan
	}
	for i := range coats {
		tool, text := string(writeTool), "coat "+strconv.Itoa(rand.IntN(100_000))
		if rand.IntN(5) == 0 && (coats == 1 || rand.IntN(4) == 0) {
			tool, text = string(wipeTool), ""
		}
		arguments, err := json.Marshal(signArgs{string(found[1]), text})
		if err != nil {
			return llm.Reply{}, fmt.Errorf("write arguments: %w", err)
		}
		out.Parts = append(out.Parts, llm.Part{Call: &llm.ToolCall{ID: fmt.Sprintf("paint-%d", i), Name: tool, Arguments: arguments}})
	}
	return llm.Reply{Message: out}, nil
}
