package main

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/storage"
)

// TestEachWordIsHeardOnceAndNothingStartsAfterAStop: in random orders of words, stops, decisions, crashes and steps of a model. The
// command holds thousands, on both databases. A stop that was not obeyed would be noticed.
func TestEachWordIsHeardOnceAndNothingStartsAfterAStop(t *testing.T) {
	const few = 60
	tk, err := held(t.Context(), storage.Config{Dir: t.TempDir()}, few, 16, steered{true, 1})
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
	if v.words < 3*few || v.taken+v.stops == 0 || v.effects == 0 {
		t.Errorf("too little happened to say anything: %s%s", v, v.heardOf(tk.steered))
	}
	t.Log(v, v.heardOf(tk.steered))

	for c := range tk.stops {
		tk.stops[c] = []halt{{sent: 1 << 60, acked: -1}}
	}
	if v, err = tk.verdict(t.Context(), few); err != nil || !strings.Contains(strings.Join(v.wrong, " "), "after a stop") {
		t.Errorf("nobody notices what started after a stop: %v, %v", err, v)
	}
}
