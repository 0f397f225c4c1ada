package wording_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

func TestWhatAPersonWritesIsHeardInTheirLanguage(t *testing.T) {
	for text, want := range map[string]assistant.Language{
		"Create a page called Services":         assistant.English,
		"hi, what can you do?":                  assistant.English,
		"pls make a new page":                   assistant.English,
		"yes":                                   assistant.English,
		"Erstelle eine Seite namens Leistungen": assistant.German,
		"Was kannst du?":                        assistant.German,
		"ja":                                    assistant.German,
		"Können Sie bitte die Überschrift ändern": assistant.German,
		"leg mal ne neue seite an":                assistant.German,
		"Crée une page appelée Services":          assistant.French,
		"Bonjour, que sais-tu faire ?":            assistant.French,
		"oui":                                     assistant.French,
		"j'ai besoin d'aide":                      assistant.French,
		"Que peux-tu faire ?":                     assistant.French,
		"es-tu un robot ?":                        assistant.French,
		"Vas-y !":                                 assistant.French,
		"Tu es un robot":                          "", // French and Spanish
		"Erstelle eine Seite für das Rendez-vous": assistant.German,
		"Crea una página llamada Servicios":       assistant.Spanish,
		"¿Qué puedes hacer?":                      assistant.Spanish,
		"sí":                                      assistant.Spanish,
		"necesito una pagina nueva":               assistant.Spanish,
		"Create a page called \"Über uns und unsere Leistungen\"":   assistant.English,
		"Erstelle eine Seite „What we do for you and your friends“": assistant.German,
		"Create the page Unsere Leistungen for our site":            assistant.English,
		"ok":                     "",
		"👍":                      "",
		"":                       "",
		"https://example.com/de": "",
		"Aquaverter":             "",
		"Services":               "",
		"12":                     "",
	} {
		if got := wording.Heard(text); got != want {
			t.Errorf("%q is heard as %q, not %q", text, got, want)
		}
	}
}
