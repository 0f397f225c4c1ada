package media

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// uploaded are requests to put a file into the library.
func uploaded() []examples.Example {
	return []examples.Example{{
		Words: examples.Words{
			assistant.English: {"upload|put|add [picture|photo|image|file] {file} [to|into] [library|site|website]", "… showing|: {alt}", "… that|it shows {alt}", "… with alt text {alt}"},
			assistant.German:  {"lade [das] [Bild|Foto|Datei] {file} hoch", "… das {alt} zeigt", "… mit Alternativtext {alt}"},
			assistant.French:  {"téléverse|ajoute [image|photo|fichier] {file} [à] [médiathèque]", "… qui montre {alt}", "… avec texte alternatif {alt}"},
			assistant.Spanish: {"sube|añade [imagen|foto|archivo] {file} [a] [biblioteca]", "… que muestra {alt}", "… con texto alternativo {alt}"},
		},
		Slots: []examples.Slot{
			{Name: "file", Kind: examples.File},
			{Name: "alt", Kind: examples.Text, Title: true, Needed: true, Question: "What does “{file}” show?", Reason: "People who do not see it are told these words."},
		},
		Arguments: `{"file": "{file}", "alt": "{alt}"}`, Title: "Put up a file", Goal: "put “{file}” into the library", Key: "upload", Does: "Put “{file}” into the library",
		Owner: assistant.WebEngineer, Here: true,
	}}
}
