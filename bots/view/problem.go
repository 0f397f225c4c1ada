package view

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Problem is what went wrong, and how to go on.
type Problem struct {
	In       wording.Words
	Side     assistant.Side
	Message  string
	Recovery string
	ID       string
	Steps    []string // what was thought before
}

func (p Problem) says() bool { return true }

func (p Problem) safe(s safe) Section { return p.safely(s) }

func (p Problem) safely(s safe) Problem {
	p.Message, p.Recovery, p.ID, p.Steps = s.words(p.Message), s.words(p.Recovery), s.words(p.ID), s.all(p.Steps)
	return p
}

// problem says what went wrong, for people.
func problem(p *assistant.Problem, w wording.Words) *Problem {
	if p == nil {
		return nil
	}
	return &Problem{In: w, Side: p.Side, Message: bots.OneLine(w.Tell(p.Message)), Recovery: w.Tell(p.Recovery), ID: bots.OneLine(p.ID), Steps: told(p.Steps, w)}
}

// Line says on one line what went wrong, and how to go on.
func (p Problem) Line() string { return bots.OneLine(p.Message + " " + p.Recovery) }
