package orchestrator

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestDecidingIsNeverTooMuch: a yes, a no, an undo and a stop are free where they settle something, and count where they
// are only words.
func TestDecidingIsNeverTooMuch(t *testing.T) {
	plan := assistant.Situation{Plan: &assistant.Plan{}}
	approvals := assistant.Situation{Approvals: make([]assistant.ApprovalRecord, 2)}
	going := assistant.Situation{Run: &assistant.Run{Status: assistant.RunRunning}}
	over := assistant.Situation{Run: &assistant.Run{Status: assistant.RunCompleted}}
	question := assistant.Situation{Question: &assistant.Clarification{}}
	ticket := assistant.Approval{Run: "r", Number: 1, Title: assistant.Say("Create a ticket"), Irreversible: true}
	second := assistant.Approval{Run: "r", Number: 2, Title: assistant.Say("Close the other one")}
	card := assistant.Situation{Approvals: []assistant.ApprovalRecord{{Approval: ticket}, {Approval: second}}}
	named := assistant.Situation{Approvals: card.Approvals[:1]}
	for _, c := range []struct {
		text  string
		files int
		sit   assistant.Situation
		asks  bool
	}{
		{"yes", 0, plan, false},
		{"no", 0, plan, false},
		{"yes", 0, approvals, false},
		{"no", 0, approvals, false},
		{"yes to 1, no to 2", 0, card, false},
		{"yes, create a ticket", 0, named, false},
		{"stop", 0, going, false},
		{"stop", 0, assistant.Situation{}, false},
		{"cancel", 0, going, false},
		{"undo that", 0, over, false},
		{"", 0, assistant.Situation{}, false},
		{"yes", 0, assistant.Situation{}, true},
		{"yes", 0, question, true},
		{"no", 0, over, true},
		{"undo that", 0, assistant.Situation{}, true},
		{"yes, but change the title", 0, plan, true},
		{"try again", 0, over, true},
		{"", 1, assistant.Situation{}, true},
		{"What can you do for me?", 0, assistant.Situation{}, true},
	} {
		said := assistant.Said{Files: make([]assistant.File, c.files)}
		c.sit.Seen = 8
		if got := wordsAsk(teamOf(), said, assistant.Message{Seq: 9, Content: c.text}, c.sit); got != c.asks {
			t.Errorf("%q with %d files in %+v counts: %v", c.text, c.files, c.sit, got)
		}
	}
}

// TestOfActsOnlyThoseCountThatPutSomebodyToWork: a yes and a plain no are free, whatever is written beside a yes.
func TestOfActsOnlyThoseCountThatPutSomebodyToWork(t *testing.T) {
	for what, c := range map[string]struct {
		act  assistant.Body
		asks bool
	}{
		"a yes to a plan":          {assistant.PlanDecided{Verdict: assistant.VerdictApproved}, false},
		"a no to a plan":           {assistant.PlanDecided{Verdict: assistant.VerdictRejected}, false},
		"changes of a plan":        {assistant.PlanDecided{Verdict: assistant.VerdictChanges}, true},
		"an answer":                {assistant.Answered{Text: "the second one"}, true},
		"no answer":                {assistant.Answered{Withdrawn: true}, false},
		"a yes with a note":        {assistant.ApprovalDecided{Verdict: assistant.VerdictApproved, Note: "fine"}, false},
		"a no":                     {assistant.ApprovalDecided{Verdict: assistant.VerdictRejected}, false},
		"a no that says what else": {assistant.ApprovalDecided{Verdict: assistant.VerdictRejected, Note: "shorter"}, true},
		"changes of an action":     {assistant.ApprovalDecided{Verdict: assistant.VerdictChanges}, true},
		"trying again":             {assistant.RetryRequested{}, true},
		"stopping":                 {assistant.StopRequested{}, false},
		"taking something back":    {assistant.UndoRequested{}, false},
	} {
		if got := bodyAsks(c.act); got != c.asks {
			t.Errorf("%s counts: %v", what, got)
		}
	}
}

// TestATurnThatIsTakenAgainHasBeenCounted: only the first attempt uses up what somebody may ask.
func TestATurnThatIsTakenAgainHasBeenCounted(t *testing.T) {
	rates := newRates(1)
	b := &bounds{rates: rates, now: func() time.Time { return time.Unix(0, 0) }}
	for attempt := 1; attempt < 4; attempt++ {
		on := turnOn(t, assistant.Situation{Person: anna()}, assistant.Message{ID: "m", Person: "anna", Content: "What can you do for me?"})
		on.mail.Attempt = attempt
		if b.admit(t.Context(), on, assistant.Said{}); on.refused {
			t.Fatalf("attempt %d is too much", attempt)
		}
	}
	if !rates.allow("anna", b.now()) {
		t.Error("attempts were counted")
	}
}
