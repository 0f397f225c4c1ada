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

// TestAnExecutorMayOnlyRead: every tool of the whole registry that is no query is refused an executor, whoever it is and whatever it says,
// as a permission that it does not have; none of them is run.
func TestAnExecutorMayOnlyRead(t *testing.T) {
	packs, err := packkit.Packs()
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, p := range packs {
		for i := range p.Tools {
			p.Tools[i].Run = func(context.Context, tools.Call) (assistant.Receipt, error) {
				ran++
				return assistant.Receipt{}, nil
			}
		}
	}
	of := packkit.TeamOf(t, packs...)
	e, err := executor.New(executor.Config{Team: of, Ledger: &ledger{}, IDs: assistant.NewIDs(time.Now, zeros{}), Now: func() time.Time { return noon }, Audience: audience{}})
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, tool := range of.Tools().All() {
		if tool.Class == assistant.ClassQuery {
			continue
		}
		tried++
		for _, agent := range of.Agents() {
			for _, arguments := range []string{`{}`, `{"confirmed":true,"role":"planner"}`, `not even JSON`} {
				q := asks(func(q *executor.Query) {
					q.Agent, q.Tool, q.Arguments, q.Reads = agent.ID, tool.Name, json.RawMessage(arguments), true
				})
				_, err := e.Query(t.Context(), q)
				trouble, told := errors.AsType[*assistant.Trouble](err)
				if !told || !strings.HasPrefix(trouble.Problem.Message.String(), "You may only read.") {
					t.Errorf("%s is told of %s: %v", agent.ID, tool.Name, err)
				}
			}
		}
	}
	if tried < 20 || ran > 0 {
		t.Errorf("%d tools were tried, %d of them ran", tried, ran)
	}
}
