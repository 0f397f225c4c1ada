package view

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/cardkit"
)

const lure = "https://evil.example/login"

// TestNoTextOfACardLeadsAnywhereElse: an address of another host leads nowhere in any text of any card. What people wrote, what
// an answer is told by and the card that was given stay as they are.
func TestNoTextOfACardLeadsAnywhereElse(t *testing.T) {
	for name, card := range cardkit.Lures(lure) {
		before := written(t, card)
		safe := Reader{Hosts: []string{"panel.example"}}.safe(card)
		if n := strings.Count(written(t, safe), "://"); n > 0 {
			t.Errorf("%s: %d texts lead to another host: %s", name, n, written(t, safe))
		}
		if d := cmp.Diff(before, written(t, card)); d != "" {
			t.Errorf("%s: the card that was given has changed: %s", name, d)
		}
		if leading := (Reader{Hosts: []string{"evil.example"}}).safe(card); !cmp.Equal(written(t, leading), before) {
			t.Errorf("%s: an allowed host is not let through", name)
		}
	}
	own := bots.ClarificationCard{
		Clarification: assistant.Clarification{Questions: []assistant.Question{{Default: lure, Options: []assistant.Option{{Value: lure, Label: "There"}}}}},
		Answers:       []bots.AskAnswer{{Answer: "I mean " + lure}}, Text: lure,
	}
	if d := cmp.Diff(bots.Card(own), Reader{}.safe(own)); d != "" {
		t.Errorf("a person's own words, or the values: %s", d)
	}
	for name, card := range cardkit.Samples("") {
		if safe := (Reader{}).safe(card); !cmp.Equal(Reader{}.safe(safe), safe) {
			t.Errorf("%s: a second time it is another", name)
		}
	}
}

func written(t *testing.T, c bots.Card) string {
	t.Helper()
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
