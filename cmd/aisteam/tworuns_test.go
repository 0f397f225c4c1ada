package main

import (
	"strings"
	"testing"
)

// TestTwoRunsOfAConversationBothEnd: a second run may start while the first is at work; each goes on by itself to its own
// end.
func TestTwoRunsOfAConversationBothEnd(t *testing.T) {
	t.Parallel()
	k := newChild(t, slowVar+"=700ms")
	k.startReady()
	a := api{t, k}
	first := a.chat("", "Create a ticket about the slow contact form")
	a.reads(first.ConversationID, "Waiting for a person: Create a ticket: “The slow contact form”")
	a.chat(first.ConversationID, "yes")
	a.chat(first.ConversationID, "Create a ticket about the broken footer")
	a.reads(first.ConversationID, "Waiting for a person: Create a ticket: “The broken footer”")
	a.chat(first.ConversationID, "yes")
	log := ""
	err := until(t.Context(), patience, func() bool {
		log = a.log(first.ConversationID)
		return strings.Count(log, " run_finished: All tasks in this run are completed") == 2
	})
	if err != nil || strings.Count(log, " run_started: ") != 2 {
		t.Errorf("%v:\n%s", err, log)
	}
}
