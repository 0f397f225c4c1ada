package view

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

func failure(c bots.ErrorCard, w wording.Words) View {
	p := problem(&c.Problem, w)
	v := View{Kind: Failure, Tone: Bad, Title: w.Say("Something went wrong"), Problem: p, Aloud: w.Known(c.Problem.Message) + " " + w.Known(c.Problem.Recovery)}
	if c.CanRetry() {
		v.Actions = []Action{{Do: Retry, Label: w.Say(LabelRetry), Weight: Main, On: On{Run: c.Problem.Run}}}
	}
	return v
}

// problem is what went wrong. What failed below the team's own words, such as a tool, says it in whole English sentences.
func problem(p *assistant.Problem, w wording.Words) *Problem {
	if p == nil {
		return nil
	}
	return &Problem{In: w, Message: bots.OneLine(w.Known(p.Message)), Recovery: w.Known(p.Recovery), ID: bots.OneLine(p.ID)}
}

// Line says on one line what went wrong, and how to go on.
func (p Problem) Line() string { return bots.OneLine(p.Message + " " + p.Recovery) }
