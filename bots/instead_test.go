package bots_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// TestCardsSayInWhoseStead it was decided, in each language, and who has said which of several yeses.
func TestCardsSayInWhoseStead(t *testing.T) {
	a := assistant.Approval{ID: "a", Title: assistant.Say("Publish it"), RequestedBy: "alice", Rule: &assistant.ApprovalRule{Needed: 2}}
	as := &assistant.Capacity{Role: assistant.RoleAdmin, For: "bob"}
	asked := status(assistant.ApprovalRequested{Approval: a})
	approved := byPerson("cleo", assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictApproved, As: as})
	for what, c := range map[string]struct {
		ms   []assistant.Message
		in   assistant.Language
		want string
	}{
		"approved":     {[]assistant.Message{asked, approved}, assistant.English, "Approved by Cleo for Bob"},
		"in German":    {[]assistant.Message{asked, approved}, assistant.German, "Freigegeben von Cleo für Bob"},
		"rejected":     {[]assistant.Message{asked, byPerson("cleo", assistant.ApprovalDecided{Approval: "a", Verdict: assistant.VerdictRejected, As: as})}, assistant.English, "Rejected by Cleo for Bob"},
		"one of two":   {[]assistant.Message{asked, byPerson("cleo", assistant.ApprovalBacked{Approval: "a", As: as})}, assistant.English, "1 of 2 approvals: Cleo for Bob"},
		"for themself": {[]assistant.Message{asked, byPerson("cleo", assistant.ApprovalBacked{Approval: "a", As: &assistant.Capacity{}})}, assistant.English, "1 of 2 approvals: Cleo"},
	} {
		n := names()
		n.People = map[assistant.PersonID]assistant.Person{"bob": {ID: "bob", Name: "Bob"}, "cleo": {ID: "cleo", Name: "Cleo"}}
		n.Language = c.in
		ms := log(c.ms...)
		card, ok := bots.Fold("approval:a", ms, n)
		if !ok {
			t.Fatal(what)
		}
		var said []string
		for _, f := range view.Of(card, view.Reader{}).Facts() {
			said = append(said, f.Text)
		}
		if got := strings.Join(said, "; "); !strings.Contains(got+";", c.want+";") {
			t.Errorf("%s: the card says %q", what, got)
		}
		known := bots.People(ms)
		if what == "approved" && strings.Count(strings.Join(strs(known), " "), "bob") != 1 {
			t.Errorf("the card names %q", known)
		}
	}
	plan := assistant.Plan{ID: "plan", Version: 1, Title: "Services", RequestedBy: "bob"}
	ms := log(status(assistant.PlanProposed{Plan: plan}), byPerson("alice", assistant.PlanDecided{Plan: "plan", Version: 1, Verdict: assistant.VerdictApproved, For: "bob"}))
	card, _ := bots.Fold("plan:plan/1", ms, names())
	if p := card.(bots.PlanCard); p.DecidedBy != "Alice for Bob" {
		t.Errorf("the plan was decided by %q", p.DecidedBy)
	}
}

func strs(ids []assistant.PersonID) (out []string) {
	for _, id := range ids {
		out = append(out, string(id))
	}
	return out
}
