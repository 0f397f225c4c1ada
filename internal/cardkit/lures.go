package cardkit

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// Lures are cards that have an address in every text that a model may have written, but for what an answer says.
func Lures(address string) map[string]bots.Card {
	return map[string]bots.Card{
		"thinking": bots.ThinkingCard{Lines: []bots.ThinkingLine{{Text: address}}, Handoffs: []string{address}},
		"status":   bots.AnswerCard{Status: true, Text: address},
		"plan": bots.PlanCard{
			State: assistant.PlanOpen, Plan: assistant.Plan{ID: "01a0", Version: 2, Title: address, Goal: address, Fork: address, Steps: []assistant.Step{{}}},
			Changes: []string{address},
			Groups: []bots.PlanGroup{{Name: "A", Steps: []bots.PlanStep{{Number: 1, Owner: Mak, Step: assistant.Step{
				Key: "draft", Summary: address, Notes: []string{address}, Preview: &assistant.Preview{Title: assistant.Verbatim(address), Fields: []assistant.Field{{Name: address, Old: address, New: address}}},
			}}}}},
		},
		"approval": bots.ApprovalCard{State: assistant.ApprovalPending, Approval: assistant.Approval{ID: "02b0", Title: assistant.Verbatim(address), Why: assistant.Verbatim(address), Preview: assistant.Preview{Title: assistant.Verbatim(address)}}},
		"clarification": bots.ClarificationCard{
			State: bots.AskOpen, Agent: Hans,
			Clarification: assistant.Clarification{ID: "03c0", Intro: address, Questions: []assistant.Question{{
				Key: "one", Text: address, Reason: address, Default: address, Options: []assistant.Option{{Value: "value", Label: address, Description: address}},
			}}},
			Answers: []bots.AskAnswer{{Question: address, Answer: address}},
		},
		"run": bots.RunCard{
			Run: "05e0", Status: assistant.RunFailed, Total: 1, Title: assistant.Verbatim(address), Handoffs: []string{address}, Undone: []bots.UndoneLine{{Summary: assistant.Verbatim(address), Problem: &assistant.Problem{Message: assistant.Verbatim(address)}}},
			Groups:   []bots.RunGroup{{Name: "A", Tasks: []bots.RunTask{{ID: "t1", Owner: Nico, State: bots.TaskFailed, Summary: assistant.Verbatim(address), Result: assistant.Verbatim(address), Problem: &assistant.Problem{Message: assistant.Verbatim(address), Recovery: assistant.Verbatim(address)}}}}},
			Thinking: []bots.ThinkingGroup{{Title: "Group A", Agents: []bots.ThinkingAgent{{Agent: Nico, Lines: []bots.ThinkingLine{{Text: address}}}}}},
		},
		"member":   bots.MemberCard{Text: address, By: address, Title: address},
		"reminder": bots.ReminderCard{Subject: "approval:02b0", Title: address, For: "alice", Person: "Alice"},
		"error":    bots.ErrorCard{Problem: assistant.Problem{Message: assistant.Verbatim(address), Recovery: assistant.Verbatim(address), Steps: []assistant.Sentence{assistant.Verbatim(address)}}},
	}
}
