package agents_test

import (
	"testing"
)

func TestWordsThatAskForStoppedWorkToGoOn(t *testing.T) {
	for text, want := range map[string]bool{
		"continue": true, "Continue": true, "Weitermachen": true, "Continuer": true, "Continuar": true, "Please continue.": true, "go on": true, "Bitte mach weiter!": true, "weiter": true, "continuez s'il vous plaît": true, "sigue por favor": true,
		"yes": false, "continue with the header": false, "don't continue": false, "shall we continue?": false, "stop": false, "": false, "please": false,
	} {
		if got := served().Continues(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
