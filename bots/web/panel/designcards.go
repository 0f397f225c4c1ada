package panel

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// sampled is a time of the samples, so that a picture of them stays as it is.
func sampled() time.Time { return time.Date(2024, 5, 17, 12, 0, 0, 0, time.UTC) }

// samples are cards with words of the catalogue, for the viewer at how cards look.
type samples struct {
	in   wording.Words
	role func(assistant.AgentID) bots.Speaker
}

// sampleOf draws a card without its conversation.
func sampleOf(card bots.Card) drawing {
	return drawing{Card: card, Says: cardview.Of(card, cardview.Reader{Inert: true})}
}

// drawings are one of each kind in each state that looks different, in the order in which people meet them, and one with the sections
// that none of these has.
func (s samples) drawings() []drawing {
	var out []drawing
	for _, card := range s.words() {
		out = append(out, sampleOf(card))
	}
	out = append(out, s.versions()...)
	for _, card := range s.cards() {
		out = append(out, sampleOf(card))
	}
	rest := sampleOf(s.approvals()[0])
	rest.Says = cardview.View{In: s.in, Kind: cardview.Approval, Tone: cardview.Quiet, Title: s.in.Say("Files"), Sections: s.sections()}
	return append(out, rest)
}

// words are messages of people and agents.
func (s samples) words() []bots.Card {
	return []bots.Card{
		bots.UserCard{Text: s.in.Say("Please create a new webpage called Services"), Person: "Robin", At: sampled()},
		bots.AnswerCard{Language: s.in.Language(), Agent: s.role(assistant.Chief), Text: "**" + s.in.Say("Create a page") + "**\n\n1. " + s.in.Say("Write a text") + "\n2. " + s.in.Say("Draft a plan"), Final: true, At: sampled()},
		bots.AnswerCard{Language: s.in.Language(), Agent: s.role(assistant.WebEngineer), Text: s.in.Say("Nothing has failed."), Rehearsal: true, Note: s.in.Say("Nothing was changed by this answer."), At: sampled()},
		bots.AnswerCard{Language: s.in.Language(), Text: s.in.Say("Waiting for a decision"), Status: true, At: sampled()},
	}
}

// versions are messages that replace one another, sent by the viewer, with an answer.
func (s samples) versions() []drawing {
	const here, first, second, third = assistant.ConversationID("sample"), assistant.MessageID("first"), assistant.MessageID("second"), assistant.MessageID("third")
	said := sampleOf(bots.UserCard{Message: second, Text: s.in.Say("Please create a new webpage called Services"), Person: "Robin", At: sampled()})
	said.Conversation, said.Own = here, true
	said.Versions = &versionView{Version: assistant.Version{First: first, Number: 2, Of: 3, Earlier: first, Later: third}, conversation: here}
	answered := sampleOf(bots.AnswerCard{Language: s.in.Language(), Agent: s.role(assistant.Chief), Text: s.in.Say("One simple page"), At: sampled()})
	answered.Conversation, answered.Asks = here, &asking{Said: second, Key: "sample"}
	return []drawing{said, answered}
}

// cards are decisions, work under way and failures.
func (s samples) cards() []bots.Card {
	out := s.questions()
	out = append(out, s.plans()...)
	out = append(out, s.approvals()...)
	out = append(out, s.runs()...)
	return append(out, bots.ErrorCard{
		Language: s.in.Language(), Agent: s.role(assistant.WebEngineer), At: sampled(),
		Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("Something is not right"), Recovery: assistant.Say("Try again in a minute."), ID: "0191f0aa", Retry: true, Run: "run"},
	})
}

// questions are an open one and an answered one.
func (s samples) questions() []bots.Card {
	open := bots.ClarificationCard{Language: s.in.Language(), State: bots.AskOpen, Agent: s.role(assistant.Chief), Clarification: assistant.Clarification{
		ID: "ask", ExpiresAt: sampled().Add(time.Hour), Questions: []assistant.Question{
			{Key: "audience", Text: s.in.Say("Who is it for?"), Reason: s.in.Say("The words and the examples are chosen for them."), Free: true, Default: "new", Options: []assistant.Option{
				{Value: "new", Label: s.in.Say("New visitors"), Description: s.in.Say("People who do not know the company yet")}, {Value: "known", Label: s.in.Say("Existing customers")},
			}},
			{Key: "title", Text: s.in.Say("What is the page to be called?"), Reason: s.in.Say("It is the page's heading, and its address is made from it."), Free: true},
		},
	}}
	answered := open
	answered.State, answered.AnsweredBy, answered.AnsweredAt = bots.AskAnswered, "Robin", sampled()
	answered.Answers = []bots.AskAnswer{{Question: s.in.Say("Who is it for?"), Answer: s.in.Say("New visitors")}}
	return []bots.Card{open, answered}
}

// plans are an open one and its possible outcomes.
func (s samples) plans() []bots.Card {
	step := func(n int, words string, e assistant.Effect, by assistant.AgentID) bots.PlanStep {
		return bots.PlanStep{Step: assistant.Step{Key: words, Summary: s.in.Label(words), Effect: e}, Number: n, Owner: s.role(by)}
	}
	open := bots.PlanCard{
		Language: s.in.Language(), State: assistant.PlanOpen, RequestedBy: "Robin",
		Plan: assistant.Plan{
			ID: "plan", Version: 2, Title: s.in.Say("Create a page"), Goal: s.in.Say("One simple page"), ExpiresAt: sampled().Add(time.Hour),
			Steps: []assistant.Step{{}, {Effect: assistant.EffectReversible}, {Effect: assistant.EffectIrreversible}},
		},
		Groups: []bots.PlanGroup{
			{Name: "A", Steps: []bots.PlanStep{step(1, "Write a text", assistant.EffectNone, assistant.CreativeLead)}},
			{Name: "B", Steps: []bots.PlanStep{step(2, "Create a page", assistant.EffectReversible, assistant.WebEngineer), step(3, "Delete", assistant.EffectIrreversible, assistant.WebEngineer)}},
		},
	}
	out := []bots.Card{open}
	for _, state := range []assistant.PlanStatus{assistant.PlanApproved, assistant.PlanRejected, assistant.PlanExpired} {
		one := open
		if one.State, one.DecidedAt = state, sampled(); state != assistant.PlanExpired {
			one.DecidedBy = "Robin"
		}
		out = append(out, one)
	}
	return out
}

// approvals are a reversible action, an irreversible one, and their possible outcomes.
func (s samples) approvals() []bots.Card {
	open := bots.ApprovalCard{Language: s.in.Language(), State: assistant.ApprovalPending, RequestedBy: "Robin", Approval: assistant.Approval{
		ID: "approval", Run: "run", Title: assistant.Say("Create a page"), Why: assistant.Say("Nobody has approved this yet."), Hash: "h", Standing: true, ExpiresAt: sampled().Add(time.Hour),
		Preview: assistant.Preview{Title: assistant.Say("Create a page"), Target: "https://example.com/services", Fields: []assistant.Field{
			{Name: s.in.Say("Title"), Old: s.in.Say("Files"), New: s.in.Say("One simple page")}, {Name: s.in.Say("Description"), New: s.in.Say("An introduction, what is offered and why, in one flow. Good for a first version.")},
		}},
	}}
	grave := open
	grave.Approval.Irreversible, grave.Approval.Standing = true, false
	out := []bots.Card{open, grave}
	for _, state := range []assistant.ApprovalStatus{assistant.ApprovalApproved, assistant.ApprovalRejected, assistant.ApprovalExpired} {
		one := open
		if one.State, one.DecidedAt = state, sampled(); state != assistant.ApprovalExpired {
			one.DecidedBy = "Robin"
		}
		out = append(out, one)
	}
	return out
}

// runs are one at work, with a task in each state, one that is done and one that failed.
func (s samples) runs() []bots.Card {
	atWork := bots.RunCard{Language: s.in.Language(), Run: "run", Title: assistant.Say("Create a page"), Status: assistant.RunRunning, Done: 1, Total: 4, CanStop: true}
	states := []bots.TaskState{bots.TaskCompleted, bots.TaskInProgress, bots.TaskWaiting, bots.TaskOpen, bots.TaskCancelled, bots.TaskUndone, bots.TaskNotBegun, bots.TaskLeftOut}
	group := bots.RunGroup{Name: "A", Started: true}
	for i, state := range states {
		group.Tasks = append(group.Tasks, bots.RunTask{ID: assistant.TaskID("t" + string(rune('0'+i))), Number: i + 1, Summary: assistant.Say("Write a text"), Owner: s.role(assistant.CreativeLead), State: state, Attempt: 1})
	}
	atWork.Groups = []bots.RunGroup{group}
	done := atWork
	done.Status, done.Done, done.Total, done.CanStop, done.CanUndo = assistant.RunCompleted, 1, 1, false, true
	done.Groups = []bots.RunGroup{{Name: "A", Tasks: []bots.RunTask{{ID: "t0", Number: 1, Summary: assistant.Say("Create a page"), Owner: s.role(assistant.WebEngineer), State: bots.TaskCompleted, CanUndo: true, URL: "https://example.com/services"}}}}
	failed := done
	failed.Status, failed.CanRetry, failed.CanUndo, failed.Done = assistant.RunFailed, true, false, 0
	failed.Groups = []bots.RunGroup{{Name: "A", Tasks: []bots.RunTask{{
		ID: "t0", Number: 1, Summary: assistant.Say("Create a page"), Owner: s.role(assistant.WebEngineer), State: bots.TaskFailed, Problem: &assistant.Problem{Message: assistant.Say("Something is not right"), Recovery: assistant.Say("Try again in a minute.")},
	}}}}
	return []bots.Card{atWork, done, failed}
}

// sections are those that no card of the samples has.
func (s samples) sections() []cardview.Section {
	in := s.in
	return []cardview.Section{
		cardview.Table{In: in, Title: in.Say("Files"), Columns: []string{in.Say("Name"), in.Say("Calls"), in.Say("Cost")}, Rows: [][]string{{in.Say("Write a text"), "12", "$0.40"}, {in.Say("Draft a plan"), "3", "$0.12"}}},
		cardview.Chart{In: in, Title: in.Say("Cost"), Bars: []cardview.Bar{{Name: in.Say("October"), Said: "$12.40", Value: 12.4}, {Name: in.Say("November"), Said: "$6.20", Value: 6.2}, {Name: in.Say("December"), Said: in.Say("nothing")}}},
		cardview.List{In: in, Title: in.Say("Changes"), Items: []cardview.Fact{{Text: in.Say("Write a text")}, {Sign: cardview.Done, Text: in.Say("Draft a plan"), At: sampled()}}},
	}
}
