package rehearsal_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/assistant"
)

// askedForNotes is what the offline model replies to words, with a tool at hand that lists notes and what it gave.
func askedForNotes(t *testing.T, text string, given ...llm.Message) llm.Reply {
	t.Helper()
	m := rehearsal.New(rehearsal.Config{})
	book := examples.New(examples.Of{Tool: "list_notes", Answers: true, Examples: []examples.Example{{
		Words: examples.Words{assistant.English: {"show notes", "show notes are there", "show notes we have"}},
		Lists: examples.Listing{Columns: []string{"number", "title"}, Line: "#{number} {title}"},
	}}})
	facts, err := json.Marshal(llm.AnswerFacts{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	r := llm.Request{
		Purpose: llm.PurposeAnswer, Facts: facts, Examples: book, Tools: []llm.Tool{{Name: "list_notes"}},
		Messages: append([]llm.Message{llm.TextMessage(llm.RoleUser, text)}, given...),
	}
	for e, err := range m.Generate(t.Context(), r) {
		if err != nil {
			t.Fatal(err)
		}
		if done, ok := e.(llm.Done); ok {
			return done.Reply
		}
	}
	t.Fatal("it does not end")
	return llm.Reply{}
}

func TestWhatAToolListsIsLookedUpAndSaid(t *testing.T) {
	for _, text := range []string{"show me the notes", "Which notes are there?", "what notes do we have", "please list the notes"} {
		first := askedForNotes(t, text)
		calls := first.Calls()
		if len(calls) != 1 || calls[0].Name != "list_notes" {
			t.Fatalf("%q uses %v", text, calls)
		}
		var rows strings.Builder
		rows.WriteString("There are 22 notes\ntotals:\n{\"all\":22}\nnotes:\n")
		for i := range 22 {
			fmt.Fprintf(&rows, "{\"number\":%d,\"title\":\"Opening hours\"}\n", i+1)
		}
		result := llm.ToolResult{ID: calls[0].ID, Name: "list_notes", Content: llm.Data("from list_notes", rows.String())}
		said := askedForNotes(t, text, first.Message, llm.Message{Role: llm.RoleTool, Parts: []llm.Part{{Result: &result}}}).Text()
		if !strings.Contains(said, "There are 22 notes.\n- #1 Opening hours\n- #2 ") || !strings.Contains(said, "- #20 Opening hours\n- and 2 more") {
			t.Errorf("%q is answered %s", text, said)
		}
	}
	for _, text := range []string{"Write a note", "I like your notes", "what is the status?"} {
		if calls := askedForNotes(t, text).Calls(); len(calls) > 0 {
			t.Errorf("%q uses %v", text, calls)
		}
	}
}
