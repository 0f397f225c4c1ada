package executor_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/packkit"
)

// diary is the log of calls that no task makes, with storage's rules.
type diary struct {
	calls  []assistant.ToolCall
	fenced bool // the claim is gone
}

func (d *diary) StartOwnCall(_ context.Context, _ assistant.Claim, c assistant.ToolCall) (assistant.ToolCall, bool, error) {
	if d.fenced {
		return c, false, assistant.ErrFenced
	}
	for _, known := range d.calls {
		if known.Key == c.Key {
			return known, false, nil
		}
	}
	c.State = assistant.CallStarted
	d.calls = append(d.calls, c)
	return c, true, nil
}

func (d *diary) SettleOwnCall(_ context.Context, _ assistant.Claim, c assistant.ToolCall) error {
	if d.fenced {
		return assistant.ErrFenced
	}
	for i := range d.calls {
		if d.calls[i].ID == c.ID {
			d.calls[i] = c
		}
	}
	return nil
}

// setter is an executor with a tool that changes a setting of whoever asks.
func setter(t *testing.T, w *world, log executor.OwnCalls) *executor.Executor {
	t.Helper()
	set := w.tool(func(t *tools.Tool) {
		t.Name, t.Class, t.Effect, t.Undo, t.Preview, t.Idempotent, t.Open, t.Needs, t.Owners = "set", assistant.ClassOwn, assistant.EffectNone, nil, nil, true, true, "", nil
	})
	e, err := executor.New(executor.Config{
		Team: packkit.TeamOf(t, tools.Pack{Name: "test", Tools: []tools.Tool{set}}), Ledger: &ledger{}, Own: log, IDs: assistant.NewIDs(time.Now, zeros{}), Now: func() time.Time { return noon },
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// anna asks for a setting of hers.
func anna(change ...func(*executor.Query)) executor.Query {
	return asks(append([]func(*executor.Query){func(q *executor.Query) {
		q.Tool, q.Agent, q.Project.Allowed = "set", assistant.ResearchAgent, []assistant.TaskType{"create_page"}
		q.Asker = assistant.Person{ID: "anna", Tenant: tenant, Role: assistant.RoleMember}
	}}, change...)...)
}

// TestWhatSomebodySetsForThemselvesNeedsNoCard: whichever agent they speak to, and whatever a project allows; and it is logged with its receipt.
func TestWhatSomebodySetsForThemselvesNeedsNoCard(t *testing.T) {
	w, log := &world{}, &diary{}
	e := setter(t, w, log)
	r, err := e.Query(t.Context(), anna())
	if err != nil || len(w.did) != 1 {
		t.Fatalf("%v, did %v", err, w.did)
	}
	c := log.calls[0]
	if len(log.calls) != 1 || c.State != assistant.CallSettled || c.Receipt == nil || c.Receipt.Result.Summary.String() != r.Result.Summary.String() || c.Tool != "set" || string(c.Arguments) != `{"title":"Services"}` {
		t.Errorf("%+v", log.calls)
	}
	// Whoever begins the answer again finds it done, and does not do it over what was set since.
	again, err := e.Query(t.Context(), anna())
	if err != nil || len(w.did) != 1 || again.Result.Summary.String() != r.Result.Summary.String() {
		t.Errorf("%v, did %v", err, w.did)
	}
}

// TestASettingIsChangedForWhoeverAsksAlone: by the gate, whatever the prompt says.
func TestASettingIsChangedForWhoeverAsksAlone(t *testing.T) {
	for name, change := range map[string]func(*executor.Query){
		"a guest":                     func(q *executor.Query) { q.Asker.Role = assistant.RoleGuest },
		"somebody answered as one":    func(q *executor.Query) { q.Guest = true },
		"nobody":                      func(q *executor.Query) { q.Asker = assistant.Person{Role: assistant.RoleMember} },
		"somebody who is not here":    func(q *executor.Query) { q.Asker.Role = "" },
		"a background task":           func(q *executor.Query) { q.Unasked = "b" },
		"what came of one":            func(q *executor.Query) { q.Alone = true },
		"an executor":                 func(q *executor.Query) { q.Reads = true },
		"one of several who speak":    func(q *executor.Query) { q.Others = true },
		"arguments that do not fit":   func(q *executor.Query) { q.Arguments = json.RawMessage(`{"slug":"x"}`) },
		"a tool that nobody knows of": func(q *executor.Query) { q.Tool = "set_all" },
	} {
		w, log := &world{}, &diary{}
		_, err := setter(t, w, log).Query(t.Context(), anna(change))
		if _, told := errors.AsType[*assistant.Trouble](err); !told || len(w.did) > 0 || len(log.calls) > 0 {
			t.Errorf("%s: %v, did %v, logged %+v", name, err, w.did, log.calls)
		}
	}
	w := &world{}
	if _, err := setter(t, w, nil).Query(t.Context(), anna()); err == nil || len(w.did) > 0 {
		t.Errorf("without a log: %v, did %v", err, w.did)
	}
}

// TestASettingIsLoggedAsWhatBecameOfIt: refused, begun and not known, or not begun at all by whoever has lost the conversation.
func TestASettingIsLoggedAsWhatBecameOfIt(t *testing.T) {
	refusal := assistant.BadInput(assistant.Say("I do not know who asks for this."), assistant.Say("Ask me in a conversation."))
	w, log := &world{fails: refusal, before: true}, &diary{}
	if _, err := setter(t, w, log).Query(t.Context(), anna()); !errors.Is(err, error(refusal)) || log.calls[0].State != assistant.CallRefused || log.calls[0].Receipt != nil {
		t.Errorf("%v, %+v", err, log.calls)
	}
	w.fails = nil
	if _, err := setter(t, w, log).Query(t.Context(), anna()); err != nil || log.calls[0].State != assistant.CallSettled {
		t.Errorf("asked again: %v, %+v", err, log.calls)
	}
	w, log = &world{fails: errors.New("the database is away"), before: true}, &diary{}
	if _, err := setter(t, w, log).Query(t.Context(), anna()); err == nil || log.calls[0].State != assistant.CallStarted {
		t.Errorf("%v, %+v", err, log.calls)
	}
	w.fails = nil
	if _, err := setter(t, w, log).Query(t.Context(), anna()); err != nil || len(w.did) != 1 || log.calls[0].State != assistant.CallSettled {
		t.Errorf("begun again: %v, did %v, %+v", err, w.did, log.calls)
	}
	w = &world{}
	if _, err := setter(t, w, &diary{fenced: true}).Query(t.Context(), anna()); !errors.Is(err, assistant.ErrFenced) || len(w.did) > 0 {
		t.Errorf("without the claim: %v, did %v", err, w.did)
	}
}

// TestASettingIsNoTask: no plan and no run changes what somebody has set for themselves.
func TestASettingIsNoTask(t *testing.T) {
	w := &world{}
	e := setter(t, w, &diary{})
	work := assistant.TaskWork{
		Task: assistant.Task{ID: "t1", Run: "r1", Type: "set", Owner: assistant.WebEngineer, Parameters: json.RawMessage(`{"title":"Services"}`)}, Run: assistant.Run{ID: "r1"},
	}
	got, err := e.Do(t.Context(), &journal{}, assistant.TaskClaim{Tenant: tenant, Task: "t1"}, work)
	if err != nil || got.Finished == nil || got.Finished.Status != assistant.TaskFailed || len(w.did) > 0 || !strings.Contains(got.Finished.Problem.Message.String(), "is no task") {
		t.Errorf("%v, %+v, did %v", err, got.Finished, w.did)
	}
}
