package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// What executors come to reaches their planner in two ways: a question at once, though others are still at work, and reports together, once
// all that it waits for have ended.
//
//	delegate ──▶ waits ──a question──▶ told, with "still at work" for the others ──▶ answer_executor, ask_user, words ──▶ waits …
//	               └──all have ended──▶ told what is new ──▶ words

// asksBack lets the planner of a run go on with a question that one of its executors has, while others are still at work.
func (s *staff) asksBack(ctx context.Context, t *turn, v assistant.RunView) error {
	if v.Run.Session == "" || v.Run.Status != assistant.RunRunning || !slices.ContainsFunc(v.Tasks, asksPlanner) {
		return nil
	}
	session, found, err := s.lookups.AgentSession(ctx, t.claim.Tenant, v.Run.Session)
	switch {
	case errors.Is(err, assistant.ErrNotFound), err == nil && !found:
		return nil // nobody can go on with it
	case err != nil:
		return fmt.Errorf("find session %s: %w", v.Run.Session, err)
	}
	a, err := s.resumed(ctx, t, session)
	if err != nil {
		return err
	}
	t.runGoesOn = true
	err = a.hears(ctx, v, false)
	if unfit(ctx, err) || errors.Is(err, errInterrupted) {
		t.told = true // by the end of what is stopped with it
		return a.gaveUp(ctx, err)
	}
	return err
}

func asksPlanner(t assistant.Task) bool {
	_, asked := loop.AskedIn(t)
	return asked && delegated(t)
}

// hears lets the session go on with what executors have come to, as long as that is due. over says that the run ends with the turn.
func (a *acting) hears(ctx context.Context, v assistant.RunView, over bool) error {
	for {
		due, err := a.due(ctx, v, over)
		if err != nil || !due {
			return err
		}
		if err := a.reports(ctx, v, over); err != nil {
			return err
		}
		if err := a.work(ctx); err != nil {
			return err
		}
		if tasks, _ := a.Records.Awaits(); !over || len(tasks) > 0 { // it waits for what begins with the turn's end
			return nil
		}
	}
}

// due tells whether the session goes on now: with a question of the run at once, where it has steps left to answer it in, and else when
// every run that it waits for has ended.
func (a *acting) due(ctx context.Context, v assistant.RunView, over bool) (bool, error) {
	if toldOf(a.Session, v.Run.ID) {
		return true, nil // a turn that is taken again
	}
	tasks, looks := a.Records.Awaits()
	if a.Session.Status != assistant.SessionWaiting || a.Records.AwaitsPerson() || len(tasks) > 0 && !looks {
		return false, nil
	}
	atWork := a.Records.AtWork()
	asked := slices.ContainsFunc(v.Tasks, func(k assistant.Task) bool {
		_, later := atWork[k.ID]
		return asksPlanner(k) && (later || slices.Contains(tasks, k.ID))
	})
	if asked && !loop.LastStep(a.Session.Spent) {
		return true, nil
	}
	for _, id := range a.awaited() {
		run := v.Run
		if id != run.ID {
			other, err := a.lookups.Run(ctx, a.turn.claim.Tenant, id)
			if err != nil {
				return false, fmt.Errorf("read run %s: %w", id, err)
			}
			run = other.Run
		}
		if !run.Status.Ended() && (id != v.Run.ID || !over) {
			return false, nil
		}
	}
	return true, nil
}

// awaited are the runs that somebody is at work in for the session, each once, in the order of their ids.
func (a *acting) awaited() []assistant.RunID {
	var out []assistant.RunID
	if tasks, looks := a.Records.Awaits(); len(tasks) > 0 && looks {
		out = append(out, a.Session.Run)
	}
	for _, run := range a.Records.AtWork() {
		out = append(out, run)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// reports tells the session what its executors have come to: of those that the newest step waits for a result each, for now where they are
// still at work, and of those from before what is new.
func (a *acting) reports(ctx context.Context, v assistant.RunView, over bool) error {
	if toldOf(a.Session, v.Run.ID) {
		return nil
	}
	after, err := a.afterwards(ctx, &v, over)
	if err != nil {
		return err
	}
	results, err := a.resultsOfNewest(ctx, v)
	if err != nil {
		return err
	}
	a.Session.Status, a.Session.Run = assistant.SessionWorking, v.Run.ID
	for _, r := range []*loop.Record{results, after} {
		if r == nil {
			continue
		}
		if err := a.Add(a, *r); err != nil {
			return err
		}
	}
	return a.turn.kept(ctx)
}

// resultsOfNewest are the results of the newest step's calls, where it waits for executors; nil where it does not.
func (a *acting) resultsOfNewest(ctx context.Context, v assistant.RunView) (*loop.Record, error) {
	if tasks, _ := a.Records.Awaits(); len(tasks) == 0 {
		return nil, nil
	}
	if v.Run.ID != a.Session.Run {
		var err error
		if v, err = a.lookups.Run(ctx, a.turn.claim.Tenant, a.Session.Run); err != nil {
			return nil, fmt.Errorf("read run %s: %w", a.Session.Run, err)
		}
	}
	at, calls := a.Records.MadeFor(v.Tasks)
	if at < 0 {
		return nil, fmt.Errorf("session %s knows no call of run %s: %w", a.Session.ID, v.Run.ID, assistant.ErrNotFound)
	}
	out := &loop.Record{Message: llm.Message{Role: llm.RoleTool}, Later: map[assistant.TaskID]assistant.RunID{}}
	for _, c := range calls {
		k := a.Records.TaskOf(at, c, v.Tasks)
		r := llm.ToolResult{ID: c.ID, Name: c.Name, Content: loop.ToldAtWork(a.turn.team.Name(k.Owner))}
		if k.Status.Ended() {
			r, _ = a.resultOf(c, k, assistant.ApprovalRecord{}, false, nil)
			asks(out, k)
			a.fails(out, k)
		} else {
			out.Later[k.ID] = v.Run.ID
		}
		out.Refused = out.Refused || r.Failed
		out.Message.Parts = append(out.Message.Parts, llm.Part{Result: &r})
	}
	return out, nil
}

// afterwards tells of what was at work when the session was told of the others, and has ended since; nil where nothing has. v is a run that
// was read already, over says that it ends with the turn. Of a run that is about to end, its end tells.
func (a *acting) afterwards(ctx context.Context, v *assistant.RunView, over bool) (*loop.Record, error) {
	atWork := a.Records.AtWork()
	out := &loop.Record{}
	var reports []string
	for _, id := range a.awaited() {
		var view assistant.RunView
		if v != nil && v.Run.ID == id {
			view = *v
		} else {
			var err error
			if view, err = a.lookups.Run(ctx, a.turn.claim.Tenant, id); err != nil {
				return nil, fmt.Errorf("read run %s: %w", id, err)
			}
		}
		ends := v != nil && v.Run.ID == id && over
		if !ends && !view.Run.Status.Ended() && !slices.ContainsFunc(view.Tasks, func(k assistant.Task) bool { return !k.Status.Ended() }) {
			continue
		}
		for _, k := range view.Tasks {
			if _, later := atWork[k.ID]; !later || !k.Status.Ended() {
				continue
			}
			told, failed := loop.ToldReport(a.turn.team.Name(k.Owner), k)
			reports, out.Told, out.Refused = append(reports, told), append(out.Told, k.ID), out.Refused || failed
			asks(out, k)
			a.fails(out, k)
		}
	}
	if len(reports) == 0 {
		return nil, nil
	}
	out.Message = loop.ToldAfterwards(reports)
	return out, nil
}

// catchesUp tells the session what has ended since it was told that it is at work.
func (a *acting) catchesUp(ctx context.Context) error {
	after, err := a.afterwards(ctx, nil, false)
	if err != nil || after == nil {
		return err
	}
	return a.Add(a, *after)
}

// waitsOn takes words for what they are while executors are at work: the planner has nothing to do until they report. Nobody is shown them. over is
// false where a report has come meanwhile.
func (a *acting) waitsOn(ctx context.Context, words loop.Words) (over bool, err error) {
	after, err := a.afterwards(ctx, nil, false)
	if err != nil {
		return true, err
	}
	text := words.Reply.Text()
	if words.Cut || text == "" {
		text = loop.ToldWaits
	}
	a.ends = after == nil
	if err := a.Add(a, loop.Record{Message: llm.TextMessage(llm.RoleAssistant, text)}); err != nil {
		return true, err
	}
	if after != nil {
		if err := a.Add(a, *after); err != nil {
			return true, err
		}
		return false, a.turn.kept(ctx)
	}
	a.Session.Status = assistant.SessionWaiting
	a.Stands(a)
	return true, a.turn.Think(ctx, a.Agent.ID, assistant.PhaseExecution, a.turn.words().Say("%s waits for what is still being looked up", a.Agent.Name))
}

// recalls stops what executors are still at work on for the session, since nobody waits for it any more. A person who says stop stops it in a
// turn of their own. Where the turn says nothing else, what nobody has in hand yet is left to end by itself: nobody would end its run.
func (a *acting) recalls(ctx context.Context) error {
	awaited, endedBy := a.awaited(), a.turn.endedBy != nil
	if len(awaited) == 0 || endedBy && a.turn.endedBy.Stop {
		return nil
	}
	all, err := a.ongoing.GoingOn(ctx, a.turn.claim.Tenant, a.turn.claim.Conversation)
	if err != nil {
		return fmt.Errorf("find what goes on: %w", err)
	}
	for _, v := range all {
		if !slices.Contains(awaited, v.Run.ID) || a.turn.stops(v.Run.ID) || endedBy && hasStatus(v.Tasks, assistant.TaskOpen) {
			continue
		}
		stop := assistant.StopRequested{Run: v.Run.ID}
		a.turn.keep(assistant.Message{
			Key: "recalled/" + string(v.Run.ID), Agent: a.Agent.ID, Kind: assistant.KindStatus, Run: v.Run.ID,
			Content: a.turn.words().Say("%s has stopped this, since nobody waits for it any more", a.Agent.Called()), Body: stop,
		})
		a.turn.recalled = append(a.turn.recalled, assistant.RunView{Run: v.Run.After(stop), Tasks: assistant.TasksAfter(v.Tasks, stop)})
	}
	return nil
}
