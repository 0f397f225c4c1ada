package executors

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
)

// lookedUp is a step in which so many look-ups gave so many bytes each.
func lookedUp(n, calls, bytes int) []llm.Message {
	out := []llm.Message{{Role: llm.RoleAssistant}, {Role: llm.RoleTool}}
	for i := range calls {
		id := fmt.Sprintf("%d-%d", n, i)
		out[0].Parts = append(out[0].Parts, llm.Part{Call: &llm.ToolCall{ID: id, Name: "read_board"}})
		out[1].Parts = append(out[1].Parts, llm.Part{Result: &llm.ToolResult{ID: id, Name: "read_board", Content: llm.Data("from read_board", id+strings.Repeat("x", bytes))}})
	}
	return out
}

// TestOlderResultsLoseTheirEnds: the newest ones stay whole as long as they fit, each keeps its beginning, its call and its marks, and what is kept
// of the session stays as it was.
func TestOlderResultsLoseTheirEnds(t *testing.T) {
	for name, steps := range map[string][]llm.Message{
		"one that fits":           lookedUp(1, 1, 1_900),
		"two that fit":            append(lookedUp(1, 1, 700), lookedUp(2, 1, 700)...),
		"old and long":            append(lookedUp(1, 1, 1_900), lookedUp(2, 1, 1_900)...),
		"many at once":            lookedUp(1, 12, 1_900),
		"many, one after another": append(append(lookedUp(1, 1, 1_900), lookedUp(2, 6, 1_900)...), lookedUp(3, 1, 1_900)...),
	} {
		history := append([]llm.Message{llm.TextMessage(llm.RoleUser, "Task")}, steps...)
		before := history[2].Parts[0].Result.Content
		got, all := fitted(history), 0
		for i, m := range got {
			for n, p := range m.Parts {
				if p.Result == nil {
					continue
				}
				was := history[i].Parts[n].Result
				all += len(p.Result.Content)
				if p.Result.ID != was.ID || !strings.Contains(p.Result.Content, was.ID+"x") || !strings.HasSuffix(p.Result.Content, "\n«end»") || strings.Count(p.Result.Content, "«") != 2 {
					t.Errorf("%s: the result of %s is told as %q", name, was.ID, p.Result.Content)
				}
				if cut := len(p.Result.Content) < len(was.Content); cut != strings.Contains(p.Result.Content, "left out") {
					t.Errorf("%s: whether the result of %s was cut is not told: %q", name, was.ID, p.Result.Content)
				}
			}
		}
		newest := got[len(got)-1].Parts[0].Result.Content
		if len(history[len(history)-1].Parts) == 1 && newest != history[len(history)-1].Parts[0].Result.Content {
			t.Errorf("%s: the newest result was cut to %d bytes", name, len(newest))
		}
		if most := maxResults + 12*(leastResult+60); all > most || len(got) != len(history) || history[2].Parts[0].Result.Content != before {
			t.Errorf("%s: %d bytes of results in %d messages", name, all, len(got))
		}
	}
}
