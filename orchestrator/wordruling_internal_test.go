package orchestrator

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestWordsOnACardDecideAllTheySayOrNothing: one that came later, that was not shown yet or that cannot be undone and was not named keeps
// the others from being decided, too.
func TestWordsOnACardDecideAllTheySayOrNothing(t *testing.T) {
	card := func(seqs ...int64) assistant.Situation {
		sit := assistant.Situation{Seen: 10}
		for i, seq := range seqs {
			sit.Approvals = append(sit.Approvals, assistant.ApprovalRecord{Seq: seq, Approval: assistant.Approval{
				ID: assistant.ApprovalID(rune('a' + i)), Run: "r", Number: i + 1, Title: assistant.Say("Create a ticket"),
			}})
		}
		return sit
	}
	final := card(1, 2, 3)
	final.Approvals[2].Irreversible = true
	revised := card(1, 2, 3)
	revised.Revised = true
	for name, c := range map[string]struct {
		sit   assistant.Situation
		words string
		want  ruled
		each  int
	}{
		"all of them":                    {card(1, 2, 3), "yes to all", ruledEach, 3},
		"two of them":                    {card(1, 2, 3), "yes to 1, no to 2", ruledEach, 2},
		"one came after the words":       {card(1, 2, 30), "yes to all", ruledEarly, 0},
		"one was not shown yet":          {card(1, 2, 11), "yes to 1 and 3", ruledEarly, 0},
		"the one that is there is meant": {card(1, 2, 30), "yes to 1, no to 2", ruledEach, 2},
		"words that were changed":        {revised, "yes to all", ruledChanged, 0},
		"one cannot be undone":           {final, "yes to all", ruledUnnamed, 0},
		"it is named":                    {final, "yes to the third", ruledEach, 1},
		"a no to all needs no name":      {final, "no to all", ruledEach, 3},
		"a bare yes":                     {card(1, 2, 3), "yes", ruledUnclear, 0},
	} {
		r := rule(teamOf(), c.sit, assistant.Message{Seq: 20, Content: c.words})
		if r.ruled != c.want || c.want == ruledEach && len(r.each) != c.each {
			t.Errorf("%s: %q is %s of %d", name, c.words, r.ruled, len(r.each))
		}
	}
}
