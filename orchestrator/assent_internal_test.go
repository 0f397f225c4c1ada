package orchestrator

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/assent"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/internal/sampled"
)

// agrees tells whether the rule takes words as a yes to something.
func agrees(r ruling) bool {
	switch r.ruled {
	case ruledDecided:
		return r.choice.Reply.Intent == agents.ReplyYes
	case ruledEach:
		for _, d := range r.each {
			if d.Intent == agents.ReplyYes {
				return true
			}
		}
	default:
	}
	return false
}

// TestNoAsideIsAYes puts words around a yes that are none, from pieces of a grammar, to every shape of a card: with
// each change the first of them, and not some that it draws, since of all of them a few are taken that say yes after all ("donc vas-y").
func TestNoAsideIsAYes(t *testing.T) {
	v, asides, cards := packkit.Vocabulary(t), assent.Asides(), assent.Cards()
	tried, wrong := map[string]int{}, map[string]int{}
	for _, w := range asides[:sampled.Number(1200, len(asides))] {
		for _, c := range cards {
			half := "tuning"
			if w.Held {
				half = "held"
			}
			tried[half]++
			if r := rule(v, c.Situation(), assistant.Message{Seq: 20, Content: w.Text}); agrees(r) {
				if wrong[half]++; wrong[half] <= 40 {
					t.Errorf("%s, %s (%s), %s: %q is a yes: %+v %+v", w.Language, w.Kind, half, c.Name, w.Text, r.ruled, r.each)
				}
			}
		}
	}
	t.Logf("%d asides in all, %v tried, %v wrong", len(asides), tried, wrong)
}

// TestPlainYesesAreTaken: of a thousand, with what people write around them, at least 98 in a hundred.
func TestPlainYesesAreTaken(t *testing.T) {
	v, yeses := packkit.Vocabulary(t), assent.Yeses(1000, 1)
	for _, c := range assent.Cards() {
		if c.Name != "one" && c.Name != "plan" {
			continue
		}
		missed := 0
		for _, w := range yeses {
			if r := rule(v, c.Situation(), assistant.Message{Seq: 20, Content: w.Text}); !agrees(r) {
				t.Logf("%s, %s: %q is not taken", w.Language, w.Kind, w.Text)
				missed++
			}
		}
		if missed*100 > len(yeses)*2 {
			t.Errorf("%s: %d of %d yeses are not taken", c.Name, missed, len(yeses))
		}
		t.Logf("%s: %d of %d yeses are taken", c.Name, len(yeses)-missed, len(yeses))
	}
}
