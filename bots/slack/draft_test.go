package slack_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

const draftNonce = "w0123456789abcdef0123456"

// writing is a bot that writes an answer, in a channel or in a direct message, by a clock of its own.
type writing struct {
	*testing.T
	fake *fakeslack.Server
	bot  *slack.Bot
	at   assistant.Place
	now  time.Time
}

func newWriting(t *testing.T, channel string) *writing {
	t.Helper()
	w := &writing{T: t, now: time.Now()}
	w.fake, w.bot = fakeAndBot(t, func(c *slack.Config) { c.Now = func() time.Time { return w.now } })
	w.fake.Now = func() time.Time { return w.now }
	w.at = assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: channel, Thread: w.fake.Write(channel, "", "U1", "hi")}
	if err := w.bot.Identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if v := w.fake.Violations(); len(v) > 0 {
			t.Errorf("rules broken: %s", strings.Join(v, "\n"))
		}
	})
	return w
}

func (w *writing) write(ref, text string) string {
	w.Helper()
	w.now = w.now.Add(time.Millisecond)
	got, err := w.bot.Write(w.Context(), w.at, bots.AnswerCard{Agent: nico, Text: text + " ", Draft: true}, ref, draftNonce) // its last word is over
	if err != nil {
		w.Fatal(err)
	}
	return got
}

func (w *writing) finish(ref, text string) {
	w.Helper()
	if _, err := w.bot.Finish(w.Context(), w.at, ref, bots.AnswerCard{Agent: nico, Text: text, Message: "m"}, draftNonce); err != nil {
		w.Fatal(err)
	}
}

func (w *writing) posted() []fakeslack.Message { return w.fake.Posted(w.at.Channel, w.at.Thread) }

// whole checks that one message shows the text, as an answer that has been finished.
func (w *writing) whole(text string) {
	w.Helper()
	ms := w.posted()
	if len(ms) != 1 {
		w.Fatalf("%d messages", len(ms))
	}
	if d := cmp.Diff([]string{text}, markdown(w.T, ms)); d != "" {
		w.Error(d)
	}
	if ref, found, err := w.bot.Find(w.Context(), w.at, draftNonce); ref != ms[0].TS || !found || err != nil {
		w.Errorf("it is found as %q, %t, %v", ref, found, err)
	}
}

func TestAnAnswerGrowsByEditsInAChannel(t *testing.T) {
	w := newWriting(t, "C1")
	ref := w.write("", "The\n```go\nfence")
	if got := markdown(t, w.posted()); strings.Count(got[0], "```") != 2 {
		t.Errorf("what is being written leaves a fence open: %q", got)
	}
	ref = w.write(ref, "The services")
	if n := w.fake.Calls("chat.startStream"); n != 0 {
		t.Errorf("%d streams in a channel, where one person alone would see them", n)
	}
	w.finish(ref, "The services are three.")
	w.whole("The services are three.")
}

func TestAnAnswerGrowsByAStreamInADirectMessage(t *testing.T) {
	w := newWriting(t, "D1")
	ref := w.write("", "The")
	for _, so := range []string{"The ser", "The ser", "The services"} {
		ref = w.write(ref, so)
		if got := w.posted()[0].Text; got != so {
			t.Errorf("the stream shows %q, not %q", got, so)
		}
	}
	if n := w.fake.Calls("chat.appendStream"); n != 2 {
		t.Errorf("%d appends", n)
	}
	w.finish(ref, "The services are three.")
	w.whole("The services are three.")
	w.finish(ref, "The services are three.") // once more, after an answer was lost
	w.whole("The services are three.")
}

func TestAStreamThatSlackEndedIsGoneOnWithByEdits(t *testing.T) {
	w := newWriting(t, "D1")
	ref := w.write("", "The")
	w.posted()[0].Stream.Begun = w.now.Add(-6 * time.Minute)
	ref = w.write(ref, "The services")
	if got := markdown(t, w.posted()); got[0] != "The services" {
		t.Errorf("it shows %q", got)
	}
	w.finish(ref, "The services are three.")
	w.whole("The services are three.")
}

func TestALongStreamIsEndedBeforeSlackBreaksIt(t *testing.T) {
	w := newWriting(t, "D1")
	ref := w.write("", "The")
	w.now = w.now.Add(4*time.Minute + time.Second)
	ref = w.write(ref, "The services")
	if m := w.posted()[0]; !m.Stream.Stopped || m.Edits != 1 {
		t.Errorf("after four minutes: %+v, %d edits", m.Stream, m.Edits)
	}
	w.finish(ref, "The services are three.")
	w.whole("The services are three.")
}

func TestAStreamOfAnotherReplicaIsEndedAndFinished(t *testing.T) {
	w := newWriting(t, "D1")
	ref := w.write("", "The")
	other := slack.New(slack.Config{SigningSecret: "secret", Token: w.fake.Token, APIURL: w.fake.APIURL(), Tenant: "tenant"})
	if _, err := other.Finish(t.Context(), w.at, ref, bots.AnswerCard{Agent: nico, Text: "Done.", Message: "m"}, draftNonce); err != nil {
		t.Fatal(err)
	}
	w.whole("Done.")
}

func TestAStreamWhoseBeginningWasNotAnsweredIsFound(t *testing.T) {
	w := newWriting(t, "D1")
	w.fake.Fault("chat.startStream", fakeslack.Fault{Cut: true})
	if _, err := w.bot.Write(t.Context(), w.at, bots.AnswerCard{Agent: nico, Text: "The ", Draft: true}, "", draftNonce); err == nil {
		t.Fatal("a lost answer is no error")
	}
	ref, found, err := w.bot.Find(t.Context(), w.at, draftNonce)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	if _, found, _ := w.bot.Find(t.Context(), w.at, "0123456789abcdef01234567"); found {
		t.Error("a card that was never posted is found in a stream")
	}
	w.finish(ref, "Done.")
	w.whole("Done.")
}

func TestAStreamedAnswerTooLongForAMessageArrivesWhole(t *testing.T) {
	for _, channel := range []string{"C1", "D1"} {
		w := newWriting(t, channel)
		card, lines := essay()
		ref := w.write("", card.Text[:3000])
		ref = w.write(ref, card.Text)
		w.fake.Fault("chat.postMessage", fakeslack.Fault{Cut: true}) // the second part is posted, and nobody hears of it
		card.Message = "m"
		if _, err := w.bot.Finish(t.Context(), w.at, ref, card, draftNonce); err == nil {
			t.Fatal("a lost answer is no error")
		}
		for range 2 {
			if _, err := w.bot.Finish(t.Context(), w.at, ref, card, draftNonce); err != nil {
				t.Fatal(err)
			}
		}
		all := strings.Join(markdown(t, w.posted()), "\n")
		for _, l := range lines {
			if n := strings.Count(all, l); !strings.HasPrefix(l, "```") && n != 1 {
				t.Errorf("%q is there %d times", l, n)
			}
		}
	}
}

func TestAStreamIsPacedAndPutOff(t *testing.T) {
	w := newWriting(t, "D1")
	ref := w.write("", "The")
	w.fake.Fault("chat.appendStream", fakeslack.Fault{Status: 429, RetryAfter: 3 * time.Second})
	_, err := w.bot.Write(t.Context(), w.at, bots.AnswerCard{Agent: nico, Text: "The s ", Draft: true}, ref, draftNonce)
	later, ok := errors.AsType[*bots.LaterError](err)
	if !ok || later.After != 3*time.Second || w.posted()[0].Stream.Stopped {
		t.Errorf("put off by %v", err)
	}
	w.now = w.now.Add(4 * time.Second)
	w.write(ref, "The services")
	w.finish(ref, "The services.")
	w.whole("The services.")
}

func TestAStreamedAnswerOfAnyLengthGoesAlongAsAFile(t *testing.T) {
	w := newWriting(t, "C1")
	card := tome()
	ref := w.write("", card.Text[:200])
	w.fake.Fault("files.completeUploadExternal", fakeslack.Fault{Cut: true})
	for range 2 {
		if _, err := w.bot.Finish(t.Context(), w.at, ref, card, draftNonce); err != nil {
			t.Log(err) // the first time
		}
	}
	if ms, shared := w.posted(), files(w.fake, w.at.Thread); len(ms) != 2 || ms[0].TS != ref || len(shared) != 1 || shared[0].Content != card.Text+"\n" {
		t.Errorf("%d messages and %d files", len(ms), len(shared))
	}
}
