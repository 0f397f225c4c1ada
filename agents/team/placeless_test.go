package team_test

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
)

// wanted is a request that a tool says it is asked for with, and whether nothing of a project is needed for it.
type wanted struct {
	says      string
	placeless bool
}

// requests are those of a tool in a language: each form of its examples that a request begins with, with something in its slots.
func requests(t tools.Tool, l assistant.Language) (out []wanted) {
	for _, x := range t.Examples {
		for _, form := range x.Words[l] {
			if !strings.HasPrefix(form, "…") {
				out = append(out, wanted{filled(x, form), t.Needs == "" && (t.Elsewhere == "" || strings.Contains(form, "{"+t.Elsewhere+"}"))})
			}
		}
	}
	return out
}

var (
	maybe = regexp.MustCompile(`\[([^\]]*)\]`)
	other = regexp.MustCompile(`(\S+?)\|\S+`)
	slot  = regexp.MustCompile(`\{(\w+)\}`)
)

// filled is a form with all that may be missing, the first of words that stand for each other, and something in its slots.
func filled(x examples.Example, form string) string {
	form = other.ReplaceAllString(maybe.ReplaceAllString(form, "$1"), "$1")
	return slot.ReplaceAllStringFunc(form, func(s string) string {
		i := slices.IndexFunc(x.Slots, func(one examples.Slot) bool { return "{"+one.Name+"}" == s })
		if i < 0 {
			return "Aurora"
		}
		if known := slices.Sorted(maps.Keys(x.Slots[i].Values)); len(known) > 0 {
			return known[0]
		}
		return cmp.Or(map[examples.Kind]string{
			examples.Number: "12", examples.When: "2026-12-01 09:00", examples.URL: "https://example.com/", examples.File: "notes.md",
		}[x.Slots[i].Kind], "Aurora")
	})
}

// TestNobodyIsAskedForAProjectByAToolThatNeedsNone: of everything that tools say people ask for them with, in every language, what needs a
// project is asked for one, and nothing else is.
func TestNobodyIsAskedForAProjectByAToolThatNeedsNone(t *testing.T) {
	packs, err := packkit.Packs()
	if err != nil {
		t.Fatal(err)
	}
	of := packkit.TeamOf(t, packs...)
	for _, l := range assistant.Languages() {
		tried := map[bool]int{}
		var none, some string
		for _, tool := range of.Tools().All() {
			for _, w := range requests(tool, l) {
				if tried[w.placeless]++; of.Placeless(w.says) != w.placeless {
					t.Errorf("%s, %s: %q needs no project: %t", tool.Name, l, w.says, !w.placeless)
				}
				if w.placeless && tool.Class == assistant.ClassAction {
					none = w.says
				} else if !w.placeless && tool.Class == assistant.ClassAction {
					some = w.says
				}
			}
		}
		if tried[true] < 20 || tried[false] < 20 {
			t.Errorf("%s: only %v requests were tried", l, tried)
		}
		if of.Placeless(none+". "+some+".") || of.Placeless(some+". "+none+".") || !of.Placeless(none+". "+none+".") {
			t.Errorf("%s: together with %q, %q needs no project", l, none, some)
		}
	}
}

// TestWhatIsDoneLaterNeedsWhatItDoes: a reminder is a note to a person and needs nothing; what is to be done then may.
func TestWhatIsDoneLaterNeedsWhatItDoes(t *testing.T) {
	packs, err := packkit.Packs()
	if err != nil {
		t.Fatal(err)
	}
	of := packkit.TeamOf(t, packs...)
	for text, want := range map[string]bool{
		"Remind me in two hours to call Anna": true, "Erinnere mich in zwei Stunden, Anna anzurufen": true, "Rappelle-moi dans deux heures d’appeler Anna": true, "Recuérdame en dos horas llamar a Anna": true,
		"In two hours remind me to look at the page": true, "In zwei Stunden erinnere mich daran, die Seite anzusehen": true, "Dans deux heures, rappelle-moi de regarder la page": true, "Dentro de dos horas recuérdame mirar la página": true,
		"Every Monday at 9 create a ticket about the pump": true, "Jeden Montag um 9 erstelle ein Ticket über die Pumpe": true, "Chaque lundi à 9h crée un ticket sur la pompe": true, "Cada lunes a las 9 crea un ticket sobre la bomba": true,
		"Every Monday at 9 tell us who has a birthday": true, "Jeden Montag um 9 sag uns, wer Geburtstag hat": true, "Every Monday at 9 audit https://example.com/": true,
		"Every weekday at 9 check the audit and let me know": false, "Jeden Werktag um 9 prüfe die Startseite": false, "Chaque lundi à 9h audite la page d’accueil": false, "Cada lunes a las 9 audita la página de inicio": false,
		"Every day at 9 look whether the page about prices is up to date": false,
	} {
		if got := of.Placeless(text); got != want {
			t.Errorf("%q needs no project: %t", text, got)
		}
	}
}

// TestFreeWordsAreReadByWhatTheyAskFor: where they are like no example, the things that tools are asked for decide; what could be about a
// site is asked about.
func TestFreeWordsAreReadByWhatTheyAskFor(t *testing.T) {
	packs, err := packkit.Packs()
	if err != nil {
		t.Fatal(err)
	}
	of := packkit.TeamOf(t, packs...)
	for text, want := range map[string]bool{
		"Please create a ticket about the page that is broken. Thank you!":            true,
		"Could somebody raise a ticket with the developers that the form hangs":       true,
		"Die Entwickler bräuchten da bitte mal ein Ticket wegen der Pumpe":            true,
		"Il faudrait que quelqu’un fasse un ticket pour la pompe":                     true,
		"Alguien debería hacer un ticket por lo de la bomba":                          true,
		"Create a ticket and a page":                                                  false,
		"Create a ticket about the form and add a page called Help":                   false,
		"Our prices in the shop have to come down. Create a ticket about the form.":   false,
		"Unsere Preise im Shop müssen runter. Erstelle ein Ticket über das Formular.": false,
		"The sun is out. Create a ticket about the form.":                             true,
		"Create a page called Services":                                               false,
		"Lösch alle alten Produktseiten":                                              false,
		"Change the price of the tea":                                                 false,
		"Schreib die Öffnungszeiten auf die Kontaktseite":                             false,
		"Set up a newsletter":                                                         false,
		"Make our footer nicer":                                                       false,
		"Rends notre pied de page plus joli":                                          false,
		"Haz nuestro pie de página más bonito":                                        false,
		"Hello there":                                                                 false,
		"":                                                                            false,
		"Create a ticket: " + strings.Repeat("the form hangs, ", 400):                 true,
	} {
		if got := of.Placeless(text); got != want {
			t.Errorf("%.80q needs no project: %t", text, got)
		}
	}
}

// TestAConnectionsToolNeedsNothingOfAProject: it has no examples, and is known by what it is called.
func TestAConnectionsToolNeedsNothingOfAProject(t *testing.T) {
	packs, err := packkit.Packs()
	if err != nil {
		t.Fatal(err)
	}
	invoice := tools.Tool{
		Raw: "send_invoice", Label: "Send an invoice", Description: "Sends an invoice to a customer.", Class: assistant.ClassQuery, Effect: assistant.EffectNone, Arguments: tools.Arguments[struct{}](),
		Run: func(context.Context, tools.Call) (assistant.Receipt, error) { return assistant.Receipt{}, nil },
	}
	with, without := packkit.TeamOf(t, append(packs, tools.Pack{Kind: "mcp", Name: "books", Tools: []tools.Tool{invoice}})...), packkit.TeamOf(t, packs...)
	const asked = "Send the customer from Bern the invoice for March"
	if !with.Placeless(asked) || without.Placeless(asked) {
		t.Errorf("with the tool it needs no project: %t, without it: %t", with.Placeless(asked), without.Placeless(asked))
	}
}
