package discord_test

import "testing"

// TestWhatCanNeverBeStoredLetsInWhatComesAfterIt: the lane of the gateway goes on.
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
}
