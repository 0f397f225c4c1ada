package main

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// What an answer offers is pressed: the words stand in the thread as the person's, and are answered like any.
func TestWhatToTryNextIsAButtonOnSlack(t *testing.T) {
	t.Parallel()
	calm := func() {}
	w := newSlackWorld(t)
	w.child.startReady()
	w.say("Was kannst du?", calm)
	answer := w.shows("the answer", calm, has("ask:0"))
	w.press(answer, "ask:0", calm)
	w.shows("whose words they are", calm, says("Bitte erstelle eine neue Seite namens Services"))
	w.shows("the questions, in the conversation's language", calm, says("Antworten"))
}

func TestWhatToTryNextIsAButtonOnDiscordAndWhatWaitsIsAnsweredFromTheDatabase(t *testing.T) {
	t.Parallel()
	w := newDiscordWorld(t, false)
	w.thread = w.discord.Mention(discordChannel, discordAsker, "hola")
	answer := w.shows("the answer", discordHas("v1:said:ask"))
	w.press(answer, "v1:said:ask")
	w.shows("the questions", discordSays("Services"))
	w.discord.Say(w.thread, discordAsker, "¿Qué está pendiente?")
	w.shows("what waits", func(m fakediscord.Message) bool {
		return discordSays("A la espera de una decisión: 1 pregunta.")(m) && discordSays("Una pregunta")(m)
	})
}

func TestWhatWaitsIsAnsweredOnSlackInFourLanguages(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t)
	w.child.startReady()
	for asks, answer := range map[string]string{
		"what is waiting?": "nothing waits for your decision", "Was wartet?": "nichts wartet auf Ihre Entscheidung",
		"Qu'est-ce qui attend ?": "rien n’attend votre décision", "¿Qué está pendiente?": "nada espera su decisión",
	} {
		w.root = ""
		w.say(asks, calm)
		m := w.shows("the answer", calm, says(answer))
		if !strings.Contains(string(m.Blocks), `"ask:0"`) {
			t.Errorf("%s ends without a way on:\n%s", asks, strings.Join(fakeslack.Lines(m.Blocks), "\n"))
		}
	}
}

func TestWhatToTryNextIsAButtonOnThePanel(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	w := newPanelWorld(t, k)
	w.enters(calm)
	w.says("Was kannst du?")
	w.sees("what works", calm, func() bool { return strings.Contains(w.words(), "Was ohne Sprachmodell geht") })
	w.submits(".next form:nth-child(3)")
	w.sees("the words as one's own", calm, func() bool { return strings.Contains(w.find(".turn.mine").Text(), "Prüfe die Startseite") })
	w.sees("what came of them", calm, func() bool { return strings.Contains(w.words(), "Plan") })
	w.says("Every day at 17:00 send me a digest")
	w.sees("a plan that waits", calm, func() bool { return w.find(".card.plan.proposed").Length() > 0 })
	w.says("was wartet?")
	w.sees("what waits", calm, func() bool { return strings.Contains(w.words(), "1 Plan") })
}
