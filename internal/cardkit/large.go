package cardkit

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// Large are cards of everything too long and too many, in characters that JSON and platforms make longer still.
func Large() map[string]bots.Card {
	long := strings.Repeat("<&>\"\n😀 wörd ", 500)
	out := map[string]bots.Card{
		"answer": bots.AnswerCard{Agent: Nico, Text: long, Conversation: "c"},
		"fence":  bots.AnswerCard{Agent: Nico, Text: "```\n" + strings.Repeat("a line of code\n\n", 3000), Conversation: "c"},
		"error":  bots.ErrorCard{Problem: assistant.Problem{Message: assistant.Verbatim(long), Recovery: assistant.Verbatim(long), ID: long}},
		"status": bots.AnswerCard{Status: true, Text: long},
	}
	speaker := bots.Speaker{ID: "x", Called: long, Avatar: long}
	thinking := bots.ThinkingCard{}
	plan := bots.PlanCard{Plan: assistant.Plan{Title: long, Goal: long, Fork: long, ProjectName: long, ExpiresAt: Noon}, State: assistant.PlanOpen, RequestedBy: long}
	approval := bots.ApprovalCard{Approval: assistant.Approval{Title: assistant.Verbatim(long), Why: assistant.Verbatim(long), Irreversible: true, ExpiresAt: Noon, Preview: assistant.Preview{Target: long}}, State: assistant.ApprovalPending, RequestedBy: long}
	ask := bots.ClarificationCard{Clarification: assistant.Clarification{ID: "ask", Intro: long, ExpiresAt: Noon}, State: bots.AskOpen}
	run := bots.RunCard{Title: assistant.Verbatim(long), Status: assistant.RunFailed, CanRetry: true, CanUndo: true, By: long}
	for i := range 120 {
		thinking.Handoffs = append(thinking.Handoffs, long)
		thinking.Lines = append(thinking.Lines, bots.ThinkingLine{Agent: speaker, Text: long})
		step := assistant.Step{Key: long, Summary: long, Notes: []string{long, long}, Effect: assistant.EffectIrreversible, Preview: &assistant.Preview{Title: assistant.Verbatim(long)}}
		for range 30 {
			step.Preview.Fields = append(step.Preview.Fields, assistant.Field{Name: long, Old: long, New: long})
		}
		plan.Plan.Steps = append(plan.Plan.Steps, step)
		plan.Changes = append(plan.Changes, long)
		plan.Groups = append(plan.Groups, bots.PlanGroup{Name: "Z", Steps: []bots.PlanStep{{Step: step, Number: i + 1, Owner: speaker}}})
		approval.Approval.Preview.Fields = append(approval.Approval.Preview.Fields, assistant.Field{Name: long, Old: long, New: long})
		ask.Clarification.Questions = append(ask.Clarification.Questions, assistant.Question{Text: long, Reason: long, Default: long, Free: true, Options: Options(20)})
		run.Total++
		run.Groups = append(run.Groups, bots.RunGroup{Name: "Z", Tasks: []bots.RunTask{{
			ID: assistant.TaskID(long), Summary: assistant.Verbatim(long), Owner: speaker, State: bots.TaskFailed, Result: assistant.Verbatim(long), URL: "https://x.example/" + strings.Repeat("a", 900),
			Problem: &assistant.Problem{Message: assistant.Verbatim(long), Recovery: assistant.Verbatim(long)},
		}}})
		run.Handoffs = append(run.Handoffs, long)
		run.Undone = append(run.Undone, bots.UndoneLine{Summary: assistant.Verbatim(long), Problem: &assistant.Problem{Message: assistant.Verbatim(long)}})
		run.Thinking = append(run.Thinking, bots.ThinkingGroup{Title: long, Agents: []bots.ThinkingAgent{{Agent: speaker, Lines: thinking.Lines[:1]}}})
	}
	out["gathered"], out["gathered_fields"] = manyGathered(long, approval.Approval.Preview.Fields), manyGathered("word", slices.Repeat([]assistant.Field{{Name: "a", New: "1"}}, 12))
	answered := ask
	answered.State = bots.AskAnswered
	for range 50 {
		answered.Answers = append(answered.Answers, bots.AskAnswer{Question: long, Answer: long})
	}
	thinking.Slot = "thinking:1"
	run.Run = "05e0"
	out["thinking"], out["plan"], out["approval"], out["ask"], out["answered"], out["run"] = thinking, plan, approval, ask, answered, run
	return out
}

// manyGathered is a direct message with all that it may have, each with all of its buttons.
func manyGathered(words string, fields []assistant.Field) bots.StepCard {
	c := bots.StepCard{Message: "00000000-0000-7000-8000-0000000008b0", Private: true}
	for i := range assistant.GatheredMost {
		c.Actions = append(c.Actions, bots.ApprovalCard{State: assistant.ApprovalPending, RequestedBy: words, Deciders: words, Task: words, Approval: assistant.Approval{
			ID: assistant.ApprovalID("00000000-0000-7000-8000-0000000008c" + string(rune('1'+i))), Title: assistant.Verbatim(words), Why: assistant.Verbatim(words), Hash: "h", ExpiresAt: Noon,
			Arguments: []byte(`{"title":"a"}`), Preview: assistant.Preview{Target: words, Whole: words, Fields: fields, Warnings: []assistant.Sentence{assistant.Verbatim(words), assistant.Verbatim(words)}},
		}})
	}
	return c
}
