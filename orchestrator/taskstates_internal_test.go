package orchestrator

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

// oneTask is a run of one task, as it stands.
type oneTask struct {
	stage

	task     assistant.Task
	approval assistant.ApprovalRecord
}

func (s oneTask) Run(context.Context, assistant.TenantID, assistant.RunID) (assistant.RunView, error) {
	return assistant.RunView{Run: assistant.Run{ID: "r"}, Tasks: []assistant.Task{{ID: "other", Status: assistant.TaskFailed}, s.task}}, nil
}

func (s oneTask) Approval(context.Context, assistant.TenantID, assistant.ApprovalID) (assistant.ApprovalRecord, error) {
	return s.approval, nil
}

// TestWhoExecutesIsToldOfAnEndOrOfAYesThatIsNeeded, and waits otherwise: also where somebody has just decided.
func TestWhoExecutesIsToldOfAnEndOrOfAYesThatIsNeeded(t *testing.T) {
	for name, c := range map[string]struct {
		status   assistant.TaskStatus
		approval assistant.ApprovalID
		decided  assistant.ApprovalStatus
		done     bool
		asks     bool
	}{
		"it is open":              {assistant.TaskOpen, "", "", false, false},
		"it is at work":           {assistant.TaskInProgress, "", "", false, false},
		"it is done":              {assistant.TaskCompleted, "", "", true, false},
		"it is done, after a yes": {assistant.TaskCompleted, "a", assistant.ApprovalApproved, true, false},
		"it has failed":           {assistant.TaskFailed, "", "", true, false},
		"it waits for a yes":      {assistant.TaskOpen, "a", assistant.ApprovalPending, true, true},
		"a yes was just said":     {assistant.TaskOpen, "a", assistant.ApprovalApproved, false, false},
		"it was sent back":        {assistant.TaskOpen, "a", assistant.ApprovalSentBack, false, false},
	} {
		s := oneTask{task: assistant.Task{ID: "k", Status: c.status, Approval: c.approval}, approval: assistant.ApprovalRecord{Approval: assistant.Approval{ID: c.approval}}}
		s.approval.Status = c.decided
		got, done, err := (&Execution{stage: s}).standing(t.Context(), "t", "r", "k")
		if err != nil || done != c.done || (got.Approval != nil) != c.asks || got.Status != c.status {
			t.Errorf("%s: %+v, done %t, %v", name, got, done, err)
		}
	}
	if _, _, err := (&Execution{stage: oneTask{}}).standing(t.Context(), "t", "r", "k"); !errors.Is(err, assistant.ErrNotFound) {
		t.Errorf("a task of another run: %v", err)
	}
}

// TestAKeyIsOfOnePersonAndOneTask: what was made under it is given to nobody else, and for nothing else.
func TestAKeyIsOfOnePersonAndOneTask(t *testing.T) {
	r := assistant.ExecuteRequest{Person: "anna", Project: "site", Agent: assistant.WebEngineer, Type: "create_page", Parameters: json.RawMessage(`{"slug":"a"}`)}
	task := assistant.Task{Owner: r.Agent, Project: r.Project, Type: r.Type, Parameters: json.RawMessage(`{ "slug": "a" }`)}
	posted := func(by assistant.PersonID, change func(*assistant.Task)) assistant.Message {
		k := task
		change(&k)
		return assistant.Message{Person: by, Body: assistant.RunStarted{Tasks: []assistant.Task{k}}}
	}
	same := func(*assistant.Task) {}
	for name, c := range map[string]struct {
		posted assistant.Message
		want   bool
	}{
		"the same again":         {posted("anna", same), true},
		"another person's":       {posted("ben", same), false},
		"another agent's":        {posted("anna", func(k *assistant.Task) { k.Owner = assistant.CreativeLead }), false},
		"in another project":     {posted("anna", func(k *assistant.Task) { k.Project = "shop" }), false},
		"another tool":           {posted("anna", func(k *assistant.Task) { k.Type = "delete_page" }), false},
		"with other arguments":   {posted("anna", func(k *assistant.Task) { k.Parameters = json.RawMessage(`{"slug":"b"}`) }), false},
		"a run without a task":   {assistant.Message{Person: "anna", Body: assistant.RunStarted{}}, false},
		"something else at all":  {assistant.Message{Person: "anna", Body: assistant.Said{}}, false},
		"what nobody has asked":  {posted("", same), false},
		"with no arguments left": {posted("anna", func(k *assistant.Task) { k.Parameters = nil }), false},
	} {
		if got := asked(c.posted, r); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// haltedBench is where a stop has been said, and a log of calls that takes all of them.
type haltedBench struct {
	taskClaims

	looked int
}

func (b *haltedBench) Halted(context.Context, assistant.TaskClaim) (bool, error) {
	b.looked++
	return true, nil
}

func (*haltedBench) WriteTasks(context.Context, []assistant.TaskWrite) error { return nil }

func (*haltedBench) StartCall(_ context.Context, _ assistant.TaskClaim, c assistant.ToolCall) (assistant.ToolCall, bool, error) {
	return c, true, nil
}

func (*haltedBench) UseStanding(context.Context, assistant.TaskClaim, assistant.StandingID, string) (int, error) {
	return 0, nil
}

func (*haltedBench) Calls(context.Context, assistant.TenantID, assistant.RunID) ([]assistant.ToolCall, error) {
	return nil, nil
}

// TestAStopCutsOffWhatChangesNothingAndNothingElse: what writes is never given up in the middle, however long it takes.
func TestAStopCutsOffWhatChangesNothingAndNothingElse(t *testing.T) {
	for effect, class := range map[assistant.Effect]assistant.Class{assistant.EffectNone: assistant.ClassQuery, assistant.EffectReversible: assistant.ClassAction} {
		synctest.Test(t, func(t *testing.T) {
			cut := false
			slow := tools.Tool{
				Name: "slow", Label: "Slow", Description: "Takes its time.", Class: class, Effect: effect, Idempotent: true, Arguments: tools.Arguments[struct{}](),
				Owners: []assistant.AgentID{assistant.WebEngineer},
				Run: func(ctx context.Context, _ tools.Call) (assistant.Receipt, error) {
					select {
					case <-ctx.Done():
						cut = true
						return assistant.Receipt{}, context.Cause(ctx)
					case <-time.After(10 * time.Second):
						return assistant.Receipt{Undo: json.RawMessage(`{}`), Result: assistant.Result{Summary: assistant.Verbatim("Done")}}, nil
					}
				},
			}
			if effect != assistant.EffectNone {
				slow.Preview = func(context.Context, tools.Call) (assistant.Preview, error) {
					return assistant.Preview{Title: assistant.Say("It"), State: "as it was"}, nil
				}
				slow.Undo = func(context.Context, tools.Call, assistant.Receipt) error { return nil }
			}
			b := &haltedBench{}
			exec, err := executor.New(executor.Config{Team: teamOf(slow).Team, Ledger: b, IDs: assistant.NewIDs(time.Now, rand.Reader), Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			r := &TaskRunner{store: b, queue: quiet{}, doer: exec, scribe: newScribe(b, hints{queue: quiet{}}, time.Minute), now: time.Now}
			task := assistant.Task{ID: "k", Run: "r", Project: "p", Owner: assistant.WebEngineer, Type: "slow", Status: assistant.TaskInProgress, Parameters: json.RawMessage(`{}`), Effect: effect}
			if effect != assistant.EffectNone {
				if task.ApprovedHash, err = assistant.ConsentHash("slow", task.Parameters, assistant.Preview{Title: assistant.Say("It"), State: "as it was"}); err != nil {
					t.Fatal(err)
				}
			}
			d := &taskHost{runner: r, team: teamOf(slow).Team, claim: assistant.TaskClaim{Tenant: "t", Conversation: "c", Task: "k"}, work: assistant.TaskWork{
				Task: task, Run: assistant.Run{ID: "r", Status: assistant.RunRunning}, Project: assistant.Project{ID: "p", Tenant: "t"}, Settings: assistant.DefaultSettings(),
			}}
			ending, _, err := r.untilHalted(t.Context(), d)
			d.close()
			r.scribe.all.Wait()
			halts := effect == assistant.EffectNone
			if cut != halts || errors.Is(err, assistant.ErrHalted) != halts {
				t.Errorf("effect %q: cut off %t, %v, %+v, after %d looks", effect, cut, err, ending, b.looked)
			}
			if !halts && (err != nil || ending.Finished == nil || ending.Finished.Status != assistant.TaskCompleted) {
				t.Errorf("effect %q: it came to %+v, %v", effect, ending, err)
			}
		})
	}
}
