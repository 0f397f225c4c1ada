package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// TestEachWordIsHeardOnceAndNothingStartsAfterAStop: in random orders of words, stops, decisions, crashes and steps of a model. The
// command holds thousands, on both databases. A stop that was not obeyed would be noticed.
func TestEachWordIsHeardOnceAndNothingStartsAfterAStop(t *testing.T) {
	t.Parallel()
	const few = 40
	tk, err := held(t.Context(), storage.Config{Dir: servers.Embedded(t)}, few, 16, steered{true, 1})
	if tk != nil {
		defer func() { _ = tk.close() }()
	}
	if err != nil {
		t.Fatal(err)
	}
	v, err := tk.verdict(t.Context(), few)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range v.wrong {
		t.Error(w)
	}
	if v.words < 3*few || v.taken+v.stops == 0 || v.proposed == 0 {
		t.Errorf("too little happened to say anything: %s%s", v, v.heardOf(tk.steered))
	}
	t.Log(v, v.heardOf(tk.steered))

	// A stop in every conversation, which nobody obeyed.
	stops := tk.stops
	tk.stops = map[assistant.ConversationID][]halt{}
	all, err := tk.db.Conversations.Conversations(t.Context(), tk.tenant, few+1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		tk.stops[c.ID] = []halt{{sent: 1 << 60, acked: -1}}
	}
	judgedAs(t, tk, few, "after a stop")
	tk.stops = stops

	// Nothing came of a word but that it was said.
	tk.tampered = func(log []assistant.Message) []assistant.Message {
		return slices.DeleteFunc(log, func(m assistant.Message) bool { return m.Cause != "" })
	}
	judgedAs(t, tk, few, "was lost")

	// A word that reached an agent at work had a turn of its own as well.
	tk.tampered = func(log []assistant.Message) []assistant.Message {
		for _, m := range log {
			if m.Author == assistant.AuthorUser && m.Cause == "" {
				log = append(log, assistant.Message{Author: assistant.AuthorAssistant, Cause: m.ID, Body: assistant.Said{}})
			}
		}
		return log
	}
	judgedAs(t, tk, few, "was heard twice")
	tk.tampered = nil

	if v, err = tk.verdict(t.Context(), few); err != nil || len(v.wrong) > 0 {
		t.Errorf("%v: %v", err, v.wrong)
	}
	silent(t, tk)
}

// judgedAs tells whether the judge finds what was tampered with.
func judgedAs(t *testing.T, tk *talk, n int, want string) {
	t.Helper()
	if v, err := tk.verdict(t.Context(), n); err != nil || !strings.Contains(strings.Join(v.wrong, " "), want) {
		t.Errorf("nobody notices %q: %v, %v", want, err, v)
	}
}

// silent: a model that has a minute's worth to say does not say it after a stop. How soon it is silent, the command measures.
func silent(t *testing.T, tk *talk) {
	t.Helper()
	var v verdict
	if err := tk.silences(t.Context(), &v, 4); err != nil || len(v.silences) != 3 {
		t.Errorf("%v: %v", err, v.silences)
	}
	for _, s := range v.silences {
		t.Log(s)
		if p95 := s.p95(); p95 > streamsFor/2 { // what any machine allows; the command is strict
			t.Errorf("it went on for %v", p95)
		}
	}
}
