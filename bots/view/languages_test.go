package view_test

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/cardkit"
)

// spokenIn is a card of the kits in another language.
func spokenIn(c bots.Card, l assistant.Language) bots.Card {
	v := reflect.New(reflect.TypeOf(c)).Elem()
	v.Set(reflect.ValueOf(c))
	if f := v.FieldByName("Language"); f.IsValid() {
		f.SetString(string(l))
	}
	card, _ := reflect.TypeAssert[bots.Card](v)
	return card
}

// The same card says the same things in each language: as many buttons, facts and lines, none of them broken, and each of its
// own words in that language.
func TestEveryCardIsDrawnInEachLanguage(t *testing.T) {
	for name, card := range cardkit.Samples("words") {
		english := view.Of(card, view.Reader{})
		for _, l := range assistant.Languages()[1:] {
			v := view.Of(spokenIn(card, l), view.Reader{})
			if !slices.Equal(shapes(v), shapes(english)) || len(v.Actions()) != len(english.Actions()) {
				t.Errorf("%s has other parts in %s", name, l)
				continue
			}
			for i, a := range v.Actions() {
				if a.Label == english.Actions()[i].Label && a.Do != view.Pick && a.Do != view.Ask {
					t.Errorf("%s: a button in %s says %q", name, l, a.Label)
				}
			}
			if v.InWords != "" && v.InWords == english.InWords {
				t.Errorf("%s: in words it is English in %s: %q", name, l, v.InWords)
			}
			for _, text := range texts(reflect.ValueOf(v)) {
				if strings.Contains(text, "%!") {
					t.Errorf("%s in %s is broken: %q", name, l, text)
				}
			}
		}
	}
}

// shapes are the kinds of sections that a view has, each with how much it holds.
func shapes(v view.View) []string {
	var out []string
	for _, s := range v.Sections {
		of := reflect.ValueOf(s)
		held := 0
		for _, f := range of.Fields() {
			if f.Kind() == reflect.Slice {
				held += f.Len()
			}
		}
		out = append(out, fmt.Sprintf("%T %d", s, held))
	}
	return out
}

// No card has English among its own words in another language, a verb that nothing was put in for, or one of several: "1 warnings".
// What people, models and tools wrote is theirs and is left out.
func TestNoCardMixesLanguagesOrMiscounts(t *testing.T) {
	english := regexp.MustCompile(`(?i)\b(?:the|and|is|of|were|you|your|it|this|that|which|with|be|been|by|have|from|for|who|when|can|cannot|there|here)\b`)
	for name, card := range cardkit.Samples("Wörter") {
		theirs := texts(reflect.ValueOf(card))
		for _, title := range theirs { // what stands before its colon may be what a tool is called
			if _, about, ok := strings.Cut(title, ": "); ok {
				theirs = append(theirs, about)
			}
		}
		slices.SortFunc(theirs, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
		for _, l := range assistant.Languages() {
			for _, text := range texts(reflect.ValueOf(view.Of(spokenIn(card, l), view.Reader{}))) {
				if strings.HasPrefix(text, "%d ") {
					continue // the unit of what is counted, for the surfaces
				}
				ours := unbroken.Replace(text)
				for _, said := range theirs {
					if len(said) > 3 {
						ours = strings.ReplaceAll(ours, said, " ")
						ours = strings.ReplaceAll(ours, bots.OneLine(said), " ")
					}
				}
				switch {
				case strings.Contains(text, "%!"), strings.Contains(ours, "%s"), strings.Contains(ours, "%d"), strings.Contains(ours, "{{"):
					t.Errorf("%s in %s is broken: %q", name, l.Name(), text)
				case l != assistant.English && english.MatchString(ours):
					t.Errorf("%s in %s has English in it: %q", name, l.Name(), ours)
				case severalOfOne.MatchString(ours):
					t.Errorf("%s in %s counts one as several: %q", name, l.Name(), text)
				}
			}
		}
	}
}

// unbroken takes out what keeps an address from being a link.
var unbroken = strings.NewReplacer("\u200b", "")

// severalOfOne finds one of what is several: "1 warnings", "1 Schritte", "1 étapes", "1 pasos".
var severalOfOne = regexp.MustCompile(`(?:^|[^\d.,])1 (?:étapes|tâches|entrées|lignes|fichiers|questions|champs|avertissements|exécutions|actions|plans|groupes|faites|annulées|pasos|tareas|entradas|líneas|archivos|preguntas|campos|advertencias|ejecuciones|acciones|planes|grupos|hechas|revertidas|fallidos|steps|tasks|entries|lines|files|questions|fields|warnings|notices|runs|actions|plans|groups|hours|minutes|days|Schritte|Aufgaben|Einträge|Zeilen|Dateien|Fragen|Felder|Warnungen|Hinweise|Ausführungen|Aktionen|Pläne|Gruppen|Stunden|Minuten|Tage)(?:\PL|$)`)
