package agents_test

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// TestEveryAgentProposesItselfOrThroughItsLead: whatever the chief may propose without a plan, each agent can draft, and who carries it
// out may hold tools that change something.
func TestEveryAgentProposesItselfOrThroughItsLead(t *testing.T) {
	shop := assistant.Project{ID: "p", Connections: []assistant.Connection{site.WordPress("https://shop.example", "")}}
	actions := func(a assistant.Agent) []string {
		var out []string
		may := agents.Usable(served().Team, a, shop)
		for _, tool := range served().Tools().All() {
			if tool.Class == assistant.ClassAction && may(tool) {
				out = append(out, tool.Name)
			}
		}
		return out
	}
	want := actions(served().Agent(assistant.Chief))
	if len(want) == 0 {
		t.Fatal("nothing can be proposed at all")
	}
	for _, a := range team.Roster() {
		if got := actions(a); !slices.Equal(got, want) {
			t.Errorf("%s can propose %q, the chief %q", a.Called(), got, want)
		}
		by := served().Carries(a)
		if by.Category != assistant.CategorySupervisor && by.Category != assistant.CategoryLead {
			t.Errorf("what %s drafts, %s carries out, who may not", a.Called(), by.Called())
		}
		if held := slices.ContainsFunc(served().Tools().All(), func(t tools.Tool) bool { return t.Class == assistant.ClassAction && t.For(a, shop) }); held != (by.ID == a.ID) {
			t.Errorf("%s holds what changes something: %t, and %s carries it out", a.Called(), held, by.Called())
		}
	}
}
