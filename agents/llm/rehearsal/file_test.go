package rehearsal_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
)

// filing plays an answer: it gives the calls that the model makes, each answered with what the tool of that name gives, and
// what it says in the end.
func filing(t *testing.T, words, run string, gives map[string]llm.ToolResult) (calls []string, said string) {
	t.Helper()
	r := request(t, llm.PurposeAnswer, llm.AnswerFacts{Agent: llm.AgentFact{Name: "Finn"}, Text: words, Run: run})
	for name := range gives {
		r.Tools = append(r.Tools, llm.Tool{Name: name, Parameters: json.RawMessage(`{}`)})
	}
	for range 5 {
		reply, err := asker(t).Ask(t.Context(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(reply.Calls()) == 0 {
			return calls, reply.Text()
		}
		call := reply.Calls()[0]
		calls = append(calls, call.Name+" "+string(call.Arguments))
		result := gives[call.Name]
		result.ID, result.Name = call.ID, call.Name
		r.Messages = append(r.Messages, reply.Message, llm.Message{Role: llm.RoleTool, Parts: []llm.Part{{Result: &result}}})
	}
	t.Fatal("it never ends")
	return nil, ""
}

func TestARehearsalWritesFiles(t *testing.T) {
	const (
		list = "list_tickets"
		made = "write_file"
	)
	listed := llm.ToolResult{Content: "«data» from list_tickets\nThere are 2 tickets\ntickets:\n" +
		`{"number":2,"title":"a, \"b\"","priority":"high","body":""}` + "\n" + `{"number":1,"title":"c","priority":"low","body":"d"}` + "\n«end»"}
	both := map[string]llm.ToolResult{list: listed, made: {Content: "«data» from write_file\nWrote the file “x”, 9 bytes\nname:\nx\n«end»"}}
	cases := map[string]struct {
		words string
		run   string
		calls []string
	}{
		"tickets": {"Please write me a CSV of the tickets", "", []string{
			list + " {}", made + ` {"name":"tickets.csv","rows":[["number","title","priority","body"],["2","a, \"b\"","high",""],["1","c","low","d"]]}`,
		}},
		"tickets as Markdown": {"Save the tickets as a markdown file", "", []string{
			list + " {}", made + ` {"content":"- #2 a, \"b\" (high)\n- #1 c (low)","name":"tickets.md"}`,
		}},
		"tickets by another name": {"export the tickets to open.json", "", []string{
			list + " {}", made + ` {"content":"[{\"body\":\"\",\"number\":\"2\",\"priority\":\"high\",\"title\":\"a, \\\"b\\\"\"},{\"body\":\"d\",\"number\":\"1\",\"priority\":\"low\",\"title\":\"c\"}]","name":"open.json"}`,
		}},
		"given words":  {"Make a file called “opening hours.txt” that says: we open at nine", "", []string{made + ` {"content":"we open at nine","name":"opening hours.txt"}`}},
		"the run":      {"Export the plan as a file", "Services, completed, 4 completed", []string{made + ` {"content":"# The newest run\n\nServices, completed, 4 completed","name":"run.md"}`}},
		"no run":       {"Export the plan as a file", "", nil},
		"no file":      {"Do you like tickets?", "", nil},
		"about a file": {"Can you give me a summary of the attached file: what does it say about our tickets?", "Services, completed", nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			calls, said := filing(t, c.words, c.run, both)
			if d := cmp.Diff(c.calls, calls); d != "" {
				t.Error(d)
			}
			if wrote := strings.Contains(said, "Wrote the file “x”, 9 bytes. It comes with this message."); wrote != (c.calls != nil) || !strings.Contains(said, "This is a rehearsal") {
				t.Errorf("it says %q", said)
			}
		})
	}
	t.Run("without the tool", func(t *testing.T) {
		if calls, _ := filing(t, "Please write me a CSV of the tickets", "", nil); calls != nil {
			t.Error(calls)
		}
	})
	t.Run("refused", func(t *testing.T) {
		_, said := filing(t, "Write a file called a.exe that says: x", "", map[string]llm.ToolResult{made: {Failed: true, Content: "«data» from write_file\nI cannot write “a.exe”.\n«end»"}})
		if !strings.Contains(said, "I cannot write “a.exe”.") || strings.Contains(said, "«") {
			t.Errorf("it says %q", said)
		}
	})
	t.Run("more than can be read", func(t *testing.T) {
		cut := listed
		cut.Content = strings.Replace(cut.Content, "\n«end»", "\n{\"number\":0,\"tit\n(the rest was left out)\n«end»", 1)
		calls, said := filing(t, "Please write me a CSV of the tickets", "", map[string]llm.ToolResult{list: cut, made: both[made]})
		if len(calls) != 2 || strings.Contains(calls[1], "tit") && strings.Contains(calls[1], `"0"`) || !strings.Contains(said, "There is more than I could read at once") {
			t.Errorf("%v %q", calls, said)
		}
	})
}
