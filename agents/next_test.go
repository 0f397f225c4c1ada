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
