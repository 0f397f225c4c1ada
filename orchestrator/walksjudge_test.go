package orchestrator_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/executors"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// What must hold of planners and executors, whatever they did.

// talkSeen is what is left of a conversation, and what was seen of it from outside.
type talkSeen struct {
	conversation assistant.ConversationID
	log          []assistant.Message
	planners     []assistant.AgentSession
	executors    map[assistant.AgentSessionID][]assistant.AgentSession // by their planners
	below        []assistant.AgentSession                              // that executors have delegated to
	asks         map[string][]time.Time                                // when executors' models were asked, by the words of their task
	over         map[assistant.RunID]time.Time                         // when it stood written that a run was stopped, or was over
	notes        []string                                              // on the board
}

// walksSeen is what happened in all of them.
type walksSeen struct{ conversations, executors, questions, answered, stopped, spent, circles, silent, failed, effects, refused int }

// String implements [fmt.Stringer].
func (s *walksSeen) String() string {
	return fmt.Sprintf("%d conversations, %d executors: %d questions, %d of them answered; %d executors stopped, %d at the end of their budget, %d in circles, %d without values, %d failed; "+
		"%d effects, %d changes refused to executors", s.conversations, s.executors, s.questions, s.answered, s.stopped, s.spent, s.circles, s.silent, s.failed, s.effects, s.refused)
}

// rests tells whether nothing of the conversation goes on by itself.
func (e *talkSeen) rests() bool {
	open := map[assistant.RunID]bool{}
	for _, k := range e.tasks() {
		open[k.Run] = true
	}
	for _, m := range e.log {
		if b, ok := m.Body.(assistant.RunFinished); ok {
			delete(open, b.Run)
		}
	}
	return len(open) == 0 && !slices.ContainsFunc(e.planners, func(p assistant.AgentSession) bool { return p.Status == assistant.SessionWorking })
}

// look reads what is left of a conversation.
func (w *walks) look(e *talkSeen) {
	w.t.Helper()
	*e = talkSeen{conversation: e.conversation}
	ctx := w.t.Context()
	var err error
	e.log, err = w.db.Conversations.MessagesAfter(ctx, w.tenant, e.conversation, 0, 10_000)
	w.ok(err)
	e.executors, e.asks = map[assistant.AgentSessionID][]assistant.AgentSession{}, w.asks
	w.mu.Lock()
	e.over = maps.Clone(w.over)
	w.mu.Unlock()
	for _, m := range e.log {
		p, found, err := w.db.Calls.AgentSession(ctx, w.tenant, assistant.SessionOf(m.ID))
		w.ok(err)
		if !found {
			continue
		}
		e.planners = append(e.planners, p)
		for _, x := range w.delegated(p.ID) {
			whole, _, err := w.db.Calls.AgentSession(ctx, w.tenant, x.ID)
			w.ok(err)
			e.executors[p.ID] = append(e.executors[p.ID], whole)
			e.below = append(e.below, w.delegated(x.ID)...)
		}
	}
	of := walkName.FindString(e.log[0].Content)
	for _, note := range w.crowd.board() {
		if strings.HasSuffix(note, of) || !strings.Contains(note, "walk-") {
			e.notes = append(e.notes, note)
		}
	}
}

// told is what happened in a conversation, for whoever looks into a fault.
func (e *talkSeen) told() string {
	var b strings.Builder
	for _, m := range e.log {
		body, err := assistant.EncodeBody(m.Body)
		fmt.Fprintf(&b, "%s %3d %s %s %.60q %.400s %v\n", m.At.Format("05.000"), m.Seq, m.Author, m.Kind, m.Content, body, err)
	}
	for _, p := range e.planners {
		fmt.Fprintf(&b, "planner %s %s %s\n", p.ID, p.Status, p.Outcome)
		for _, x := range e.executors[p.ID] {
			fmt.Fprintf(&b, "  executor %s %s %s\n", x.ID, x.Status, x.Outcome)
		}
	}
	return b.String()
}

// delegated are the sessions that a session has delegated to.
func (w *walks) delegated(by assistant.AgentSessionID) []assistant.AgentSession {
	w.t.Helper()
	all, err := w.db.Calls.Executors(w.t.Context(), w.tenant, by)
	w.ok(err)
	return all
}

// judged holds a conversation against the laws, and counts what happened in it.
func (e *talkSeen) judged(all *walksSeen) (faults []string) {
	all.conversations++
	faults = append(e.changes(all), e.outlive()...)
	for _, x := range e.below {
		faults = append(faults, fmt.Sprintf("executor %s has delegated to %s", x.Parent, x.ID))
	}
	for _, p := range e.planners {
		if p.Status == assistant.SessionWorking {
			faults = append(faults, "a planner is at work, and nobody works on it")
		}
		faults = append(append(append(faults, e.budgets(p)...), e.lent(p)...), e.questions(p, all)...)
		for _, x := range e.executors[p.ID] {
			all.count(x)
			switch {
			case x.Status == assistant.SessionWorking:
				faults = append(faults, fmt.Sprintf("executor %s is at work, and nobody works on it", x.ID))
			case x.Outcome == "" && p.Status == assistant.SessionDone:
				faults = append(faults, fmt.Sprintf("executor %s waits for an answer of a planner who is done", x.ID))
			}
		}
	}
	return faults
}

// count counts how an executor has ended.
func (s *walksSeen) count(x assistant.AgentSession) {
	s.executors++
	switch x.Outcome { //nolint:exhaustive // those that are counted
	case assistant.OutcomeStopped:
		s.stopped++
	case assistant.OutcomeSpent:
		s.spent++
	case assistant.OutcomeCircles:
		s.circles++
	case assistant.OutcomeSilent:
		s.silent++
	case assistant.OutcomeFailed:
		s.failed++
	}
	for _, m := range x.Messages {
		s.refused += strings.Count(string(m.Body), "You may only read.")
	}
}

// changes are the effects that nobody has approved: what stands on the board was proposed by a planner, and a person has said yes to it.
func (e *talkSeen) changes(all *walksSeen) (faults []string) {
	for _, note := range e.notes {
		all.effects++
		if !e.approved(note) {
			faults = append(faults, fmt.Sprintf("%q stands on the board, and nobody has approved it", note))
		}
	}
	return faults
}

func (e *talkSeen) approved(note string) bool {
	for _, m := range e.log {
		asked, ok := m.Body.(assistant.ApprovalRequested)
		if !ok || !strings.Contains(string(asked.Approval.Arguments), note) {
			continue
		}
		for _, d := range e.log {
			if b, ok := d.Body.(assistant.ApprovalDecided); ok && b.Approval == asked.Approval.ID && b.Verdict == assistant.VerdictApproved {
				return true
			}
		}
	}
	return false
}

// tasks are those that were delegated, by their ids.
func (e *talkSeen) tasks() map[assistant.TaskID]assistant.Task {
	out := map[assistant.TaskID]assistant.Task{}
	for _, m := range e.log {
		switch b := m.Body.(type) { //nolint:gochecksumtype // the rest tells nothing of them
		case assistant.RunStarted:
			for _, k := range b.Tasks {
				if k.Type == loop.ToolDelegate {
					out[k.ID] = k
				}
			}
		case assistant.TaskFinished:
			if k, known := out[b.Task]; known {
				k.Status, k.Result = b.Status, &b.Result
				out[b.Task] = k
			}
		}
	}
	return out
}

// outlive are the executors that went on for more than a step when the run that they work in was stopped, or was over.
func (e *talkSeen) outlive() (faults []string) {
	over := map[assistant.RunID]time.Time{}
	for _, m := range e.log {
		if b, ok := m.Body.(assistant.RunFinished); ok {
			over[b.Run] = m.At
		}
	}
	for _, k := range e.tasks() {
		at, ended := over[k.Run]
		if stands, known := e.over[k.Run]; known {
			at = stands
		}
		order, err := executors.Ordered(k.Parameters)
		switch {
		case err != nil:
			faults = append(faults, err.Error())
			continue
		case !ended && e.parked():
			continue
		case !ended:
			faults = append(faults, fmt.Sprintf("the run of task %s never ends", k.ID))
			continue
		case order.Resumes != "":
			continue // its model is asked by the words of the task that it goes on from
		}
		after := 0
		for _, asked := range e.asks[order.Task] {
			if asked.After(at) && !e.goesOn(k.ID, asked) {
				after++
			}
		}
		if after > 1 {
			faults = append(faults, fmt.Sprintf("the model of task %s was asked %d times after its run was over", k.ID, after))
		}
	}
	return faults
}

// parked tells whether a mail of the conversation was given up, since each write of each try was lost: it is told of as a problem, and what
// it was to bring on waits for a person.
func (e *talkSeen) parked() bool {
	return slices.ContainsFunc(e.log, func(m assistant.Message) bool {
		_, failed := m.Body.(assistant.Failed)
		return failed && strings.Contains(m.Private["error"], errLost.Error())
	})
}

// goesOn tells whether a moment is after another task was begun that goes on from this one.
func (e *talkSeen) goesOn(from assistant.TaskID, at time.Time) bool {
	for _, m := range e.log {
		b, ok := m.Body.(assistant.RunStarted)
		if ok && m.At.Before(at) && slices.ContainsFunc(b.Tasks, func(k assistant.Task) bool { return k.Parent == from }) {
			return true
		}
	}
	return false
}

// questions are those that were lost: a question has an answer with which its executor goes on, or it was told to its planner, and waits
// no longer than the planner does.
func (e *talkSeen) questions(p assistant.AgentSession, all *walksSeen) (faults []string) {
	tasks := e.tasks()
	answered := map[assistant.TaskID]assistant.Task{}
	for _, k := range tasks {
		answered[k.Parent] = k
	}
	for _, k := range tasks {
		q, asked := loop.AskedIn(k)
		i := slices.IndexFunc(e.executors[p.ID], func(x assistant.AgentSession) bool { return x.ID == q.Session })
		if !asked || i < 0 {
			continue
		}
		x := e.executors[p.ID][i]
		all.questions++
		if answer, given := answered[k.ID]; given {
			all.answered++
			if !e.cancelled(answer.Run) && !slices.ContainsFunc(x.Messages, func(m assistant.AgentMessage) bool { return strings.Contains(string(m.Body), "The answer: ") }) {
				faults = append(faults, fmt.Sprintf("the answer to %q has not reached whoever asked", q.Question))
			}
			continue
		}
		told := slices.ContainsFunc(p.Messages, func(m assistant.AgentMessage) bool { return strings.Contains(string(m.Body), q.Question) })
		if p.Status == assistant.SessionDone && !told && !e.cancelled(k.Run) {
			faults = append(faults, fmt.Sprintf("the planner was never told of the question %q", q.Question))
		}
	}
	return faults
}

func (e *talkSeen) cancelled(run assistant.RunID) bool {
	return slices.ContainsFunc(e.log, func(m assistant.Message) bool {
		b, ok := m.Body.(assistant.RunFinished)
		return ok && b.Run == run && b.Status == assistant.RunCancelled
	})
}

// budgets are those that were exceeded by more than one call: an executor's, and that of all of them together.
func (e *talkSeen) budgets(p assistant.AgentSession) (faults []string) {
	most := map[assistant.AgentSessionID]assistant.Budget{}
	for _, k := range e.tasks() {
		order, err := executors.Ordered(k.Parameters)
		if err != nil {
			continue // it is told of elsewhere
		}
		ids := []assistant.AgentSessionID{order.Resumes}
		for try := range 3 {
			ids = append(ids, assistant.ExecutorOf(k.ID, try+1))
		}
		for _, id := range ids {
			most[id] = widest(most[id], order.Budget)
		}
	}
	var together assistant.Budget
	for _, x := range e.executors[p.ID] {
		b, used := most[x.ID], usedBy(x)
		if !oneCallMore(b).Holds(used) {
			faults = append(faults, fmt.Sprintf("executor %s has used %+v of %+v", x.ID, used, b))
		}
		together = together.Plus(used)
	}
	together.Time = 0 // they work at the same time
	whole := assistant.Budget{}
	for range 1 + heardBy(p) {
		whole = whole.Plus(assistant.BudgetOfExecutors())
	}
	for range e.executors[p.ID] {
		whole = oneCallMore(whole)
	}
	if !whole.Holds(together) {
		faults = append(faults, fmt.Sprintf("the executors of %s have used %+v of %+v", p.ID, together, whole))
	}
	return faults
}

// lent is what a planner has lent beyond its budget, or to more executors at once than there may be, as far as a person had it go on.
func (e *talkSeen) lent(p assistant.AgentSession) (faults []string) {
	tasks := e.tasks()
	var lent, whole assistant.Budget
	for _, m := range e.log {
		b, ok := m.Body.(assistant.RunStarted)
		if !ok || b.Run.Session != p.ID || b.Tasks[0].Type != loop.ToolDelegate {
			continue
		}
		if len(b.Tasks) > assistant.MostDelegated {
			faults = append(faults, fmt.Sprintf("%d executors were put to work at once", len(b.Tasks)))
		}
		for _, k := range b.Tasks {
			order, err := executors.Ordered(k.Parameters)
			if err != nil {
				continue // it is told of elsewhere
			}
			q, _ := loop.AskedIn(tasks[k.Parent])
			lent = lent.Plus(order.Budget.Less(q.Used, 1))
		}
	}
	for range 1 + heardBy(p) {
		whole = whole.Plus(assistant.BudgetOfExecutors())
	}
	lent.Time = 0 // they work at the same time
	if !whole.Holds(lent) {
		faults = append(faults, fmt.Sprintf("planner %s has lent %+v of %+v", p.ID, lent, whole))
	}
	return faults
}

func usedBy(x assistant.AgentSession) assistant.Budget {
	return assistant.Budget{Steps: x.Spent.Steps, Queries: x.Spent.Queries, Tokens: x.Cost.Tokens(), Micros: x.Cost.Micros, Time: x.Cost.Took}
}

// oneCallMore is a budget that one call of a model may exceed. Steps and look-ups are known before they are made.
func oneCallMore(b assistant.Budget) assistant.Budget {
	return b.Plus(assistant.Budget{Tokens: mostWalkTokens, Micros: mostWalkMicros, Time: mostWalkTook})
}

func widest(a, b assistant.Budget) assistant.Budget {
	return assistant.Budget{
		Steps: max(a.Steps, b.Steps), Queries: max(a.Queries, b.Queries), Tokens: max(a.Tokens, b.Tokens), Micros: max(a.Micros, b.Micros), Time: max(a.Time, b.Time),
	}
}

// heardBy is how often a person has had a planner go on, which then has its budget anew.
func heardBy(p assistant.AgentSession) (n int) {
	for _, m := range p.Messages {
		var r loop.Record
		if m.From != assistant.FromFrame && json.Unmarshal(m.Body, &r) == nil && r.Heard != "" {
			n++
		}
	}
	return n
}

// tampered shows the judge what never happened: each of it is a fault, and it notices.
func (w *walks) tampered(evidence []talkSeen) {
	w.t.Helper()
	i := slices.IndexFunc(evidence, func(e talkSeen) bool {
		return len(e.planners) > 0 && e.planners[0].Status == assistant.SessionDone && len(e.executors[e.planners[0].ID]) > 0
	})
	if i < 0 {
		w.t.Log("no planner that has delegated is done, so nobody tampers with one: those of another sample are")
		return
	}
	for name, tamper := range map[string]func(*talkSeen, *assistant.AgentSession){
		"nobody has approved it":           func(e *talkSeen, _ *assistant.AgentSession) { e.notes = append(e.notes, "an executor was here") },
		"nobody works on it":               func(_ *talkSeen, x *assistant.AgentSession) { x.Status = assistant.SessionWorking },
		"waits for an answer of a planner": func(_ *talkSeen, x *assistant.AgentSession) { x.Outcome = "" },
		"has delegated to":                 func(e *talkSeen, x *assistant.AgentSession) { e.below = append(e.below, *x) },
		"has used":                         func(_ *talkSeen, x *assistant.AgentSession) { x.Spent.Steps += 100 },
		"after its run was over": func(e *talkSeen, _ *assistant.AgentSession) {
			later := time.Now().Add(time.Hour)
			e.asks = map[string][]time.Time{}
			for _, k := range e.tasks() {
				if order, err := executors.Ordered(k.Parameters); err == nil {
					e.asks[order.Task] = []time.Time{later, later}
				}
			}
			e.log = slices.DeleteFunc(slices.Clone(e.log), func(m assistant.Message) bool {
				b, ok := m.Body.(assistant.RunStarted)
				return ok && b.Tasks[0].Parent != ""
			})
		},
	} {
		e := evidence[i]
		of := e.planners[0].ID
		e.executors = map[assistant.AgentSessionID][]assistant.AgentSession{of: slices.Clone(e.executors[of])}
		tamper(&e, &e.executors[of][0])
		var none walksSeen
		if !strings.Contains(strings.Join(e.judged(&none), "\n"), name) {
			w.t.Errorf("%s: nobody notices", name)
		}
	}
}
