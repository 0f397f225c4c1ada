package agents_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

func TestTheRosterIsWhole(t *testing.T) {
	words := served()
	ids := []assistant.AgentID{
		assistant.Chief, assistant.DeliveryLead, assistant.ClientSuccess, assistant.CreativeLead, assistant.GrowthLead,
		assistant.TechnicalLead, assistant.WebEngineer, assistant.SEOSpecialist, assistant.EcommerceSpecialist,
		assistant.SportsMedia, assistant.NotificationAgent, assistant.ResearchAgent, assistant.SchedulerAgent, assistant.FileAgent,
	}
	all := team.Roster()
	if len(all) != len(ids) {
		t.Fatalf("%d agents", len(all))
	}
	names := map[string]bool{}
	for i, a := range all {
		if a.ID != ids[i] || a.Ordering != i+1 || !a.Visible {
			t.Errorf("place %d is %+v", i, a)
		}
		if a.Name == "" || a.Title == "" || a.Role == "" || a.Avatar == "" || a.Category == "" || names[a.Name] {
			t.Errorf("%s is not whole, or its name is taken: %+v", a.ID, a)
		}
		if len(a.Examples) < 2 || len(a.Examples) > 3 {
			t.Errorf("%s has %d examples", a.ID, len(a.Examples))
		}
		names[a.Name] = true
		for _, ask := range []string{"ask " + a.Name + " to look", "the " + a.Title + " should look", "@" + a.Name} {
			if d := words.Route(agents.Context{Text: ask}); d.Agent != a.ID || d.By != "person" {
				t.Errorf("%q goes to %s", ask, d.Agent)
			}
		}
		if r := served().ReadReply("go ahead " + a.Name); r.Intent != agents.ReplyYes {
			t.Errorf("%s by name: %s", a.ID, r.Intent)
		}
	}
	for id, want := range map[assistant.AgentID]string{
		assistant.Chief: "Hans", assistant.GrowthLead: "Growth Lead Dana", assistant.CreativeLead: "Creative Lead Mak",
		assistant.WebEngineer: "Web Engineer Nico", "stranger": "stranger",
	} {
		if got := served().Called(id); got != want {
			t.Errorf("%s is called %q, want %q", id, got, want)
		}
	}
	if _, ok := served().Find("stranger"); ok || served().Agent("stranger").ID != assistant.Chief {
		t.Error("a stranger is found")
	}
}

func TestEveryExampleGoesSomewhereSensible(t *testing.T) {
	words := served()
	for _, a := range team.Roster() {
		for _, example := range a.Examples {
			d := words.Route(agents.Context{Current: a.ID, Text: example})
			if d.Agent == "" || d.Reason.IsZero() {
				t.Errorf("%q goes nowhere", example)
			}
			for _, l := range assistant.Languages()[1:] {
				if said := wording.In(l).Tell(d.Reason); strings.Contains(said, "the request") || strings.Contains(said, d.Reason.String()) {
					t.Errorf("%q: in %s the reason is %q", example, l.Name(), said)
				}
			}
		}
	}
}

// TestWhatATradeIsAboutIsToldAsWhoDefinedItWroteIt: also where it is a word of ours.
func TestWhatATradeIsAboutIsToldAsWhoDefinedItWroteIt(t *testing.T) {
	of, err := team.New([]assistant.Agent{
		{ID: assistant.Chief, Name: "Hans", Title: "Head"}, {ID: "florist", Name: "Zelda", Title: "Flower Lead", Trades: []assistant.Trade{{Order: 1, About: "files", Words: "flowers", Defined: true}}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := agents.Of(of).Route(agents.Context{Text: "Are roses good flowers?"})
	if said := wording.In(assistant.German).Tell(d.Reason); said != "die Anfrage betrifft files („flowers“)" {
		t.Errorf("it is said to be %q", said)
	}
}

// TestATeamsOwnNamesAreHeard: an agent that is not compiled in is asked by name, also with a slip of the finger, and its name decides
// nothing; the name of who is not in the team is a word like any other.
func TestATeamsOwnNamesAreHeard(t *testing.T) {
	of, err := team.New([]assistant.Agent{
		{ID: assistant.Chief, Name: "Zoë", Title: "Head"}, {ID: "florist", Name: "Zelda", Title: "Flower Lead"},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	words := agents.Of(of)
	for _, ask := range []string{"ask Zelda to look", "the flower lead should look", "@Zelda"} {
		if d := words.Route(agents.Context{Text: ask}); d.Agent != "florist" || d.By != "person" {
			t.Errorf("%q goes to %s", ask, d.Agent)
		}
	}
	for said, want := range map[string]agents.Intent{
		"go ahead Zelda": agents.ReplyYes, "yes, zlda": agents.ReplyYes, "Zoe: yes please": agents.ReplyYes, "no, Zelda": agents.ReplyNo, "go ahead Dana": agents.ReplyWords,
	} {
		if r := words.ReadReply(said); r.Intent != want {
			t.Errorf("%q is %q, want %q", said, r.Intent, want)
		}
	}
	if r := served().ReadReply("go ahead Zelda"); r.Intent != agents.ReplyWords {
		t.Errorf("a stranger's name is %q", r.Intent)
	}
}
