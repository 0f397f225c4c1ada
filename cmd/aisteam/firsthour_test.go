package main

import "testing"

// TestTheFirstClickThroughComesToAPlan presses what a newcomer presses: an example, Answer with what is optional left empty,
// Answer again.
func TestTheFirstClickThroughComesToAPlan(t *testing.T) {
	t.Parallel()
	k := newcomer(t)
	k.startReady()
	p := openPanel(t, k)
	p.click(`.examples button[value*="webpage called Services"]`)
	p.sees("What should people search for to find it?")
	p.when("the box has the focus", `document.activeElement.id === "text"`)
	p.click(`.card.ask.open button.primary`)
	p.sees("Which way do you want to go?")
	p.click(`.card.ask.open button.primary`)
	p.sees("Approve and start")
}
