package slack_test

import (
	"errors"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

func clarification(c bots.Card) assistant.Clarification {
	ask, _ := c.(bots.ClarificationCard)
	return ask.Clarification
}

func TestAPostIsFoundByItsNonceHoweverLongTheThread(t *testing.T) {
	fake, bot, _ := withInbox(t)
	root := fake.Write("C1", "", "U1", "hi")
	for range 450 {
		fake.Write("C1", root, "U1", "chatter")
	}
	ts, err := bot.Post(t.Context(), place(root), cards()["status"], "mine")
	if err != nil {
		t.Fatal(err)
	}
	if ref, found, err := bot.Find(t.Context(), place(root), "mine"); err != nil || !found || ref != ts {
		t.Errorf("%q %v %v, want %q", ref, found, err, ts)
	}
	if _, found, err := bot.Find(t.Context(), place(root), "other"); err != nil || found {
		t.Errorf("found what was never posted: %v", err)
	}
	if _, found, err := bot.Find(t.Context(), place("1.000001"), "mine"); err != nil || found {
		t.Errorf("a thread that is gone: %v %v", found, err)
	}
}

func TestErrorsSayWhetherToTryAgain(t *testing.T) {
	for _, c := range []struct {
		fault          fakeslack.Fault
		later, refused bool
	}{
		{fakeslack.Fault{Status: 429, RetryAfter: 9 * time.Second}, true, false},
		{fakeslack.Fault{Status: 429}, true, false},
		{fakeslack.Fault{Error: "ratelimited"}, true, false},
		{fakeslack.Fault{Status: 500}, false, false},
		{fakeslack.Fault{Error: "internal_error"}, false, false},
		{fakeslack.Fault{Cut: true}, false, false},
		{fakeslack.Fault{Error: "is_archived"}, false, true},
		{fakeslack.Fault{Error: "token_revoked"}, false, true},
		{fakeslack.Fault{Error: "invalid_auth"}, true, false},
		{fakeslack.Fault{Status: 401}, true, false},
		{fakeslack.Fault{Status: 404}, false, true},
	} {
		fake, bot, _ := withInbox(t)
		root := fake.Write("C1", "", "U1", "hi")
		fake.Fault("chat.postMessage", c.fault)
		_, err := bot.Post(t.Context(), place(root), cards()["status"], "n")
		later, isLater := errors.AsType[*bots.LaterError](err)
		_, isRefused := errors.AsType[*bots.RefusedError](err)
		if err == nil || isLater != c.later || isRefused != c.refused || isLater && c.fault.RetryAfter > 0 && later.After != c.fault.RetryAfter {
			t.Errorf("%+v: %v (later %v, refused %v)", c.fault, err, isLater, isRefused)
		}
	}
}

// What the courier posts in a channel has had its slot; direct messages are nobody else's, and need none.
func TestPostsWithoutASlotArePaced(t *testing.T) {
	now := time.Unix(1763600000, 0)
	fake, bot := fakeAndBot(t, func(c *slack.Config) {
		c.Pace, c.Now = slack.Pace{PostBurst: 2}, func() time.Time { return now }
	})
	root, other := fake.Write("C1", "", "U1", "hi"), fake.Write("D1", "", "U1", "hi")
	post := func(p assistant.Place) error {
		_, err := bot.Post(t.Context(), p, cards()["status"], "n")
		return err
	}
	dm := place(other)
	dm.Channel = "D1"
	if p := bot.Allows(place(root)); p != (assistant.Pace{Thing: "posts/slack/T1/C1", Every: time.Second, Burst: 2}) || bot.Allows(dm) != (assistant.Pace{}) {
		t.Errorf("a channel allows %+v, direct messages %+v", p, bot.Allows(dm))
	}
	if err := errors.Join(post(dm), post(dm), post(place(root)), post(place(root)), post(place(root))); err != nil {
		t.Fatal(err)
	}
	later, ok := errors.AsType[*bots.LaterError](post(dm))
	if !ok || later.After != time.Second {
		t.Fatalf("third post at once: %v", later)
	}
	now = now.Add(time.Second)
	if err := post(dm); err != nil {
		t.Errorf("a second later: %v", err)
	}
	fake.Fault("chat.postMessage", fakeslack.Fault{Status: 429, RetryAfter: 30 * time.Second})
	_ = post(place(root))
	if later, ok := errors.AsType[*bots.LaterError](post(place(root))); !ok || later.After != 30*time.Second {
		t.Errorf("Slack's own word is not kept: %v", later)
	}
}

func TestAPersonsNameThatSlackDoesNotTellHoldsNothingUp(t *testing.T) {
	fake, _, in := withInbox(t)
	fake.Fault("users.info", fakeslack.Fault{Status: 429, RetryAfter: time.Minute})
	for range 2 {
		if _, a, err := fake.MentionOnce(t.Context(), "C1", "", "U1", "hi"); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
	}
	if len(in.received) != 2 || in.received[1].From.Name != "" || fake.Calls("users.info") != 1 {
		t.Errorf("%d taken, name %q, asked %d times", len(in.received), in.received[1].From.Name, fake.Calls("users.info"))
	}
}
