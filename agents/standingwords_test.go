package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

func TestWhatWasApprovedForGoodIsAskedForInFourLanguages(t *testing.T) {
	for _, asks := range []string{
		"what is always allowed?", "What's always allowed", "what did I approve for good?", "What do you do without asking me?", "Hans, what is approved for good?",
		"Was ist immer erlaubt?", "was habe ich auf Dauer freigegeben?", "Was machst du ohne Nachfrage?",
		"Qu'est-ce qui est toujours autorisé ?", "Que fais-tu sans demander ?", "¿Qué está siempre permitido?", "¿Qué haces sin preguntar?",
	} {
		if got, ok := agents.ReadStanding(asks); !ok || !got.Lists {
			t.Errorf("%q is read as %+v, %t", asks, got, ok)
		}
	}
}

func TestWhatWasApprovedForGoodIsTakenBackInFourLanguages(t *testing.T) {
	for said, want := range map[string]string{
		"Stop always allowing page updates":               "page updates",
		"stop always allowing 2":                          "2",
		"please don't always allow tickets.":              "tickets",
		"Ask me again before you update pages":            "update pages",
		"Erlaube Tickets nicht mehr immer":                "tickets",
		"Bitte frag mich wieder, bevor du Seiten änderst": "seiten anderst",
		"Tickets sollen nicht mehr immer erlaubt sein":    "tickets",
		"N'autorise plus toujours les pages":              "les pages",
		"Redemande-moi avant de modifier des pages":       "modifier des pages",
		"Deja de permitir siempre los tickets":            "los tickets",
		"Pregúntame de nuevo antes de cambiar páginas":    "cambiar paginas",
	} {
		if got, ok := agents.ReadStanding(said); !ok || got.Lists || got.What != want {
			t.Errorf("%q is read as %+v, %t", said, got, ok)
		}
		if reply := served().ReadReply(said); reply.Intent == agents.ReplyStop {
			t.Errorf("%q stops what is at work", said)
		}
	}
	for _, other := range []string{
		"stop", "Stop!", "always allow page updates", "Is this always allowed?", "What is allowed in the garden?", "Ask me before you publish", "Create a page called Stop always allowing it",
		"Should you stop always allowing page updates?", "Was ist immer so teuer?", "Write a page about what is always allowed", "",
	} {
		if got, ok := agents.ReadStanding(other); ok {
			t.Errorf("%q is read as %+v", other, got)
		}
	}
}

// TestWhatIsSaidToWriteIsUnderstood in the language in which it is said.
func TestWhatIsSaidToWriteIsUnderstood(t *testing.T) {
	for _, l := range assistant.Languages() {
		said := wording.In(l).Say("stop always allowing 1")
		if got, ok := agents.ReadStanding(said); !ok || got.Number() != 1 {
			t.Errorf("in %s %q is read as %+v", l, said, got)
		}
	}
}

func TestWhatIsTakenBackIsNamedByItsWordsOrItsNumber(t *testing.T) {
	for what, c := range map[string]struct {
		said string
		name []string
		want bool
	}{
		"in the plural":           {"page updates", []string{"update_page", "Update the page"}, true},
		"of another":              {"tickets", []string{"update_page", "Update the page"}, false},
		"in the person's words":   {"seiten anderst", []string{"update_page", "Seite ändern"}, true},
		"what all of them do":     {"update something", []string{"update_page"}, false},
		"a word that says little": {"the old", []string{"the_old"}, false},
	} {
		if got := (agents.StandingWords{What: c.said}).Means(c.name...); got != c.want {
			t.Errorf("%s: %t", what, got)
		}
	}
	for said, want := range map[string]int{"2": 2, "#3": 3, "0": 0, "-1": 0, "two pages": 0} {
		if got := (agents.StandingWords{What: said}).Number(); got != want {
			t.Errorf("%q is number %d", said, got)
		}
	}
	for said, want := range map[string]bool{"everything": true, "alles": true, "all pages": false} {
		if got := (agents.StandingWords{What: said}).All(); got != want {
			t.Errorf("%q is all: %t", said, got)
		}
	}
}
