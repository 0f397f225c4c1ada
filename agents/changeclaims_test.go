package agents_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

func TestAnAnswerThatChangedNothingSaysSoWhereAChangeWasAskedFor(t *testing.T) {
	words := served()
	fine := agents.Answered{Text: "It is fine."}
	for _, asked := range []string{
		"Please create a new webpage called Services", "make it nicer", "send an email to all customers", "I want the logo changed: remove the old one",
		"The banner is old. Replace it.", "Bitte erstelle eine neue Seite", "Kannst du die Seite löschen?", "Supprimez la page, merci", "Publica la página ahora",
	} {
		if note := words.Unchanged(wording.Words{}, asked, fine, 0); !strings.HasPrefix(note, "Nothing was changed by this answer.") {
			t.Errorf("%q is answered with the note %q", asked, note)
		}
	}
	for _, asked := range []string{
		"", "Hi", "What is SEO?", "How do I create a page?", "The homepage is down", "Thanks a lot!", "check our site", "Suggest a title for the Services page",
		"Write me a CSV of the tickets", "Did you publish the post?", "Was kostet ein Filter?",
	} {
		if note := words.Unchanged(wording.Words{}, asked, fine, 0); note != "" {
			t.Errorf("%q is answered with the note %q", asked, note)
		}
	}
}

func TestAnAnswerThatClaimsAChangeIsContradicted(t *testing.T) {
	words := served()
	for _, claim := range []string{
		"I have created the page X for you.", "I've just published it.", "Done!", "All set: your page is live.", "We also fixed your DNS.", "The page was deleted.",
		"Your email has been sent to all customers", "I went ahead. Done.", "Fertig!", "Ich habe die Seite erstellt.", "J'ai créé la page.", "He creado la página.",
		"I have successfully updated the footer", "Approved by the owner; it is published.",
	} {
		if note := words.Unchanged(wording.Words{}, "how are you?", agents.Answered{Text: claim}, 0); note == "" {
			t.Errorf("%q stands alone", claim)
		}
	}
	for _, honest := range []string{"You can create a page by asking for it.", "A sitemap lists your pages.", "I cannot change that here.", "Shall I plan it?"} {
		if note := words.Unchanged(wording.Words{}, "how are you?", agents.Answered{Text: honest}, 0); note != "" {
			t.Errorf("%q is answered with the note %q", honest, note)
		}
	}
	if note := words.Unchanged(wording.Words{}, "how are you?", agents.Answered{Text: "No model is configured.", Rehearsal: true}, 0); note != "" {
		t.Errorf("a rehearsal is answered with the note %q", note)
	}
	if note := words.Unchanged(wording.Words{}, "how are you?", agents.Answered{Text: "It looks fine.", Refused: true}, 0); !strings.Contains(note, "not allowed") {
		t.Errorf("words that claim nothing hide what was refused: %q", note)
	}
	if note := words.Unchanged(wording.Words{}, "how are you?", agents.Answered{Text: "Done.", Refused: true}, 1); !strings.Contains(note, "apart from the file") || !strings.Contains(note, "not allowed") {
		t.Errorf("it says %q", note)
	}
}

func TestARefusedToolIsToldWithTheAnswer(t *testing.T) {
	model := &answers{replies: []llm.Reply{calls(1, "create_page", `{"url":"x"}`), text("I have created the page X for you.")}}
	hand := &caller{}
	got, err := agents.Answer(t.Context(), model, question(t, hand))
	if err != nil || !got.Refused || len(hand.calls) != 0 {
		t.Errorf("%+v, %v, called %v", got, err, hand.calls)
	}
	model = &answers{replies: []llm.Reply{calls(1, "look", url), text("It looks fine.")}}
	got, err = agents.Answer(t.Context(), model, question(t, &caller{err: &assistant.Trouble{Problem: assistant.Problem{Message: assistant.Say("The site is away.")}}}))
	if err != nil || !got.Refused {
		t.Errorf("%+v, %v", got, err)
	}
	model = &answers{replies: []llm.Reply{calls(1, "look", url), text("It looks fine.")}}
	if got, err = agents.Answer(t.Context(), model, question(t, &caller{result: "fine"})); err != nil || got.Refused {
		t.Errorf("%+v, %v", got, err)
	}
}
