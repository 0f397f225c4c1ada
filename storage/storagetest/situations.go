package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func situation(_ *testing.T, w *world) {
	c, mail := w.held()
	s, err := w.Mailboxes.Situation(w.ctx, c, mail.Message)
	w.ok(err)
	equal(w, s.Conversation.ID, c.Conversation)
	equal(w, s.Person.Name, "Uma")
	equal(w, len(s.Projects), 1)
	equal(w, s.Recent, []assistant.Message{mail.Message})
	equal(w, []any{s.Question == nil, s.Brief == nil, s.Plan == nil, s.Run == nil, len(s.Tasks), len(s.Approvals)},
		[]any{true, true, true, true, 0, 0})

	brief := assistant.Brief{Plan: id[assistant.PlanID](w), Status: assistant.PlanGathering, Goal: "a page", RequestedBy: w.owner.ID}
	question := assistant.Clarification{
		ID: id[assistant.ClarificationID](w), Plan: brief.Plan, Stage: assistant.StageRequirements, Intro: "why",
		Questions: []assistant.Question{{Key: "tone", Text: "Which tone?", Free: true}},
	}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.Briefed{Brief: brief}), system(assistant.Asked{Clarification: question}))))
	s, err = w.Mailboxes.Situation(w.ctx, c, mail.Message)
	w.ok(err)
	equal(w, s.Brief, &brief)
	question.Seq = 3
	equal(w, s.Question, &question)

	brief.Status, brief.Values = assistant.PlanChoosing, map[string]string{"tone": "plain"}
	w.ok(w.act(c.Conversation, assistant.Answered{Clarification: question.ID, Values: brief.Values}))
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.Briefed{Brief: brief}))))
	s, err = w.Mailboxes.Situation(w.ctx, c, mail.Message)
	w.ok(err)
	equal(w, s.Brief, &brief)
	equal(w, s.Question == nil, true)

	p := w.plan(brief.Plan, 1)
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.PlanProposed{Plan: p}))))
	s, err = w.Mailboxes.Situation(w.ctx, c, mail.Message)
	w.ok(err)
	equal(w, s.Brief == nil, true)
	p.Seq = 6
	equal(w, s.Plan, &p)

	run, tasks := w.startRun(c, "A", "B")
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.ApprovalRequested{Approval: w.approval(run.ID, tasks[0].ID)}))))
	s, err = w.Mailboxes.Situation(w.ctx, c, mail.Message)
	w.ok(err)
	equal(w, s.Run.ID, run.ID)
	equal(w, []assistant.TaskID{s.Tasks[0].ID, s.Tasks[1].ID}, []assistant.TaskID{tasks[0].ID, tasks[1].ID})
	equal(w, len(s.Approvals), 1)
}

func situationWindow(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.Key, in.ExternalID, in.Text = "k1", "x1", "first"
	first, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	in.Key, in.ExternalID, in.Text = "k2", "x2", "secret"
	_, err = w.Intake.Receive(w.ctx, in)
	w.ok(err)
	w.say("1.0", "third")
	c, mail := w.claim()
	w.ok(w.Settle(w.ctx, c, mail[0].ID, batch(answer("answer to first"), line(assistant.AuthorAssistant, assistant.KindThinking, "t", assistant.Thought{}))))
	s, err := w.Mailboxes.Situation(w.ctx, c, mail[1].Message)
	w.ok(err)
	equal(w, contents(s.Recent), []string{"first", "answer to first", "secret"})

	in.Key, in.Change, in.ExternalID, in.Text = "k3", assistant.ChangeEdited, "x1", "first, better"
	_, err = w.Intake.Receive(w.ctx, in)
	w.ok(err)
	in.Key, in.Change, in.ExternalID = "k4", assistant.ChangeDeleted, "x2"
	_, err = w.Intake.Receive(w.ctx, in)
	w.ok(err)
	s, err = w.Mailboxes.Situation(w.ctx, c, mail[2].Message)
	w.ok(err)
	equal(w, contents(s.Recent), []string{"first, better", "answer to first", "third"})
	equal(w, s.Recent[0].ID, first.Message)
	equal(w, []any{s.People, s.Speaker(s.Recent[0])}, []any{map[assistant.PersonID]string{first.Person: "Uma"}, ""})

	in.Key, in.Change, in.ExternalID, in.Text = "k5", assistant.ChangeSaid, "x5", "me too"
	in.From.External, in.From.Name = "U2", "Bo"
	second, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	s, err = w.Mailboxes.Situation(w.ctx, c, assistant.Message{})
	w.ok(err)
	equal(w, s.People, map[assistant.PersonID]string{first.Person: "Uma", second.Person: "Bo"})
	equal(w, []string{s.Speaker(s.Recent[0]), s.Speaker(newest(s.Recent))}, []string{"Uma", "Bo"})

	for range 20 {
		w.ok(w.Mailboxes.Append(w.ctx, c, batch(answer("more"))))
	}
	s, err = w.Mailboxes.Situation(w.ctx, c, assistant.Message{})
	w.ok(err)
	equal(w, len(s.Recent), 10)
}

func history(_ *testing.T, w *world) {
	var c assistant.ConversationID
	for _, text := range []string{"1", "2", "3", "4", "5"} {
		c = w.say("1.0", text).Conversation
	}
	page, err := w.Conversations.Messages(w.ctx, w.tenant, c, 0, 2)
	w.ok(err)
	equal(w, contents(page.Messages), []string{"4", "5"})
	equal(w, []any{page.HasMore, page.Before}, []any{true, int64(4)})
	page, err = w.Conversations.Messages(w.ctx, w.tenant, c, page.Before, 3)
	w.ok(err)
	equal(w, contents(page.Messages), []string{"1", "2", "3"})
	equal(w, page.HasMore, false)
	after, err := w.Conversations.MessagesAfter(w.ctx, w.tenant, c, 3, 1)
	w.ok(err)
	equal(w, contents(after), []string{"4"})
	heads, err := w.Conversations.Heads(w.ctx, w.tenant, []assistant.ConversationID{c, id[assistant.ConversationID](w), "none"})
	w.ok(err)
	equal(w, heads, map[assistant.ConversationID]int64{c: 5})
	slot, err := w.Conversations.SlotMessages(w.ctx, w.tenant, c, after[0].Slot)
	w.ok(err)
	equal(w, slot, after)
	within, err := w.Conversations.SlotsWithin(w.ctx, w.tenant, c, 2, 4)
	w.ok(err)
	equal(w, contents(within), []string{"2", "3", "4"})
	two := w.say("2.0", "here").Conversation
	w.note(two, "there")
	at, err := w.Conversations.MessagesAfter(w.ctx, w.tenant, two, 0, 5)
	w.ok(err)
	here, there, first := assistant.SlotAt{Conversation: two, Slot: at[0].Slot}, assistant.SlotAt{Conversation: two, Slot: at[1].Slot}, assistant.SlotAt{Conversation: c, Slot: after[0].Slot}
	elsewhere := assistant.SlotAt{Conversation: two, Slot: first.Slot} // the slot is in the other conversation
	read, err := w.Conversations.Slots(w.ctx, w.tenant, []assistant.SlotAt{there, first, elsewhere, here, first})
	w.ok(err)
	equal(w, read, []assistant.SlotRead{{SlotAt: there, Messages: at[1:]}, {SlotAt: first, Messages: after}, {SlotAt: here, Messages: at[:1]}})
	w.lookAgain(c)
	_, err = w.Conversations.Messages(w.ctx, w.tenant, id[assistant.ConversationID](w), 0, 2)
	w.is(err, assistant.ErrNotFound)
}

func conversations(_ *testing.T, w *world) {
	a := w.say("1.0", "a")
	c, err := w.Conversations.StartConversation(w.ctx, w.tenant, assistant.Beginning{Person: w.owner.ID})
	w.ok(err)
	equal(w, []any{c.Agent, c.Person, c.Seq}, []any{assistant.Chief, w.owner.ID, int64(0)})
	w.ok(w.Conversations.Focus(w.ctx, w.tenant, c.ID, assistant.GrowthLead, w.site.ID))
	w.ok(w.Conversations.Focus(w.ctx, w.tenant, c.ID, "", ""))
	got, err := w.Conversations.Conversation(w.ctx, w.tenant, c.ID)
	w.ok(err)
	c.Agent, c.Project = assistant.GrowthLead, w.site.ID
	equal(w, got, c)
	w.is(w.Conversations.Focus(w.ctx, w.tenant, c.ID, "", id[assistant.ProjectID](w)), assistant.ErrNotFound)
	w.is(w.Conversations.Focus(w.ctx, w.tenant, id[assistant.ConversationID](w), "", ""), assistant.ErrNotFound)
	all, err := w.Conversations.Conversations(w.ctx, w.tenant, 10)
	w.ok(err)
	equal(w, []assistant.ConversationID{all[0].ID, all[1].ID}, []assistant.ConversationID{c.ID, a.Conversation})
	older, err := w.Conversations.ConversationsBefore(w.ctx, w.tenant, "", c.ID, 10)
	w.ok(err)
	equal(w, older[0].ID, a.Conversation)
	none, err := w.Conversations.ConversationsBefore(w.ctx, w.tenant, "", a.Conversation, 10)
	w.ok(err)
	equal(w, len(none), 0)
}

// plan is a version of a plan with one step.
func (w *world) plan(plan assistant.PlanID, version int) assistant.Plan {
	return assistant.Plan{
		ID: plan, Version: version, Project: w.site.ID, Title: "Services", Goal: "a page", RequestedBy: w.owner.ID, Hash: "h",
		Steps: []assistant.Step{{
			Key: "page", Group: "A", Owner: assistant.WebEngineer, Type: "create_page", Summary: "Create it",
			Parameters: []byte(`{}`), Effect: assistant.EffectReversible,
		}},
		ExpiresAt: time.Now().Add(time.Hour).UTC().Truncate(time.Microsecond),
	}
}

func (w *world) approval(run assistant.RunID, task assistant.TaskID) assistant.Approval {
	return assistant.Approval{
		ID: id[assistant.ApprovalID](w), Run: run, Task: task, Tool: "create_page", Definition: "as it was shown", Arguments: []byte(`{}`),
		Title: assistant.Verbatim("Create the page"), Why: assistant.Verbatim("it moved"), Irreversible: true, Hash: "card", RequestedBy: w.owner.ID,
		Preview:   assistant.Preview{Title: assistant.Verbatim("Services"), Fields: []assistant.Field{{Name: "title", New: "Services"}}, State: "state-1"},
		ExpiresAt: time.Now().Add(time.Hour).UTC().Truncate(time.Microsecond),
	}
}

// startRun appends a run with one task for each group.
func (w *world) startRun(c assistant.Claim, groups ...string) (assistant.Run, []assistant.Task) {
	w.t.Helper()
	run := assistant.Run{
		ID: id[assistant.RunID](w), Conversation: c.Conversation, Project: w.site.ID, CreatedBy: assistant.Chief,
		RequestedBy: w.owner.ID, ApprovedBy: w.owner.ID, Unseen: true, Title: "Services", Status: assistant.RunRunning,
	}
	var tasks []assistant.Task
	for i, g := range groups {
		tasks = append(tasks, assistant.Task{
			ID: id[assistant.TaskID](w), Run: run.ID, Conversation: c.Conversation, Project: w.site.ID, Key: g + w.ids.New(), Group: g, Order: i,
			Owner: assistant.WebEngineer, Status: assistant.TaskOpen, Type: "create_page", Parameters: []byte(`{}`),
			Summary: "Create it", Reversible: true, Effect: assistant.EffectReversible, ApprovedHash: "state-0", Team: "a team",
			Preview: &assistant.Preview{Title: assistant.Say("Services")},
		})
	}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(assistant.RunStarted{Run: run, Tasks: tasks}))))
	return run, tasks
}

func (w *world) startGroup(c assistant.Claim, run assistant.RunID, tasks ...assistant.Task) {
	w.t.Helper()
	b := assistant.GroupStarted{Run: run, Group: tasks[0].Group}
	for _, k := range tasks {
		b.Tasks = append(b.Tasks, k.ID)
	}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(system(b))))
}

func (w *world) claimTask() (assistant.TaskClaim, assistant.TaskWork) {
	w.t.Helper()
	c, work, ok, err := ClaimTask(w.ctx, w.Tasks, w.tenant, lease)
	w.ok(err)
	if !ok {
		w.t.Fatal("no task to claim")
	}
	return c, work
}

func (w *world) run(id assistant.RunID) assistant.RunView {
	w.t.Helper()
	v, err := w.Runs.Run(w.ctx, w.tenant, id)
	w.ok(err)
	return v
}

func finished(k assistant.Task, status assistant.TaskStatus) assistant.Message {
	b := assistant.TaskFinished{Run: k.Run, Task: k.ID, Status: status, Result: assistant.Result{Summary: assistant.Verbatim("done"), Fields: assistant.ValuesOf(map[string]string{"url": "/services"})}}
	if status == assistant.TaskFailed {
		b.Problem = &assistant.Problem{Side: assistant.SideExecution, Message: assistant.Verbatim("no answer")}
	}
	return system(b)
}
