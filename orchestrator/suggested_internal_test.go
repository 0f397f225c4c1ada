package orchestrator

import (
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
)

// TestEveryAnswerOffersWhatCanBeDoneNext, whoever gives it: at most three requests, none that nothing can do in the project, none to
// guests, and none where nobody is there who has asked.
func TestEveryAnswerOffersWhatCanBeDoneNext(t *testing.T) {
	v := teamOf(
		packkit.Whole(tools.Tool{Name: "make", Class: assistant.ClassAction, Examples: []examples.Example{{Offer: "Create a page called Services"}}}),
		packkit.Whole(tools.Tool{Name: "sell", Class: assistant.ClassAction, Needs: "shop", Examples: []examples.Example{{Offer: "Sell a page"}}}),
		packkit.Whole(tools.Tool{Name: "look", Class: assistant.ClassQuery, Examples: []examples.Example{{Offer: "Audit the home page"}, {Offer: "Audit the page"}}}),
	)
	asked := assistant.Message{Author: assistant.AuthorUser, Content: "Is the page any good?", Body: assistant.Said{}}
	unasked := asked
	unasked.Body = assistant.Said{Background: "b"}
	site := assistant.Project{ID: "p"}
	careful := assistant.Project{ID: "q", Allowed: []assistant.TaskType{"look"}}
	for what, c := range map[string]struct {
		cause    assistant.Message
		role     assistant.Role
		projects []assistant.Project
		want     []string
	}{
		"of a project":              {asked, assistant.RoleMember, []assistant.Project{site}, []string{"Audit the page", "Create a page called Services", "Audit the home page"}},
		"where little is allowed":   {asked, assistant.RoleMember, []assistant.Project{careful}, []string{"Audit the page", "Audit the home page", "What is waiting?"}},
		"of one of the projects":    {asked, assistant.RoleMember, []assistant.Project{careful, site}, []string{"Audit the page", "Create a page called Services", "Audit the home page"}},
		"to a guest":                {asked, assistant.RoleGuest, []assistant.Project{site}, nil},
		"to a task, unasked for":    {unasked, assistant.RoleMember, []assistant.Project{site}, nil},
		"where there is no project": {asked, assistant.RoleMember, nil, []string{"Audit the page", "Create a page called Services", "Audit the home page"}},
	} {
		var turn turn
		turn.team, turn.mail.Message = v, c.cause
		turn.sit = assistant.Situation{Person: assistant.Person{Role: c.role}, Projects: c.projects}
		got := suggested(&turn)
		slices.Sort(got)
		want := slices.Sorted(slices.Values(c.want))
		if !slices.Equal(got, want) {
			t.Errorf("an answer %s offers %q instead of %q", what, got, want)
		}
	}
}

// TestWhoWritesALanguageThatWeHaveNoWordsInIsAnsweredInIt, and anybody else in the conversation's.
func TestWhoWritesALanguageThatWeHaveNoWordsInIsAnsweredInIt(t *testing.T) {
	const newest = "Answer in the language that the person's newest words are written in"
	italian := assistant.Message{Author: assistant.AuthorUser, Content: "Per favore, mi puoi mostrare la lista dei clienti?"}
	for l := range slices.Values(append(assistant.Languages(), "")) {
		if got := spoken(l, italian); !strings.HasPrefix(got, newest) {
			t.Errorf("where %q was spoken, Italian is answered with %q", l, got)
		}
		for _, other := range []assistant.Message{
			{Author: assistant.AuthorUser, Content: "Können Sie mir bitte die Liste der Kunden zeigen?"},
			{Author: assistant.AuthorUser, Content: "sì grazie"},
			{Author: assistant.AuthorAssistant, Content: italian.Content},
		} {
			if got := spoken(l, other); strings.HasPrefix(got, newest) || l != "" && !strings.Contains(got, l.Name()) {
				t.Errorf("where %q was spoken, %q is answered with %q", l, other.Content, got)
			}
		}
	}
}
