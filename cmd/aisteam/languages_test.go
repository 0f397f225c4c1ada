package main

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// spokenIn is how a newcomer begins in a language, and what then stands in that language alone: a sentence of the team's, the small print
// of its card, and the mark that the panel has instead.
type spokenIn struct{ name, hello, sentence, card, mark string }

func spoken() []spokenIn {
	return []spokenIn{
		{"English", "What can you do?", "What works without a language model", "Rehearsal: no language model was asked", "Rehearsal"},
		{"German", "Was kannst du?", "Was ohne Sprachmodell geht", "Probebetrieb: Es wurde kein Sprachmodell gefragt", "Probebetrieb"},
		{"French", "Que peux-tu faire ?", "Ce qui marche sans modèle de langage", "Mode démonstration : aucun modèle de langage n’a été interrogé", "Démonstration"},
		{"Spanish", "¿Qué puedes hacer?", "Lo que funciona sin modelo de lenguaje", "Modo de ensayo: no se ha consultado ningún modelo de lenguaje", "Ensayo"},
	}
}

// alone fails if a surface shows words of another language.
func (s spokenIn) alone(t *testing.T, shown string) {
	t.Helper()
	for _, other := range spoken() {
		if other.name != s.name && (strings.Contains(shown, other.sentence) || strings.Contains(shown, other.card)) {
			t.Errorf("%s beside %s: %s", other.name, s.name, shown)
		}
	}
}

func TestAConversationOnSlackIsInOneLanguage(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t)
	w.child.startReady()
	for _, s := range spoken() {
		w.root = ""
		w.say(s.hello, calm)
		m := w.shows("the answer in "+s.name, calm, func(m fakeslack.Message) bool {
			return says(s.sentence)(m) && strings.Contains(string(m.Blocks), s.card)
		})
		s.alone(t, m.Text+string(m.Blocks))
	}
}

func TestAConversationOnDiscordIsInOneLanguage(t *testing.T) {
	t.Parallel()
	w := newDiscordWorld(t, false)
	for _, s := range spoken() {
		w.thread = w.discord.Mention(discordChannel, discordAsker, s.hello)
		m := w.shows("the answer in "+s.name, func(m fakediscord.Message) bool { return discordSays(s.sentence)(m) && discordSays(s.card)(m) })
		s.alone(t, strings.Join(m.Lines(), "\n"))
	}
}

// The panel shows a card's own words in the language of its conversation: here the rehearsal's mark on the answer.
func TestAConversationOnThePanelIsInOneLanguage(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	w := newPanelWorld(t, k)
	w.enters(calm)
	for _, s := range spoken() {
		w.opens("/")
		w.says(s.hello)
		w.sees("the answer in "+s.name, calm, func() bool { return strings.Contains(w.words(), s.sentence) && strings.Contains(w.words(), s.mark) })
		s.alone(t, w.words())
	}
}
