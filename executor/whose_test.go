package executor_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

// TestAToolKnowsWhoAsksOnEveryRoad: when its task is done, looked at afterwards, and taken back, each by whoever asks then.
func TestAToolKnowsWhoAsksOnEveryRoad(t *testing.T) {
	olga := assistant.Person{ID: "person-1", Name: "Olga", Role: assistant.RoleApprover, Zone: "Europe/Berlin"}
	anna := assistant.Person{ID: "person-2", Name: "Anna", Role: assistant.RoleMember}
	var asked []string
	notes := func(road string, c tools.Call) {
		asked = append(asked, road+" for "+c.Asker.Name+" in "+string(c.Conversation))
	}
	w := &world{state: "empty"}
	b := newBench(t, w.tool(func(tool *tools.Tool) {
		run, preview, undo := tool.Run, tool.Preview, tool.Undo
		tool.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			notes("done", c)
			return run(ctx, c)
		}
		tool.Preview = func(ctx context.Context, c tools.Call) (assistant.Preview, error) {
			notes("shown", c)
			return preview(ctx, c)
		}
		tool.Undo = func(ctx context.Context, c tools.Call, r assistant.Receipt) error {
			notes("taken back", c)
			return undo(ctx, c, r)
		}
		tool.Verify = func(_ context.Context, c tools.Call, _ assistant.Receipt) (assistant.Sight, string, error) {
			notes("looked at", c)
			return assistant.SightAsWritten, "", nil
		}
	}))
	b.work.Asker = olga
	b.do()
	calls := b.ledger.calls
	of := executor.Whose{Tenant: tenant, Conversation: "c", Project: b.work.Project, Asker: olga}
	b.exec.Verify(t.Context(), of, calls)
	of.Asker = anna
	b.exec.Undo(t.Context(), of, calls)
	want := []string{"shown for Olga in ", "done for Olga in ", "looked at for Olga in c", "taken back for Anna in c"}
	if d := cmp.Diff(want, asked); d != "" {
		t.Error(d)
	}
}
