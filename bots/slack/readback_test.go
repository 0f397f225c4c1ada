package slack_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// Served implements [slack.Backlog]: nobody has installed the app.
func (i *inbox) Served(context.Context, int) ([]assistant.Served, error) { return nil, nil }

// NewestHeardIn implements [slack.Backlog] from what the inbox was told.
func (i *inbox) NewestHeardIn(_ context.Context, _ assistant.TenantID, _ assistant.Surface, space string, _ int) ([]assistant.Inbound, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	newest := map[assistant.Place]assistant.Inbound{}
	var out []assistant.Inbound
	for _, in := range i.received {
		newest[in.Place] = in
	}
	for _, in := range newest {
		if in.Place.Space != space {
			continue
		}
		out = append(out, assistant.Inbound{Place: in.Place, ExternalID: in.ExternalID})
	}
	return out, i.err
}

// HeardIn implements [slack.Backlog] from what the inbox was told.
func (i *inbox) HeardIn(_ context.Context, _ assistant.TenantID, _ assistant.Surface, space, channel string, limit int) ([]assistant.Inbound, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	var out []assistant.Inbound
	for _, in := range i.received {
		if in.Place.Space != space || in.Place.Channel != channel {
			continue
		}
		at := slices.IndexFunc(out, func(k assistant.Inbound) bool { return k.ExternalID == in.ExternalID })
		if in.Change != assistant.ChangeSaid && at >= 0 {
			out[at].Text, out[at].Change = in.Text, in.Change
			continue
		}
		out = append(out, assistant.Inbound{
			Place: in.Place, ExternalID: in.ExternalID, Text: in.Text, Change: in.Change, Person: assistant.PersonID("person of " + in.From.External),
		})
	}
	slices.Reverse(out)
	return out[:min(len(out), limit)], i.err
}

// HeardUntil implements [slack.Backlog].
func (i *inbox) HeardUntil(context.Context, assistant.TenantID, assistant.Surface) (time.Time, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.until, i.err
}

// MarkHeard implements [slack.Backlog].
func (i *inbox) MarkHeard(_ context.Context, _ assistant.TenantID, _ assistant.Surface, until time.Time) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.err == nil && until.After(i.until) {
		i.until = until
	}
	return i.err
}

// remembering is a bot that can read back, without any pace.
func remembering(t *testing.T, change func(*slack.Config)) (*fakeslack.Server, *slack.Bot, *inbox) {
	t.Helper()
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	fake, bot := fakeAndBot(t, func(c *slack.Config) {
		c.Inbox, c.Threads, c.Questions, c.Work, c.Backlog, c.Pace.ReadBackEvery = in, in, in, in, in, time.Nanosecond
		if change != nil {
			change(c)
		}
	})
	return fake, bot, in
}

func TestWhatWasSaidWhileNobodyListenedIsReadBackOnce(t *testing.T) {
	fake, bot, in := remembering(t, nil)
	root, _, err := fake.Mention(t.Context(), "C1", "", "U1", "hello")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := fake.Say(t.Context(), "D1", "", "U1", "in private"); err != nil {
		t.Fatal(err)
	}
	if _, err := bot.Post(t.Context(), place(root), cards()["answer"], "n"); err != nil {
		t.Fatal(err)
	}
	fake.Write("C1", root, "U2", "are you there?")
	fake.Write("C1", "", "U2", "not for the bot")
	other := fake.Write("C1", "", "U2", "<@UBOT> something new")
	fake.Write("C1", other, "U2", "and more of it")
	fake.Write("D1", "", "U1", "in private again")
	fake.Fault("conversations.history", fakeslack.Fault{Status: 429, RetryAfter: time.Second})
	for range 2 {
		bot.CatchUp(t.Context())
	}
	got := map[string]int{}
	for _, text := range in.texts() {
		got[text]++
	}
	want := map[string]int{
		"said: hello": 1, "said: in private": 1, "said: are you there?": 1, "said: something new": 1, "said: in private again": 1,
		"said: and more of it": 1,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Error(v)
	}
}

func TestAfterAGapBetweenSocketsWhatWasSaidIsReadBack(t *testing.T) {
	fake, bot, in := remembering(t, func(c *slack.Config) { c.SigningSecret, c.AppToken = "", "xapp-fake" })
	fake.ConnectSocket()
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() { _ = bot.Listen(ctx) })
	t.Cleanup(func() {
		cancel()
		done.Wait()
	})
	both(t, fake)
	root, _, err := fake.MentionOnce(t.Context(), "C1", "", "U1", "hello")
	if err != nil {
		t.Fatal(err)
	}
	fake.Write("C1", root, "U2", "nobody heard this")
	fake.Cut()
	within, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	for look := time.NewTicker(10 * time.Millisecond); len(in.texts()) < 2; {
		select {
		case <-look.C:
		case <-within.Done():
			t.Fatalf("only %v", in.texts())
		}
	}
}

func TestWhatComesFirstAfterAGapHidesNothingThatWasSaidInIt(t *testing.T) {
	fake, bot, in := remembering(t, nil)
	root, _, err := fake.Mention(t.Context(), "C1", "", "U1", "hello")
	if err != nil {
		t.Fatal(err)
	}
	in.until = time.Now()
	fake.Write("C1", "", "U2", "<@UBOT> missed in the channel")
	fake.Write("C1", root, "U2", "missed in the thread")
	for thread, text := range map[string]string{root: "heard in the thread", "": "heard in the channel"} {
		if _, _, err := fake.Mention(t.Context(), "C1", thread, "U1", text); err != nil {
			t.Fatal(err)
		}
	}
	bot.CatchUp(t.Context())
	if got := in.texts(); len(got) != 5 {
		t.Errorf("%d messages: %v", len(got), got)
	}
}

// Slack brings an event three times and no more; what could not be stored until then is read back.
func TestWhatCouldNotBeStoredIsReadBackOnceItCan(t *testing.T) {
	fake, bot, in := remembering(t, nil)
	if _, _, err := fake.Mention(t.Context(), "C1", "", "U1", "hello"); err != nil {
		t.Fatal(err)
	}
	bot.KeepUp(t.Context()) // by what was said before it began
	bot.KeepUp(t.Context())
	noted := in.until
	if noted.IsZero() {
		t.Fatal("it is not noted that all was heard")
	}
	in.err = errors.New("the database is away")
	if _, a, _ := fake.MentionOnce(t.Context(), "C1", "", "U1", "said meanwhile"); a.Status != http.StatusServiceUnavailable {
		t.Fatalf("answered %d", a.Status)
	}
	bot.KeepUp(t.Context()) // it is away still
	in.err = nil
	if bot.KeepUp(t.Context()); len(in.texts()) != 2 || !in.until.Equal(noted) {
		t.Errorf("%v, noted until %v", in.texts(), in.until.Sub(noted))
	}
	if bot.KeepUp(t.Context()); !in.until.After(noted) {
		t.Error("after it has caught up it is not noted")
	}
}
