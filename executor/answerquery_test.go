package executor_test

import (
	"context"
	"encoding/json"
	"errors"
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

// querier is an executor with the world's tool as a query, beside the action that it is.
func querier(t *testing.T, w *world) (*executor.Executor, *[]string) {
	t.Helper()
	look := w.tool(func(t *tools.Tool) {
		t.Name, t.Label, t.Class, t.Effect, t.Undo, t.Preview = "look", "Look", assistant.ClassQuery, assistant.EffectNone, nil, nil
	})
	of := packkit.TeamOf(t, tools.Pack{Name: "test", Tools: []tools.Tool{look, w.tool()}})
	called := &[]string{}
	e, err := executor.New(executor.Config{
		Team: of, Ledger: &ledger{}, IDs: assistant.NewIDs(time.Now, zeros{}), Now: func() time.Time { return noon }, Audience: audience{},
		Called: func(tool string, outcome executor.Outcome, _ time.Duration) {
			*called = append(*called, tool+" "+outcome.String())
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return e, called
}

type zeros struct{}

// Read implements io.Reader.
func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func asks(change ...func(*executor.Query)) executor.Query {
	q := executor.Query{
		Tenant: tenant, Conversation: "c1", Agent: assistant.WebEngineer, Tool: "look", Key: "m1/tool-1",
		Arguments: json.RawMessage(`{"title":"Services"}`), Project: assistant.Project{ID: project, Tenant: tenant, Connections: []assistant.Connection{site.Folder()}},
	}
	for _, f := range change {
		f(&q)
	}
	return q
}

func TestAnAgentThatAnswersUsesQueriesOnly(t *testing.T) {
	w := &world{}
	e, called := querier(t, w)
	if _, err := e.Query(t.Context(), asks()); err != nil || len(w.did) != 1 || w.keys[0] != "m1/tool-1" {
		t.Fatalf("%v, did %v under %v", err, w.did, w.keys)
	}
	for name, c := range map[string]struct {
		query executor.Query
		says  string
	}{
		"an action":                {asks(func(q *executor.Query) { q.Tool = "create_page" }), "needs a plan"},
		"no tool":                  {asks(func(q *executor.Query) { q.Tool = "shell" }), "nobody here can do"},
		"another's tool":           {asks(func(q *executor.Query) { q.Agent = assistant.ResearchAgent }), "may not be done by"},
		"another's project":        {asks(func(q *executor.Query) { q.Project.Tenant = "tenant-2" }), "not yours"},
		"not allowed there":        {asks(func(q *executor.Query) { q.Project.Allowed = []assistant.TaskType{"create_page"} }), "not allowed for the project"},
		"what a guest is not told": {asks(func(q *executor.Query) { q.Guest = true }), "a guest is not told that"},
		"arguments that miss":      {asks(func(q *executor.Query) { q.Arguments = nil }), "title is missing"},
	} {
		_, err := e.Query(t.Context(), c.query)
		if trouble, told := errors.AsType[*assistant.Trouble](err); !told || !strings.Contains(trouble.Problem.Message.String(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	settled := slices.DeleteFunc(*called, func(c string) bool { return strings.HasSuffix(c, " denied") })
	if len(w.did) != 1 || !slices.Equal(settled, []string{"look settled"}) {
		t.Errorf("did %v, called %v", w.did, *called)
	}
}

func TestAToolThatBreaksInAnAnswerIsNotThePersonsToRead(t *testing.T) {
	w := &world{panics: "hunter2"}
	e, _ := querier(t, w)
	_, err := e.Query(t.Context(), asks())
	if _, told := errors.AsType[*assistant.Trouble](err); told || err == nil {
		t.Errorf("%v", err)
	}
	w = &world{hang: true}
	e, _ = querier(t, w)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(assistant.ErrFenced)
	if _, err := e.Query(ctx, asks()); !errors.Is(err, assistant.ErrFenced) {
		t.Errorf("%v", err)
	}
}

// TestAGuestIsAnsweredWithToolsThatTellNothing: the gate looks at what the tool says of itself, and not at its name.
func TestAGuestIsAnsweredWithToolsThatTellNothing(t *testing.T) {
	w := &world{}
	open := w.tool(func(t *tools.Tool) {
		t.Name, t.Label, t.Class, t.Effect, t.Undo, t.Preview, t.Open = "look", "Look", assistant.ClassQuery, assistant.EffectNone, nil, nil, true
	})
	of := packkit.TeamOf(t, tools.Pack{Name: "test", Tools: []tools.Tool{open}})
	e, err := executor.New(executor.Config{Team: of, Ledger: &ledger{}, IDs: assistant.NewIDs(time.Now, zeros{}), Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Query(t.Context(), asks(func(q *executor.Query) { q.Guest = true })); err != nil || len(w.did) != 1 {
		t.Errorf("%v, did %v", err, w.did)
	}
}
