package orchestrator_test

import (
	"testing"
	"testing/synctest"
)

// TestThatAnotherProviderAnswersIsSaidOnceInTheTimeline: where the first cannot be had.
func TestThatAnotherProviderAnswersIsSaidOnceInTheTimeline(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		r := newReplica(t, dir, &thinker{name: "m", instead: "gemini"})
		defer r.end()
		c := r.ask(r.home, "1", "What can you do for me?")
		r.words(r.home, c)
		if n := r.count(r.home, c, "Google Gemini cannot be had at the moment, so OpenAI answers."); n != 1 {
			t.Errorf("it is said %d times", n)
		}
	})
}
