package executor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/packkit"
)

const (
	tenant  = assistant.TenantID("tenant-1")
	project = assistant.ProjectID("project-1")
	theRun  = assistant.RunID("run-1")
	theTask = assistant.TaskID("task-1")
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// ledger is a log of calls in memory, with storage's rules.
type ledger struct {
	calls   []assistant.ToolCall // oldest first
	stopped bool
	away    error
	revoked bool                   // standing yeses were taken back meanwhile
	used    []assistant.StandingID // that things were done by
	others  int                    // uses by others meanwhile
}

func (l *ledger) StartCall(_ context.Context, _ assistant.TaskClaim, c assistant.ToolCall) (assistant.ToolCall, bool, error) {
	if l.away != nil {
		return assistant.ToolCall{}, false, l.away
	}
	if l.stopped {
		return assistant.ToolCall{}, false, assistant.ErrStopped
	}
	for _, known := range l.calls {
		if known.Key == c.Key {
			return known, false, nil
		}
	}
	l.calls = append(l.calls, c)
	return c, true, nil
}

func (l *ledger) UseStanding(_ context.Context, _ assistant.TaskClaim, id assistant.StandingID, _ string) (int, error) {
	if l.revoked {
		return 0, assistant.ErrDecided
	}
	l.used = append(l.used, id)
	return l.others + len(l.used), nil
}

func (l *ledger) Calls(context.Context, assistant.TenantID, assistant.RunID) ([]assistant.ToolCall, error) {
	out := slices.Clone(l.calls)
	slices.Reverse(out)
	return out, nil
}

// settle does what storage does with an ending.
func (l *ledger) settle(e executor.Ending) {
	if e.Call == nil {
		return
	}
	for i, c := range l.calls {
		if c.ID == e.Call.ID {
			l.calls[i] = *e.Call
		}
	}
}

// journal keeps the thinking lines.
type journal struct{ lines []string }

func (j *journal) Think(_ context.Context, _ assistant.AgentID, line assistant.Sentence) error {
	j.lines = append(j.lines, line.String())
	return nil
}

func (j *journal) Went(ctx context.Context, a assistant.AgentID, line assistant.Sentence, addresses []string) error {
	return j.Think(ctx, a, line.Then(assistant.Verbatim(strings.Join(addresses, " "))))
}

func (*journal) Flush(context.Context) error { return nil }

// world is what a fake tool changes, and how it behaves.
type world struct {
	state  string // what the preview sees
	did    []string
	keys   []string
	fails  error  // returned by Run
	before bool   // fails before the effect instead of after
	panics string // what Run panics with
	undone []string
	undoes map[string]error
	hang   bool
}

type arguments struct {
	Title string `json:"title"`
	Slug  string `json:"slug,omitempty"`
}

func (w *world) tool(change ...func(*tools.Tool)) tools.Tool {
	t := tools.Tool{
		Name: "create_page", Label: "Create a page", Description: "Creates a page.", Class: assistant.ClassAction,
		Effect: assistant.EffectReversible, Arguments: tools.Arguments[arguments](),
		Subject: func(args json.RawMessage) string { return "/" + tools.Text(args, "slug") },
		Owners:  []assistant.AgentID{assistant.WebEngineer}, Needs: site.Capability,
		Preview: func(context.Context, tools.Call) (assistant.Preview, error) {
			return assistant.Preview{Title: assistant.Say("Create the page"), State: w.state, Fields: []assistant.Field{{Name: "State", Old: w.state}}}, nil
		},
		Run: w.run,
		Undo: func(_ context.Context, c tools.Call, r assistant.Receipt) error {
			w.undone = append(w.undone, string(c.Task.ID)+" "+string(r.Undo))
			return w.undoes[string(c.Task.ID)]
		},
	}
	for _, f := range change {
		f(&t)
	}
	return t
}

func (w *world) run(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	if w.hang {
		<-ctx.Done()
		return assistant.Receipt{}, ctx.Err()
	}
	if w.panics != "" {
		panic(w.panics)
	}
	if w.fails != nil && w.before {
		return assistant.Receipt{}, w.fails
	}
	w.did, w.keys = append(w.did, string(c.Arguments)), append(w.keys, c.Key)
	if w.fails != nil {
		return assistant.Receipt{}, w.fails
	}
	return w.receipt(), nil
}

func (w *world) receipt() assistant.Receipt {
	return assistant.Receipt{Undo: json.RawMessage(`"old"`), Result: assistant.Result{Summary: assistant.Verbatim("Created"), Fields: assistant.ValuesOf(map[string]string{"url": "/x"})}}
}

func recoverable(w *world, fails error) func(*tools.Tool) {
	return func(t *tools.Tool) {
		t.Recover = func(context.Context, tools.Call) (assistant.Receipt, bool, error) {
			return w.receipt(), len(w.did) > 0, fails
		}
	}
}

func idempotent(t *tools.Tool) { t.Idempotent = true }

func irreversible(t *tools.Tool) { t.Effect, t.Undo = assistant.EffectIrreversible, nil }

func query(t *tools.Tool) {
	t.Class, t.Effect, t.Preview, t.Undo = assistant.ClassQuery, assistant.EffectNone, nil, nil
}

// bench is an executor with one tool and one task.
type bench struct {
	t       *testing.T
	ledger  *ledger
	journal *journal
	exec    *executor.Executor
	work    assistant.TaskWork
	counted []string
	log     bytes.Buffer
}

func newBench(t *testing.T, tool tools.Tool) *bench {
	t.Helper()
	of := packkit.TeamOf(t, tools.Pack{Name: "test", Tools: []tools.Tool{tool}})
	b := &bench{t: t, ledger: &ledger{}, journal: &journal{}}
	now := func() time.Time { return noon }
	var err error
	b.exec, err = executor.New(executor.Config{
		Team: of, Ledger: b.ledger, Now: now, IDs: assistant.NewIDs(now, rand.NewChaCha8([32]byte{})), Timeout: time.Second, Audience: audience{},
		Log: slog.New(slog.NewTextHandler(&b.log, nil)),
		Called: func(tool string, outcome executor.Outcome, _ time.Duration) {
			b.counted = append(b.counted, tool+" "+outcome.String())
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.work = assistant.TaskWork{
		Run:     assistant.Run{ID: theRun, RequestedBy: "person-1"},
		Project: assistant.Project{ID: project, Tenant: tenant, Name: "Aquaverter", Connections: []assistant.Connection{site.Folder()}},
		Task: assistant.Task{
			ID: theTask, Run: theRun, Project: project, Key: "page", Owner: assistant.WebEngineer, Type: "create_page",
			Parameters: json.RawMessage(`{"title":"Services","slug":"services"}`), Summary: "Create the Services page",
			Effect: tool.Effect,
		},
	}
	b.work.Task.ApprovedHash = shown(t, string(b.work.Task.Parameters), "empty")
	return b
}

// shown is the hash of what a person has approved: these arguments over that state.
func shown(t *testing.T, args, state string) string {
	t.Helper()
	h, err := assistant.ConsentHash("create_page", json.RawMessage(args), assistant.Preview{State: state})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// approve does what storage does when a person approves.
func (b *bench) approve(a *assistant.Approval) {
	b.t.Helper()
	if a == nil {
		b.t.Fatal("nobody was asked")
	}
	b.work.Task.ApprovedHash, b.work.Task.Definition, b.work.Task.Approval = a.Hash, a.Definition, a.ID
	if a.Irreversible {
		b.work.Task.ConfirmedAt = noon
	}
}

func (b *bench) do() executor.Ending {
	b.t.Helper()
	e, err := b.exec.Do(b.t.Context(), b.journal, assistant.TaskClaim{Tenant: tenant, Conversation: "c", Task: theTask}, b.work)
	if err != nil {
		b.t.Fatalf("do: %v", err)
	}
	b.ledger.settle(e)
	return e
}

// crash does the task and loses the ending, as when the holder dies.
func (b *bench) crash() {
	b.t.Helper()
	if _, err := b.exec.Do(b.t.Context(), b.journal, assistant.TaskClaim{Tenant: tenant, Task: theTask}, b.work); err != nil {
		b.t.Fatalf("do: %v", err)
	}
}

func (b *bench) status(e executor.Ending) assistant.TaskStatus {
	b.t.Helper()
	if e.Finished == nil {
		b.t.Fatalf("the task has not finished: %+v", e)
	}
	return e.Finished.Status
}

func (b *bench) failed(e executor.Ending) assistant.Problem {
	b.t.Helper()
	if b.status(e) != assistant.TaskFailed || e.Finished.Problem == nil {
		b.t.Fatalf("the task has not failed: %+v", e.Finished)
	}
	return *e.Finished.Problem
}

func TestATaskIsDoneOnceAndItsReceiptServesAgain(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.work.Task.Parameters = json.RawMessage(`{"title":{"$from":"draft","field":"title"},"slug":"services"}`)
	b.work.Results = map[string]assistant.Result{"draft": {Fields: assistant.ValuesOf(map[string]string{"title": `A "quoted" title`})}}
	b.work.Task.ApprovedHash = shown(t, `{"title":"A \"quoted\" title","slug":"services"}`, "empty")

	e := b.do()

	if b.status(e) != assistant.TaskCompleted || !e.Finished.Result.Undo || e.Finished.Result.Fields.Text("url") != "/x" {
		t.Errorf("ending: %+v", e.Finished)
	}
	if e.Call.State != assistant.CallSettled || e.Call.Receipt == nil || e.Call.Key != "task:task-1/0" {
		t.Errorf("call: %+v", e.Call)
	}
	if want := []string{`{"slug":"services","title":"A \"quoted\" title"}`}; !slices.Equal(w.did, want) {
		t.Errorf("the tool was given %q, want %q", w.did, want)
	}
	if want := "Nico is creating a page: /services"; !slices.Contains(b.journal.lines, want) {
		t.Errorf("thinking lines %q lack %q", b.journal.lines, want)
	}
	w.state = "changed by the call itself"
	if b.status(b.do()) != assistant.TaskCompleted || len(w.did) != 1 {
		t.Errorf("taken in hand again it was done %d times, want 1", len(w.did))
	}
	if want := []string{"create_page settled", "create_page reused"}; !slices.Equal(b.counted, want) {
		t.Errorf("counted %q, want %q", b.counted, want)
	}
}

func TestTheGateRefusesWhatIsOutsideTheScope(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*assistant.TaskWork)
		says   string
	}{
		"a task type nobody can do":   {func(w *assistant.TaskWork) { w.Task.Type = "launch_rocket" }, "nobody here can do"},
		"not allowed for the project": {func(w *assistant.TaskWork) { w.Project.Allowed = []assistant.TaskType{"run_audit"} }, "not allowed for the project"},
		"a project without a site":    {func(w *assistant.TaskWork) { w.Project.Connections = nil }, "needs a site"},
		"an agent that may not":       {func(w *assistant.TaskWork) { w.Task.Owner = assistant.FileAgent }, "may not be done by"},
		"another project":             {func(w *assistant.TaskWork) { w.Project.ID = "project-2" }, "another project"},
		"another tenant's project":    {func(w *assistant.TaskWork) { w.Project.Tenant = "tenant-2" }, "another project"},
		"a missing argument":          {func(w *assistant.TaskWork) { w.Task.Parameters = json.RawMessage(`{"slug":"x"}`) }, "title is missing"},
		"an empty argument":           {func(w *assistant.TaskWork) { w.Task.Parameters = json.RawMessage(`{"title":""}`) }, "title is missing"},
		"an argument of another kind": {func(w *assistant.TaskWork) { w.Task.Parameters = json.RawMessage(`{"title":7}`) }, "do not fit"},
		"an argument nobody knows":    {func(w *assistant.TaskWork) { w.Task.Parameters = json.RawMessage(`{"title":"x","sudo":true}`) }, "do not fit"},
		"a step without its result": {func(w *assistant.TaskWork) {
			w.Task.Parameters = json.RawMessage(`{"title":{"$from":"draft","field":"html"}}`)
		}, "has no result"},
		"a field that is not there": {func(w *assistant.TaskWork) {
			w.Task.Parameters = json.RawMessage(`{"title":{"$from":"draft","field":"html"}}`)
			w.Results = map[string]assistant.Result{"draft": {}}
		}, "among its results"},
	} {
		t.Run(name, func(t *testing.T) {
			w := &world{state: "empty"}
			b := newBench(t, w.tool())
			c.change(&b.work)
			p := b.failed(b.do())
			if !strings.Contains(p.Message.String(), c.says) || p.Recovery.String() == "" {
				t.Errorf("problem %+v does not say %q with a way on", p, c.says)
			}
			if len(w.did) != 0 || len(b.ledger.calls) != 0 {
				t.Errorf("done %d times, %d calls logged; want none", len(w.did), len(b.ledger.calls))
			}
		})
	}
}

func TestAStoppedRunTakesNoFurtherEffect(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.ledger.stopped = true
	if got := b.status(b.do()); got != assistant.TaskCancelled || len(w.did) != 0 {
		t.Errorf("status %s, done %d times; want cancelled, 0", got, len(w.did))
	}
}

func TestWhatIsNotTheTasksOwnIsAnError(t *testing.T) {
	b := newBench(t, (&world{state: "empty"}).tool())
	for _, away := range []error{assistant.ErrFenced, errors.New("no database")} {
		b.ledger.away = away
		if _, err := b.exec.Do(t.Context(), b.journal, assistant.TaskClaim{Tenant: tenant}, b.work); !errors.Is(err, away) {
			t.Errorf("error %v, want %v", err, away)
		}
	}
	w := &world{state: "empty", hang: true}
	b = newBench(t, w.tool())
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("replica stops")
	cancel(gone)
	if _, err := b.exec.Do(ctx, b.journal, assistant.TaskClaim{Tenant: tenant}, b.work); !errors.Is(err, gone) {
		t.Errorf("error %v, want %v", err, gone)
	}
}

func TestConsentIsAskedAgainWhenTheStateHasMoved(t *testing.T) {
	w := &world{state: "someone wrote here"}
	b := newBench(t, w.tool())
	e := b.do()
	if e.Waiting == nil || e.Finished != nil || len(b.ledger.calls) != 0 {
		t.Fatalf("ending %+v with %d calls, want an approval and none", e, len(b.ledger.calls))
	}
	a := e.Waiting
	if a.Preview.State != w.state || a.Preview.Fields[0].Old != w.state || a.Hash == "" || !strings.Contains(a.Why.String(), "changed") ||
		a.RequestedBy != "person-1" || !a.ExpiresAt.After(noon) || a.Tool != "create_page" || a.Irreversible {
		t.Errorf("approval: %+v", a)
	}
	if !a.ExpiresAt.Equal(noon.Add(time.Hour)) {
		t.Errorf("it waits until %s, want an hour", a.ExpiresAt)
	}
	b.work.Settings.ApprovalHours = 5
	if e := b.do(); e.Waiting == nil || !e.Waiting.ExpiresAt.Equal(noon.Add(5*time.Hour)) {
		t.Errorf("where the tenant says five hours: %+v", e.Waiting)
	}
	b.work.Settings.PlanHours = 72
	b.work.Run.Plan = "plan-1"
	if e := b.do(); e.Waiting == nil || !e.Waiting.ExpiresAt.Equal(noon.Add(72*time.Hour)) {
		t.Errorf("in an approved plan, which waits three days: %+v", e.Waiting)
	}
	b.work.Run.Plan = ""
	b.approve(a)
	if b.status(b.do()) != assistant.TaskCompleted || len(w.did) != 1 {
		t.Errorf("approved, it was done %d times, want 1", len(w.did))
	}
}

func TestNothingRunsThatNobodyHasApproved(t *testing.T) {
	w := &world{} // a preview without a state gets one, or it could never be approved
	b := newBench(t, w.tool())
	b.work.Task.ApprovedHash = ""
	b.work.Task.Effect = assistant.EffectNone // a plan does not overrule its tool
	a := b.do().Waiting
	if a == nil || a.Preview.State == "" {
		t.Fatalf("approval %+v, want one with a state", a)
	}
	b.approve(a)
	if b.status(b.do()) != assistant.TaskCompleted {
		t.Error("approved, it did not run")
	}
}

func TestWhatCannotBeUndoneAsksTwice(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool(irreversible))
	a := b.do().Waiting
	if a == nil || !a.Irreversible || !strings.Contains(a.Why.String(), "cannot be undone") {
		t.Fatalf("approval %+v, want an irreversible one", a)
	}
	b.approve(a)
	if b.status(b.do()) != assistant.TaskCompleted || len(w.did) != 1 {
		t.Errorf("confirmed, it was done %d times, want 1", len(w.did))
	}
}

func TestAQueryAsksNobody(t *testing.T) {
	w := &world{}
	b := newBench(t, w.tool(query))
	b.work.Task.ApprovedHash = ""
	if e := b.do(); b.status(e) != assistant.TaskCompleted || e.Finished.Result.Undo {
		t.Errorf("ending: %+v", e.Finished)
	}
}
