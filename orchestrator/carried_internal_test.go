package orchestrator

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
)

// TestWhoOnlyDraftsOwnsNothingThatChangesSomething: of every tool that may be proposed without a plan, by every agent, the task is of
// somebody who may hold it, and so is the run.
func TestWhoOnlyDraftsOwnsNothingThatChangesSomething(t *testing.T) {
	packs, err := packkit.Packs()
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, p := range packs {
		for _, tool := range p.Tools {
			if tool.Class != assistant.ClassAction || !tool.Direct {
				continue
			}
			for _, agent := range team.Roster() {
				tried++
				a := &acting{Loop: &loop.Loop{Agent: agent}, turn: &turn{team: teamOf()}}
				wishes := []loop.Wish{{Tool: tool, Call: llm.ToolCall{ID: "1"}}}
				by := a.carries(wishes)
				tasks := tasksOf(teamOf(), assistant.NewIDs(time.Now, rand.Reader), assistant.Run{}, by, wishes)
				owner := teamOf().Agent(tasks[0].Owner)
				if owner.Category != assistant.CategorySupervisor && owner.Category != assistant.CategoryLead || agent.Lead != "" && owner.ID != by.ID {
					t.Errorf("%s of %s is put before people by %s and done by %s", tool.Name, agent.Called(), by.Called(), owner.Called())
				}
			}
		}
	}
	if tried == 0 {
		t.Error("nothing can be proposed at all")
	}
	look := []loop.Wish{{Tool: tools.Tool{Name: "look", Class: assistant.ClassQuery}}}
	if by := (&acting{Loop: &loop.Loop{Agent: teamOf().Agent(assistant.WebEngineer)}, turn: &turn{team: teamOf()}}).carries(look); by.ID != assistant.WebEngineer {
		t.Errorf("what changes nothing is %s's", by.Called())
	}
}
