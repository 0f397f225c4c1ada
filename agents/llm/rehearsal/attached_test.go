package rehearsal_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
)

// A file without words is told of by what stands in it, and not with the frame in which models are given it.
func TestAFileWithoutWordsIsToldOfWithoutItsFrame(t *testing.T) {
	raw, err := json.Marshal(llm.AnswerFacts{Attached: []llm.FileFact{{Name: "notes.txt", Text: "The filter costs 240 dollars."}}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := asker(t).Ask(t.Context(), llm.Request{Purpose: llm.PurposeAnswer, Facts: raw}, nil)
	if text := got.Text(); err != nil || !strings.Contains(text, "The filter costs 240 dollars.") || strings.ContainsAny(text, "«»") || strings.Contains(text, "You wrote") {
		t.Errorf("%q %v", text, err)
	}
}
