package discord_test

import (
	"flag"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

var update = flag.Bool("update", false, "write the golden files anew")

var (
	hans = bots.Speaker{ID: assistant.Chief, Called: "Hans", Avatar: "🧭"}
	nico = bots.Speaker{ID: assistant.WebEngineer, Called: "Web Engineer Nico", Avatar: "💻"}
	mak  = bots.Speaker{ID: assistant.CreativeLead, Called: "Creative Lead Mak", Avatar: "🎨"}
	dana = bots.Speaker{ID: assistant.GrowthLead, Called: "Growth Lead Dana", Avatar: "📈"}
	noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
)

// cards are one or more of every kind, in the states that look different.
func cards() map[string]bots.Card {
	plan := bots.PlanCard{
		Plan: assistant.Plan{
			ID: "01a0", Version: 2, Title: "Services page", ProjectName: "Aquaverter", ExpiresAt: noon.Add(24 * time.Hour),
			Goal: "Create a Services page that fits the Aquaverter brand.", Fork: "One page for all services",
			Steps: []assistant.Step{{}, {}, {Effect: assistant.EffectReversible}},
		},
		Changes: []string{"step 3 has gone", "the layout is Dana's"}, State: assistant.PlanOpen, RequestedBy: "Alice @everyone <@1>",
		Groups: []bots.PlanGroup{
			{Name: "A", Steps: []bots.PlanStep{
				{Step: assistant.Step{Key: "draft", Summary: "Write the page's words", Effect: assistant.EffectNone}, Number: 1, Owner: mak},
				{Step: assistant.Step{Key: "seo", Summary: "Choose title & description", Effect: assistant.EffectNone}, Number: 2, Owner: dana},
			}},
			{Name: "B", Steps: []bots.PlanStep{{
				Step: assistant.Step{
					Key: "page", Summary: "Create the page", Effect: assistant.EffectReversible, Notes: []string{"the slug is free"},
					Preview: &assistant.Preview{Title: "A new page", Fields: []assistant.Field{{Name: "title", New: "Services"}, {Name: "slug", New: "services"}}},
				}, Number: 3, Owner: nico,
			}}},
		},
	}
	approved := plan
	approved.State, approved.DecidedBy, approved.DecidedAt = assistant.PlanApproved, "Bob", noon
	changes := plan
	changes.State, changes.DecidedBy, changes.DecidedAt, changes.Note = assistant.PlanSuperseded, "Bob", noon, "drop step 3"
	approval := bots.ApprovalCard{
		Approval: assistant.Approval{
			ID: "02b0", Title: "Replace the contact block", Why: "The page was changed since the plan was approved.", Irreversible: true,
			ExpiresAt: noon.Add(time.Hour), Preview: assistant.Preview{
				Target: "https://aquaverter.ca/contact", Fields: []assistant.Field{{Name: "phone", Old: "555-0100", New: "555-0199"}, {Name: "note", Old: "old <b>"}},
			},
		}, State: assistant.ApprovalPending, RequestedBy: "Alice",
	}
	denied := approval
	denied.State, denied.DecidedBy, denied.DecidedAt = assistant.ApprovalRejected, "Bob", noon
	ask := bots.ClarificationCard{State: bots.AskOpen, Agent: hans, Clarification: assistant.Clarification{
		ID: "03c0", Intro: "You want a Services page for Aquaverter.", ExpiresAt: noon.Add(time.Hour), Questions: []assistant.Question{
			{Key: "language", Text: "Which language?", Reason: "Visitors read it first.", Options: []assistant.Option{{Value: "en", Label: "English"}, {Value: "fr", Label: "French"}}, Default: "en", Free: true},
			{Key: "audience", Text: "Who is it for?", Reason: "It sets the tone.", Free: true},
		},
	}}
	answered := ask
	answered.State, answered.AnsweredBy, answered.AnsweredAt = bots.AskAnswered, "Alice", noon
	answered.Answers = []bots.AskAnswer{{Question: "Which language?", Answer: "French"}, {Question: "Who is it for?", Answer: "families"}}
	fork := bots.ClarificationCard{State: bots.AskOpen, Agent: hans, Clarification: assistant.Clarification{
		ID: "04d0", Intro: "There are several ways.", Questions: []assistant.Question{{Key: "fork", Text: "Which way?", Free: true, Options: []assistant.Option{
			{Value: "one", Label: "One page", Description: "All services together"}, {Value: "many", Label: "A page for each"}, {Value: "lead", Label: "One page with a lead form"},
		}}},
	}}
	many := fork
	many.Clarification.Questions = []assistant.Question{{Key: "project", Text: "Which project?", Options: options(30)}}
	run := bots.RunCard{
		Run: "05e0", Title: "Services page", Status: assistant.RunRunning, Done: 1, Total: 3, CanStop: true,
		Handoffs: []string{"Growth Lead Dana and Creative Lead Mak are joining this run."},
		Groups: []bots.RunGroup{
			{Name: "A", Started: true, Tasks: []bots.RunTask{
				{ID: "t1", Summary: "Write the page's words", Owner: mak, State: bots.TaskInProgress, Attempt: 1},
				{ID: "t2", Summary: "Choose title & description", Owner: dana, State: bots.TaskCompleted, Result: "Title and description are ready"},
			}},
			{Name: "B", Tasks: []bots.RunTask{{ID: "t3", Summary: "Create the page", Owner: nico, State: bots.TaskWaiting}}},
		},
		Thinking: []bots.ThinkingGroup{
			{Title: "Group A", Agents: []bots.ThinkingAgent{
				{Agent: mak, Lines: []bots.ThinkingLine{{Agent: mak, Text: "Writing five paragraphs", At: noon}}},
				{Agent: dana, Lines: []bots.ThinkingLine{{Agent: dana, Text: "Comparing <keywords>", At: noon.Add(time.Second)}}},
			}},
			{Title: "Validation", Agents: []bots.ThinkingAgent{{Agent: hans, Lines: []bots.ThinkingLine{{Agent: hans, Text: "Checking", At: noon}}}}},
		},
	}
	failed := run
	failed.Status, failed.CanStop, failed.CanRetry, failed.CanUndo = assistant.RunFailed, false, true, true
	failed.Groups = []bots.RunGroup{{Name: "A", Tasks: []bots.RunTask{
		{ID: "t1", Summary: "Create the page", Owner: nico, State: bots.TaskFailed, Problem: &assistant.Problem{
			Message: "I tried to create the new page but the site returned a permission error.", Recovery: "I can help you verify the credentials.",
		}},
		{ID: "t2", Summary: "Write", Owner: mak, State: bots.TaskUndone, URL: "/sites/aquaverter/services"},
	}}}
	failed.Undone = []bots.UndoneLine{{Summary: "Write"}, {Summary: "Ticket", Problem: &assistant.Problem{Message: "it was closed meanwhile"}}}
	return map[string]bots.Card{
		"answer":           bots.AnswerCard{Agent: nico, Text: "**Services** is live.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```html\n<!doctype html>\n```\n@everyone <@1> <@U1>", Final: true, At: noon},
		"answer_rehearsal": bots.AnswerCard{Agent: hans, Text: "Hello.", Rehearsal: true, Files: []assistant.File{{Name: "a<b>.pdf"}}},
		"status":           bots.AnswerCard{Agent: hans, Text: "Run created", Status: true},
		"thinking": bots.ThinkingCard{Handoffs: []string{"Hans is handing this off to Web Engineer Nico for implementation."}, Lines: []bots.ThinkingLine{
			{Agent: hans, Phase: assistant.PhaseRouting, Text: "Hans is choosing Web Engineer"}, {Agent: hans, Text: "Checking required inputs & laws"},
		}},
		"plan_open": plan, "plan_approved": approved, "plan_changes": changes,
		"approval_open": approval, "approval_rejected": denied,
		"clarification_form": ask, "clarification_answered": answered, "clarification_options": fork, "clarification_select": many,
		"run_running": run, "run_failed": failed,
		"error": bots.ErrorCard{Problem: assistant.Problem{Message: "The site did not answer.", Recovery: "Try again in a minute.", ID: "p-1", Retry: true, Run: "05e0"}},
	}
}

func options(n int) []assistant.Option {
	out := make([]assistant.Option, n)
	for i := range out {
		out[i] = assistant.Option{Value: strings.Repeat("v", 90) + string(rune('a'+i%26)), Label: "Project " + string(rune('A'+i%26)) + strings.Repeat("x", i*4)}
	}
	return out
}

// large are cards of everything too long and too many, in characters that JSON and Slack make longer still.
func large() map[string]bots.Card {
	long := strings.Repeat("<&>\"\n😀 wörd ", 500)
	out := map[string]bots.Card{
		"answer": bots.AnswerCard{Agent: nico, Text: long, Conversation: "c"},
		"fence":  bots.AnswerCard{Agent: nico, Text: "```\n" + strings.Repeat("a line of code\n\n", 3000), Conversation: "c"},
		"error":  bots.ErrorCard{Problem: assistant.Problem{Message: long, Recovery: long, ID: long}},
		"status": bots.AnswerCard{Status: true, Text: long},
	}
	speaker := bots.Speaker{ID: "x", Called: long, Avatar: long}
	thinking := bots.ThinkingCard{}
	plan := bots.PlanCard{Plan: assistant.Plan{Title: long, Goal: long, Fork: long, ProjectName: long, ExpiresAt: noon}, State: assistant.PlanOpen, RequestedBy: long}
	approval := bots.ApprovalCard{Approval: assistant.Approval{Title: long, Why: long, Irreversible: true, ExpiresAt: noon, Preview: assistant.Preview{Target: long}}, State: assistant.ApprovalPending, RequestedBy: long}
	ask := bots.ClarificationCard{Clarification: assistant.Clarification{ID: "ask", Intro: long, ExpiresAt: noon}, State: bots.AskOpen}
	run := bots.RunCard{Title: long, Status: assistant.RunFailed, CanRetry: true, CanUndo: true, By: long}
	for i := range 120 {
		thinking.Handoffs = append(thinking.Handoffs, long)
		thinking.Lines = append(thinking.Lines, bots.ThinkingLine{Agent: speaker, Text: long})
		step := assistant.Step{Key: long, Summary: long, Notes: []string{long, long}, Effect: assistant.EffectIrreversible, Preview: &assistant.Preview{Title: long}}
		for range 30 {
			step.Preview.Fields = append(step.Preview.Fields, assistant.Field{Name: long, Old: long, New: long})
		}
		plan.Plan.Steps = append(plan.Plan.Steps, step)
		plan.Changes = append(plan.Changes, long)
		plan.Groups = append(plan.Groups, bots.PlanGroup{Name: "Z", Steps: []bots.PlanStep{{Step: step, Number: i + 1, Owner: speaker}}})
		approval.Approval.Preview.Fields = append(approval.Approval.Preview.Fields, assistant.Field{Name: long, Old: long, New: long})
		ask.Clarification.Questions = append(ask.Clarification.Questions, assistant.Question{Text: long, Reason: long, Default: long, Free: true, Options: options(20)})
		run.Total++
		run.Groups = append(run.Groups, bots.RunGroup{Name: "Z", Tasks: []bots.RunTask{{
			ID: assistant.TaskID(long), Summary: long, Owner: speaker, State: bots.TaskFailed, Result: long, URL: "https://x.example/" + strings.Repeat("a", 900),
			Problem: &assistant.Problem{Message: long, Recovery: long},
		}}})
		run.Handoffs = append(run.Handoffs, long)
		run.Undone = append(run.Undone, bots.UndoneLine{Summary: long, Problem: &assistant.Problem{Message: long}})
		run.Thinking = append(run.Thinking, bots.ThinkingGroup{Title: long, Agents: []bots.ThinkingAgent{{Agent: speaker, Lines: thinking.Lines[:1]}}})
	}
	answered := ask
	answered.State = bots.AskAnswered
	for range 50 {
		answered.Answers = append(answered.Answers, bots.AskAnswer{Question: long, Answer: long})
	}
	out["thinking"], out["plan"], out["approval"], out["ask"], out["answered"], out["run"] = thinking, plan, approval, ask, answered, run
	return out
}
