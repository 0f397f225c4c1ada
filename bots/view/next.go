package view

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// mostNext is how many requests an answer offers: more than that nobody reads.
const mostNext = 3

// Next are the requests that an answer offers, each of which one press says in the name of whoever presses.
func Next(c bots.AnswerCard) []Action {
	if c.Draft || c.Status || c.Message == "" {
		return nil
	}
	var out []Action
	for i, words := range c.Next[:min(len(c.Next), mostNext)] {
		out = append(out, Action{Do: Ask, Label: bots.OneLine(words), Weight: Plain, On: On{Said: c.Message, Option: i}})
	}
	return out
}

// NextInWords lists the same where nothing can be pressed; "" where an answer offers nothing.
func NextInWords(c bots.AnswerCard) string {
	var lines []string
	for _, a := range Next(c) {
		lines = append(lines, "\n• "+a.Label)
	}
	if len(lines) == 0 {
		return ""
	}
	return wording.In(c.Language).Say("Try for example:") + strings.Join(lines, "")
}
