package discord_test

import (
	"strings"
	"testing"
)

func TestTheSameDecisionTwiceIsSaidToBeTaken(t *testing.T) {
	in := newInbox()
	fake, bot := fakeAndBot(t, in.use)
	id, err := bot.Post(t.Context(), here(), cards()["plan_open"], "n")
	if err != nil {
		t.Fatal(err)
	}
	m := shown(t, fake, id)
	click := func(who, button string) string {
		t.Helper()
		a, err := fake.Click(t.Context(), m, who, m.Action(button), "")
		if err != nil {
			t.Fatal(err)
		}
		return a.Note()
	}
	if note := click(anna, "v1:plan:approve"); note != "" {
		t.Errorf("the first is told %q", note)
	}
	in.note = "This plan is approved already, so nothing was changed."
	if note := click(anna, "v1:plan:approve"); !strings.Contains(note, "has been taken") {
		t.Errorf("the second is told %q", note)
	}
	for who, button := range map[string]string{bob: "v1:plan:approve", anna: "v1:plan:reject"} {
		if note := click(who, button); note != "This plan is approved already, so nothing was changed." {
			t.Errorf("%s at %s is told %q", who, button, note)
		}
	}
	clean(t, fake)
}

func TestTheSameCommandTwiceStartsOneThread(t *testing.T) {
	in := newInbox()
	fake, _ := fakeAndBot(t, in.use)
	ask := map[string]any{"id": "1", "name": "ask", "type": 1, "options": []any{map[string]any{"type": 3, "name": "prompt", "value": "Make a page"}}}
	for range 2 {
		if _, err := fake.Interact(t.Context(), 2, text, anna, ask, map[string]any{"id": "990000000000000001"}); err != nil {
			t.Fatal(err)
		}
		fake.Forget() // nonces are known for a while only
	}
	if n := len(fake.Posted(text)); n != 1 || len(in.all()) != 1 {
		t.Errorf("%d threads begin, %d questions are stored", n, len(in.all()))
	}
	in.fail = 1
	for range 2 { // what went wrong is tried again
		if _, err := fake.Interact(t.Context(), 2, text, anna, ask, map[string]any{"id": "990000000000000002"}); err != nil {
			t.Fatal(err)
		}
	}
	if len(in.all()) != 2 {
		t.Errorf("%d questions are stored, not 2", len(in.all()))
	}
	clean(t, fake)
}
