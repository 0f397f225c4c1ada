package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/wording"
)

// TestAWholeConversationIsInOneLanguage: a page is asked for, questions are answered, the plan and the finished text get their yes, and all
// of it is taken back. Nothing that is shown on the way is a sentence of ours in English.
func TestAWholeConversationIsInOneLanguage(t *testing.T) {
	t.Parallel()
	english := englishAlone(t)
	for _, c := range []struct {
		language                     assistant.Language
		asks, which, answers, begins string
	}{
		{assistant.German, "Bitte erstelle eine neue Seite namens „Leistungen“.", "Sprache", "Entscheiden Sie", "angelegt, unter"},
		{assistant.French, "Crée une nouvelle page appelée « Prestations ».", "langue", "Choisissez", "créée, à l’adresse"},
		{assistant.Spanish, "Crea una nueva página llamada «Servicios».", "idioma", "Elija usted", "creada en"},
	} {
		t.Run(c.language.Name(), func(t *testing.T) {
			t.Parallel()
			w, words := newSlackWorld(t), wording.In(c.language)
			w.child.startReady()
			var shown []string
			look := func() {
				for _, m := range w.slack.Posted(channel, w.root) {
					shown = append(shown, asRead(m.Text), asRead(strings.Join(fakeslack.Lines(m.Blocks), "\n")))
				}
			}
			w.say(c.asks, look)
			w.shows("the questions", look, says(c.which))
			w.say(c.answers, look)
			w.press(w.shows("the ways", look, says(words.Say("One simple page"))), "clarify_opt:0", look)
			w.press(w.shows("the plan", look, has("plan_approve")), "plan_approve", look)
			w.press(w.shows("the finished text", look, has("approval_approve")), "approval_approve", look)
			run := w.shows("the finished run", look, has("run_undo"))
			w.shows("the summary", look, says(words.Say("%d steps can be undone.", 1)))
			w.press(run, "run_undo", look)
			w.shows("what was taken back", look, says(words.Say("I have taken back:")))
			if all := strings.Join(shown, "\n"); !strings.Contains(all, c.begins) {
				t.Errorf("nobody ever read %q", c.begins)
			}
			told := map[string]bool{}
			for _, text := range shown {
				for _, key := range english(text) {
					if !told[key] && !wordedByModels[key] {
						told[key] = true
						t.Errorf("%q is shown in English: %s", key, text)
					}
				}
			}
		})
	}
}

var formatVerb = regexp.MustCompile(`%(?:\[\d+\])?[.\d]*[a-z]`)

// wordedByModels are those that stand in what the rehearsal has worded as a model does, which is shown as it was written (decision 0053).
var wordedByModels = map[string]bool{"Create a page": true, "New visitors": true, "Create the %s “%s”": true}

// englishAlone finds the sentences of the catalogue that stand in a text in English, by the longest part of each that has some words.
func englishAlone(t *testing.T) func(text string) []string {
	t.Helper()
	entries, err := wording.Entries(assistant.German)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for key := range entries {
		longest := ""
		for _, part := range formatVerb.Split(key, -1) {
			if part = strings.Trim(part, " .,:;“”()"); len(part) > len(longest) {
				longest = part
			}
		}
		if strings.Count(longest, " ") > 0 && len(longest) > 8 {
			parts[longest] = key
		}
	}
	return func(text string) (found []string) {
		for part, key := range parts {
			if strings.Contains(text, part) {
				found = append(found, key)
			}
		}
		return found
	}
}
