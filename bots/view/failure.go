package view

import (
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

func failure(c bots.ErrorCard, w wording.Words) View {
	v := View{
		Kind: Failure, Tone: Bad, By: c.Agent, At: c.At, Label: w.Say("Something went wrong"),
		Aloud: w.Tell(c.Problem.Whole()),
	}
	add(&v, *problem(&c.Problem, w))
	if c.CanRetry() {
		add(&v, Actions{[]Action{{Do: Retry, Label: w.Say(LabelRetry), Weight: Main, On: On{Run: c.Problem.Run}}}})
	}
	return v
}
