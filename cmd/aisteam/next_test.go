package main

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// What an answer offers is pressed: the words stand in the thread as the person's, and are answered like any.
func TestWhatToTryNextIsAButtonOnSlack(t *testing.T) {
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
	calm := func() {}
	for asks, answer := range map[string]string{
		"what is waiting?": "nothing waits for your decision", "Was wartet?": "nichts wartet auf Ihre Entscheidung",
		"Qu'est-ce qui attend ?": "rien n’attend votre décision", "¿Qué está pendiente?": "nada espera su decisión",
	} {
		w := newSlackWorld(t)
		w.child.startReady()
		w.say(asks, calm)
		m := w.shows("the answer", calm, says(answer))
		if !strings.Contains(string(m.Blocks), `"ask:0"`) {
			t.Errorf("%s ends without a way on:\n%s", asks, strings.Join(fakeslack.Lines(m.Blocks), "\n"))
		}
	}
}

func TestWhatToTryNextIsAButtonOnThePanel(t *testing.T) {
	k := newChild(t)
	k.startReady()
	p := openPanel(t, k)
	p.say("Was kannst du?")
	p.sees("Was ohne Sprachmodell geht")
	p.picture("next")
	p.click(`.next form:nth-child(3) button`)
	p.when("the words stand there as one's own", `[...document.querySelectorAll(".turn.mine")].some((t) => t.innerText.includes("Prüfe die Startseite"))`)
	p.sees("Plan")
	p.say("Every day at 17:00 send me a digest")
	p.when("a plan waits", `document.querySelector(".card.plan.proposed")`)
	p.say("was wartet?")
	p.sees("1 Plan")
	p.picture("waits")
}
