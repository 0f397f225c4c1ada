package orchestrator_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// origins says of each thing that the team has said what its card says wrote it.
func (h *house) origins() map[string]string {
	h.t.Helper()
	out := map[string]string{}
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.Said); ok && m.Author == assistant.AuthorAssistant {
			out[m.Content] = view.Origin(bots.AnswerCard{Code: b.Code, Rehearsal: b.Rehearsal})
		}
	}
	return out
}

func TestSentencesOfCodeAreNotMarkedAsWrittenByAIAndAModelsWordsAre(t *testing.T) {
	c := asksWhichShop()
	h := newHouseOf(t, c)
	h.requests("1.1", "Pin a note about the opening hours")
	h.fills(h.question(), "bern")
	a := h.asksFor("hours of")
	h.edits("1.1", "edit", assistant.ChangeEdited, "Pin a note about the prices")
	h.says("You changed a message after I had read it.")
	h.makes("UBOB", assistant.RoleMember)
	h.saysAs("UBOB", "yes-of-bob", "yes")
	h.says("may decide it")
	h.decide(a, assistant.VerdictApproved, "")
	h.says("It is pinned.")
	marked := 0
	for text, origin := range h.origins() {
		switch text {
		case "It is pinned.", "You are welcome.":
			marked++
			if origin == "" {
				t.Errorf("a model wrote %q, and nothing says so", text)
			}
		default:
			if origin != "" {
				t.Errorf("code says %q, marked as %q", text, origin)
			}
		}
	}
	if marked != 2 || len(h.origins()) < 3 {
		t.Errorf("the log has %q", h.origins())
	}
}
