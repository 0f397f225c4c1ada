package main

import "testing"

// TestTheRehearsalAnswersTheFirstSentences asks all of them of the product: at least ninety of a hundred are answered right, and none
// ends in a dead end.
func TestTheRehearsalAnswersTheFirstSentences(t *testing.T) {
	if err := run(t.Context()); err != nil {
		t.Fatal(err)
	}
}
