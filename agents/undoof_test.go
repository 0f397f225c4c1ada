package agents_test

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestUndoOfChoosesAmongWhatWasDone, in four languages, and never among what words do not name.
func TestUndoOfChoosesAmongWhatWasDone(t *testing.T) {
	var done []assistant.RunView
	for _, title := range []string{"Create Services", "Create a ticket about the footer", "Create Prices", "Create a ticket about opening hours"} {
		summary := "Create the page"
		if title[7] == 'a' {
			summary = title
		}
		done = append(done, assistant.RunView{
			Run: assistant.Run{Title: title}, Tasks: []assistant.Task{{Summary: "Draft it for the website", Effect: assistant.EffectNone}, {Summary: summary, Effect: assistant.EffectReversible}},
		})
	}
	for text, want := range map[string][]int{
		"undo the page": {0, 2}, "undo the ticket": {1, 3}, "Take back the first one": {0}, "undo the second page": {2}, "undo number 3": {2},
		"please undo the footer ticket": {1}, "revert the last ticket": {3}, "take the prices page back": {2}, "undo the fifth one": {}, "undo the newsletter": {},
		"undo website":              {}, // what changed nothing names nothing
		"mach die Seite rückgängig": {0, 2}, "die erste Seite rückgängig machen": {0}, "Nimm das zweite Ticket zurück": {3}, "mach Services wieder rückgängig": {0},
		"annule la première page": {0}, "annulez le ticket": {1, 3}, "annule le dernier": {3},
		"deshaz la página": {0, 2}, "deshaz el segundo ticket": {3}, "revierte Prices": {2},
	} {
		u, ok := served().UndoOf(text)
		var got []int
		for _, v := range u.Of(done) {
			got = append(got, slices.IndexFunc(done, func(d assistant.RunView) bool { return d.Run.Title == v.Run.Title }))
		}
		if !ok || !slices.Equal(got, want) {
			t.Errorf("%q: %v of %+v, %t", text, got, u, ok)
		}
	}
	for _, text := range []string{
		"undo", "undo it", "undo step 2", "undo all pages", "should I undo the page?", "take the page to Ben", "make the page longer", "mach die Seite länger",
		"undo the page and the ticket", "nimm die Seite", "Create a page", "we are back", "don't undo the page",
	} {
		if u, ok := served().UndoOf(text); ok {
			t.Errorf("%q: %+v", text, u)
		}
	}
}
