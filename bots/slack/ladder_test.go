package slack_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// noted keeps what was not shown as it was meant.
type noted []assistant.Failure

func (n *noted) NoteFailure(_ context.Context, _ assistant.TenantID, f assistant.Failure) error {
	*n = append(*n, f)
	return nil
}

func TestAPrivateWordThatSlackRefusesInTheThreadGoesDirectly(t *testing.T) {
	var failures noted
	fake, bot, in := withInbox(t, func(c *slack.Config) { c.Failures = &failures })
	fake.AddUser("U2", "Uma")
	root := fake.Write("C1", "", "U1", "hi")
	ts, _ := bot.Post(t.Context(), place(root), cards()["plan_open"], "n")
	in.note = "Bob has approved this already."
	click := func() {
		if a, err := fake.Click(t.Context(), "C1", ts, "U2", "plan_approve", ""); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
	}
	fake.Fault("chat.postEphemeral", fakeslack.Fault{Error: "user_not_in_channel"})
	posts := fake.Calls("chat.postMessage")
	click()
	if n := fake.Calls("chat.postMessage"); n != posts+1 || len(fake.Whispers()) != 0 || len(failures) != 0 || strings.Contains(fake.Dump("C1", root), in.note) {
		t.Errorf("%d direct words, noted %v, the thread: %s", n-posts, failures, fake.Dump("C1", root))
	}
	fake.Fault("chat.postEphemeral", fakeslack.Fault{Error: "user_not_in_channel"})
	fake.Fault("chat.postMessage", fakeslack.Fault{Error: "cannot_dm_bot"})
	click()
	if len(failures) != 1 || failures[0].What != "private word" || failures[0].Code != "user_not_in_channel" || failures[0].Outcome != "given_up" {
		t.Errorf("nobody is told: %+v", failures)
	}
}

func TestAFormThatSlackRefusesIsToldToThePersonAndTheOperator(t *testing.T) {
	var failures noted
	fake, bot, _ := withInbox(t, func(c *slack.Config) { c.Failures = &failures })
	root := fake.Write("C1", "", "U1", "hi")
	ts, _ := bot.Post(t.Context(), place(root), cards()["plan_open"], "n")
	fake.Fault("views.open", fakeslack.Fault{Error: "invalid_arguments"})
	if a, err := fake.Click(t.Context(), "C1", ts, "U1", "plan_edit", ""); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	if w := fake.Whispers(); len(w) != 1 || !strings.Contains(w[0].Text, "You can also just answer in this thread") || len(failures) != 1 || failures[0].What != "form" || failures[0].Code != "invalid_arguments" {
		t.Errorf("said %v, noted %+v", w, failures)
	}
}

// A stream that Slack takes no more, and one that it never took, end in the whole answer, once.
func TestADraftThatCannotBecomeTheAnswerIsTakenBackForIt(t *testing.T) {
	for _, channel := range []string{"C1", "D1"} {
		w := newWriting(t, channel)
		ref := w.write("", "The services")
		long := strings.Repeat("A sentence of some length is here.\n\n", 200)
		w.fake.Fault("chat.update", fakeslack.Fault{Error: "invalid_blocks"})
		card := bots.AnswerCard{Agent: nico, Text: long, Message: "m"}
		_, err := w.bot.Finish(t.Context(), w.at, ref, card, draftNonce)
		if _, refused := errors.AsType[*bots.RefusedError](err); !refused || len(w.posted()) != 0 {
			t.Fatalf("%s: %v, and %d messages are left", channel, err, len(w.posted()))
		}
		w.fake.Fault("chat.postMessage", fakeslack.Fault{Error: "invalid_blocks"})
		if _, err := w.bot.Post(t.Context(), w.at, card, draftNonce); how(err) != bots.OutcomePlain {
			t.Fatal(err)
		}
		if ms := w.posted(); len(ms) != 1 || strings.Count(ms[0].Text, "A sentence") != 200 {
			t.Errorf("%s: %d messages with %d of 200 sentences", channel, len(ms), strings.Count(ms[0].Text, "A sentence"))
		}
	}
	w := newWriting(t, "D1")
	w.fake.Fault("chat.startStream", fakeslack.Fault{Error: "streaming_not_allowed"})
	ref := w.write("", "The services")
	ref = w.write(ref, "The services are")
	if n := w.fake.Calls("chat.startStream"); n != 1 || len(w.posted()) != 1 {
		t.Errorf("%d streams tried, %d messages", n, len(w.posted()))
	}
	w.finish(ref, "The services are three.")
	w.whole("The services are three.")
}

func TestAnEditThatIsRefusedIsWordsAndWhatCannotBeEditedIsPostedAnew(t *testing.T) {
	fake, bot, _ := withInbox(t)
	root := fake.Write("C1", "", "U1", "hi")
	ts, _ := bot.Post(t.Context(), place(root), cards()["plan_open"], "n")
	fake.Fault("chat.update", fakeslack.Fault{Error: "invalid_blocks"})
	if err := bot.Edit(t.Context(), place(root), ts, cards()["plan_approved"]); how(err) != bots.OutcomePlain {
		t.Fatal(err)
	}
	if m := message(t, fake, ts); len(m.Blocks) > 2 || !strings.Contains(m.Text, "pproved") {
		t.Errorf("it shows %s %q", m.Blocks, m.Text)
	}
	for code, card := range map[string]string{"edit_window_closed": "thinking", "cant_update_message": "plan_approved", "message_not_found": "plan_approved"} {
		fake.Fault("chat.update", fakeslack.Fault{Error: code})
		if _, moved := errors.AsType[*bots.MovedError](bot.Edit(t.Context(), place(root), ts, cards()[card])); !moved {
			t.Errorf("%s: it is not posted anew", code)
		}
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Error(v)
	}
}
