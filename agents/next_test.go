package agents_test

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/wording"
)

func TestWhatWaitsIsAskedInFourLanguagesAndNothingElseIsTakenForIt(t *testing.T) {
	for _, asks := range []string{
		"what is waiting?", "What's waiting for me?", "whats pending", "What is waiting for my approval?", "what needs my approval?", "anything waiting?",
		"pending approvals", "show me what is waiting", "hey hans, what is waiting?", "What do I have to decide?", "what's still open?", "Is there anything waiting for me?",
		"Was wartet?", "was wartet auf mich", "Was steht noch an?", "was ist offen?", "Was muss ich noch freigeben?", "worauf wartest du?", "wartet was auf mich?", "offene Freigaben",
		"Qu'est-ce qui attend ?", "qu’est-ce qui m’attend", "Qu'est-ce qui est en attente ?", "que dois-je valider ?",
		"¿Qué está pendiente?", "que hay pendiente", "¿Qué tengo pendiente?", "pendientes", "¿Qué espera por mí?",
	} {
		if !agents.AsksWhatWaits(asks) {
			t.Errorf("%q does not ask what waits", asks)
		}
	}
	for _, other := range []string{
		"what is waiting room music?", "Create a page about what is waiting for you", "open", "what is open source?", "Was wartet der Kunde so lange?", "What is the status?",
		"who is waiting?", "what is on the page?", "pending", "waiting", "Create a page called What is waiting?", "is it open?", "",
	} {
		if agents.AsksWhatWaits(other) {
			t.Errorf("%q asks what waits", other)
		}
	}
}

func TestWhatIsOfferedNextIsWhatThePacksTellAndWasNotSaidBefore(t *testing.T) {
	v := agents.Of(packkit.TeamOf(t, tools.Pack{Name: "pages", Tools: []tools.Tool{
		packkit.Whole(tools.Tool{Name: "a", Class: assistant.ClassAction, Examples: []examples.Example{{Offer: "Create a page called Services"}}}),
		packkit.Whole(tools.Tool{Name: "b", Class: assistant.ClassAction, Examples: []examples.Example{{Offer: "Drop the page"}, {Offer: "Rename the page"}}}),
		packkit.Whole(tools.Tool{Name: "c", Class: assistant.ClassQuery, Examples: []examples.Example{{Offer: "Audit the home page"}}}),
	}}))
	every := func(tools.Tool) bool { return true }
	got := v.Next(wording.In(assistant.German), []string{"create a page called services."}, every)
	if want := []string{"Drop the page", "Rename the page", "Prüfe die Startseite"}; !slices.Equal(got, want) {
		t.Errorf("it offers %q", got)
	}
	if got := v.Next(wording.In(assistant.English), []string{"how good is the audit of my home?"}, every); got[0] != "Audit the home page" || len(got) != 3 {
		t.Errorf("what is nearest does not come first: %q", got)
	}
	for _, l := range assistant.Languages() {
		for _, request := range agents.Of(packkit.TeamOf(t)).Next(wording.In(l), nil, every)[:1] {
			if !agents.AsksWhatWaits(request) {
				t.Errorf("in %s %q is offered and not answered by code", l, request)
			}
		}
	}
}

// TestNothingIsOfferedNextThatCannotBeDoneThere: a request that only a tool which may not be used there could do is never offered.
func TestNothingIsOfferedNextThatCannotBeDoneThere(t *testing.T) {
	v := agents.Of(packkit.TeamOf(t, tools.Pack{Name: "pages", Tools: []tools.Tool{
		packkit.Whole(tools.Tool{Name: "a", Class: assistant.ClassAction, Examples: []examples.Example{{Offer: "Create a page called Services"}}}),
		packkit.Whole(tools.Tool{Name: "c", Class: assistant.ClassQuery, Examples: []examples.Example{{Offer: "Audit the home page"}}}),
	}}))
	got := v.Next(wording.In(assistant.English), []string{"a page of services, please"}, func(tool tools.Tool) bool { return tool.Name == "c" })
	if want := []string{"Audit the home page", "What is waiting?", "Who is on the team?"}; !slices.Equal(got, want) {
		t.Errorf("it offers %q", got)
	}
}
