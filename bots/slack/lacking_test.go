package slack_test

import (
	"strconv"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// unable are the ways in which servers say that they do not know a method.
func unable() map[string]fakeslack.Fault {
	return map[string]fakeslack.Fault{
		"unknown_method": {Error: "unknown_method"}, "404": {Status: 404}, "405": {Status: 405}, "501": {Status: 501}, "method_deprecated": {Error: "method_deprecated"},
	}
}

// always makes a method unknown for good.
func always(fake *fakeslack.Server, method string, f fakeslack.Fault) {
	many := make([]fakeslack.Fault, 100)
	for i := range many {
		many[i] = f
	}
	fake.Fault(method, many...)
}

func TestAStreamThatSlackDoesNotKnowIsTriedOnceInAWorkspaceAndTheDraftIsShownAtOnce(t *testing.T) {
	for name, fault := range unable() {
		t.Run(name, func(t *testing.T) {
			w := newWriting(t, "D1")
			always(w.fake, "chat.startStream", fault)
			for n, channel := range []string{"D1", "D1", "D2", "D3"} {
				w.at = assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: channel, Thread: w.fake.Write(channel, "", "U1", "hi "+strconv.Itoa(n))}
				ref := w.write("", "The")
				if ms := w.posted(); ref == "" || len(ms) != 1 {
					t.Fatalf("answer %d: no draft is shown: %d messages", n, len(ms))
				}
				for _, so := range []string{"The ser", "The services", "The services are"} {
					ref = w.write(ref, so)
				}
				w.finish(ref, "The services are three.")
				w.whole("The services are three.")
			}
			if n := w.fake.Calls("chat.startStream") + w.fake.Calls("chat.appendStream") + w.fake.Calls("chat.stopStream"); n != 1 {
				t.Errorf("a method that is not there is called %d times", n)
			}
		})
	}
}

func TestAnswersThatBeginTogetherTryAnUnknownStreamOnce(t *testing.T) {
	w := newWriting(t, "D1")
	always(w.fake, "chat.startStream", fakeslack.Fault{Error: "unknown_method"})
	var places []assistant.Place
	for n := range 8 {
		channel := "D" + strconv.Itoa(n+1)
		places = append(places, assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: channel, Thread: w.fake.Write(channel, "", "U1", "hi")})
	}
	var all sync.WaitGroup
	for _, at := range places {
		all.Go(func() {
			if ref, err := w.bot.Write(t.Context(), at, bots.AnswerCard{Agent: nico, Text: "The services ", Draft: true}, "", draftNonce); err != nil || ref == "" {
				t.Error("no draft:", ref, err)
			}
		})
	}
	all.Wait()
	if n := w.fake.Calls("chat.startStream"); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// Slack's own failures take no way away, and one that knows how to begin a stream and not how to go on is gone on with by edits.
func TestAStreamThatFailsOtherwiseIsTriedAgain(t *testing.T) {
	w := newWriting(t, "D1")
	w.fake.Fault("chat.startStream", fakeslack.Fault{Status: 503})
	if _, err := w.bot.Write(t.Context(), w.at, bots.AnswerCard{Agent: nico, Text: "The ", Draft: true}, "", draftNonce); err == nil {
		t.Fatal("a failure is none")
	}
	ref := w.write("", "The")
	always(w.fake, "chat.appendStream", fakeslack.Fault{Error: "unknown_method"})
	ref = w.write(ref, "The services")
	ref = w.write(ref, "The services are")
	if n := w.fake.Calls("chat.startStream"); n != 2 {
		t.Errorf("%d streams begun", n)
	}
	if n := w.fake.Calls("chat.appendStream"); n != 1 {
		t.Errorf("%d appends", n)
	}
	w.finish(ref, "The services are three.")
	w.whole("The services are three.")
}

func TestACourtesyThatSlackDoesNotKnowIsTriedOnce(t *testing.T) {
	w := newWriting(t, "D1")
	always(w.fake, "assistant.threads.setStatus", fakeslack.Fault{Error: "unknown_method"})
	for range 5 {
		w.bot.Status(t.Context(), w.at, assistant.ActivityThinking, "")
	}
	if n := w.fake.Calls("assistant.threads.setStatus"); n != 1 {
		t.Errorf("%d calls", n)
	}
}
