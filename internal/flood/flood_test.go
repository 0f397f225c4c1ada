package main

import (
	"testing"
	"time"
)

// TestEachGoodEventOfAFloodIsToldOnce is the command in short.
func TestEachGoodEventOfAFloodIsToldOnce(t *testing.T) {
	s := settings{rate: 100, hooks: 4, lasting: 2 * time.Second, window: time.Second, database: embedded}
	r, err := run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.wrong(); err != nil {
		t.Errorf("%v\n%s", err, r.report(s))
	}
	if r.sent[good] == 0 || r.sent[forged] == 0 || r.sent[replayed] == 0 {
		t.Errorf("%+v", r.sent)
	}
}
