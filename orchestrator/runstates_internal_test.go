package orchestrator

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/lanes"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/planning"
)

// onDesk is what a turn knows of the runs of its conversation, and what is done about them.
type onDesk struct {
	lookups
	doer
	records
	stoppable

	run       assistant.RunView
	all       []assistant.RunView
	approvals map[assistant.ApprovalID]assistant.ApprovalRecord
	calls     []assistant.ToolCall

	unstaged []string
	looked   int
	reworked int
	undoing  func()
}

func (d *onDesk) Run(context.Context, assistant.TenantID, assistant.RunID) (assistant.RunView, error) {
	return d.run, nil
}

func (d *onDesk) Runs(context.Context, assistant.TenantID, assistant.ConversationID) ([]assistant.RunView, error) {
	return append([]assistant.RunView(nil), d.all...), nil
}

func (d *onDesk) Approval(_ context.Context, _ assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error) {
	return d.approvals[id], nil
}

func (d *onDesk) Calls(context.Context, assistant.TenantID, assistant.RunID) ([]assistant.ToolCall, error) {
	return d.calls, nil
}

func (d *onDesk) MarkUndone(context.Context, assistant.Claim, assistant.CallID) error { return nil }

func (d *onDesk) Staged(k assistant.Task) assistant.Approval {
	return assistant.Approval{Staged: "of " + string(k.ID)}
}

func (d *onDesk) Unstage(_ context.Context, _ executor.Whose, a assistant.Approval) error {
	d.unstaged = append(d.unstaged, a.Staged)
	return nil
}

func (d *onDesk) Verify(context.Context, executor.Whose, []assistant.ToolCall) []assistant.Seen {
	d.looked++
	return nil
}

func (d *onDesk) Undo(context.Context, executor.Whose, []assistant.ToolCall) ([]assistant.UndoneTask, []assistant.CallID) {
	d.undoing()
	return []assistant.UndoneTask{{Task: "page"}}, nil
}

var errReworked = errors.New("it was given back")

func (d *onDesk) Rework(context.Context, planning.Desk, []assistant.Task, assistant.Task, string) ([]assistant.Rewritten, error) {
	d.reworked++
	return nil, errReworked
}

// Append implements mailbox, for lines of thinking that are shown at once.
type takesLines struct{ mailbox }

func (takesLines) Append(context.Context, assistant.Claim, assistant.Batch) error { return nil }

// over are the runs that a turn moves on.
func (d *onDesk) over() *runs {
	return &runs{models: &models{}, doer: d, read: d, lookups: d, ongoing: d, reworks: d, log: slog.New(slog.DiscardHandler)}
}

// atWork is a turn that is about a run, whose lines of thinking wait for its end.
func atWork(run assistant.Run, tasks ...assistant.Task) *turn {
	t := saying(assistant.Person{ID: "anna", Role: assistant.RoleMember}, "stop")
	t.sit.Run, t.sit.Tasks = &run, tasks
	t.timer = time.NewTimer(time.Hour)
	return t
}

// TestWhatIsDoneWithARunGoesByHowItStands: what goes on is stopped, what has ended is taken back or tried again, and nothing else.
func TestWhatIsDoneWithARunGoesByHowItStands(t *testing.T) {
	undone := []assistant.Task{{ID: "k", Status: assistant.TaskCancelled}}
	for name, c := range map[string]struct {
		status assistant.RunStatus
		tasks  []assistant.Task
		intent agents.Intent
		want   assistant.Body
		right  bool
	}{
		"a stop of what goes on":               {assistant.RunRunning, nil, agents.ReplyStop, assistant.StopRequested{Run: "r"}, false},
		"a stop of what is over":               {assistant.RunCompleted, nil, agents.ReplyStop, nil, false},
		"an undo of what is over":              {assistant.RunCompleted, nil, agents.ReplyUndo, assistant.UndoRequested{Run: "r"}, true},
		"an undo of what goes on":              {assistant.RunRunning, nil, agents.ReplyUndo, nil, false},
		"once more what was left undone":       {assistant.RunCancelled, undone, agents.ReplyRetry, assistant.RetryRequested{Run: "r"}, true},
		"once more what goes on":               {assistant.RunRunning, undone, agents.ReplyRetry, nil, false},
		"once more where nothing was left out": {assistant.RunCompleted, nil, agents.ReplyRetry, nil, false},
		"a yes":                                {assistant.RunCompleted, nil, agents.ReplyYes, nil, false},
	} {
		body, right := actOnRun(assistant.Run{ID: "r", Status: c.status}, c.tasks, c.intent)
		if body != c.want || right != c.right {
			t.Errorf("%s: %+v, which needs a right: %t", name, body, right)
		}
	}
}

// TestOnlyWhatIsDoneCanBeTakenBack, of a run that has ended.
func TestOnlyWhatIsDoneCanBeTakenBack(t *testing.T) {
	done := assistant.Task{Status: assistant.TaskCompleted, Effect: assistant.EffectReversible}
	changed := func(change func(*assistant.Task)) assistant.Task {
		k := done
		change(&k)
		return k
	}
	for name, c := range map[string]struct {
		status assistant.RunStatus
		task   assistant.Task
		want   bool
	}{
		"done":              {assistant.RunCompleted, done, true},
		"at work still":     {assistant.RunRunning, done, false},
		"not done":          {assistant.RunFailed, changed(func(k *assistant.Task) { k.Status = assistant.TaskFailed }), false},
		"changed nothing":   {assistant.RunCompleted, changed(func(k *assistant.Task) { k.Effect = assistant.EffectNone }), false},
		"cannot be undone":  {assistant.RunCompleted, changed(func(k *assistant.Task) { k.Effect = assistant.EffectIrreversible }), false},
		"taken back before": {assistant.RunCompleted, changed(func(k *assistant.Task) { k.Undone = true }), false},
	} {
		if got := undoable(assistant.RunView{Run: assistant.Run{Status: c.status}, Tasks: []assistant.Task{c.task}}); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestWhatIsStillAtWorkIsNotTakenBackByName, where words name it; what else is at work is in nobody's way.
func TestWhatIsStillAtWorkIsNotTakenBackByName(t *testing.T) {
	run := func(title string, status assistant.RunStatus) assistant.RunView {
		return assistant.RunView{Run: assistant.Run{ID: assistant.RunID(title), Title: title, Status: status}, Tasks: []assistant.Task{
			{Status: assistant.TaskCompleted, Effect: assistant.EffectReversible, Summary: title},
		}}
	}
	one, two := run("Services page", assistant.RunCompleted), run("Another services page", assistant.RunCompleted)
	for name, c := range map[string]struct {
		all  []assistant.RunView
		says string
	}{
		"all have ended":               {[]assistant.RunView{one, two}, "Several things that were done fit that"},
		"one of them is at work":       {[]assistant.RunView{one, two, run("New services page", assistant.RunRunning)}, "Something of that is still at work"},
		"something else is at work":    {[]assistant.RunView{one, two, run("Opening hours", assistant.RunRunning)}, "Several things that were done fit that"},
		"none of that was done at all": {[]assistant.RunView{run("Opening hours", assistant.RunCompleted)}, ""},
	} {
		turn := atWork(assistant.Run{})
		handled, err := (&onDesk{all: c.all}).over().undoOf(t.Context(), turn, "undo the services page")
		said := strings.Join(turn.heardFrom(), "\n")
		if err != nil || handled != (c.says != "") || !strings.HasPrefix(said, c.says) {
			t.Errorf("%s: handled %t, %v; it is said %q", name, handled, err, said)
		}
	}
}

// TestAStopWithdrawsWhatWaitsAndNothingElse: what is at work or done keeps what it has put up, what was decided is decided, and what a
// holder left behind that died is taken away.
func TestAStopWithdrawsWhatWaitsAndNothingElse(t *testing.T) {
	decided := func(id assistant.ApprovalID, s assistant.ApprovalStatus, staged string) assistant.ApprovalRecord {
		a := assistant.ApprovalRecord{Approval: assistant.Approval{ID: id, Staged: staged}}
		a.Status = s
		return a
	}
	d := &onDesk{approvals: map[assistant.ApprovalID]assistant.ApprovalRecord{}}
	for _, a := range []assistant.ApprovalRecord{
		decided("busy", assistant.ApprovalApproved, "busy"), decided("done", assistant.ApprovalApproved, "done"), decided("asks", assistant.ApprovalPending, "asks"),
		decided("plain", assistant.ApprovalPending, ""), decided("refused", assistant.ApprovalRejected, "refused"), decided("approved", assistant.ApprovalApproved, "approved"),
	} {
		d.approvals[a.ID] = a
	}
	tasks := []assistant.Task{
		{ID: "busy", Status: assistant.TaskInProgress, Approval: "busy", Attempt: 1},
		{ID: "done", Status: assistant.TaskCompleted, Approval: "done", Attempt: 1},
		{ID: "asks", Status: assistant.TaskCancelled, Approval: "asks", Attempt: 1},
		{ID: "plain", Status: assistant.TaskCancelled, Approval: "plain", Attempt: 1},
		{ID: "refused", Status: assistant.TaskCancelled, Approval: "refused", Attempt: 1},
		{ID: "approved", Status: assistant.TaskCancelled, Approval: "approved", Attempt: 1},
		{ID: "left", Status: assistant.TaskCancelled, Attempt: 1},
		{ID: "never", Status: assistant.TaskCancelled},
		{ID: "again", Status: assistant.TaskOpen, Attempt: 1},
	}
	run := assistant.RunView{Run: assistant.Run{ID: "r", Status: assistant.RunCancelled}, Tasks: tasks}
	turn := atWork(run.Run, tasks...)
	if err := d.over().withdrawn(t.Context(), turn, run); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"asks", "approved", "of left"}, d.unstaged); diff != "" {
		t.Errorf("taken away: %s", diff)
	}
	var told []assistant.ApprovalID
	for _, m := range turn.final.Messages {
		if b, ok := m.Body.(assistant.ApprovalDecided); ok && b.Verdict == assistant.VerdictWithdrawn {
			told = append(told, b.Approval)
		}
	}
	if diff := cmp.Diff([]assistant.ApprovalID{"asks", "plain"}, told); diff != "" {
		t.Errorf("withdrawn: %s", diff)
	}
}

// TestAStopThatWasTakenBackEndsNothing: a run that goes on again keeps what is open in it, and what waits in it.
func TestAStopThatWasTakenBackEndsNothing(t *testing.T) {
	pending := assistant.ApprovalRecord{Approval: assistant.Approval{ID: "a", Staged: "a"}}
	pending.Status = assistant.ApprovalPending
	for name, c := range map[string]struct {
		task assistant.Task
		take func(*runs, *turn) error
	}{
		"the stop": {assistant.Task{ID: "k", Status: assistant.TaskOpen}, func(r *runs, t *turn) error { return r.stop(context.Background(), t, "r") }},
		"what came to wait": {assistant.Task{ID: "k", Status: assistant.TaskOpen, Approval: "a"}, func(r *runs, t *turn) error {
			return r.parked(context.Background(), t, assistant.TaskWaiting{Run: "r", Task: "k", Approval: "a"})
		}},
	} {
		d := &onDesk{approvals: map[assistant.ApprovalID]assistant.ApprovalRecord{"a": pending}}
		turn := atWork(assistant.Run{ID: "r", Status: assistant.RunRunning}, c.task)
		if err := c.take(d.over(), turn); err != nil || len(turn.final.Messages) != 0 || len(d.unstaged) != 0 {
			t.Errorf("%s: %v; it is said %q, and %q is taken away", name, err, turn.heardFrom(), d.unstaged)
		}
	}
}

// TestOnlyWhatIsOpenIsDeclinedByAStop: what is at work or has ended says itself what became of it.
func TestOnlyWhatIsOpenIsDeclinedByAStop(t *testing.T) {
	turn := atWork(assistant.Run{})
	var all []assistant.Task
	for _, s := range []assistant.TaskStatus{assistant.TaskOpen, assistant.TaskInProgress, assistant.TaskCompleted, assistant.TaskFailed, assistant.TaskCancelled} {
		all = append(all, assistant.Task{ID: assistant.TaskID(s), Status: s})
	}
	var got, told []assistant.TaskID
	for i, k := range new(onDesk).over().declined(turn, "r", all) {
		if k.Status != all[i].Status {
			got = append(got, k.ID)
		}
	}
	for _, m := range turn.final.Messages {
		b, _ := m.Body.(assistant.TaskFinished)
		told = append(told, b.Task)
	}
	want := []assistant.TaskID{assistant.TaskID(assistant.TaskOpen)}
	if diff := cmp.Diff([][]assistant.TaskID{want, want}, [][]assistant.TaskID{got, told}); diff != "" {
		t.Error(diff)
	}
}

// TestWhatWasChangedIsLookedAtOnceItIsKnownToBe: where nothing was changed, or nobody knows yet, there is nothing to look at.
func TestWhatWasChangedIsLookedAtOnceItIsKnownToBe(t *testing.T) {
	call := func(s assistant.CallState, e assistant.Effect) assistant.ToolCall {
		return assistant.ToolCall{State: s, Effect: e}
	}
	for name, c := range map[string]struct {
		calls []assistant.ToolCall
		looks bool
	}{
		"nothing was called":      {nil, false},
		"it was only looked up":   {[]assistant.ToolCall{call(assistant.CallSettled, assistant.EffectNone)}, false},
		"it has not come back":    {[]assistant.ToolCall{call(assistant.CallStarted, assistant.EffectReversible)}, false},
		"nobody knows how":        {[]assistant.ToolCall{call(assistant.CallUncertain, assistant.EffectIrreversible)}, false},
		"each of it for itself":   {[]assistant.ToolCall{call(assistant.CallSettled, assistant.EffectNone), call(assistant.CallRefused, assistant.EffectReversible)}, false},
		"something was changed":   {[]assistant.ToolCall{call(assistant.CallSettled, assistant.EffectReversible)}, true},
		"it was, beside a lookup": {[]assistant.ToolCall{call(assistant.CallSettled, assistant.EffectNone), call(assistant.CallSettled, assistant.EffectIrreversible)}, true},
	} {
		d := &onDesk{calls: c.calls}
		turn := atWork(assistant.Run{ID: "r"})
		if _, err := d.over().seen(t.Context(), turn, assistant.Run{ID: "r"}, assistant.Project{}); err != nil || d.looked > 0 != c.looks || len(turn.early.Messages) > 0 != c.looks {
			t.Errorf("%s: looked %d times, %v, and thought %d lines", name, d.looked, err, len(turn.early.Messages))
		}
	}
}

// TestWhatWentOnOtherwiseIsNotGivenBack: a wish is about what stood there when it was said.
func TestWhatWentOnOtherwiseIsNotGivenBack(t *testing.T) {
	a := assistant.ApprovalRecord{Approval: assistant.Approval{ID: "a", Task: "k", Staged: "a"}}
	open := assistant.Task{ID: "k", Status: assistant.TaskOpen, Approval: "a"}
	for name, c := range map[string]struct {
		run   assistant.RunStatus
		task  assistant.Task
		again bool
	}{
		"it waits":               {assistant.RunRunning, open, true},
		"its run has ended":      {assistant.RunCancelled, open, false},
		"it has ended":           {assistant.RunRunning, assistant.Task{ID: "k", Status: assistant.TaskCancelled, Approval: "a"}, false},
		"it was asked anew":      {assistant.RunRunning, assistant.Task{ID: "k", Status: assistant.TaskOpen, Approval: "b"}, false},
		"it is in no run of his": {assistant.RunRunning, assistant.Task{ID: "other", Status: assistant.TaskOpen, Approval: "a"}, false},
	} {
		d := &onDesk{}
		run := assistant.Run{ID: "r", Status: c.run}
		turn := atWork(run, c.task)
		err := d.over().anew(t.Context(), turn, assistant.ApprovalDecided{Approval: "a", Note: "shorter"}, a, assistant.RunView{Run: run, Tasks: []assistant.Task{c.task}})
		if errors.Is(err, errReworked) != c.again || d.reworked > 0 != c.again || len(d.unstaged) > 0 != c.again {
			t.Errorf("%s: %v; given back %d times, and %q is taken away", name, err, d.reworked, d.unstaged)
		}
	}
}

// TestAnUndoThatComesTooLateSaysNothing: the turn has no room any more when it is done, so that another one tells of it.
func TestAnUndoThatComesTooLateSaysNothing(t *testing.T) {
	for name, ends := range map[string]bool{"in time": false, "too late": true} {
		ctx, cancel := context.WithCancel(t.Context())
		d := &onDesk{undoing: func() {
			if ends {
				cancel()
			}
		}}
		turn := atWork(assistant.Run{ID: "r", Status: assistant.RunCompleted})
		turn.store, turn.hints = takesLines{}, hints{queue: quiet{}}
		turn.laneHold = &laneHold{tenant: "t", lanes: lanes.New(1)}
		err := d.over().undo(ctx, turn, assistant.UndoRequested{Run: "r"})
		if said := len(turn.final.Messages) > 0; said == ends || (err != nil) != ends {
			t.Errorf("%s: %v; it is said %q", name, err, turn.heardFrom())
		}
		cancel()
	}
}
