package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

func TestPeopleChooseALanguage(t *testing.T) {
	for words, want := range map[string]assistant.Language{
		"Speak German with me":                        assistant.German,
		"Hans, please speak French to me from now on": assistant.French,
		"talk to me in Spanish, please":               assistant.Spanish,
		"My language is English.":                     assistant.English,
		"Sprich Deutsch mit mir!":                     assistant.German,
		"sprich bitte mit mir auf Englisch":           assistant.English,
		"Sprechen Sie ab jetzt nur noch Französisch":  assistant.French,
		"Meine Sprache ist Spanisch":                  assistant.Spanish,
		"Parle français avec moi, s’il te plaît":      assistant.French,
		"parle-moi en allemand":                       assistant.German,
		"ma langue est l'espagnol":                    assistant.Spanish,
		"Habla español conmigo":                       assistant.Spanish,
		"háblame en inglés":                           assistant.English,
		"mi idioma es el francés":                     assistant.French,
	} {
		if got, ok := agents.ReadLanguage(words); !ok || got != want {
			t.Errorf("%q: %q %v", words, got, ok)
		}
	}
	// These are about a text, about somebody else, about a language of ours that is none, or ask something.
	for _, words := range []string{
		"write the page in German", "answer in French", "Do you speak German?", "speak to the German client", "speak Italian with me", "translate it into Spanish",
		"our customers speak English", "schreib die Seite auf Deutsch", "sprich mit dem Kunden über Englisch", "parle de la page en anglais", "habla con el cliente",
		"speak German with me and create a ticket", "my language is important",
	} {
		if got, ok := agents.ReadLanguage(words); ok {
			t.Errorf("%q is taken for the choice of %s", words, got)
		}
	}
}
