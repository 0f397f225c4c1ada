package wording_test

import (
	"regexp"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// TestPeopleReadOfAutomationsAlone: what the code calls a background task has one name for people, in each language (docs/terms.md).
func TestPeopleReadOfAutomationsAlone(t *testing.T) {
	before := map[assistant.Language]*regexp.Regexp{
		assistant.English: regexp.MustCompile(`(?i)background`),
		assistant.German:  regexp.MustCompile(`(?i)hintergrund`),
		assistant.French:  regexp.MustCompile(`(?i)arrière-plan|(?:tâches?|travail|travaux) (?:de|du) fond`),
		assistant.Spanish: regexp.MustCompile(`(?i)segundo plano|(?:tareas?|trabajos?) de fondo`),
	}
	reasons := map[string]string{
		assistant.NoteBudget: "rows of earlier versions hold these words, and are told in other languages by them",
	}
	left := map[string]bool{}
	for _, l := range assistant.Languages() {
		entries, err := wording.Entries(l)
		if err != nil {
			t.Fatal(err)
		}
		for key, e := range entries {
			for _, text := range e.Forms() {
				if !before[l].MatchString(text) && !before[assistant.English].MatchString(key) {
					continue
				}
				if left[key] = true; reasons[key] == "" {
					t.Errorf("%s: %q is told as %q", l.Name(), key, text)
				}
			}
		}
	}
	for key := range reasons {
		if !left[key] {
			t.Errorf("%q needs no exception any more", key)
		}
	}
}
