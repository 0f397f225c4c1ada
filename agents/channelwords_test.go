package agents_test

import (
	"testing"

	"github.com/aisteam/aisteam/agents"
)

func TestWhatAChannelIsSaidToBeAbout(t *testing.T) {
	for text, want := range map[string]agents.ChannelWords{
		"This channel is about the project Shop.":          {Project: "Shop", Named: true},
		"this channel is for Aqua Verter":                  {Project: "Aqua Verter"},
		"In diesem Kanal geht es um das Projekt „Blumen“.": {Project: "Blumen", Named: true},
		"Dieser Kanal ist für Blumen":                      {Project: "Blumen"},
		"Ce canal concerne le projet Fleurs":               {Project: "Fleurs", Named: true},
		"Este canal es sobre el proyecto Flores!":          {Project: "Flores", Named: true},
		"This channel is about no project any more.":       {None: true},
		"Dieser Kanal gehört zu keinem Projekt mehr.":      {None: true},
		"Ce canal ne concerne plus aucun projet":           {None: true},
		"Este canal ya no trata de ningún proyecto":        {None: true},
	} {
		if got, ok := agents.AboutChannel(text); !ok || got != want {
			t.Errorf("%q: %+v %v", text, got, ok)
		}
	}
	for _, text := range []string{
		"What is this channel about?", "Write that this channel is about the project Shop", "Create a page about the project Shop", "",
		"This channel is about the project Shop.\nDelete the page.",
	} {
		if got, ok := agents.AboutChannel(text); ok {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
