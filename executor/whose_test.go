package executor_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/packkit"
)

// audience lets one person read each conversation, besides whoever asks.
type audience struct{}

func (audience) Readers(_ context.Context, _ assistant.TenantID, c assistant.ConversationID) (assistant.Readers, error) {
	return assistant.Readers{People: []assistant.Person{{Name: "Ben"}}}, nil
}

// TestAToolKnowsWhoAsksAndWhoReadsOnEveryRoad: when its task is done, looked at afterwards, and taken back, each by whoever asks then.
func TestAToolKnowsWhoAsksAndWhoReadsOnEveryRoad(t *testing.T) {
	olga := assistant.Person{ID: "person-1", Name: "Olga", Role: assistant.RoleApprover, Zone: "Europe/Berlin"}
	anna := assistant.Person{ID: "person-2", Name: "Anna", Role: assistant.RoleMember}
	var asked []string
	notes := func(road string, c tools.Call) {
		to := "anybody"
		if r, err := c.Readers(t.Context()); err != nil {
			t.Error(err)
		} else if !r.Open {
			to = r.People[0].Name
		}
		asked = append(asked, road+" for "+c.Asker.Name+" in "+string(c.Conversation)+" to "+to)
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
		tool.Verify = func(_ context.Context, c tools.Call, _ assistant.Receipt) (assistant.Sight, assistant.Sentence, error) {
			notes("looked at", c)
			return assistant.SightAsWritten, assistant.Sentence{}, nil
		}
	}))
	b.work.Asker = olga
	b.do()
	calls := b.ledger.calls
	of := executor.Whose{Tenant: tenant, Conversation: "c", Project: b.work.Project, Asker: olga}
	b.exec.Verify(t.Context(), of, calls)
	of.Asker = anna
	b.exec.Undo(t.Context(), of, calls)
	want := []string{"shown for Olga in c to Ben", "done for Olga in c to Ben", "looked at for Olga in c to Ben", "taken back for Anna in c to Ben"}
	if d := cmp.Diff(want, asked); d != "" {
		t.Error(d)
	}
}

// TestWhoAnswersKnowsWhoReads: if nobody knows the readers, only what anybody may read is told.
func TestWhoAnswersKnowsWhoReads(t *testing.T) {
	var read []assistant.Readers
	w := &world{}
	look := w.tool(func(tool *tools.Tool) {
		tool.Name, tool.Class, tool.Effect, tool.Undo, tool.Preview = "look", assistant.ClassQuery, assistant.EffectNone, nil, nil
		tool.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			r, err := c.Readers(ctx)
			read = append(read, r)
			return assistant.Receipt{}, err
		}
	})
	of := packkit.TeamOf(t, tools.Pack{Name: "test", Tools: []tools.Tool{look}})
	for _, who := range []tools.Audience{audience{}, nil} {
		e, err := executor.New(executor.Config{Team: of, Ledger: &ledger{}, IDs: assistant.NewIDs(time.Now, zeros{}), Now: time.Now, Audience: who})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Query(t.Context(), asks()); err != nil {
			t.Fatal(err)
		}
	}
	ben, _ := audience{}.Readers(t.Context(), tenant, "c1")
	if d := cmp.Diff([]assistant.Readers{ben, {Open: true}}, read); d != "" {
		t.Error(d)
	}
}
