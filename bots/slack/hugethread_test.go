package slack_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// hugeThread is a thread in which 200 people have said so much, one message a second, up to a while ago.
func hugeThread(fake *fakeslack.Server, messages int, ago time.Duration) (root string) {
	at := time.Now().Add(-ago - time.Duration(messages)*time.Second)
	fake.Now = func() time.Time { return at }
	root = fake.Write("C1", "", "U1", "it began")
	fake.Now = time.Now
	return again(fake, root, messages, ago)
}

// again lets them go on talking there.
func again(fake *fakeslack.Server, root string, messages int, ago time.Duration) string {
	at := time.Now().Add(-ago - time.Duration(messages)*time.Second)
	fake.Now = func() time.Time { return at }
	defer func() { fake.Now = time.Now }()
	for i := range messages {
		at = at.Add(time.Second)
		fake.Write("C1", root, fmt.Sprintf("U%d", 100+i%200), fmt.Sprintf("said %d", i))
	}
	return root
}

// persistently tries as a courier does, until there is nothing left to come back for.
func persistently(t *testing.T, now *time.Time, try func() error) (tries int) {
	t.Helper()
	for tries = 1; tries <= 12; tries++ {
		err := try()
		if err == nil {
			return tries
		}
		later, ok := errors.AsType[*bots.LaterError](err)
		if !ok {
			t.Fatal(err)
		}
		*now = now.Add(later.After)
	}
	t.Fatal("it never comes about")
	return 0
}

func TestALongAnswerArrivesInAThreadOfThousandsThoughSlackPutsReadingOff(t *testing.T) {
	now := time.Now()
	fake, bot, _ := withInbox(t, func(c *slack.Config) { c.Now = func() time.Time { return now } })
	root := hugeThread(fake, 5000, 0)
	for range 40 { // no more than four pages at a time
		fake.Fault("conversations.replies", fakeslack.Fault{}, fakeslack.Fault{}, fakeslack.Fault{}, fakeslack.Fault{}, fakeslack.Fault{Status: 429, RetryAfter: time.Minute})
	}
	card, _ := essay()
	ref := ""
	persistently(t, &now, func() (err error) {
		ref, err = bot.Post(t.Context(), place(root), card, "n")
		return err
	})
	if n := len(fake.Posted("C1", root)); n < 2 || fake.Posted("C1", root)[0].TS != ref {
		t.Fatalf("%d messages", n)
	}
	before := fake.Calls("conversations.replies")
	if _, err := bot.Post(t.Context(), place(root), card, "n"); err != nil {
		t.Fatal(err)
	}
	if n := fake.Calls("conversations.replies") - before; n > 2 {
		t.Errorf("what had been read was read again: %d calls", n)
	}
	parts := 0
	for _, m := range fake.Posted("C1", root) {
		if strings.Contains(string(m.Metadata), `"n"`) {
			parts++
		}
	}
	if v := fake.Violations(); parts != len(fake.Posted("C1", root)) || len(v) > 0 {
		t.Errorf("%d of %d messages %v", parts, len(fake.Posted("C1", root)), v)
	}
}

func TestAnotherLongAnswerThereDoesNotReadTheThreadFromItsBeginning(t *testing.T) {
	now := time.Now()
	fake, bot, _ := withInbox(t, func(c *slack.Config) { c.Now = func() time.Time { return now } })
	root := hugeThread(fake, 5000, 30*24*time.Hour)
	fake.Write("C1", root, "U1", "and today?")
	card, _ := essay()
	persistently(t, &now, func() error {
		_, err := bot.Post(t.Context(), place(root), card, "one")
		return err
	})
	before := fake.Calls("conversations.replies")
	if tries := persistently(t, &now, func() error {
		_, err := bot.Post(t.Context(), place(root), card, "two")
		return err
	}); tries > 1 || fake.Calls("conversations.replies")-before > 2 {
		t.Errorf("%d tries, %d calls", tries, fake.Calls("conversations.replies")-before)
	}
}

func TestALostPostIsFoundBehindTenThousandMessages(t *testing.T) {
	now := time.Now()
	fake, bot, _ := withInbox(t, func(c *slack.Config) { c.Now = func() time.Time { return now } })
	root := hugeThread(fake, 10_300, 0)
	ts, err := bot.Post(t.Context(), place(root), cards()["status"], "mine")
	if err != nil {
		t.Fatal(err)
	}
	persistently(t, &now, func() error {
		ref, found, err := bot.Find(t.Context(), place(root), "mine")
		if err == nil && (!found || ref != ts) {
			t.Errorf("%q %v, want %q", ref, found, ts)
		}
		return err
	})
}

// A message whose first part somebody else's process has posted meanwhile is not posted twice.
func TestWhatIsPostedBetweenTwoTriesOfReadingIsSeen(t *testing.T) {
	now := time.Now()
	clock := func(c *slack.Config) { c.Now = func() time.Time { return now } }
	fake, bot, _ := withInbox(t, clock)
	root := hugeThread(fake, 900, 0)
	fake.Fault("conversations.replies", fakeslack.Fault{}, fakeslack.Fault{}, fakeslack.Fault{Status: 429, RetryAfter: time.Second})
	if _, found, err := bot.Find(t.Context(), place(root), "n"); err == nil || found {
		t.Fatal("nothing was put off")
	}
	ts, err := bot.Post(t.Context(), place(root), cards()["status"], "n")
	if err != nil {
		t.Fatal(err)
	}
	persistently(t, &now, func() error {
		ref, found, err := bot.Find(t.Context(), place(root), "n")
		if err == nil && (!found || ref != ts) {
			t.Errorf("%q %v, want %q", ref, found, ts)
		}
		return err
	})
}

func TestWhoIsSummonedInAThreadOfThousandsHearsTheNewestOfIt(t *testing.T) {
	const year = 365 * 24 * time.Hour
	for name, fill := range map[string]func(fake *fakeslack.Server) string{
		"all of it just now":       func(fake *fakeslack.Server) string { return hugeThread(fake, 5000, 0) },
		"quiet for a month by now": func(fake *fakeslack.Server) string { return hugeThread(fake, 5000, year/12) },
		"begun a year ago":         func(fake *fakeslack.Server) string { return again(fake, hugeThread(fake, 2500, year), 5000, 0) },
		"begun a year ago, quiet since a while": func(fake *fakeslack.Server) string {
			return again(fake, hugeThread(fake, 2500, year), 5000, 45*time.Minute)
		},
	} {
		t.Run(name, func(t *testing.T) {
			fake, _, in := withInbox(t)
			root := fill(fake)
			for i := range 200 {
				fake.AddUser(fmt.Sprintf("U%d", 100+i), fmt.Sprintf("person-%d", i))
			}
			if _, a, err := fake.MentionOnce(t.Context(), "C1", root, "U1", "well?"); err != nil || !a.OK() {
				t.Fatal(a.Status, err)
			}
			got := in.received[0].Before
			if !strings.Contains(got, "it began") || !strings.HasSuffix(got, "person-199: said 4999") {
				t.Errorf("%s", got)
			}
			if n := fake.Calls("conversations.replies"); n > 10 {
				t.Errorf("%d calls", n)
			}
			if n := fake.Calls("users.info"); n > 80 {
				t.Errorf("%d people were looked up for what is left out", n)
			}
		})
	}
}

func TestALongAnswerWhoseDraftSomebodyTookAwayIsPostedWhole(t *testing.T) {
	w := newWriting(t, "C1")
	card, _ := essay()
	ref := w.write("", "The beginning")
	if got, found, err := w.bot.Find(t.Context(), w.at, draftNonce); err != nil || !found || got != ref {
		t.Fatal(got, found, err)
	}
	w.fake.Deleted(w.posted()[0])
	if _, err := w.bot.Finish(t.Context(), w.at, ref, card, draftNonce); err == nil {
		t.Fatal("it is not there any more")
	}
	if _, err := w.bot.Post(t.Context(), w.at, card, draftNonce); err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(markdown(t, w.posted()), "\n"); !strings.Contains(all, "paragraph 0,") || !strings.Contains(all, "the end") {
		t.Errorf("%.200s", all)
	}
}
