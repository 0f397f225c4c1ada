package wording_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[.\d]*([a-z])`)

// verbs are what a sentence takes, by their places: 1s 2d.
func verbs(text string) []string {
	var out []string
	at := 0
	for _, m := range verb.FindAllStringSubmatch(strings.ReplaceAll(text, "%%", ""), -1) {
		if at++; m[1] != "" {
			at = int(m[1][0] - '0')
		}
		out = append(out, string(rune('0'+at))+m[2])
	}
	slices.Sort(out)
	return out
}

func TestEverySentenceIsThereInAllLanguagesAndTakesTheSame(t *testing.T) {
	all := map[assistant.Language]map[string]wording.Entry{}
	for _, l := range assistant.Languages() {
		entries, err := wording.Entries(l)
		if err != nil {
			t.Fatal(err)
		}
		all[l] = entries
	}
	for key := range all[assistant.German] {
		for _, l := range assistant.Languages() {
			e, there := all[l][key]
			if !there {
				if l != assistant.English {
					t.Errorf("%s does not have %q", l, key)
				}
				continue
			}
			for _, text := range e.Forms() {
				if strings.TrimSpace(text) == "" {
					t.Errorf("%s says nothing for %q", l, key)
				}
				if got, want := verbs(text), verbs(key); !slices.Equal(got, want) && (text != e.One || e.By == 0 || len(got) > len(want)) {
					t.Errorf("%s: %q takes %v, and %q takes %v", l, text, got, key, want)
				}
			}
		}
		if counts := all[assistant.German][key].By; counts > 0 && all[assistant.English][key].By != counts {
			t.Errorf("English does not count %q as German does", key)
		}
	}
	for _, l := range assistant.Languages() {
		for key := range all[l] {
			if _, there := all[assistant.German][key]; !there {
				t.Errorf("German does not have %q, which %s has", key, l)
			}
		}
	}
}

func TestNumbersChangeASentenceAsTheLanguageHasIt(t *testing.T) {
	for _, c := range []struct {
		in     assistant.Language
		n      int
		expect string
	}{
		{assistant.English, 0, "0 steps"},
		{assistant.English, 1, "1 step"},
		{assistant.English, 2, "2 steps"},
		{assistant.German, 0, "0 Schritte"},
		{assistant.German, 1, "1 Schritt"},
		{assistant.French, 0, "0 étape"}, // French has none in the singular
		{assistant.French, 2, "2 étapes"},
		{assistant.Spanish, 1, "1 paso"},
		{assistant.Spanish, 21, "21 pasos"},
		{"", 1, "1 step"},
		{"it", 1, "1 step"}, // none of ours
	} {
		if got := wording.In(c.in).Say("%d steps", c.n); got != c.expect {
			t.Errorf("%d in %q: %q", c.n, c.in, got)
		}
	}
}

func TestWhatOthersWroteStaysAsItIs(t *testing.T) {
	w := wording.In(assistant.German)
	if got := w.Say("Plan %s: %s", "freigegeben", "100 % of %s"); got != "Plan freigegeben: 100 % of %s" {
		t.Errorf("an argument was read as words of ours: %q", got)
	}
	if got := w.Label("Reject"); got != "Ablehnen" {
		t.Errorf("a label of ours is %q", got)
	}
	if got := w.List([]string{"a", "b", "c"}); got != "a, b und c" {
		t.Errorf("a list: %q", got)
	}
}

// One of something is never said as several: "1 warnings", "1 Schritte", "1 étapes", "1 pasos".
func TestOneIsNeverSaidAsSeveral(t *testing.T) {
	several := regexp.MustCompile(`(?:^|[^\d.,])1 (?:étapes|tâches|entrées|lignes|fichiers|questions|champs|avertissements|exécutions|actions|plans|groupes|faites|annulées|pasos|tareas|entradas|líneas|archivos|preguntas|campos|advertencias|ejecuciones|acciones|planes|grupos|hechas|revertidas|fallidos|steps|tasks|entries|lines|files|questions|fields|warnings|notices|runs|actions|plans|groups|hours|minutes|days|Schritte|Aufgaben|Einträge|Zeilen|Dateien|Fragen|Felder|Warnungen|Hinweise|Ausführungen|Aktionen|Pläne|Gruppen|Stunden|Minuten|Tage)(?:\PL|$)`)
	verbs := regexp.MustCompile(`%(?:\[\d+\])?[ds]`)
	for _, l := range assistant.Languages() {
		entries, err := wording.Entries(l)
		if err != nil {
			t.Fatal(err)
		}
		for key, e := range entries {
			if strings.HasPrefix(key, "You sent %d files") || strings.HasPrefix(key, "This runs as shown, and the same kind") {
				continue // they are too many, or constants, so that they are never one
			}
			text := e.One
			if e.By == 0 && l != assistant.English {
				text = e.Text // a number that changes nothing of the sentence
			}
			at := 0
			said := verbs.ReplaceAllStringFunc(text, func(v string) string {
				if at++; at == e.By || e.By == 0 && strings.HasSuffix(v, "d") {
					return "1"
				}
				return "2"
			})
			if several.MatchString(said) {
				t.Errorf("%s: %q", l.Name(), said)
			}
		}
	}
}
