package view

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func failure(c bots.ErrorCard) View {
	v := View{Kind: Failure, Tone: Bad, Title: "Something went wrong", Problem: problem(&c.Problem), Aloud: c.Problem.Message + " " + c.Problem.Recovery}
	if c.CanRetry() {
		v.Actions = []Action{{Do: Retry, Label: LabelRetry, Weight: Main, On: On{Run: c.Problem.Run}}}
	}
	return v
}

func problem(p *assistant.Problem) *Problem {
	if p == nil {
		return nil
	}
	return &Problem{Message: bots.OneLine(p.Message), Recovery: p.Recovery, ID: bots.OneLine(p.ID)}
}

// Line says on one line what went wrong, and how to go on.
func (p Problem) Line() string { return bots.OneLine(p.Message + " " + p.Recovery) }
