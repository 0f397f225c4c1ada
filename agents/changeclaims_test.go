package agents_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

func TestAnAnswerThatClaimsAChangeIsContradicted(t *testing.T) {
	for _, claim := range []string{
		"I have created the page X for you.", "I've just published it.", "Done!", "All set: your page is live.", "We also fixed your DNS.", "The page was deleted.",
		"Your email has been sent to all customers", "I went ahead. Done.", "Fertig!", "Ich habe die Seite erstellt.", "J'ai créé la page.", "He creado la página.",
		"I have successfully updated the footer", "Approved by the owner; it is published.",
	} {
		if note := agents.Unchanged(wording.Words{}, agents.Answered{Text: claim}, 0); note == "" {
			t.Errorf("%q stands alone", claim)
		}
	}
	for _, honest := range []string{"You can create a page by asking for it.", "A sitemap lists your pages.", "I cannot change that here.", "Shall I plan it?"} {
		if note := agents.Unchanged(wording.Words{}, agents.Answered{Text: honest}, 0); note != "" {
			t.Errorf("%q is answered with the note %q", honest, note)
		}
	}
	if note := agents.Unchanged(wording.Words{}, agents.Answered{Text: "No model is configured.", Rehearsal: true}, 0); note != "" {
		t.Errorf("a rehearsal is answered with the note %q", note)
	}
	if note := agents.Unchanged(wording.Words{}, agents.Answered{Text: "It looks fine.", Refused: true}, 0); !strings.Contains(note, "not allowed") {
		t.Errorf("words that claim nothing hide what was refused: %q", note)
	}
	if note := agents.Unchanged(wording.Words{}, agents.Answered{Text: "Done.", Refused: true}, 1); !strings.Contains(note, "apart from the file") || !strings.Contains(note, "not allowed") {
		t.Errorf("it says %q", note)
	}
}

func TestARefusedToolIsToldWithTheAnswer(t *testing.T) {
	for what, c := range map[string]struct {
		first   llm.Reply
		hand    *caller
		refused bool
	}{
		"what it may not do":     {calls(1, "create_page", `{"url":"x"}`), &caller{}, true},
		"a look that fails":      {calls(1, "look", url), &caller{err: &assistant.Trouble{Problem: assistant.Problem{Message: assistant.Say("The site is away.")}}}, true},
		"a look that works fine": {calls(1, "look", url), &caller{result: "fine"}, false},
	} {
		model := &answers{replies: []llm.Reply{c.first, text("I have created the page X for you.")}}
		_, l, err := answered(t.Context(), &host{asker: model, caller: c.hand}, question(t))
		if err != nil || l.Records.Refused() != c.refused {
			t.Errorf("%s: %+v, %v", what, l.Records, err)
		}
	}
}
