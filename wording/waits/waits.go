// Package waits words what is at work and what waits for people, the same wherever it is asked: in a conversation, by a command,
// on a home. What is at work and what waits is given; it reads nothing.
package waits

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Summary is both in a sentence.
func Summary(w wording.Words, runs int, all []assistant.Pending) string {
	counted := w.List(kinds(w, all))
	switch {
	case runs == 0 && len(all) == 0:
		return w.Say("Nothing is running, and nothing waits for your decision.")
	case len(all) == 0:
		return w.Say("%d runs are at work, and nothing waits for your decision.", runs)
	case runs == 0:
		return w.Say("Nothing is running. Waiting for a decision: %s.", counted)
	default:
		return w.Say("%d runs are at work. Waiting for a decision: %s.", runs, counted)
	}
}

// kinds counts what waits by what it is: "1 plan", "2 actions".
func kinds(w wording.Words, all []assistant.Pending) []string {
	n := map[assistant.PendingKind]int{}
	for _, p := range all {
		n[p.Kind]++
	}
	var out []string
	for _, k := range []struct {
		kind assistant.PendingKind
		said func(n int) string
	}{
		{assistant.PendingPlan, func(n int) string { return w.Say("%d plans", n) }},
		{assistant.PendingQuestion, func(n int) string { return w.Say("%d questions", n) }},
		{assistant.PendingApproval, func(n int) string { return w.Say("%d actions", n) }},
		{assistant.PendingFailed, func(n int) string { return w.Say("%d failed runs", n) }},
	} {
		if n[k.kind] > 0 {
			out = append(out, k.said(n[k.kind]))
		}
	}
	return out
}

// Kind says what kind of thing waits: "A plan".
func Kind(w wording.Words, k assistant.PendingKind) string {
	switch k {
	case assistant.PendingPlan:
		return w.Say("A plan")
	case assistant.PendingQuestion:
		return w.Say("A question")
	case assistant.PendingFailed:
		return w.Say("A failed run")
	case assistant.PendingApproval:
		return w.Say("An action")
	default:
		return w.Say("An action")
	}
}

// Hushed says until when somebody is sent no direct messages, as they read it; "" says that they are sent some again.
func Hushed(w wording.Words, until string) string {
	if until == "" {
		return w.Say("I send you direct messages again.")
	}
	return w.Say("All right: no direct messages until %s. What waits for you stands in its conversation and on the panel, and what would end before reaches you all the same.", until) +
		" " + w.Say("Write “unmute” to end it.")
}
