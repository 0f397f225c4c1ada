package background_test

import (
	"testing"

	"github.com/aisteam/aisteam/background"
)

func TestATaskIsLetBeginNowInFourLanguages(t *testing.T) {
	for words, task := range map[string]string{
		"run it now": "", "Please run it right now!": "", "start the task now": "", "Hans, run this once now": "",
		"run the audit task now": "audit", "Run the background task “check the audit” now": "check the audit", "run task Audit now, please": "Audit",
		"trigger my task called Weekly report now": "Weekly report",
		"führe es jetzt aus":                       "", "Bitte starte die Aufgabe jetzt.": "", "lass sie jetzt laufen": "",
		"Starte die Audit-Aufgabe jetzt": "Audit", "führe die Hintergrundaufgabe „Prüfe die Seite“ sofort aus": "Prüfe die Seite",
		"lance-la maintenant": "", "Exécutez la tâche tout de suite": "", "lance la tâche « vérifier le site » maintenant": "vérifier le site",
		"ejecútala ahora": "", "¡Ejecuta la tarea ahora mismo!": "", "ejecuta la tarea Informe semanal ahora": "Informe semanal",
	} {
		if got, ok := background.ReadRunNow(words); !ok || got != task {
			t.Errorf("%q is read as %q, %t", words, got, ok)
		}
	}
	for _, words := range []string{
		"run the audit now", "run it", "can you run it now?", "run the task tomorrow", "do not run it now", "what runs now", "führe den Audit jetzt aus", "starte jetzt",
	} {
		if got, ok := background.ReadRunNow(words); ok {
			t.Errorf("%q is read as %q", words, got)
		}
	}
}
