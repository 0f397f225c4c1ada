package loop_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
)

// step is a call of a model with its result.
func step(n int, arguments, result string) []llm.Message {
	id := fmt.Sprintf("call-%d", n)
	return []llm.Message{
		{Role: llm.RoleAssistant, Parts: []llm.Part{{Call: &llm.ToolCall{ID: id, Name: "read_board", Arguments: json.RawMessage(arguments)}}}},
		{Role: llm.RoleTool, Parts: []llm.Part{{Result: &llm.ToolResult{ID: id, Name: "read_board", Content: result}}}},
	}
}

// TestGoingRoundInCirclesIsTheSameCallWithTheSameResult: six of ten steps are circles, however the arguments are written; five are not, nor
// are calls that differ in what they ask or in what they are given.
func TestGoingRoundInCirclesIsTheSameCallWithTheSameResult(t *testing.T) {
	for name, c := range map[string]struct {
		steps int
		of    func(n int) (arguments, result string)
		want  bool
	}{
		"five times":                  {5, func(int) (string, string) { return `{"text":"a"}`, "2 notes" }, false},
		"six times":                   {6, func(int) (string, string) { return `{"text":"a"}`, "2 notes" }, true},
		"another result":              {10, func(n int) (string, string) { return `{"text":"a"}`, strconv.Itoa(n/2) + " notes" }, false},
		"another question":            {10, func(n int) (string, string) { return fmt.Sprintf(`{"text":"%d"}`, n/2), "2 notes" }, false},
		"written otherwise":           {6, func(n int) (string, string) { return `{ "text" : ` + fmt.Sprintf("%*s", n, "") + `"a"}`, "2 notes" }, true},
		"two in turn":                 {10, func(n int) (string, string) { return fmt.Sprintf(`{"text":"%d"}`, n%2), "2 notes" }, false},
		"six of ten":                  {10, func(n int) (string, string) { return fmt.Sprintf(`{"text":"%d"}`, max(0, n-5)), "2 notes" }, true},
		"six, but they were long ago": {16, func(n int) (string, string) { return fmt.Sprintf(`{"text":"%d"}`, max(0, n-5)), "2 notes" }, false},
	} {
		var history []llm.Message
		for n := range c.steps {
			history = append(history, step(n, first(c.of(n)), second(c.of(n)))...)
		}
		if _, got := loop.Circles(history); got != c.want {
			t.Errorf("%s: circles %v", name, got)
		}
	}
}

func first(a, _ string) string  { return a }
func second(_, b string) string { return b }

// TestCirclesAreFoundAmongCallsMadeTogether: ids that come again in a later step are those of other calls.
func TestCirclesAreFoundAmongCallsMadeTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2_000 {
		n, kinds := 1+r.IntN(10), 1+r.IntN(5)
		var history []llm.Message
		count := map[string]int{}
		for range n {
			var calls, results llm.Message
			calls.Role, results.Role = llm.RoleAssistant, llm.RoleTool
			for i := range r.IntN(4) {
				id, asked, told := strconv.Itoa(i), fmt.Sprintf(`{"a":%d}`, r.IntN(kinds)), strconv.Itoa(r.IntN(2))
				count[asked+told]++
				calls.Parts = append(calls.Parts, llm.Part{Call: &llm.ToolCall{ID: id, Name: "t", Arguments: json.RawMessage(asked)}})
				results.Parts = append([]llm.Part{{Result: &llm.ToolResult{ID: id, Name: "t", Content: told}}}, results.Parts...)
			}
			history = append(history, calls, results)
		}
		want := false
		for _, c := range count {
			want = want || c > 5
		}
		if _, got := loop.Circles(history); got != want {
			t.Fatalf("circles %v of %v", got, count)
		}
	}
}
