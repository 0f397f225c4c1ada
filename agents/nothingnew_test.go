package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
)

func TestNothingNewIsWhatSaysSoOrWasSaidBefore(t *testing.T) {
	for _, c := range []struct {
		answer, last string
		want         bool
	}{
		{"Nothing new.", "The score is 93.", true},
		{" **nothing new** ", "", true},
		{"The score is 93.", "The  score is 93", true},
		{"The score is 92.", "The score is 93.", false},
		{"Nothing new about the score, but the page is gone.", "The score is 93.", false},
		{"", "", false},
	} {
		if got := agents.NothingNew(c.answer, c.last); got != c.want {
			t.Errorf("%q after %q: %v", c.answer, c.last, got)
		}
	}
}
