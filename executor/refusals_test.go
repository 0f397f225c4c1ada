package executor_test

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/packkit"
)

// siteless is a tool that needs no project.
func siteless(t *tools.Tool) { t.Needs = "" }

// TestAnExecutorThatLacksSomethingIsNotMade: one that is nil would be found out in the middle of a task.
func TestAnExecutorThatLacksSomethingIsNotMade(t *testing.T) {
	of := packkit.TeamOf(t, tools.Pack{Name: "test", Tools: []tools.Tool{(&world{}).tool()}})
	whole := executor.Config{Team: of, Ledger: &ledger{}, IDs: assistant.NewIDs(time.Now, zeros{}), Now: time.Now}
	if _, err := executor.New(whole); err != nil {
		t.Fatal(err)
	}
	for what, without := range map[string]func(*executor.Config){
		"a team": func(c *executor.Config) { c.Team = nil }, "a ledger": func(c *executor.Config) { c.Ledger = nil },
		"ids": func(c *executor.Config) { c.IDs = nil }, "a clock": func(c *executor.Config) { c.Now = nil },
	} {
		c := whole
		if without(&c); c.Team == nil || c.Ledger == nil || c.IDs == nil || c.Now == nil {
			if _, err := executor.New(c); err == nil {
				t.Errorf("one is made without %s", what)
			}
		}
	}
}

// TestAnAnswerUsesNoActionThatChangesNothing: what only writes a draft has no effect, and takes a plan all the same.
func TestAnAnswerUsesNoActionThatChangesNothing(t *testing.T) {
	w := &world{}
	b := newBench(t, w.tool(func(t *tools.Tool) { query(t); t.Class = assistant.ClassAction }))
	_, err := b.exec.Query(t.Context(), asks(func(q *executor.Query) { q.Tool = "create_page" }))
	if err == nil || !strings.Contains(err.Error(), "needs a plan") || len(w.did) != 0 {
		t.Errorf("%v, did %v", err, w.did)
	}
}

// TestWhatNeedsNoProjectIsDoneWithoutOne, in an answer and as a task.
func TestWhatNeedsNoProjectIsDoneWithoutOne(t *testing.T) {
	w := &world{}
	b := newBench(t, w.tool(query, siteless))
	_, err := b.exec.Query(t.Context(), asks(func(q *executor.Query) { q.Tool, q.Project = "create_page", assistant.Project{} }))
	if err != nil || len(w.did) != 1 {
		t.Errorf("in an answer: %v, did %v", err, w.did)
	}
	b.work.Project, b.work.Task.Project = assistant.Project{}, ""
	if e := b.do(); b.status(e) != assistant.TaskCompleted {
		t.Errorf("as a task: %+v", e.Finished.Problem)
	}
}

// TestWhatSteersIsNoTask, whoever has put it into one.
func TestWhatSteersIsNoTask(t *testing.T) {
	w := &world{}
	b := newBench(t, w.tool(func(t *tools.Tool) { query(t); t.Class = assistant.ClassMeta }))
	if p := b.failed(b.do()); !strings.Contains(p.Message.String(), "only steers") || len(w.did) != 0 {
		t.Errorf("%q, did %v", p.Message, w.did)
	}
}

// TestAnAgentLooksWithoutAPlan: what only looks has no need to be proposed.
func TestAnAgentLooksWithoutAPlan(t *testing.T) {
	w := &world{}
	b := newBench(t, w.tool(query))
	if b.work.Run.Session = "s"; b.status(b.do()) != assistant.TaskCompleted || len(w.did) != 1 {
		t.Errorf("did %v", w.did)
	}
}

// TestOnlyWhatWritesAnewIsDoneAgainForOtherWords: for other tools the receipt serves, and a call with an unknown end is not called
// an earlier version.
func TestOnlyWhatWritesAnewIsDoneAgainForOtherWords(t *testing.T) {
	const other = `{"title":"Services","slug":"other"}`
	anew := func(t *tools.Tool) { t.Rewrite = tools.Rewrite{Words: "slug"} }
	for what, c := range map[string]struct {
		change []func(*tools.Tool)
		lost   bool
		done   int
		status assistant.TaskStatus
	}{
		"what changes things":                   {nil, false, 1, assistant.TaskCompleted},
		"what writes":                           {[]func(*tools.Tool){anew}, false, 2, assistant.TaskCompleted},
		"what writes, and nobody knows its end": {[]func(*tools.Tool){anew}, true, 1, assistant.TaskFailed},
	} {
		w := &world{state: "empty"}
		b := newBench(t, w.tool(c.change...))
		if c.lost {
			b.crash()
		} else {
			b.do()
		}
		b.work.Task.Parameters, b.work.Task.ApprovedHash = json.RawMessage(other), shown(t, other, "empty")
		if got := b.status(b.do()); got != c.status || len(w.did) != c.done {
			t.Errorf("%s: %s, done %q", what, got, w.did)
		}
	}
}

// TestAQueryNeverWaitsForAYes: not where a rule says who approves, and not where the page has moved meanwhile.
func TestAQueryNeverWaitsForAYes(t *testing.T) {
	w := &world{}
	b := newBench(t, w.tool(query))
	b.work.Task.ApprovedHash = ""
	b.work.Policies = []assistant.Policy{{Rule: assistant.ApprovalRule{Needed: 2}}}
	if e := b.do(); e.Waiting != nil || b.status(e) != assistant.TaskCompleted {
		t.Errorf("where two approve: %+v", e)
	}
	b = newBench(t, (&world{fails: assistant.ErrMoved}).tool(query))
	if e := b.do(); e.Waiting != nil || b.status(e) != assistant.TaskFailed {
		t.Errorf("of what has moved: %+v", e)
	}
}

// TestWhatChangesThingsIsNotAskedAboutAsAnAddress: an action goes outside or not at all, and what it has done stands.
func TestWhatChangesThingsIsNotAskedAboutAsAnAddress(t *testing.T) {
	w := &world{state: "empty", fails: &assistant.Trouble{Err: assistant.ErrUncertain, Problem: assistant.Problem{Message: assistant.Say("It leads outside."), Outward: "https://evil.example/"}}}
	b := newBench(t, w.tool())
	if e := b.do(); e.Waiting != nil || e.Call.State != assistant.CallUncertain {
		t.Errorf("it asks for %+v, and its call is %+v", e.Waiting, e.Call.State)
	}
	w = &world{state: "empty"}
	b = newBench(t, w.tool(func(t *tools.Tool) {
		t.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			if _, err := c.Out.Admit(ctx, &url.URL{Scheme: "https", Host: "evil.example", Path: "/"}); err == nil {
				w.did = append(w.did, "evil.example")
			}
			return w.receipt(), nil
		}
	}))
	if e := b.do(); b.status(e) != assistant.TaskCompleted || len(w.did) != 0 {
		t.Errorf("%+v, went to %q", e.Finished, w.did)
	}
}

// TestACardSaysWhatCannotBeUndoneAndOffersItNeverForGood.
func TestACardSaysWhatCannotBeUndoneAndOffersItNeverForGood(t *testing.T) {
	for what, c := range map[string]struct {
		change func(*tools.Tool)
		rule   []assistant.Policy
		final  bool
		good   bool
	}{
		"what can be undone":             {func(*tools.Tool) {}, nil, false, true},
		"what cannot be undone":          {irreversible, nil, true, false},
		"what two people have to decide": {func(*tools.Tool) {}, []assistant.Policy{{Rule: assistant.ApprovalRule{Needed: 2}}}, false, false},
	} {
		b := newBench(t, (&world{state: "empty"}).tool(c.change))
		b.work.Task.ApprovedHash, b.work.Policies = "", c.rule
		a := b.do().Waiting
		if a == nil {
			t.Fatalf("%s: nobody is asked", what)
		}
		if strings.Contains(a.Why.String(), "it cannot be undone") != c.final || a.Standing != c.good {
			t.Errorf("%s: %q, offered for good: %v", what, a.Why, a.Standing)
		}
	}
}

// late is a ledger whose calls are read before somebody else's is there.
type late struct{ *ledger }

// Calls implements [executor.Ledger].
func (late) Calls(context.Context, assistant.TenantID, assistant.RunID) ([]assistant.ToolCall, error) {
	return nil, nil
}

// TestWhatSomebodyElseHasDoneMeanwhileIsNotDoneAgain: their receipt serves.
func TestWhatSomebodyElseHasDoneMeanwhileIsNotDoneAgain(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.do()
	of := packkit.TeamOf(t, tools.Pack{Name: "test", Tools: []tools.Tool{w.tool()}})
	var err error
	b.exec, err = executor.New(executor.Config{Team: of, Ledger: late{b.ledger}, IDs: assistant.NewIDs(time.Now, zeros{}), Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	if e := b.do(); b.status(e) != assistant.TaskCompleted || e.Finished.Result.Summary.String() != "Created" || len(w.did) != 1 {
		t.Errorf("%+v, done %d times", e.Finished, len(w.did))
	}
}

// TestSoMuchIsLookedAtAndNoMore: a run that wrote a hundred pages does not keep its people waiting.
func TestSoMuchIsLookedAtAndNoMore(t *testing.T) {
	tool := (&world{}).tool()
	tool.Verify = func(context.Context, tools.Call, assistant.Receipt) (assistant.Sight, assistant.Sentence, error) {
		return assistant.SightAsWritten, assistant.Sentence{}, nil
	}
	b := newBench(t, tool)
	var calls []assistant.ToolCall
	for i := range 25 {
		calls = append(calls, call(strconv.Itoa(i), i))
	}
	if diff := cmp.Diff(20, len(b.exec.Verify(t.Context(), executor.Whose{Tenant: tenant, Project: b.work.Project}, calls))); diff != "" {
		t.Error(diff)
	}
}

// TestWhatWasAllowedBeforeIsSaidToBe: the line names who allowed it, and is not that of a yes to an action.
func TestWhatWasAllowedBeforeIsSaidToBe(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.work.Task.ApprovedHash, b.work.Unasked, b.work.Background = "", true, "b"
	b.work.Standing = []assistant.StandingYes{{
		ID: "s", Person: "anna", Name: "Anna", Tool: "create_page", Project: b.work.Project.ID, Most: 2, Until: noon.Add(time.Hour), Background: "b", Before: true,
		As: assistant.Capacity{Role: assistant.RoleApprover},
	}}
	b.exec = newBench(t, w.tool(func(x *tools.Tool) {
		preview := x.Preview
		x.Preview = func(ctx context.Context, c tools.Call) (assistant.Preview, error) {
			p, err := preview(ctx, c)
			p.Target = "page /services"
			return p, err
		}
	})).exec
	e := b.do()
	if e.Finished == nil || e.Finished.Result.Allowed == nil || e.Finished.Result.Allowed.By != "Anna" || !strings.Contains(strings.Join(b.journal.lines, "\n"), "as Anna allowed: 1 of 2 times") {
		t.Errorf("%+v, told %q", e, b.journal.lines)
	}
}
