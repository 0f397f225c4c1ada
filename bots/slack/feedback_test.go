package slack_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func TestAnAnswerCanBeRatedAgainAndThePersonAloneIsThanked(t *testing.T) {
	fake, bot, in := withInbox(t)
	root := fake.Write("C1", "", "U1", "hi")
	ts, err := bot.Post(t.Context(), place(root), bots.AnswerCard{Agent: nico, Text: "Done.", Message: "m1"}, "n")
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"Good", "Bad"} {
		if a, err := fake.Click(t.Context(), "C1", ts, "U2", "answer_rate", label); err != nil || !a.OK() {
			t.Fatal(a, err)
		}
	}
	want := []assistant.Body{assistant.Rated{Message: "m1", Good: true}, assistant.Rated{Message: "m1"}}
	var got []assistant.Body
	keys := map[string]bool{}
	for _, a := range in.acts {
		got = append(got, a.Body)
		keys[a.Key] = true
	}
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" || len(keys) != 2 {
		t.Errorf("%d keys: %s", len(keys), d)
	}
	for i, w := range fake.Whispers() {
		if w.User != "U2" || w.Thread != root || w.Text == "" {
			t.Errorf("whisper %d: %+v", i, w)
		}
	}
	if n := len(fake.Whispers()); n != 2 {
		t.Errorf("%d private words", n)
	}
	if posted := fake.Posted("C1", root); len(posted) != 1 || posted[0].Edits != 0 {
		t.Errorf("others see something of it: %+v", posted)
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Error(v)
	}
}

func TestOnlyAnswersAreRatedAndOnlyBelowTheirLastMessage(t *testing.T) {
	fake, bot, in := withInbox(t)
	card, _ := essay()
	card.Message = "m1"
	root := fake.Write("C1", "", "U1", "hi")
	if _, err := bot.Post(t.Context(), place(root), card, "n"); err != nil {
		t.Fatal(err)
	}
	posted := fake.Posted("C1", root)
	for i, m := range posted {
		if m.HasAction("answer_rate") != (i == len(posted)-1) {
			t.Errorf("message %d of %d: %v", i, len(posted), m.HasAction("answer_rate"))
		}
	}
	other := fake.Write("C1", "", "U1", "hi")
	if _, err := bot.Post(t.Context(), place(other), bots.AnswerCard{Text: "Run created", Status: true, Message: "m2"}, "n2"); err != nil {
		t.Fatal(err)
	}
	if fake.Posted("C1", other)[0].HasAction("answer_rate") {
		t.Error("a status chip is rated")
	}
	in.note = "You may not."
	if a, err := fake.Click(t.Context(), "C1", posted[len(posted)-1].TS, "U2", "answer_rate", "Good"); err != nil || !a.OK() {
		t.Fatal(a, err)
	}
	if w := fake.Whispers(); len(w) != 1 || w[0].Text != "You may not." {
		t.Errorf("%+v", w)
	}
}
