package cardkit

import (
	"fmt"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// Log is the messages of one slot, up to one that shows a body in a status.
type Log struct {
	Name     string // of the last one's body, and its status
	Messages []assistant.Message
}

// Card draws the log; false where people are shown nothing.
func (l Log) Card() (bots.Card, bool) {
	names := bots.NewNames([]assistant.Agent{
		{ID: assistant.Chief, Name: "Hans", Title: "Chief AI Officer", Avatar: "🧭"}, {ID: assistant.WebEngineer, Name: "Nico", Title: "Web Engineer", Avatar: "💻"},
	}, map[assistant.PersonID]assistant.Person{
		"alice": {ID: "alice", Name: "Alice", Role: assistant.RoleMember}, "bob": {ID: "bob", Name: "Bob", Role: assistant.RoleApprover},
	}, assistant.DefaultSettings())
	return bots.Fold(l.Messages[len(l.Messages)-1].Slot, l.Messages, names)
}

// Logs has every body of a message in every status that it may show: a test fails where a body is missing. Whatever is
// text in them is the text given, and whatever is a list has n entries.
func Logs(text string, n int) []Log {
	w := &writer{text: text, n: n}
	w.words()
	w.questions()
	w.plans()
	w.approvals()
	w.runs()
	w.reminders()
	w.add("failed", by(assistant.KindMessage, assistant.Failed{Problem: w.problem()}))
	return w.logs
}

type writer struct {
	text string
	n    int
	logs []Log
}

// add makes a log of messages, a second apart.
func (w *writer) add(name string, ms ...assistant.Message) {
	out := make([]assistant.Message, len(ms))
	for i, m := range ms {
		m.Seq, m.ID, m.Conversation, m.Cause, m.At = int64(i+1), assistant.MessageID(fmt.Sprintf("m%d", i+1)), "conv", "cause", Noon.Add(time.Duration(i)*time.Second)
		m.Slot = assistant.SlotOf(m)
		out[i] = m
	}
	w.logs = append(w.logs, Log{Name: name, Messages: out})
}

func by(kind assistant.Kind, b assistant.Body) assistant.Message {
	return assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: kind, Body: b}
}

func person(b assistant.Body) assistant.Message {
	return assistant.Message{Author: assistant.AuthorUser, Person: "bob", Kind: assistant.KindStatus, Body: b}
}

func saying(m assistant.Message, text string) assistant.Message {
	m.Content = text
	return m
}

func (w *writer) problem() assistant.Problem {
	return assistant.Problem{Side: assistant.SideExecution, Message: assistant.Verbatim(w.text), Recovery: assistant.Verbatim(w.text), ID: "p-1", Steps: []assistant.Sentence{assistant.Verbatim(w.text)}, Retry: true, Run: "run"}
}

func (w *writer) fields() []assistant.Field {
	var out []assistant.Field
	for range w.n {
		out = append(out, assistant.Field{Name: w.text, Old: w.text, New: w.text})
	}
	return out
}

func (w *writer) preview() assistant.Preview {
	return assistant.Preview{Title: assistant.Verbatim(w.text), Target: w.text, Fields: w.fields()}
}

func (w *writer) words() {
	var files []assistant.File
	for range w.n {
		files = append(files, assistant.File{Name: w.text, Type: "text/plain", URL: "/api/files/" + w.text, Size: 5})
	}
	w.add("said_agent", saying(by(assistant.KindMessage, assistant.Said{Files: files}), w.text))
	w.add("said_rehearsal", saying(by(assistant.KindMessage, assistant.Said{Rehearsal: true, Final: true}), w.text))
	w.add("said_status", saying(by(assistant.KindStatus, assistant.Said{}), w.text))
	theirs := assistant.Message{Author: assistant.AuthorUser, Person: "alice", Kind: assistant.KindMessage, Content: w.text, Body: assistant.Said{Files: files}}
	w.add("said_person", theirs)
	w.add("revised_edited", theirs, saying(person(assistant.Revised{Message: "m1"}), w.text))
	w.add("revised_deleted", theirs, person(assistant.Revised{Message: "m1", Deleted: true}))
	var lines []assistant.Message
	for range w.n {
		lines = append(lines, saying(by(assistant.KindThinking, assistant.Thought{Phase: assistant.PhasePlanning}), w.text))
	}
	thought := saying(by(assistant.KindThinking, assistant.Thought{Phase: assistant.PhaseRouting}), w.text)
	w.add("thought", append(lines, thought)...)
	handed := assistant.Routed{From: assistant.Chief, To: []assistant.AgentID{assistant.WebEngineer}, Reason: w.text, By: "rule"}
	w.add("routed", saying(by(assistant.KindThinking, handed), w.text))
	for _, a := range []assistant.Activity{
		assistant.ActivityThinking, assistant.ActivityRouting, assistant.ActivityPlanning, assistant.ActivityExecuting, assistant.ActivityValidating, assistant.ActivityNone,
	} {
		w.add("activity_changed_"+string(a), thought, by(assistant.KindStatus, assistant.ActivityChanged{Activity: a}))
	}
	w.add("briefed", by(assistant.KindSystem, assistant.Briefed{Brief: assistant.Brief{Plan: "plan", Goal: w.text, Title: w.text}}))
	w.add("rated", person(assistant.Rated{Message: "m1", Good: true}))
	w.add("channel_bound", person(assistant.ChannelBound{Project: "project"}))
	w.add("member_added", saying(person(assistant.MemberAdded{Person: "alice", Title: w.text}), w.text))
	w.add("member_removed", saying(person(assistant.MemberRemoved{Person: "alice"}), w.text))
	w.add("file_read", by(assistant.KindSystem, assistant.FileRead{Message: "m1", Number: 1, Name: w.text, Text: w.text}))
}

func (w *writer) questions() {
	options := func(n int) []assistant.Option {
		var out []assistant.Option
		for i := range n {
			out = append(out, assistant.Option{Value: fmt.Sprint(w.text, i), Label: w.text, Description: w.text})
		}
		return out
	}
	for _, stage := range []assistant.Stage{assistant.StageProject, assistant.StageRequirements, assistant.StageFork, assistant.StageWork} {
		c := assistant.Clarification{ID: "ask", Plan: "plan", Stage: stage, Intro: w.text, ExpiresAt: Noon.Add(time.Hour)}
		values := map[string]string{}
		for i := range max(1, w.n) {
			q := assistant.Question{Key: fmt.Sprint("q", i), Text: w.text, Reason: w.text, Options: options(i), Free: true}
			if stage != assistant.StageRequirements {
				q.Options, q.Free = options(max(2, w.n)), false
			} else if i > 0 {
				q.Default = w.text
			}
			values[q.Key] = w.text
			c.Questions = append(c.Questions, q)
			if stage != assistant.StageRequirements {
				break
			}
		}
		asked := by(assistant.KindMessage, assistant.Asked{Clarification: c})
		w.add("asked_"+string(stage), asked)
		if stage == assistant.StageWork {
			escalated := c
			escalated.Escalated = assistant.EscalatedBudget
			w.add("asked_escalated", by(assistant.KindMessage, assistant.Asked{Clarification: escalated}))
		}
		w.add("answered_"+string(stage), asked, person(assistant.Answered{Clarification: "ask", Values: values}))
		w.add("answered_"+string(stage)+"_words", asked, person(assistant.Answered{Clarification: "ask", Text: w.text}))
		w.add("answered_"+string(stage)+"_withdrawn", asked, person(assistant.Answered{Clarification: "ask", Withdrawn: true}))
	}
}

func (w *writer) plans() {
	p := assistant.Plan{
		ID: "plan", Version: 2, ProjectName: w.text, Title: w.text, Goal: w.text, Fork: w.text, RequestedBy: "alice", ExpiresAt: Noon.Add(24 * time.Hour),
		Values: map[string]string{w.text: w.text},
	}
	var changes []string
	for i := range w.n {
		preview := w.preview()
		p.Steps = append(p.Steps, assistant.Step{
			Key: fmt.Sprint("s", i), Group: string(rune('A' + i%26)), Owner: assistant.WebEngineer, Type: "create_page", Summary: w.text, Notes: []string{w.text},
			Effect: []assistant.Effect{assistant.EffectNone, assistant.EffectReversible, assistant.EffectIrreversible}[i%3], Preview: &preview,
		})
		changes = append(changes, w.text)
	}
	proposed := by(assistant.KindMessage, assistant.PlanProposed{Plan: p, Changes: changes})
	w.add("plan_proposed", proposed)
	reads := p
	reads.Steps = p.Steps[:min(1, len(p.Steps))]
	w.add("plan_started_at_once", by(assistant.KindMessage, assistant.PlanProposed{Plan: reads, AtOnce: true}))
	for _, v := range verdicts() {
		w.add("plan_decided_"+string(v), proposed, person(assistant.PlanDecided{Plan: "plan", Version: 2, Verdict: v, Note: w.text}))
	}
}

func verdicts() []assistant.Verdict {
	return []assistant.Verdict{assistant.VerdictApproved, assistant.VerdictRejected, assistant.VerdictChanges, assistant.VerdictExpired, assistant.VerdictWithdrawn}
}

func (w *writer) approvals() {
	for _, final := range []bool{false, true} {
		asked := by(assistant.KindMessage, assistant.ApprovalRequested{Approval: assistant.Approval{
			ID: "approval", Run: "run", Task: "t0", Tool: "create_page", Title: assistant.Verbatim(w.text), Why: assistant.Verbatim(w.text), Preview: w.preview(), Irreversible: final, RequestedBy: "alice", ExpiresAt: Noon.Add(time.Hour),
		}})
		w.add(fmt.Sprintf("approval_requested_final_%v", final), asked)
		for _, v := range verdicts() {
			if v != assistant.VerdictChanges && !final {
				w.add("approval_decided_"+string(v), asked, person(assistant.ApprovalDecided{Approval: "approval", Verdict: v, Note: w.text}))
			}
		}
	}
	two := by(assistant.KindMessage, assistant.ApprovalRequested{Approval: assistant.Approval{
		ID: "approval", Run: "run", Task: "t0", Tool: "create_page", Title: assistant.Verbatim(w.text), Why: assistant.Verbatim(w.text), Preview: w.preview(), RequestedBy: "alice", ExpiresAt: Noon.Add(time.Hour),
		Rule: &assistant.ApprovalRule{Needed: 2, NotRequester: true},
	}})
	again := by(assistant.KindStatus, assistant.ApprovalRequested{Approval: assistant.Approval{
		ID: "approval", Run: "run", Task: "t0", Tool: "create_page", Title: assistant.Verbatim(w.text), Why: assistant.Verbatim(w.text), Preview: w.preview(), RequestedBy: "alice", ExpiresAt: Noon.Add(time.Hour),
		Revisable: true, Wish: w.text, Since: []assistant.Changed{{Name: w.text, Gone: []string{w.text}, Come: []string{w.text}}, {Come: []string{w.text}}},
	}})
	w.add("approval_requested_again", again)
	w.add("approval_decided_sent_back", again, person(assistant.ApprovalDecided{Approval: "approval", Verdict: assistant.VerdictChanges, Note: w.text}))
	w.add("approval_backed", two, person(assistant.ApprovalBacked{Approval: "approval"}))
}

func (w *writer) reminders() {
	of := func(b assistant.Reminded) assistant.Message {
		b.Title, b.ExpiresAt = w.text, Noon.Add(time.Hour)
		m := saying(by(assistant.KindStatus, b), b.Words())
		m.Author, m.Agent = assistant.AuthorSystem, ""
		return m
	}
	w.add("reminded_question", of(assistant.Reminded{Clarification: "ask", Person: "alice"}))
	w.add("reminded_escalation", of(assistant.Reminded{Clarification: "ask", Person: "alice", Escalated: assistant.EscalatedBudget}))
	w.add("reminded_plan", of(assistant.Reminded{Plan: "plan", Version: 2, Person: "alice"}))
	w.add("reminded_approval_among_others", of(assistant.Reminded{Approval: "approval", Person: "alice", Direct: true, More: 2}))
	w.add("reminded_approval_of_nobody", of(assistant.Reminded{Approval: "approval"}))
}

func (w *writer) runs() {
	begun := assistant.RunStarted{Run: assistant.Run{ID: "run", Title: w.text, RequestedBy: "alice", Status: assistant.RunRunning}}
	for i := range max(2, w.n) {
		begun.Tasks = append(begun.Tasks, assistant.Task{
			ID: assistant.TaskID(fmt.Sprint("t", i)), Run: "run", Key: fmt.Sprint("s", i), Group: string(rune('A' + i/2%26)), Order: i, Owner: assistant.WebEngineer, Summary: w.text, Status: assistant.TaskOpen,
		})
	}
	problem := w.problem()
	of := func(m assistant.Message) assistant.Message {
		m.Run = "run"
		return m
	}
	ended := func(s assistant.TaskStatus, p *assistant.Problem) assistant.Message {
		return by(assistant.KindStatus, assistant.TaskFinished{
			Run: "run", Task: "t0", Status: s, Problem: p,
			Result: assistant.Result{Summary: assistant.Verbatim(w.text), Undo: true, Fields: assistant.ValuesOf(map[string]string{"url": "https://shop.example/" + w.text, w.text: w.text})},
		})
	}
	finished := func(s assistant.RunStatus) assistant.Message {
		return by(assistant.KindStatus, assistant.RunFinished{Run: "run", Status: s})
	}
	ms := []assistant.Message{by(assistant.KindStatus, begun)}
	then := func(name string, more ...assistant.Message) []assistant.Message {
		ms := append(slices.Clip(ms), more...)
		w.add(name, ms...)
		return ms
	}
	then("run_started")
	ms = then("thought_in_run", of(saying(by(assistant.KindThinking, assistant.Thought{Phase: assistant.PhaseExecution, Group: "A", Run: "run"}), w.text)))
	then("task_left_out", by(assistant.KindStatus, assistant.TaskFinished{
		Run: "run", Task: "t1", Status: assistant.TaskCancelled, Result: assistant.Result{Summary: assistant.Verbatim(w.text), NotDone: assistant.NotDoneLeftOut},
	}))
	ms = then("group_started", by(assistant.KindStatus, assistant.GroupStarted{Run: "run", Group: "A", Tasks: []assistant.TaskID{"t0", "t1"}}))
	ms = then("task_started", by(assistant.KindStatus, assistant.TaskStarted{Run: "run", Task: "t0", Attempt: 2}))
	then("task_waiting", by(assistant.KindStatus, assistant.TaskWaiting{Run: "run", Task: "t0", Approval: "approval"}))
	then("task_sent_back", by(assistant.KindStatus, assistant.TaskWaiting{Run: "run", Task: "t0", Approval: "approval"}),
		by(assistant.KindStatus, assistant.TaskSentBack{Run: "run", Task: "t0", Back: assistant.SentBack{Approval: "approval", Words: w.text}}))
	then("stop_requested", person(assistant.StopRequested{Run: "run"}))
	then("task_stop_requested", person(assistant.StopRequested{Run: "run", Task: "t0"}))
	then("redirect_requested", person(assistant.RedirectRequested{Run: "run", Wish: w.text}))
	then("run_redirected", person(assistant.RedirectRequested{Run: "run", Wish: w.text}), by(assistant.KindStatus, assistant.RunRedirected{
		Run: "run", Version: 2, Tasks: []assistant.Task{{ID: "t9", Run: "run", Parent: "t1", Key: "s9", Group: "B", Order: 9, Owner: assistant.CreativeLead, Type: "draft_content", Summary: w.text}},
		Moved: []assistant.TaskMove{{Task: "t1", Group: "B", Order: 2}},
	}))
	then("task_finished_cancelled", ended(assistant.TaskCancelled, nil), finished(assistant.RunCancelled))
	for _, why := range []assistant.NotDone{assistant.NotDoneExpired, assistant.NotDoneDeclined} {
		then("run_finished_"+string(why), by(assistant.KindStatus, assistant.TaskFinished{
			Run: "run", Task: "t0", Status: assistant.TaskCancelled, Result: assistant.Result{Summary: assistant.Verbatim(w.text), NotDone: why},
		}), finished(assistant.RunCancelled))
	}
	then("run_finished_cancelled", person(assistant.StopRequested{Run: "run"}), finished(assistant.RunCancelled))
	then("task_finished_failed", ended(assistant.TaskFailed, &problem))
	failed := then("run_finished_failed", ended(assistant.TaskFailed, &problem), finished(assistant.RunFailed))
	w.add("retry_requested", append(slices.Clip(failed), person(assistant.RetryRequested{Run: "run"}))...)
	w.add("task_retry_requested", append(slices.Clip(failed), person(assistant.RetryRequested{Run: "run", Task: "t0"}))...)
	ms = then("task_finished_completed", ended(assistant.TaskCompleted, nil))
	ms = then("run_finished_completed", finished(assistant.RunCompleted))
	ms = then("undo_requested", person(assistant.UndoRequested{Run: "run"}))
	then("undone", by(assistant.KindStatus, assistant.Undone{Run: "run", Tasks: []assistant.UndoneTask{{Task: "t0", Summary: w.text}, {Task: "t1", Summary: w.text, Problem: &problem}}}))
}
