package orchestrator

import (
	"flag"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/assent"
	"github.com/aisteam/aisteam/internal/packkit"
)

var assentWhole = flag.Bool("assent.whole", false, "put every aside to every card; it takes minutes")

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

// TestNoAsideIsAYes puts words around a yes that are none, from pieces of a grammar, to every shape of a card.
func TestNoAsideIsAYes(t *testing.T) {
	v, asides, cards := packkit.Vocabulary(t), assent.Asides(), assent.Cards()
	n := len(asides)
	if !*assentWhole {
		n = 4400
	}
	tried, wrong := map[string]int{}, map[string]int{}
	for _, w := range asides[:n] {
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
	v := packkit.Vocabulary(t)
	for _, c := range assent.Cards() {
		if c.Name != "one" && c.Name != "plan" {
			continue
		}
		missed, tried := map[string]int{}, map[string]int{}
		for _, w := range assent.Yeses(1000, 1) {
			kind := w.Language + " " + w.Kind
			tried[kind]++
			if r := rule(v, c.Situation(), assistant.Message{Seq: 20, Content: w.Text}); !agrees(r) {
				if missed[kind]++; c.Name == "one" {
					t.Logf("%s %s: %q is not taken", w.Language, w.Kind, w.Text)
				}
			}
		}
		t.Logf("%s: tried %v, missed %v", c.Name, tried, missed)
	}
}
