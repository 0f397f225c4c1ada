package slack_test

import (
	"testing"

	"github.com/aisteam/aisteam/bots"
)

// TestWhatIsToldInAChannelStandsInItOnce: the result alone, not the thinking on the way to it, and a post whose answer was lost is found
// in the channel again, with files or without.
func TestWhatIsToldInAChannelStandsInItOnce(t *testing.T) {
	fake, bot, s := withShelf(t, nil)
	for nonce, card := range map[string]bots.AnswerCard{
		"plain": {Agent: nico, Text: "All is well.", Conversation: "c", Message: "m0"}, "files": made(s),
	} {
		ts, err := bot.Post(t.Context(), place(""), card, nonce)
		if err != nil {
			t.Fatal(err)
		}
		if ref, found, err := bot.Find(t.Context(), place(""), nonce); err != nil || !found || ref != ts {
			t.Errorf("%s: %q is found as %q, %v: %v", nonce, ts, ref, found, err)
		}
	}
	if _, found, err := bot.Find(t.Context(), place(""), "other"); err != nil || found {
		t.Errorf("another's was found: %v", err)
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken: %v", v)
	}
	thinks := bots.ThinkingCard{Lines: []bots.ThinkingLine{{Text: "x"}, {Text: "y"}}}
	if bot.Hash(t.Context(), place(""), thinks) != "" || bot.Hash(t.Context(), place("1.0"), thinks) == "" {
		t.Error("thinking stands in a channel itself, or not in a thread")
	}
}
