package agents_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
)

// TestWhoTakesASessionOverGoesNoFurtherThanItMay: a colleague who goes on with an answer proposes nothing, and one who speaks with a guest is
// given no tools and told who may ask.
func TestWhoTakesASessionOverGoesNoFurtherThanItMay(t *testing.T) {
	for mode, role := range map[loop.Mode]assistant.Role{loop.Works: assistant.RoleMember, loop.Answers: assistant.RoleMember, loop.Speaks: assistant.RoleGuest} {
		q := question(t)
		q.Mode, q.Situation.Person.Role = mode, role
		project, _ := q.Situation.Here()
		to := q.Team.Agent(assistant.GrowthLead)
		may := mode.Lets(agents.Usable(q.Team, to, project))
		frame, _, err := agents.BeginWork(q, may)
		if err != nil {
			t.Fatal(err)
		}
		over, err := agents.HandedTo(frame, to, q.Team, may)
		if err != nil {
			t.Fatal(err)
		}
		offered := named(loop.Offered(q.Team, over, nil, may))
		if over.Mode != mode || slices.Contains(offered, loop.ToolPlan) != (mode == loop.Works) || mode == loop.Speaks && len(offered) > 0 {
			t.Errorf("%q: it is %q, with %v", mode, over.Mode, offered)
		}
		told := strings.Contains(over.System, "somebody of this workspace can ask you for it")
		if told != (role == assistant.RoleGuest) || !strings.Contains(over.System, "You are "+to.Name) {
			t.Errorf("%q: they are told\n%s", mode, over.System)
		}
	}
}
