package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
	"github.com/aisteam/aisteam/wording"
)

// runs moves runs on: it releases what may start, ends what is over, says honestly what came of it, and takes it back. What a turn
// decides of a run it appends; nothing is done here that changes something outside, but to take back.
type runs struct {
	models  *models
	staff   *staff
	doer    doer
	read    records
	lookups lookups
	named   delegates
	ongoing stoppable
	reworks reworker
	changes changeReader
	log     *slog.Logger
}

// advance moves a run on after one of its tasks ended, a person decided, or somebody stopped or retried it.
func (r *runs) advance(ctx context.Context, t *turn, run assistant.RunID) error {
	v, err := r.turnTo(ctx, t, run)
	if err != nil {
		return err
	}
	return r.next(ctx, t, v.Run, v.Tasks)
}

// turnTo makes the turn one about that run, and gives it as it stands: several runs of a conversation may be at work at the same time,
// and the turn's situation has the newest.
func (r *runs) turnTo(ctx context.Context, t *turn, run assistant.RunID) (assistant.RunView, error) {
	t.run = run
	if t.sit.Run != nil && t.sit.Run.ID == run {
		return assistant.RunView{Run: *t.sit.Run, Tasks: t.sit.Tasks}, nil
	}
	v, err := r.lookups.Run(ctx, t.claim.Tenant, run)
	if err != nil {
		return v, fmt.Errorf("read run %s: %w", run, err)
	}
	return v, nil
}

// next appends what the run's state allows now.
func (r *runs) next(ctx context.Context, t *turn, run assistant.Run, tasks []assistant.Task) error {
	tasks, err := r.withoutNeeds(ctx, t, run, tasks)
	if err != nil {
		return err
	}
	next := Advance(run, tasks)
	switch {
	case next.Group != "":
		t.doing.move(assistant.ActivityExecuting)
		r.group(t, run, tasks, next)
		return nil
	case next.Finish != "":
		return r.finish(ctx, t, run, tasks, next.Finish)
	default:
		return r.staff.asksBack(ctx, t, assistant.RunView{Run: run, Tasks: tasks})
	}
}

func (r *runs) group(t *turn, run assistant.Run, tasks []assistant.Task, next Next) {
	var owners []string
	for _, task := range tasks {
		if slices.Contains(next.Release, task.ID) {
			owners = append(owners, t.team.Called(task.Owner))
		}
	}
	w := t.words()
	words := w.Say("Group %s", next.Group) + ": "
	if len(owners) > 1 {
		words += w.Say("%s are working in parallel", w.List(owners))
	} else {
		words += w.Say("%s is working", w.List(owners))
	}
	t.say("group-"+next.Group, assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindStatus, Content: words, Run: run.ID,
		Body: assistant.GroupStarted{Run: run.ID, Group: next.Group, Tasks: next.Release},
	})
}

// finish looks at what the agents brought about and says it honestly: by code, from the tasks' receipts.
func (r *runs) finish(ctx context.Context, t *turn, run assistant.Run, tasks []assistant.Task, how assistant.RunStatus) error {
	t.doing.move(assistant.ActivityValidating)
	project, _ := t.sit.Focus(run.Project)
	stopped := run.Status == assistant.RunCancelled
	run.Status = how
	tasks = placed(assistant.TasksAfter(tasks, assistant.RunFinished{Run: run.ID, Status: how}), t.sit.Projects)
	seen, err := r.seen(ctx, t, run, project)
	if err != nil {
		return err
	}
	last, err := r.staff.goesOn(ctx, t, run, tasks, seen, stopped)
	if err != nil {
		return err
	}
	if last == lastAgent {
		r.finished(t, run, tasks, false)
		return nil
	}
	t.told = true
	say := t.write
	summary, err := r.summary(ctx, t, assistant.RunView{Run: run, Tasks: tasks}, project, seen, last)
	if err != nil {
		return fmt.Errorf("summarise run %s: %w", run.ID, err)
	}
	if summary == planning.Receipts(assistant.RunView{Run: run, Tasks: tasks}, seen, t.words()) {
		say = t.say
	}
	if err := t.Think(ctx, assistant.Chief, assistant.PhaseValidation, t.words().Say("Hans is preparing the final summary.")); err != nil {
		return err
	}
	key := r.finished(t, run, tasks, stopped)
	if summary, err = r.confess(ctx, t, run, tasks, summary); err != nil {
		return err
	}
	var offers []string
	resumes, err := r.staff.resumable(ctx, t, run, stopped)
	if err != nil {
		return err
	}
	if t.endedBy != nil && t.endedBy.Stop { // whoever said it is told that it was heard
		summary = t.words().Say("%s has stopped, as you asked.", t.team.Called(assistant.Chief)) + "\n\n" + summary
	}
	switch {
	case resumes:
		summary += "\n\n" + t.words().Say("Say “continue” if it shall go on.")
		offers = toGoOn(t.words())
	case run.Status == assistant.RunCancelled && assistant.AskedAgain(run, tasks):
		summary += "\n\n" + againText(run, tasks, t.words())
		offers = toTryAgain(t.words())
	}
	say("summary", assistant.Message{
		Key: key + "/summary", Agent: assistant.Chief, Kind: assistant.KindMessage, Content: summary, Run: run.ID,
		Body: assistant.Said{Final: true, Rehearsal: t.backend.Rehearsal, Files: filesOf(tasks), Next: offers},
	})
	return nil
}

// summary tells what came of a run. A model is asked to word the receipts of a plan's.
func (r *runs) summary(ctx context.Context, t *turn, v assistant.RunView, p assistant.Project, seen []assistant.Seen, last lastWord) (string, error) {
	if last == lastPlain {
		return planning.Receipts(v, seen, t.words()), nil
	}
	sum := func() (string, error) {
		return planning.Summary(ctx, r.models.asker(t), t.team, v, p, seen, t.words())
	}
	summary, err := sum()
	if errors.Is(err, errInterrupted) {
		summary, err = sum() // nothing is asked in the turn any more: code says it
	}
	return summary, err
}

// finished says that the run has ended, under a key that a retry's end does not have.
func (r *runs) finished(t *turn, run assistant.Run, tasks []assistant.Task, stopped bool) (key string) {
	key = fmt.Sprintf("run/%s/%s/%d", run.ID, run.Status, attempts(tasks))
	words := finishedText(run.Status, assistant.WhyCancelled(tasks), t.words())
	switch {
	case stopped:
		words = finishedText(run.Status, assistant.NotDoneStopped, t.words())
	case run.Session != "":
		words = endedText(run.Status, tasks, t.words())
	}
	t.say("finished", assistant.Message{
		Key: key, Agent: assistant.Chief, Kind: assistant.KindStatus, Content: words, Run: run.ID,
		Body: assistant.RunFinished{Run: run.ID, Status: run.Status},
	})
	return key
}

// confess adds to a run's summary what was published without anybody having been shown it, and who wished so.
func (r *runs) confess(ctx context.Context, t *turn, run assistant.Run, tasks []assistant.Task, summary string) (string, error) {
	var lines []string
	for _, task := range tasks {
		if run.Unseen && task.WentUnseen() {
			lines = append(lines, "\n- "+task.Summary)
		}
	}
	if len(lines) == 0 {
		return summary, nil
	}
	who := t.words().Say("whoever approved the plan")
	p, err := r.lookups.Person(ctx, t.claim.Tenant, run.ApprovedBy)
	switch {
	case err == nil && p.Name != "":
		who = strings.Join(strings.Fields(p.Name), " ")
	case err != nil && !errors.Is(err, assistant.ErrNotFound):
		return "", fmt.Errorf("read who approved run %s: %w", run.ID, err)
	}
	return summary + "\n\n**" + t.words().Say("Published without being shown first, as %s wished", who) + "**" + strings.Join(lines, ""), nil
}

// seen is what is found when the effects of a run are looked at, before anything is said about them.
func (r *runs) seen(ctx context.Context, t *turn, run assistant.Run, project assistant.Project) ([]assistant.Seen, error) {
	calls, err := r.read.Calls(ctx, t.claim.Tenant, run.ID)
	if err != nil {
		return nil, fmt.Errorf("read calls of run %s: %w", run.ID, err)
	}
	if !slices.ContainsFunc(calls, func(c assistant.ToolCall) bool {
		return c.State == assistant.CallSettled && c.Effect != assistant.EffectNone
	}) {
		return nil, nil
	}
	if err := t.Think(ctx, assistant.Chief, assistant.PhaseValidation, t.words().Say("Hans is looking at what was changed.")); err != nil {
		return nil, err
	}
	var seen []assistant.Seen
	err = t.laneHold.aside(ctx, func() error {
		seen = r.doer.Verify(ctx, t.whose(project, run), calls)
		return nil
	})
	return seen, err
}

// attempts counts a run's tries: the same however often one of its ends is handled, another after a retry.
func attempts(tasks []assistant.Task) int {
	n := 0
	for _, t := range tasks {
		n += t.Attempt
	}
	return n
}

// endedText says how it ended what an agent had proposed in one step and nobody stopped: people may have refused all or some of it.
func endedText(how assistant.RunStatus, tasks []assistant.Task, w wording.Words) string {
	refused := hasStatus(tasks, assistant.TaskCancelled)
	switch {
	case how == assistant.RunCancelled:
		return w.Say("Nothing of this was done, because it was not approved")
	case how == assistant.RunCompleted && refused:
		return w.Say("What was approved of this is done")
	default:
		return finishedText(how, assistant.WhyCancelled(tasks), w)
	}
}

func finishedText(how assistant.RunStatus, why assistant.NotDone, w wording.Words) string {
	switch how {
	case assistant.RunCompleted:
		return w.Say("All tasks in this run are completed")
	case assistant.RunFailed:
		return w.Say("This run has failed")
	case assistant.RunCancelled:
		return cancelledText(why, w)
	case assistant.RunPlanning, assistant.RunRunning:
		return w.Say("This run goes on")
	default:
		return string(how)
	}
}

// runByWords takes a message as stop, retry or undo of a run of the conversation, where that makes sense.
func (r *runs) runByWords(ctx context.Context, t *turn, v assistant.RunView, reply agents.Reply) (bool, error) {
	run, tasks := v.Run, v.Tasks
	if reply.Intent == agents.ReplyRetry && reply.Step > 0 {
		return r.retriesStep(ctx, t, v, reply.Step)
	}
	body, needs := actOnRun(run, tasks, reply.Intent)
	if body == nil {
		return false, nil
	}
	if reply.Step > 0 {
		k, there := ofNumber(tasks, reply.Step)
		if !there {
			t.reply(t.words().Say("This run has no step %d, so I took nothing back. Its steps go from 1 to %d.", reply.Step, len(tasks)), false)
			return true, nil
		}
		body = assistant.UndoRequested{Run: run.ID, Task: k.ID}
	}
	if needs && !assistant.MayDecide(t.sit.Person, t.sit.Settings, run.RequestedBy) {
		t.reply(t.words().Say(notYours(t.sit.Settings)), false)
		return true, nil
	}
	t.acts(run.ID, body)
	switch b := body.(type) { //nolint:gochecksumtype // only what actOnRun gives
	case assistant.UndoRequested:
		return true, r.undo(ctx, t, b)
	case assistant.StopRequested:
		tasks = assistant.TasksAfter(tasks, b)
		if err := r.withdrawn(ctx, t, assistant.RunView{Run: run, Tasks: tasks}); err != nil {
			return true, err
		}
		return true, r.next(ctx, t, run.After(b), tasks)
	default:
		return true, r.next(ctx, t, run.After(body), assistant.TasksAfter(tasks, body))
	}
}

func actOnRun(run assistant.Run, tasks []assistant.Task, intent agents.Intent) (body assistant.Body, needsRight bool) {
	switch {
	case intent == agents.ReplyStop && !run.Status.Ended():
		return assistant.StopRequested{Run: run.ID}, false
	case intent == agents.ReplyUndo && run.Status.Ended():
		return assistant.UndoRequested{Run: run.ID}, true
	case intent == agents.ReplyRetry && assistant.AskedAgain(run, tasks):
		return assistant.RetryRequested{Run: run.ID}, true
	default:
		return nil, false
	}
}

// personCalled is what a person is called who did something.
func personCalled(name string, w wording.Words) string {
	if name == "" {
		return w.Say("A person")
	}
	return name
}

func actText(b assistant.Body, who string, w wording.Words) string {
	who = personCalled(who, w)
	switch b := b.(type) { //nolint:gochecksumtype // only acts on runs
	case assistant.StopRequested:
		if b.Task != "" {
			return w.Say("%s wants a step of this run left out", who)
		}
		return w.Say("%s stopped this run", who)
	case assistant.RetryRequested:
		if b.Task != "" {
			return w.Say("%s asked to try a step of this run again", who)
		}
		return w.Say("%s asked to try again what is not done", who)
	case assistant.UndoRequested:
		if b.Task != "" {
			return w.Say("%s asked to undo a step of this run", who)
		}
		return w.Say("%s asked to undo this run", who)
	case assistant.Rated:
		return w.Say("%s rated an answer", who)
	default:
		return ""
	}
}

// filesOf are the files that a run's tasks made, in the run's order, as many as a message takes.
func filesOf(tasks []assistant.Task) []assistant.File {
	var out []assistant.File
	for _, t := range tasks {
		if t.Status == assistant.TaskCompleted && t.Result != nil {
			out = append(out, t.Result.Files...)
		}
	}
	return out[:min(len(out), assistant.MaxFiles)]
}
