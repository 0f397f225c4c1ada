package orchestrator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// lastWord is who says what came of a run.
type lastWord int

// Who says it.
const (
	lastReceipts lastWord = iota // code, from the receipts; a model may word them
	lastAgent                    // the agent who proposed it, who has said it
	lastPlain                    // code alone: the agent was done with it before
)

// goesOn lets the agent whose session the run is of go on with what came of it, once nothing of the run is left to be decided or
// done, and gives who has the last word.
func (s *staff) goesOn(
	ctx context.Context, t *turn, run assistant.Run, tasks []assistant.Task, seen []assistant.Seen, stopped bool,
) (lastWord, error) {
	if run.Session == "" {
		return lastReceipts, nil
	}
	session, found, err := s.lookups.AgentSession(ctx, t.claim.Tenant, run.Session)
	switch {
	case errors.Is(err, assistant.ErrNotFound), err == nil && !found:
		return lastReceipts, nil // nobody can go on with it
	case err != nil:
		return lastReceipts, fmt.Errorf("find session %s: %w", run.Session, err)
	}
	a, err := s.resumed(ctx, t, session)
	if err != nil {
		return lastReceipts, err
	}
	a.runs = []assistant.RunView{{Run: run, Tasks: tasks}}
	if stopped {
		if a.Session.Status != assistant.SessionDone { // one that was replaced meanwhile does not go on
			a.Session.Status = assistant.SessionStopped
			a.Stands(a)
		}
		return lastReceipts, a.recalls(ctx)
	}
	if slices.Contains(a.awaited(), run.ID) || onlyLooksUp(tasks) && toldOf(a.Session, run.ID) {
		err = a.hears(ctx, a.runs[0], true)
	} else {
		over, failed := a.results(ctx, run, tasks, seen)
		switch {
		case failed != nil:
			return lastReceipts, failed
		case over:
			return lastPlain, nil
		}
		err = a.work(ctx)
	}
	if unfit(ctx, err) || errors.Is(err, errInterrupted) {
		return lastReceipts, a.gaveUp(ctx, err)
	}
	if err != nil {
		return lastReceipts, err
	}
	return lastAgent, nil
}

// resumable tells whether people may let the session of a run go on that was stopped: it is the conversation's newest.
func (s *staff) resumable(ctx context.Context, t *turn, run assistant.Run, stopped bool) (bool, error) {
	if run.Session == "" || !stopped && !t.resumes {
		return false, nil
	}
	newest, found, err := s.lookups.NewestSession(ctx, t.claim.Tenant, t.claim.Conversation)
	if err != nil {
		return false, fmt.Errorf("find the newest session: %w", err)
	}
	return found && newest.ID == run.Session, nil
}

// gaveUp ends a session whose model could not be asked any more: what was done is told by code.
func (a *acting) gaveUp(ctx context.Context, cause error) error {
	a.Session.Status = assistant.SessionStopped
	a.Stands(a)
	words := a.turn.words()
	line := words.Say("%s has stopped, as you asked.", a.Agent.Name)
	switch {
	case errors.Is(cause, errInterrupted):
		a.turn.resumes = true
	case a.changedSomething():
		line = words.Say("%s could not go on with it: %s What was done before stands.", a.Agent.Name, withoutEnd(words.Tell(llm.Explain(cause).Message)))
	default:
		line = words.Say("%s could not go on with it: %s", a.Agent.Name, words.Tell(llm.Explain(cause).Message))
	}
	if err := a.turn.Think(ctx, a.Agent.ID, assistant.PhaseValidation, line); err != nil || errors.Is(cause, errInterrupted) {
		return err
	}
	return a.recalls(ctx)
}

// withoutEnd leaves out the last sentence of why a model could not be asked, which says that nothing was changed: here something was.
func withoutEnd(why string) string {
	if i := strings.LastIndex(why, ". "); i >= 0 {
		return why[:i+1]
	}
	return why
}

// changedSomething tells whether a task of the runs that the session goes on from is done.
func (a *acting) changedSomething() bool {
	return slices.ContainsFunc(a.runs, func(r assistant.RunView) bool {
		return slices.ContainsFunc(r.Tasks, func(t assistant.Task) bool { return t.Done() && !delegated(t) })
	})
}

// results tells the session what came of the calls that people were asked about: each the result of the task that was made for
// it. A step that was answered before, and of which something was tried again since, is told of anew. over says that the session has
// ended with it: the agent was done with what they were asked about, and all of it came as it was proposed.
func (a *acting) results(ctx context.Context, run assistant.Run, tasks []assistant.Task, seen []assistant.Seen) (over bool, err error) {
	if toldOf(a.Session, run.ID) {
		return false, nil // a turn that is taken again: they are there already
	}
	at, calls := a.Records.MadeFor(tasks)
	if at < 0 {
		return false, fmt.Errorf("session %s knows no call of run %s: %w", a.Session.ID, run.ID, assistant.ErrNotFound)
	}
	again := a.Session.Status != assistant.SessionWaiting || a.Session.Run != run.ID
	out := loop.Record{Message: llm.Message{Role: llm.RoleTool}}
	lines := []string{"What was asked for before was tried again. This is how it stands now."}
	over = !again && a.Records.EndsAt(at) && len(a.Records.AtWork()) == 0
	for _, c := range calls {
		k := a.Records.TaskOf(at, c, tasks)
		decided, err := a.decided(ctx, k)
		if err != nil {
			return false, err
		}
		changed := a.changed(c, k)
		over = over && asProposed(k, decided, changed, seen)
		r, how := a.resultOf(c, k, decided, changed, seen)
		if how != "" {
			out.Remember(c.ID, how)
		}
		asks(&out, k)
		a.fails(&out, k)
		out.Refused = out.Refused || r.Failed
		out.By = append(out.By, worded(decided, changed)...)
		out.Message.Parts = append(out.Message.Parts, llm.Part{Result: &r})
		lines = append(lines, r.Content)
	}
	if again {
		if err := a.leaveOpen(loop.ToldLater); err != nil {
			return false, err
		}
		out = loop.Record{Message: llm.TextMessage(llm.RoleUser, strings.Join(lines, "\n\n")), By: out.By, Asked: out.Asked, Failures: out.Failures}
	}
	a.Session.Status, a.Session.Run = assistant.SessionWorking, run.ID
	if over {
		a.Session.Status, a.ends = assistant.SessionDone, true // it goes with the words that tell of it
	}
	if err := a.Add(a, out); err != nil || over {
		return over, err
	}
	if err := a.catchesUp(ctx); err != nil {
		return false, err
	}
	return false, a.turn.kept(ctx)
}

// asProposed tells whether a call was approved as it is, without a word, and is done, and nothing else was found afterwards.
func asProposed(t assistant.Task, decided assistant.ApprovalRecord, changed bool, seen []assistant.Seen) bool {
	return t.Done() && t.Result != nil && !changed && strings.TrimSpace(decided.Note) == "" &&
		!slices.ContainsFunc(seen, func(s assistant.Seen) bool { return s.Task == t.ID && s.Found != assistant.SightAsWritten })
}

// toldOf tells whether the session has the results of a run already.
func toldOf(s assistant.AgentSession, run assistant.RunID) bool {
	return s.Status == assistant.SessionWorking && s.Run == run
}

// decided is the newest decision on a task, the zero one where nobody was asked.
func (a *acting) decided(ctx context.Context, t assistant.Task) (assistant.ApprovalRecord, error) {
	if t.Approval == "" {
		return assistant.ApprovalRecord{}, nil
	}
	decided, err := a.lookups.Approval(ctx, a.turn.claim.Tenant, t.Approval)
	if err != nil {
		return decided, fmt.Errorf("read approval %s: %w", t.Approval, err)
	}
	if d, now := a.turn.decided[t.Approval]; now {
		decided.Status, _ = d.Verdict.ApprovalStatus()
		decided.Note, decided.DecidedBy = d.Note, a.turn.cause().Person
	}
	return decided, nil
}

// worded is whose words a result tells of: of whoever decided, where they said more than yes or no or wrote other arguments.
func worded(decided assistant.ApprovalRecord, changed bool) []assistant.PersonID {
	if strings.TrimSpace(decided.Note) == "" && (!changed || decided.Status != assistant.ApprovalApproved) {
		return nil
	}
	return []assistant.PersonID{decided.DecidedBy}
}

// resultOf says what came of one call, and how it came where that keeps the call from being made again. decided is the newest decision
// on its task, the zero one where nobody was asked; changed says that a person has written other arguments.
func resultOf(c llm.ToolCall, t assistant.Task, decided assistant.ApprovalRecord, changed bool, seen []assistant.Seen) (r llm.ToolResult, how loop.Came) {
	r = llm.ToolResult{ID: c.ID, Name: c.Name, Failed: true}
	switch {
	case t.Status == assistant.TaskCompleted && t.Result != nil:
		r.Failed, how = false, loop.CameDone
		r.Content = "A person has approved it, and it is done."
		if changed {
			r.Content = "A person has changed its arguments and approved that. It is done, not with yours, which were\n" +
				loop.Quoted("your call", string(c.Arguments)) + "\nbut with these:\n" + loop.Quoted("the person's form", string(t.Parameters))
		}
		r.Content += "\n" + loop.Quoted(c.Name, loop.Told(*t.Result))
		for _, s := range seen {
			if s.Task == t.ID && !s.Words.IsZero() {
				r.Content += "\nIt was looked at afterwards: " + s.Words.String() + "."
			}
		}
	case t.Status == assistant.TaskFailed && t.Problem != nil:
		r.Content = "It was not done, because it failed.\n" + loop.Quoted(c.Name, t.Problem.Whole().String())
	case decided.Status == assistant.ApprovalRejected && decided.Note != "":
		how = loop.CameRefused
		r.Content = "A person refused it, so it was not done. What they say: " + llm.Said("", decided.Note)
	case decided.Status == assistant.ApprovalRejected:
		how = loop.CameRefused
		r.Content = "A person refused it, so it was not done."
	case decided.Status == assistant.ApprovalExpired:
		r.Content = "Nobody decided on it in time, so it was not done."
	default:
		r.Content = "It was stopped before it began, so it was not done."
	}
	return r, how
}

// changed tells whether a task was done with other arguments than those that the model called for.
func (a *acting) changed(c llm.ToolCall, t assistant.Task) bool {
	tool, known := a.turn.team.Tools().Get(c.Name)
	if !known {
		return true
	}
	wanted, errWanted := assistant.ConsentHash("", regular(tool, c.Arguments), assistant.Preview{})
	done, errDone := assistant.ConsentHash("", t.Parameters, assistant.Preview{})
	return errWanted != nil || errDone != nil || wanted != done
}

// regular writes a call's arguments as the tool's world writes them.
func regular(t tools.Tool, arguments json.RawMessage) json.RawMessage {
	given := map[string]json.RawMessage{}
	if t.Regular == nil || json.Unmarshal(arguments, &given) != nil {
		return arguments
	}
	t.Regular(given)
	raw, err := json.Marshal(given)
	if err != nil {
		return arguments
	}
	return raw
}

// became says by code what became of what an agent proposed, whatever its words say; "" where it proposed nothing.
func became(runs []assistant.RunView, w wording.Words) string {
	var out []string
	for _, v := range runs {
		for _, t := range v.Tasks {
			switch {
			case delegated(t):
			case t.Done() && t.Result != nil:
				out = append(out, w.Say("Done: %s.", firstLine(w.Tell(t.Result.Summary))))
			case t.Status == assistant.TaskCompleted:
				out = append(out, w.Say("Taken back: %s.", firstLine(w.Tell(t.Says()))))
			case t.Status == assistant.TaskFailed:
				out = append(out, w.Say("Failed: %s.", firstLine(w.Tell(t.Says()))))
			default:
				out = append(out, w.Say("Not done: %s.", firstLine(w.Tell(t.Says()))))
			}
		}
	}
	return strings.Join(out, " ")
}
