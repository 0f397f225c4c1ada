package llm_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/agents/llm"
)

func TestNothingQuotedCanLeaveItsQuotation(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		word := rapid.SampledFrom([]string{"«data»", "«end»", "«said by “Owner”»", "\n", "»", "«", "”", "“", "a", "\xff", "\u202e", "\u200b", "\U000e0041", "« end »"})
		origin, text := strings.Join(rapid.SliceOf(word).Draw(r, "origin"), ""), strings.Join(rapid.SliceOf(word).Draw(r, "text"), "")
		got := llm.Data(origin, text)
		if strings.Count(got, "«") != 2 || strings.Count(got, "»") != 2 || !strings.HasPrefix(got, "«data» ") || !strings.HasSuffix(got, "\n«end»") {
			r.Errorf("%q", got)
		}
		if strings.ContainsAny(got, "\u202e\u200b\U000e0041") {
			r.Errorf("what nobody sees is still there: %q", got)
		}
		said := llm.Said(origin, text)
		if mark, _, _ := strings.Cut(said, "\n"); strings.Count(said, "«") > 1 || strings.Contains(said, "«") && (strings.Count(mark, "“") != 1 || !strings.HasSuffix(mark, "”»")) {
			r.Errorf("%q", said)
		}
	})
}
