package main

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// spokenIn is how a newcomer begins in a language, and what then stands in that language alone: a sentence of the team's, and
// the small print of its card.
type spokenIn struct{ name, hello, sentence, card string }

func spoken() []spokenIn {
	return []spokenIn{
		{"English", "What can you do?", "What works without a language model", "Rehearsal: no language model was asked"},
		{"German", "Was kannst du?", "Was ohne Sprachmodell geht", "Probebetrieb: Es wurde kein Sprachmodell gefragt"},
		{"French", "Que peux-tu faire ?", "Ce qui marche sans modèle de langage", "Mode démonstration : aucun modèle de langage n’a été interrogé"},
		{"Spanish", "¿Qué puedes hacer?", "Lo que funciona sin modelo de lenguaje", "Modo de ensayo: no se ha consultado ningún modelo de lenguaje"},
	}
}

// alone fails where words of another language stand in what a surface shows.
func (s spokenIn) alone(t *testing.T, shown string) {
	t.Helper()
	for _, other := range spoken() {
		if other.name != s.name && (strings.Contains(shown, other.sentence) || strings.Contains(shown, other.card)) {
			t.Errorf("%s beside %s: %s", other.name, s.name, shown)
		}
	}
}

func TestAConversationOnSlackIsInOneLanguage(t *testing.T) {
	calm := func() {}
	for _, s := range spoken() {
		t.Run(s.name, func(t *testing.T) {
			w := newSlackWorld(t)
			w.child.startReady()
			w.say(s.hello, calm)
			m := w.shows("the answer", calm, func(m fakeslack.Message) bool {
				return says(s.sentence)(m) && strings.Contains(string(m.Blocks), s.card)
			})
			s.alone(t, m.Text+string(m.Blocks))
		})
	}
}

func TestAConversationOnDiscordIsInOneLanguage(t *testing.T) {
	w := newDiscordWorld(t, false)
	for _, s := range spoken() {
		w.thread = w.discord.Mention(discordChannel, discordAsker, s.hello)
		m := w.shows("the answer in "+s.name, func(m fakediscord.Message) bool { return discordSays(s.sentence)(m) && discordSays(s.card)(m) })
		s.alone(t, strings.Join(m.Lines(), "\n"))
	}
}

// The panel shows a card's own words in the language of its conversation: here the rehearsal's mark on the answer.
func TestAConversationOnThePanelIsInOneLanguage(t *testing.T) {
	k := newChild(t)
	k.startReady()
	p := openPanel(t, k)
	p.say("Was kannst du?")
	p.sees("Was ohne Sprachmodell geht")
	p.sees("Probebetrieb")
	p.when("nothing of it is English", `!document.querySelector("#feed").innerText.includes("What works without")`)
}
