package orchestrator

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// TestWordsDecideForWhomTheyAreTheirsToSay: a stranger's yes decides neither a plan nor an action, and is told who may. It is about what it
// names, although a question stands open beside it.
func TestWordsDecideForWhomTheyAreTheirsToSay(t *testing.T) {
	plan := assistant.Plan{ID: "p", Version: 1, Title: "Services page", RequestedBy: "olga"}
	action := assistant.ApprovalRecord{Status: assistant.ApprovalPending, Approval: assistant.Approval{ID: "a", Title: assistant.Say("Create the page"), RequestedBy: "olga"}}
	question := &assistant.Clarification{ID: "q"}
	ownOnly := assistant.DefaultSettings()
	ownOnly.MembersApprove = false
	for what, c := range map[string]struct {
		stood    assistant.Situation
		subject  assistant.SubjectKind
		by       assistant.PersonID
		settings assistant.Settings
	}{
		"another's plan":                      {assistant.Situation{Plan: &plan}, assistant.SubjectPlan, "anna", assistant.DefaultSettings()},
		"another's plan, beside a question":   {assistant.Situation{Plan: &plan, Question: question}, assistant.SubjectPlan, "anna", assistant.DefaultSettings()},
		"one's own, where approvers decide":   {assistant.Situation{Plan: &plan}, assistant.SubjectPlan, "olga", ownOnly},
		"another's action":                    {assistant.Situation{Approvals: []assistant.ApprovalRecord{action}}, assistant.SubjectApproval, "anna", assistant.DefaultSettings()},
		"another's action, beside a question": {assistant.Situation{Approvals: []assistant.ApprovalRecord{action}, Question: question}, assistant.SubjectApproval, "anna", assistant.DefaultSettings()},
		"an action, where approvers decide":   {assistant.Situation{Approvals: []assistant.ApprovalRecord{action}}, assistant.SubjectApproval, "olga", ownOnly},
	} {
		models := &models{lookups: &shelf{}, now: func() time.Time { return time.Unix(0, 0) }}
		s := &Supervisor{
			models: models, named: nobodyElse{}, plans: &plans{}, staff: &staff{models: models},
			runs: &runs{models: models, lookups: &shelf{}, named: nobodyElse{}},
		}
		c.stood.Person, c.stood.Settings = assistant.Person{ID: c.by, Role: assistant.RoleMember}, c.settings
		on := turnOn(t, c.stood, assistant.Message{ID: "m", Person: c.by})
		said := ruling{ruled: ruledDecided, stood: c.stood, subject: assistant.Subject{Kind: c.subject}, choice: agents.Choice{Reply: agents.Reply{Intent: agents.ReplyYes}}}
		handled, err := s.decides(t.Context(), on, said, "yes")
		decided := slices.ContainsFunc(on.final.Messages, func(m assistant.Message) bool { return m.Author == assistant.AuthorUser })
		if err != nil || !handled || decided || endsWithWords(on) != notYours(c.settings) {
			t.Errorf("%s: handled %v, %v, decided %v, it says %q", what, handled, err, decided, endsWithWords(on))
		}
	}
}

// TestAQuestionOfPlanningThatIsDroppedSaysSo, and is no agent's to continue.
func TestAQuestionOfPlanningThatIsDroppedSaysSo(t *testing.T) {
	lookups := &shelf{}
	s := &Supervisor{plans: &plans{}, staff: &staff{models: &models{lookups: lookups}}}
	on := turnOn(t, assistant.Situation{Person: anna()}, assistant.Message{ID: "m", Person: "anna"})
	if err := s.withdraw(t.Context(), on, assistant.Clarification{ID: "q"}); err != nil || lookups.looked != 0 || !strings.Contains(endsWithWords(on), "I have dropped it") || strings.Contains(endsWithWords(on), "continue") {
		t.Errorf("%v, looked %d times, it says %q", err, lookups.looked, endsWithWords(on))
	}
}
