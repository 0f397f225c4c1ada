package executor_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/internal/packkit"
)

// connected puts the bench's tool at the end of a connection, as it says it is.
func (b *bench) connected(tool tools.Tool) tools.Tool {
	b.t.Helper()
	tool.Raw = "create page"
	p := tools.Pack{Kind: "mcp", Name: "c1", Tools: []tools.Tool{tool}}
	b.exec = b.exec.At(executor.Inputs{Team: packkit.TeamOf(b.t, p)})
	tool = p.Sourced()[0]
	b.work.Task.Type = assistant.TaskType(tool.Name)
	return tool
}

func described(as string) func(*tools.Tool) { return func(t *tools.Tool) { t.Description = as } }

// TestWhoeverChangesADefinitionKeepsNoYes: the tool is asked about once more, with its reason, and done once that is approved.
func TestWhoeverChangesADefinitionKeepsNoYes(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.work.Task.ApprovedHash = ""
	was := b.connected(w.tool())
	asked := b.do().Waiting
	if asked == nil || asked.Definition != was.Definition() {
		t.Fatalf("asked %+v", asked)
	}
	b.approve(asked)
	is := b.connected(w.tool(described("Creates a page, and sends it to a friend.")))
	again := b.do().Waiting
	if again == nil || len(w.did) > 0 || !strings.HasPrefix(again.Why.String(), "The tool for this was changed since you approved it.") || again.Definition != is.Definition() {
		t.Fatalf("asked again: %+v; done %d times", again, len(w.did))
	}
	b.approve(again)
	if e := b.do(); b.status(e) != assistant.TaskCompleted || e.Call.Definition != is.Definition() {
		t.Errorf("approved, it is %+v", e)
	}
	if slices.Contains(b.counted, was.Name+" settled") || !slices.Contains(b.counted, "mcp settled") {
		t.Errorf("counted as %v", b.counted)
	}
}

// TestAStandingYesIsToOneDefinition.
func TestAStandingYesIsToOneDefinition(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.work.Task.ApprovedHash = ""
	was := b.connected(w.tool())
	yes := assistant.StandingYes{ID: "s", Person: "person-1", Project: project, Tool: b.work.Task.Type, Definition: was.Definition(), Most: 5, Until: noon.AddDate(0, 0, 1), As: assistant.Capacity{Role: assistant.RoleAdmin}}
	b.work.Standing = []assistant.StandingYes{yes}
	b.connected(w.tool(described("Creates a page, and sends it to a friend.")))
	if e := b.do(); e.Waiting == nil || len(w.did) > 0 {
		t.Errorf("to another definition it is %+v", e)
	}
	b.connected(w.tool())
	if e := b.do(); e.Finished == nil || len(w.did) != 1 {
		t.Errorf("to its own it is %+v", e)
	}
	if _, stands := approvals.Stands([]assistant.StandingYes{yes}, approvals.Use{Tool: yes.Tool, Effect: assistant.EffectReversible, Project: project}, approvals.On{RequestedBy: "person-1", Now: noon}); stands {
		t.Error("it stands for what is compiled in")
	}
}

// TestAToolThatIsGoneEndsItsTaskWithAWayOn, and nothing is done.
func TestAToolThatIsGoneEndsItsTaskWithAWayOn(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.work.Task.Definition = b.connected(w.tool()).Definition()
	b.exec = b.exec.At(executor.Inputs{Team: packkit.TeamOf(t)})
	p := b.failed(b.do())
	if !strings.Contains(p.Message.String(), "the tool for it is not here any more: Create the Services page. Nothing was changed.") || p.Recovery.IsZero() || !p.Retry {
		t.Errorf("%+v", p)
	}
}

// TestAToolOfAnotherReleaseIsGoneToo: a task of another release's team does not blame the settings. A task of this team, or of an
// unknown one, says what it said before.
func TestAToolOfAnotherReleaseIsGoneToo(t *testing.T) {
	b := newBench(t, (&world{}).tool())
	bare := packkit.TeamOf(t)
	b.exec = b.exec.At(executor.Inputs{Team: bare})
	for team, want := range map[string]string{
		"another release": "the tool for it is not here any more", bare.Hash(): "it is outside the allowed scope", "": "it is outside the allowed scope",
	} {
		b.work.Task.Team = team
		if p := b.failed(b.do()); !strings.Contains(p.Message.String(), want) || p.Recovery.IsZero() {
			t.Errorf("made by team %q: %+v", team, p)
		}
	}
}

// TestNoChangedToolDoesAgainWhatAnotherHasBegun: what became of it, only a person can see.
func TestNoChangedToolDoesAgainWhatAnotherHasBegun(t *testing.T) {
	for what, change := range map[string][]func(*tools.Tool){"twice is once": {idempotent}, "it can be looked up": {nil}} {
		w := &world{state: "empty"}
		if change[0] == nil {
			change = []func(*tools.Tool){recoverable(w, nil)}
		}
		b := newBench(t, w.tool())
		b.work.Task.ApprovedHash = ""
		b.connected(w.tool(change...))
		b.approve(b.do().Waiting)
		b.crash()
		b.connected(w.tool(append(change, described("Creates a page, and sends it to a friend."))...))
		if p := b.failed(b.do()); len(w.did) != 1 || !strings.Contains(p.Message.String(), "I do not know whether this happened") {
			t.Errorf("%s: %+v, done %d times", what, p, len(w.did))
		}
		if e := b.do(); e.Waiting == nil || len(w.did) != 1 {
			t.Errorf("%s: tried again it is %+v, done %d times", what, e, len(w.did))
		}
	}
}

// TestAChangedToolThatOnlyLooksLooksAgain: what changes nothing needed no yes.
func TestAChangedToolThatOnlyLooksLooksAgain(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool(query))
	b.work.Task.ApprovedHash, b.work.Task.Effect = "", assistant.EffectNone
	b.connected(w.tool(query))
	b.crash()
	b.connected(w.tool(query, described("Looks, and says it in another way.")))
	if e := b.do(); b.status(e) != assistant.TaskCompleted || len(w.did) != 2 {
		t.Errorf("it is %+v, done %d times", e, len(w.did))
	}
}

// TestNoChangedToolTakesBackWhatAnotherDid, nor looks at it.
func TestNoChangedToolTakesBackWhatAnotherDid(t *testing.T) {
	w := &world{state: "empty"}
	b := newBench(t, w.tool())
	b.work.Task.ApprovedHash = ""
	b.connected(w.tool())
	b.approve(b.do().Waiting)
	b.do()
	whose := executor.Whose{Tenant: tenant, Project: b.work.Project}
	b.connected(w.tool(described("Creates a page, and sends it to a friend.")))
	told, undone := b.exec.Undo(t.Context(), whose, b.ledger.calls)
	if len(undone)+len(w.undone) > 0 || len(told) != 1 || told[0].Problem == nil || !strings.Contains(told[0].Problem.Message.String(), "was changed since") {
		t.Errorf("taken back: %v; told %+v", w.undone, told)
	}
	b.connected(w.tool())
	if _, undone := b.exec.Undo(t.Context(), whose, b.ledger.calls); len(undone) != 1 || len(w.undone) != 1 {
		t.Errorf("its own tool takes back %v", undone)
	}
}
