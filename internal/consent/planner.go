package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
)

// scribe plans by what a request says: "open" hangs on a draft, "closed" says its text, "wipe" cannot be undone. It takes
// its time, so that people can speak meanwhile.
type scribe struct {
	signs   *signs
	ids     *assistant.IDs
	project assistant.Project
}

// Begin implements the orchestrator's planner.
func (s scribe) Begin(ctx context.Context, d planning.Desk, _ assistant.Situation, request assistant.Message) (planning.Move, error) {
	if strings.Contains(request.Content, slowSign) && !strings.Contains(request.Content, " open ") { // that is long in its draft
		if _, err := d.Model.Ask(ctx, llm.Request{Purpose: llm.PurposePlan, Facts: mustFacts(request.Content)}, nil); err != nil {
			return planning.Move{}, fmt.Errorf("plan: %w", err)
		}
	}
	return s.propose(ctx, assistant.Plan{
		ID: assistant.NewID[assistant.PlanID](s.ids), Project: s.project.ID, Title: request.Content, RequestedBy: request.Person,
	})
}

// Answer implements the orchestrator's planner: nothing is asked here.
func (s scribe) Answer(context.Context, planning.Desk, assistant.Situation, assistant.Brief, map[string]string, string) (planning.Move, error) {
	return planning.Move{Say: "Nothing was asked."}, nil
}

// Revise implements the orchestrator's planner.
func (s scribe) Revise(ctx context.Context, _ planning.Desk, _ assistant.Situation, p assistant.Plan, _ string) (planning.Move, error) {
	return s.propose(ctx, p)
}

// Redirect implements the orchestrator's planner: no plan of it is changed while it is at work.
func (scribe) Redirect(context.Context, planning.Desk, assistant.Situation, planning.Redirected, string) (planning.Move, error) {
	return planning.Move{}, nil
}

// ReadRunChange implements the orchestrator's planner: words are never about what is at work.
func (scribe) ReadRunChange(context.Context, planning.Desk, []assistant.RunView, string) (planning.RunChange, error) {
	return planning.RunChange{Kind: llm.RunChangeNone}, nil
}

// Rework implements the orchestrator's planner: it proposes the step once more, unchanged.
func (s scribe) Rework(_ context.Context, _ planning.Desk, _ []assistant.Task, of assistant.Task, _ string) ([]assistant.Rewritten, error) {
	return []assistant.Rewritten{{Task: of.ID, Parameters: of.Parameters}}, nil
}

func (s scribe) propose(ctx context.Context, p assistant.Plan) (planning.Move, error) {
	time.Sleep(time.Duration(rand.IntN(6)) * time.Millisecond)
	p.Version++
	p.Steps = nil
	words := strings.Fields(p.Title)
	sign := words[len(words)-1]
	for _, kind := range words {
		switch kind {
		case "closed":
			p.Steps = append(p.Steps, step("write", writeTool, assistant.EffectReversible, fmt.Sprintf(`{"sign":%q,"text":"version %d"}`, sign, p.Version)))
		case "open":
			p.Steps = append(p.Steps,
				step("draft", draftTool, assistant.EffectNone, fmt.Sprintf(`{"sign":%q,"text":"x"}`, sign)),
				step("write", writeTool, assistant.EffectReversible, fmt.Sprintf(`{"sign":%q,"text":{"$from":"draft","field":"html"}}`, sign)))
		case "wipe":
			p.Steps = append(p.Steps, step("wipe", wipeTool, assistant.EffectIrreversible, fmt.Sprintf(`{"sign":%q,"text":""}`, sign)))
		}
	}
	for i := range p.Steps {
		p.Steps[i].Group = string(rune('A' + i))
		if p.Steps[i].Effect == assistant.EffectNone {
			continue
		}
		preview, err := s.signs.preview(ctx, tools.Call{Arguments: p.Steps[i].Parameters})
		if err != nil {
			return planning.Move{}, err
		}
		p.Steps[i].Preview = &preview
	}
	p.ExpiresAt = time.Now().Add(time.Hour).UTC().Truncate(time.Microsecond)
	if rand.IntN(10) == 0 && slowOf(p.Title) == "" {
		p.ExpiresAt = time.Now().Add(time.Duration(rand.IntN(20)) * time.Millisecond).UTC().Truncate(time.Microsecond)
	}
	var err error
	p.Hash, err = assistant.PlanHash(p)
	return planning.Move{Plan: &p}, err
}

func step(key string, t assistant.TaskType, e assistant.Effect, parameters string) assistant.Step {
	return assistant.Step{
		Key: key, Owner: assistant.WebEngineer, Type: t, Summary: key + " it", Parameters: json.RawMessage(parameters), Effect: e,
	}
}
