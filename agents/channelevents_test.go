package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
)

func TestWhetherAChannelMayStartTasksIsReadInFourLanguages(t *testing.T) {
	for text, allowed := range map[string]bool{
		"What happens here may start tasks.":                              true,
		"allow events in this channel to start background tasks":          true,
		"Was hier passiert, darf Aufgaben starten":                        true,
		"Was in diesem Kanal geschieht, darf Hintergrundaufgaben starten": true,
		"Ce qui se passe ici peut lancer des tâches":                      true,
		"Lo que pasa en este canal puede iniciar tareas":                  true,
		"what happens here may not start tasks":                           false,
		"Do not let events in this channel start tasks any more":          false,
		"Was hier passiert, darf keine Aufgaben mehr starten":             false,
		"Was hier passiert, darf keine Aufgaben starten":                  false,
		"ce qui se passe ici ne peut plus lancer de tâches":               false,
		"lo que pasa aquí no puede iniciar tareas":                        false,
	} {
		if got, said := agents.ChannelStartsTasks(text); !said || got != allowed {
			t.Errorf("%s: %v %v", text, got, said)
		}
	}
	for _, text := range []string{"", "May what happens here start tasks?", "What happens here may start tasks and publish the page", "start tasks", "this channel is about tasks"} {
		if _, said := agents.ChannelStartsTasks(text); said {
			t.Errorf("%s", text)
		}
	}
}
