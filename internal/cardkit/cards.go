// Package cardkit is a test kit: one of every card, in the states that look different, for every surface to draw.
package cardkit

import (
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// Four of the team, and the time at which everything in the samples happens.
var (
	Hans = bots.Speaker{ID: assistant.Chief, Called: "Hans", Avatar: "🧭"}
	Nico = bots.Speaker{ID: assistant.WebEngineer, Called: "Web Engineer Nico", Avatar: "💻"}
	Mak  = bots.Speaker{ID: assistant.CreativeLead, Called: "Creative Lead Mak", Avatar: "🎨"}
	Dana = bots.Speaker{ID: assistant.GrowthLead, Called: "Growth Lead Dana", Avatar: "📈"}
	Noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
)

// Samples are the cards by name. ping is what would call everybody on the platform if it were not made harmless.
func Samples(ping string) map[string]bots.Card {
	plan := bots.PlanCard{
		Plan: assistant.Plan{
			ID: "01a0", Version: 2, Title: "Services page", ProjectName: "Aquaverter", ExpiresAt: Noon.Add(24 * time.Hour),
			Goal: "Create a Services page that fits the Aquaverter brand.", Fork: "One page for all services",
			Steps: []assistant.Step{{}, {}, {Effect: assistant.EffectReversible}},
		},
		Changes: []string{"step 3 has gone", "the layout is Dana's"}, State: assistant.PlanOpen, RequestedBy: "Alice " + ping, Deciders: "Alice " + ping + ", an approver or an admin may decide",
		Groups: []bots.PlanGroup{
			{Name: "A", Steps: []bots.PlanStep{
				{Step: assistant.Step{Key: "draft", Summary: "Write the page's words", Effect: assistant.EffectNone}, Number: 1, Owner: Mak},
				{Step: assistant.Step{Key: "seo", Summary: "Choose title & description", Effect: assistant.EffectNone}, Number: 2, Owner: Dana},
			}},
			{Name: "B", Steps: []bots.PlanStep{{
				Step: assistant.Step{
					Key: "page", Summary: "Create the page", Effect: assistant.EffectReversible, Notes: []string{"the slug is free"},
					Preview: &assistant.Preview{Title: assistant.Verbatim("A new page"), Fields: []assistant.Field{{Name: "title", New: "Services"}, {Name: "slug", New: "services"}}},
				}, Number: 3, Owner: Nico,
			}}},
		},
	}
	approved := plan
	approved.State, approved.DecidedBy, approved.DecidedAt = assistant.PlanApproved, "Bob", Noon
	changes := plan
	changes.State, changes.DecidedBy, changes.DecidedAt, changes.Note = assistant.PlanSuperseded, "Bob", Noon, "drop step 3"
	approval := bots.ApprovalCard{
		Approval: assistant.Approval{
			ID: "02b0", Title: assistant.Verbatim("Replace the contact block"), Why: assistant.Verbatim("The page was changed since the plan was approved."), Irreversible: true,
			ExpiresAt: Noon.Add(time.Hour), Preview: assistant.Preview{
				Target: "https://aquaverter.ca/contact", Fields: []assistant.Field{{Name: "phone", Old: "555-0100", New: "555-0199"}, {Name: "note", Old: "old <b>"}},
			},
		}, State: assistant.ApprovalPending, RequestedBy: "Alice", Deciders: "Alice, an approver or an admin may decide",
	}
	always := approval
	always.Approval.Irreversible, always.Approval.Standing, always.Approval.Why = false, true, assistant.Sentence{}
	always.Approval.Like = assistant.Like{What: "Update a page", Where: "Aquaverter"}
	denied := approval
	denied.State, denied.DecidedBy, denied.DecidedAt = assistant.ApprovalRejected, "Bob", Noon
	ask := bots.ClarificationCard{State: bots.AskOpen, Agent: Hans, Clarification: assistant.Clarification{
		ID: "03c0", Intro: "You want a Services page for Aquaverter.", ExpiresAt: Noon.Add(time.Hour), Questions: []assistant.Question{
			{Key: "language", Text: "Which language?", Reason: "Visitors read it first.", Options: []assistant.Option{{Value: "en", Label: "English"}, {Value: "fr", Label: "French"}}, Default: "en", Free: true},
			{Key: "audience", Text: "Who is it for?", Reason: "It sets the tone.", Free: true},
		},
	}}
	answered := ask
	answered.State, answered.AnsweredBy, answered.AnsweredAt = bots.AskAnswered, "Alice", Noon
	answered.Answers = []bots.AskAnswer{{Question: "Which language?", Answer: "French"}, {Question: "Who is it for?", Answer: "families"}}
	fork := bots.ClarificationCard{State: bots.AskOpen, Agent: Hans, Clarification: assistant.Clarification{
		ID: "04d0", Intro: "There are several ways.", Questions: []assistant.Question{{Key: "fork", Text: "Which way?", Free: true, Options: []assistant.Option{
			{Value: "one", Label: "One page", Description: "All services together"}, {Value: "many", Label: "A page for each"}, {Value: "lead", Label: "One page with a lead form"},
		}}},
	}}
	many := fork
	many.Clarification.Questions = []assistant.Question{{Key: "project", Text: "Which project?", Options: Options(30)}}
	run, failed := runs()
	unfinished, unseen := unfinished(plan)
	return map[string]bots.Card{
		"answer":           bots.AnswerCard{Agent: Nico, Text: "**Services** is live.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```html\n<!doctype html>\n```\n" + ping + " <@U1>", Final: true, At: Noon},
		"answer_rehearsal": bots.AnswerCard{Agent: Hans, Text: "Hello.", Rehearsal: true, Files: []assistant.File{{Name: "a<b>.pdf"}}},
		"answer_unchanged": bots.AnswerCard{Agent: Hans, Text: "I have created the page.", Note: "Nothing was changed by this answer. " + ping},
		"answer_handed":    bots.AnswerCard{Agent: Nico, Text: "Three steps.", Handoffs: []string{"Hans is handing this off to Web Engineer Nico " + ping}},
		"status":           bots.AnswerCard{Agent: Hans, Text: "Run created", Status: true},
		"thinking": bots.ThinkingCard{Handoffs: []string{"Hans is handing this off to Web Engineer Nico for implementation."}, Lines: []bots.ThinkingLine{
			{Agent: Hans, Phase: assistant.PhaseRouting, Text: "Hans is choosing Web Engineer"}, {Agent: Hans, Text: "Checking required inputs & laws"},
		}},
		"plan_open": plan, "plan_approved": approved, "plan_changes": changes,
		"plan_unfinished": unfinished, "plan_unseen": unseen,
		"plan_previewed": previewed(plan), "plan_several": onSeveral(plan),
		"approval_open": approval, "approval_always": always, "approval_rejected": denied, "step_open": actions(ping, false), "step_grave": actions(ping, true), "gathered_open": gathered(ping, true), "gathered_decided": gathered(ping, false),
		"approval_finished":  finished(ping),
		"clarification_form": ask, "clarification_answered": answered, "clarification_options": fork, "clarification_select": many,
		"member": bots.MemberCard{Text: "Alice invited Bob " + ping, By: "Alice", Title: "Services", At: Noon},
		"reminder": bots.ReminderCard{
			Conversation: "06f0", Subject: "plan:01a0/2", Title: "Services page " + ping, For: "alice", Person: "Alice " + ping, Decides: true, Who: "Alice " + ping + ", an approver or an admin may decide", ExpiresAt: Noon.Add(time.Hour),
		},
		"run_running": run, "run_failed": failed, "run_unseen": runUnseen(run), "run_dialogue": dialogue(ping),
		"error": bots.ErrorCard{Problem: assistant.Problem{Message: assistant.Verbatim("The site did not answer."), Recovery: assistant.Say("Try again in a minute."), ID: "p-1", Retry: true, Run: "05e0"}},
	}
}

// unfinished is a plan whose page hangs on words that are still to be written, open and approved to be published unseen.
func unfinished(plan bots.PlanCard) (open, unseen bots.PlanCard) {
	plan.Plan.Steps = []assistant.Step{{}, {}, {
		Effect: assistant.EffectReversible, Parameters: []byte(`{"contentHtml":{"$from":"draft","field":"html"}}`),
	}}
	unseen = plan
	unseen.State, unseen.DecidedBy, unseen.DecidedAt, unseen.Unseen = assistant.PlanApproved, "Bob", Noon, true
	return plan, unseen
}

// actions are an agent's actions in one step: one is already decided, and with grave one is irreversible.
func actions(ping string, grave bool) bots.StepCard {
	c := bots.StepCard{Run: "07a0"}
	for i, title := range []string{"Create a ticket: “The form”", "Create a ticket: “The shop” " + ping, "Change the title of “Hours”"} {
		c.Actions = append(c.Actions, bots.ApprovalCard{State: assistant.ApprovalPending, RequestedBy: "Alice", Deciders: "Alice, an approver or an admin may decide", Approval: assistant.Approval{
			ID: assistant.ApprovalID("07a" + string(rune('1'+i))), Run: c.Run, Number: i + 1, Title: assistant.Verbatim(title), Why: assistant.Verbatim("Nobody has approved this yet."), Hash: "h", ExpiresAt: Noon.Add(time.Hour),
			Preview: assistant.Preview{Title: assistant.Verbatim(title), Fields: []assistant.Field{{Name: "title", Old: "", New: title}, {Name: "priority", New: "normal"}}},
		}})
	}
	first := &c.Actions[0]
	first.State, first.DecidedBy, first.DecidedAt, first.Note = assistant.ApprovalRejected, "Bob", Noon, "we have one already"
	c.Actions[2].Approval.Irreversible = grave
	c.Actions[2].Approval.Preview.Whole = "All of it"
	return c
}

// gathered are the same of several background tasks in one direct message, open or decided.
func gathered(ping string, open bool) bots.StepCard {
	c := actions(ping, false)
	c.Run, c.Message, c.Private = "", "08b0", true
	for i := range c.Actions {
		a := &c.Actions[i]
		a.Approval.Run, a.Approval.Number, a.Task = assistant.RunID("08c"+string(rune('1'+i))), 0, []string{"Look at the shop " + ping, "Look at the audit"}[i%2]
		if !open {
			a.State, a.DecidedBy, a.DecidedAt = assistant.ApprovalApproved, "Alice", Noon
		}
	}
	return c
}

// finished is the question about a text that is written now, with all that a preview has.
func finished(ping string) bots.ApprovalCard {
	return bots.ApprovalCard{State: assistant.ApprovalPending, RequestedBy: "Alice", Deciders: "An approver or an admin may decide", Approval: assistant.Approval{
		ID: "02b1", Title: assistant.Verbatim("Create the page"), Why: assistant.Verbatim("The text is finished now. Nobody has read it yet: please look at it before it goes live."),
		ExpiresAt: Noon.Add(time.Hour), Preview: assistant.Preview{
			Title: assistant.Verbatim("Create the page /services"), Target: "https://aquaverter.ca/services", Link: "https://aquaverter.ca/?p=7&preview=true",
			Fields:   []assistant.Field{{Name: "words", New: "We build pools " + ping}},
			Warnings: []assistant.Sentence{assistant.Verbatim("adds a form that sends to https://forms.example/x"), assistant.Verbatim("a script was left out <script> " + ping)},
			Whole:    "Services\n\nWe build pools. " + ping + "\n<b>Not bold</b> | *nor this*",
		},
	}}
}

// runUnseen is a run that has published what nobody was shown, and whose steps can be undone one by one.
func runUnseen(run bots.RunCard) bots.RunCard {
	run.Status, run.CanStop, run.CanUndo, run.UnseenBy, run.Done = assistant.RunCompleted, false, true, "Bob", 3
	run.Groups = []bots.RunGroup{{Name: "A", Started: true, Tasks: []bots.RunTask{
		{ID: "t1", Number: 1, Summary: assistant.Verbatim("Write the page's words"), Owner: Mak, State: bots.TaskCompleted},
		{ID: "t2", Number: 2, Summary: assistant.Verbatim("Create the page"), Owner: Nico, State: bots.TaskCompleted, CanUndo: true, Unseen: true},
		{ID: "t3", Number: 3, Summary: assistant.Verbatim("Write a ticket"), Owner: Nico, State: bots.TaskCompleted, CanUndo: true},
	}}}
	return run
}

// runs are one at work and one that failed.
func runs() (run, failed bots.RunCard) {
	run = bots.RunCard{
		Run: "05e0", Title: assistant.Verbatim("Services page"), Status: assistant.RunRunning, Done: 1, Total: 3, CanStop: true,
		Handoffs: []string{"Growth Lead Dana and Creative Lead Mak are joining this run."},
		Groups: []bots.RunGroup{
			{Name: "A", Started: true, Tasks: []bots.RunTask{
				{ID: "t1", Summary: assistant.Verbatim("Write the page's words"), Owner: Mak, State: bots.TaskInProgress, Attempt: 1},
				{ID: "t2", Summary: assistant.Verbatim("Choose title & description"), Owner: Dana, State: bots.TaskCompleted, Result: assistant.Verbatim("Title and description are ready"), Allowed: &assistant.AllowedUse{ID: "57a0", By: "Anna", At: Noon.AddDate(0, 0, -20), Used: 3, Most: 20}},
			}},
			{Name: "B", Tasks: []bots.RunTask{{ID: "t3", Summary: assistant.Verbatim("Create the page"), Owner: Nico, State: bots.TaskWaiting}}},
		},
		Thinking: []bots.ThinkingGroup{
			{Title: "Group A", Agents: []bots.ThinkingAgent{
				{Agent: Mak, Lines: []bots.ThinkingLine{{Agent: Mak, Text: "Writing five paragraphs", At: Noon}}},
				{Agent: Dana, Lines: []bots.ThinkingLine{{Agent: Dana, Text: "Comparing <keywords>", At: Noon.Add(time.Second)}}},
			}},
			{Title: "Validation", Agents: []bots.ThinkingAgent{{Agent: Hans, Lines: []bots.ThinkingLine{{Agent: Hans, Text: "Checking", At: Noon}}}}},
		},
	}
	failed = run
	failed.Back = 1
	failed.Status, failed.CanStop, failed.CanRetry, failed.CanUndo = assistant.RunFailed, false, true, true
	failed.Groups = []bots.RunGroup{{Name: "A", Tasks: []bots.RunTask{
		{ID: "t1", Summary: assistant.Verbatim("Create the page"), Owner: Nico, State: bots.TaskFailed, Problem: &assistant.Problem{
			Message: assistant.Verbatim("I tried to create the new page but the site returned a permission error."), Recovery: assistant.Verbatim("I can help you verify the credentials."),
		}},
		{ID: "t2", Summary: assistant.Verbatim("Write"), Owner: Mak, State: bots.TaskUndone, URL: "/sites/aquaverter/services"},
	}}}
	failed.Undone = []bots.UndoneLine{{Summary: assistant.Verbatim("Write")}, {Summary: assistant.Verbatim("Ticket"), Problem: &assistant.Problem{Message: assistant.Verbatim("it was closed meanwhile")}}}
	return run, failed
}

// Options are n options with values and labels of every length.
func Options(n int) []assistant.Option {
	out := make([]assistant.Option, n)
	for i := range out {
		out[i] = assistant.Option{Value: strings.Repeat("v", 90) + string(rune('a'+i%26)), Label: "Project " + string(rune('A'+i%26)) + strings.Repeat("x", i*4)}
	}
	return out
}
