package main

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/internal/fakediscord"
)

// onDiscord tells a story in a thread on Discord: what is said comes through the gateway, what is pressed over HTTP.
func onDiscord(play func(w *discordWorld, alive func())) func(testing.TB, ...string) scene {
	return func(tb testing.TB, env ...string) scene {
		tb.Helper()
		w := prepareDiscord(tb, true, env...)
		return scene{w.child, func(alive func()) { play(w, alive) }, func() string { return w.discord.Dump(w.thread) }, w.discord.Violations}
	}
}

// ticketFlow is the conversation that makes a ticket without a plan: one card, a click, and the agent goes on.
func (w *discordWorld) ticketFlow(alive func()) {
	w.tb.Helper()
	eventually(w.tb, patience, "the gateway is up", func() bool { return w.discord.Readies() > 0 })
	w.thread = w.discord.Mention(discordChannel, discordAsker, ticketWish)
	w.pressed(w.sees("the card that asks", alive, discordHas("v1:approval:approve")), "v1:approval:approve", alive)
	w.sees("the answer", alive, discordSays("Its number is 1."))
	w.sees("the finished run", alive, discordHas("v1:run:undo"))
}

// sees is shows for a command that may die and be started again.
func (w *discordWorld) sees(what string, alive func(), wish func(fakediscord.Message) bool) fakediscord.Message {
	w.tb.Helper()
	eventually(w.tb, patience, "Discord shows "+what, func() bool {
		alive()
		return slices.ContainsFunc(w.discord.Posted(w.thread), wish)
	})
	return w.shows(what, wish)
}

// pressed presses a button as somebody does who is told that nothing came of it: again, until the card asks no more.
func (w *discordWorld) pressed(card fakediscord.Message, action string, alive func()) {
	w.tb.Helper()
	eventually(w.tb, patience, "the click is taken", func() bool {
		alive()
		_, err := w.discord.Click(w.tb.Context(), card, discordAsker, card.Action(action), "")
		return err == nil
	})
}
