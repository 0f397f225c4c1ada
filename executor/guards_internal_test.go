package executor

import (
	"testing"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// TestAToolThatHasBecomeAnotherIsNotTheOneOfTheCall: nobody has said yes to what a changed tool does; what changes nothing needed no yes.
func TestAToolThatHasBecomeAnotherIsNotTheOneOfTheCall(t *testing.T) {
	tool := tools.Tool{Name: "create_ticket", Description: "Creates a ticket.", Effect: assistant.EffectReversible}
	for _, c := range []struct {
		effect assistant.Effect
		made   string
		want   bool
	}{
		{assistant.EffectReversible, tool.Definition(), true},
		{assistant.EffectReversible, "another", false},
		{assistant.EffectIrreversible, "another", false},
		{assistant.EffectNone, "another", true},
		{assistant.EffectNone, tool.Definition(), true},
	} {
		h := hand{tool: tool}
		if got := h.same(assistant.ToolCall{Effect: c.effect, Definition: c.made}); got != c.want {
			t.Errorf("%s of %q: %v", c.effect, c.made, got)
		}
	}
}

// TestWhatIsOfNoProjectIsTheTenants: a ticket or a reminder is of none, and nobody else's project is ours.
func TestWhatIsOfNoProjectIsTheTenants(t *testing.T) {
	for _, c := range []struct {
		project assistant.Project
		want    bool
	}{
		{assistant.Project{}, true},
		{assistant.Project{ID: "p", Tenant: "mine"}, true},
		{assistant.Project{ID: "p", Tenant: "other"}, false},
		{assistant.Project{ID: "p"}, false},
	} {
		if got := (Whose{Tenant: "mine", Project: c.project}).ours(); got != c.want {
			t.Errorf("%+v: %v", c.project, got)
		}
	}
}
