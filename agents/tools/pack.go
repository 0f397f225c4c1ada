package tools

import (
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Pack is a subject that the team works on: one folder and one line in the list of packs. Nobody else knows it by name.
type Pack struct {
	Name string // of the tools of a connection, the connection's id
	Kind string // of that connection; "" of what is compiled in
	// Brief finishes "a team of AI agents that …" in prompts: "works on websites". "" where nothing is to be said of it.
	Brief string
	// Work finishes "work that … is planned first": "changes a website". "" where nothing of it is planned.
	Work  string
	Tools []Tool
	// Connections are the kinds of connection that its tools work through; none where they need none.
	Connections []ConnectionForm
	// Templates are background tasks that its tools make useful.
	Templates []Template
	// Needs are the purposes that its tools ask models for, beside the team's own.
	Needs []llm.Need
}

// Template is a background task that is useful to many, ready to be made.
type Template struct {
	Name   string // what its address calls it: lower-case letters
	Title  string
	Prompt string // what it asks for
	When   string
	Says   string // what it would say
	Thinks bool   // only a language model can do it: it is not offered where there is none
}

// Templates lists those of the packs, in their order.
func Templates(packs []Pack) []Template {
	var out []Template
	for _, p := range packs {
		out = append(out, p.Templates...)
	}
	return out
}

// All lists the tools of the packs, in their order.
func All(packs []Pack) []Tool {
	var out []Tool
	for _, p := range packs {
		out = append(out, p.Sourced()...)
	}
	return out
}

// Needs lists what the packs' purposes need of models, in their order.
func Needs(packs []Pack) []llm.Need {
	var out []llm.Need
	for _, p := range packs {
		out = append(out, p.Needs...)
	}
	return out
}

// Topic gives requests that contain one of its words to an agent.
type Topic struct {
	Agent assistant.AgentID
	About string   // what such a request is about: "tickets"
	Words []string // as whole words, in the forms people write
}
