package team_test

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
	"github.com/aisteam/aisteam/wording"
)

// TestInARehearsalAgentsAreOfferedWithWhatIsUnderstoodAlone: in every language, and the agents themselves stay as they are.
func TestInARehearsalAgentsAreOfferedWithWhatIsUnderstoodAlone(t *testing.T) {
	of := packkit.Team(t)
	all, rehearsed := of.Ever(), of.Rehearsed()
	if len(all) != len(rehearsed) {
		t.Fatalf("%d agents of %d are there", len(rehearsed), len(all))
	}
	offered := 0
	for i, a := range rehearsed {
		for _, request := range a.Examples {
			offered++
			for _, l := range assistant.Languages() {
				if own := wording.In(l).Label(request); len(of.Examples().Find(own)) == 0 {
					t.Errorf("%s is offered with %q, which nobody understands", a.Name, own)
				}
			}
		}
		for _, request := range all[i].Examples {
			if !slices.Contains(a.Examples, request) && len(of.Examples().Find(request)) > 0 {
				t.Logf("%s is not offered with %q, which is understood in English alone", a.Name, request)
			}
		}
		if a.ID != all[i].ID || len(all[i].Examples) < 2 {
			t.Errorf("%s is %s with %q", all[i].Name, a.Name, all[i].Examples)
		}
	}
	if chief := rehearsed[0].Examples; slices.Contains(chief, "Who should I ask about our SSL certificate?") || len(chief) < 2 || offered < 10 {
		t.Errorf("the chief is offered with %q, all with %d requests", chief, offered)
	}
}

// TestARequestThatOneLanguageDoesNotKnowIsNotOffered: whoever reads the panel in German is offered no request that is understood in English
// alone.
func TestARequestThatOneLanguageDoesNotKnowIsNotOffered(t *testing.T) {
	const offered = "Audit the home page"
	for want, words := range map[bool]examples.Words{
		false: {assistant.English: {"audit home page"}},
		true: {
			assistant.English: {"audit home page"}, assistant.German: {"prüfe Startseite"}, assistant.French: {"fais audit de page d'accueil"}, assistant.Spanish: {"audita página de inicio"},
		},
	} {
		audits := packkit.Whole(tools.Tool{Name: "run_audit", Class: assistant.ClassQuery, Answers: true, Examples: []examples.Example{{Words: words}}})
		of, err := team.New([]assistant.Agent{{ID: assistant.Chief, Name: "Hans", Examples: []string{offered}}}, []tools.Pack{{Name: "site", Tools: []tools.Tool{audits}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(of.Rehearsed()[0].Examples, offered); got != want {
			t.Errorf("%v: it is offered: %v", words, got)
		}
	}
}
