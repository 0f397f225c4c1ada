package files

import (
	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// asked are requests for a file of given words, and for one of how the newest run stands.
func asked() []examples.Example {
	words := examples.Example{
		Words: examples.Words{
			assistant.English: {"create [{kind}] file [called|:] {name}", "create [{kind}] file", "… that says {text}", "… saying|containing|: {text}", "… with text|words|content {text}"},
			assistant.German:  {"erstelle [{kind}] Datei [namens|:] {name}", "erstelle [{kind}] Datei", "… mit Text|Inhalt {text}", "… : {text}"},
			assistant.French:  {"crée fichier [{kind}] [appelé|:] {name}", "crée fichier [{kind}]", "… avec texte|contenu {text}", "… : {text}"},
			assistant.Spanish: {"crea archivo [{kind}] [llamado|:] {name}", "crea archivo [{kind}]", "… con texto|contenido {text}", "… : {text}"},
		},
		Slots: []examples.Slot{
			{Name: "name", Kind: examples.File, Default: "notes.md"},
			{Name: "text", Kind: examples.Whole, Needed: true, Question: "What is the file to say?", Reason: "I take these words as they are."},
			{Name: "kind", As: "name", Kind: examples.Choice, Values: map[string]string{"markdown": "notes.md", "text": "notes.txt", "html": "notes.html", "json": "notes.json"}},
		},
		Arguments: `{"name": "{name}", "content": "{text}"}`, Tells: "It comes with this message.",
	}
	run := examples.Example{
		Words: examples.Words{
			assistant.English: {"export|save|create|give|put plan|run|summary|status as|into|to [a] file", "create file of|with|about plan|run|summary|status"},
			assistant.German:  {"speichere|exportiere Plan|Lauf|Stand als|in Datei"},
			assistant.French:  {"enregistre|exporte plan|exécution|résumé dans|comme|en fichier"},
			assistant.Spanish: {"guarda|exporta plan|ejecución|resumen como|en archivo"},
		},
		Slots:     []examples.Slot{{Name: "run", Needed: true}},
		Arguments: `{"name": "run.md", "content": "# The newest run\n\n{run}"}`, Tells: "It comes with this message.",
	}
	return []examples.Example{words, run}
}
