package discord_test

import (
	"slices"
	"testing"
)

// TestWhatCanNeverBeStoredLetsInWhatComesAfterIt: the gateway's lane goes on, and what was told of it is counted, not read.
func TestWhatCanNeverBeStoredLetsInWhatComesAfterIt(t *testing.T) {
	fake, in, _ := listening(t, nil)
	root := fake.Mention(text, anna, "create a page")
	eventually(t, "the mention is taken", func() bool { return len(in.all()) == 1 })
	in.breaks(0, "a secret")
	fake.Say(root, anna, "a secret\x00")
	fake.Say(root, anna, "and more")
	eventually(t, "what came after it is taken", func() bool { return len(in.all()) == 2 })
	if got := in.all()[1].Text; got != "and more" {
		t.Errorf("taken: %q", got)
	}
	in.breaks(0, "unfit")
	begun := fake.Mention(text, anna, "unfit")
	fake.Say(begun, anna, "is anybody there?")
	fake.Say(root, anna, "last")
	eventually(t, "another thread goes on", func() bool { all := in.all(); return all[len(all)-1].Text == "last" })
	if slices.ContainsFunc(heardTexts(in), func(s string) bool { return s == "is anybody there?" }) {
		t.Error("a thread whose mention can never be stored is a conversation")
	}
}

func heardTexts(in *inbox) []string {
	var out []string
	for _, one := range in.all() {
		out = append(out, one.Text)
	}
	return out
}
