package slack_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

const runNonce = "a0123456789abcdef0123456"

// looking is a run in which executors look something up, whose tasks stand as told.
func looking(states ...bots.TaskState) bots.RunCard {
	card, _ := cards()["run_dialogue"].(bots.RunCard)
	tasks := append([]bots.RunTask(nil), card.Groups[0].Tasks...)
	for i, s := range states {
		tasks[i].State, tasks[i].Problem = s, nil
	}
	card.Groups = []bots.RunGroup{{Name: "A", Started: true, Tasks: tasks}}
	return card
}

// ended is how such a run stands when it is over.
func ended() bots.RunCard {
	card := looking(bots.TaskCompleted, bots.TaskCompleted, bots.TaskCompleted)
	card.Status, card.CanStop, card.Done = assistant.RunCompleted, false, 3
	return card
}

func (w *writing) shows(c bots.Card) string {
	w.Helper()
	w.now = w.now.Add(time.Millisecond)
	ref, err := w.bot.Post(w.Context(), w.at, c, runNonce)
	if err != nil {
		w.Fatal(err)
	}
	return ref
}

func (w *writing) edits(ref string, c bots.Card) {
	w.Helper()
	w.now = w.now.Add(time.Millisecond)
	if err := w.bot.Edit(w.Context(), w.at, ref, c); err != nil {
		w.Fatal(err)
	}
}

// statuses are those of a stream's tasks.
func statuses(m fakeslack.Message) string {
	var out []string
	for _, t := range m.Stream.Tasks {
		out = append(out, t.Status)
	}
	return strings.Join(out, " ")
}

// carded checks that one message shows the run as a card like any other, with the button that the state has.
func (w *writing) carded(has ...string) {
	w.Helper()
	ms := w.posted()
	if len(ms) != 1 || ms[0].Stream != nil && ms[0].Edits == 0 {
		w.Fatalf("%d messages, the first of which is %+v", len(ms), ms[0].Stream)
	}
	for _, words := range has {
		if !strings.Contains(string(ms[0].Blocks), words) {
			w.Errorf("the card does not say %q:\n%s", words, ms[0].Blocks)
		}
	}
}

// TestExecutorsAtWorkAreATaskLineEach: Slack's own plan, a line for each with its state; only what is new is sent; the run's end makes it a card.
func TestExecutorsAtWorkAreATaskLineEach(t *testing.T) {
	w := newWriting(t, "D1")
	ref := w.shows(looking(bots.TaskInProgress, bots.TaskInProgress, bots.TaskOpen))
	if m := w.posted()[0]; statuses(m) != "in_progress in_progress pending" || !strings.HasPrefix(m.Stream.Title, "Looking up three things — ") || !strings.Contains(string(m.Blocks), `"run_stop"`) {
		t.Fatalf("it shows %s of %q in %s", statuses(m), m.Stream.Title, m.Blocks)
	}
	w.edits(ref, looking(bots.TaskCompleted, bots.TaskInProgress, bots.TaskOpen))
	w.edits(ref, looking(bots.TaskCompleted, bots.TaskInProgress, bots.TaskOpen))
	m := w.posted()[0]
	if statuses(m) != "complete in_progress pending" || m.Stream.Appends != 1 || m.Edits > 0 {
		t.Errorf("it shows %s after %d appends and %d edits", statuses(m), m.Stream.Appends, m.Edits)
	}
	if first := m.Stream.Tasks[0]; !strings.Contains(first.Output, "Which one?") || !strings.Contains(first.Details, "Growth Lead Dana") {
		t.Errorf("of the first it says %+v", first)
	}
	w.edits(ref, ended())
	w.carded("3 of 3 done", "Which one?")
	w.edits(ref, ended())
	if n := w.fake.Calls("chat.stopStream"); n != 1 {
		t.Errorf("the stream was stopped %d times", n)
	}
}

// TestWhatAsksOrChangesIsNoStream, and nothing in a channel, where Slack would show it to one person alone.
func TestWhatAsksOrChangesIsNoStream(t *testing.T) {
	stopping := looking(bots.TaskInProgress)
	stopping.Stopping = true
	for name, c := range map[string]struct {
		channel string
		card    bots.Card
	}{
		"one that is being stopped":    {"D1", stopping},
		"a run that changes something": {"D1", cards()["run_running"]}, "one that is over": {"D1", ended()}, "in a channel": {"C1", looking(bots.TaskInProgress)},
	} {
		w := newWriting(t, c.channel)
		w.shows(c.card)
		if n := w.fake.Calls("chat.startStream"); n != 0 {
			t.Errorf("%s: %d streams", name, n)
		}
		w.carded()
	}
}

// TestAWorkspaceThatTakesNoTasksIsShownCards: what it refuses is posted at once as it always was, and not tried again there.
func TestAWorkspaceThatTakesNoTasksIsShownCards(t *testing.T) {
	for name, fault := range map[string]fakeslack.Fault{"refused": {Error: "invalid_chunks"}, "unknown": {Error: "unknown_method"}} {
		t.Run(name, func(t *testing.T) {
			w := newWriting(t, "D1")
			w.fake.Fault("chat.startStream", fault)
			ref := w.shows(looking(bots.TaskInProgress))
			w.edits(ref, looking(bots.TaskCompleted))
			w.edits(ref, ended())
			w.carded("3 of 3 done")
			w.shows(looking(bots.TaskInProgress))
			if n := w.fake.Calls("chat.startStream"); n != 1 {
				t.Errorf("it is asked %d times", n)
			}
		})
	}
}

// TestAStreamOfTasksThatBreaksIsGoneOnWithByEdits: an append that is refused, Slack's end of it, ours, and another replica that has the run
// from here on.
func TestAStreamOfTasksThatBreaksIsGoneOnWithByEdits(t *testing.T) {
	for name, breaks := range map[string]func(w *writing){
		"refused":         func(w *writing) { w.fake.Fault("chat.appendStream", fakeslack.Fault{Error: "invalid_chunks"}) },
		"ended by Slack":  func(w *writing) { w.posted()[0].Stream.Begun = w.now.Add(-6 * time.Minute) },
		"too long":        func(w *writing) { w.now = w.now.Add(4*time.Minute + time.Second) },
		"another replica": func(w *writing) { w.bot = w.another() },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWriting(t, "D1")
			ref := w.shows(looking(bots.TaskInProgress))
			breaks(w)
			w.edits(ref, looking(bots.TaskCompleted, bots.TaskInProgress))
			w.carded("Which one?", "run_stop")
			w.edits(ref, ended())
			w.carded("3 of 3 done")
		})
	}
}

// another is a replica that knows nothing of what this one has begun.
func (w *writing) another() *slack.Bot {
	return slack.New(slack.Config{
		SigningSecret: w.fake.SigningSecret, Token: w.fake.Token, APIURL: w.fake.APIURL(), Tenant: "tenant", Now: func() time.Time { return w.now },
		Pace: slack.Pace{Posts: 1e6, PostBurst: 1e6, EditEvery: time.Nanosecond, EditBurst: 1e6, MoreEvery: time.Nanosecond},
	})
}

// TestAStreamOfTasksWhoseBeginningWasNotAnsweredIsFound by the ids of its tasks, and no answer that is being written is taken for it.
func TestAStreamOfTasksWhoseBeginningWasNotAnsweredIsFound(t *testing.T) {
	w := newWriting(t, "D1")
	w.fake.Fault("chat.startStream", fakeslack.Fault{Cut: true})
	if _, err := w.bot.Post(t.Context(), w.at, looking(bots.TaskInProgress), runNonce); err == nil {
		t.Fatal("a lost answer is no error")
	}
	ref, found, err := w.bot.Find(t.Context(), w.at, runNonce)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	for _, other := range []string{draftNonce, "b0123456789abcdef0123456"} {
		if _, found, _ := w.bot.Find(t.Context(), w.at, other); found {
			t.Errorf("%s is found in it", other)
		}
	}
	w.edits(ref, looking(bots.TaskCompleted))
	w.edits(ref, ended())
	w.carded("3 of 3 done")
}

// TestAStreamOfTasksIsPutOff as Slack says, and goes on with all that has come since.
func TestAStreamOfTasksIsPutOff(t *testing.T) {
	w := newWriting(t, "D1")
	ref := w.shows(looking(bots.TaskInProgress, bots.TaskOpen, bots.TaskOpen))
	w.fake.Fault("chat.appendStream", fakeslack.Fault{Status: 429, RetryAfter: 3 * time.Second})
	err := w.bot.Edit(t.Context(), w.at, ref, looking(bots.TaskCompleted, bots.TaskInProgress, bots.TaskOpen))
	if later, ok := errors.AsType[*bots.LaterError](err); !ok || later.After != 3*time.Second {
		t.Errorf("put off by %v", err)
	}
	w.now = w.now.Add(4 * time.Second)
	w.edits(ref, looking(bots.TaskCompleted, bots.TaskCompleted, bots.TaskInProgress))
	if m := w.posted()[0]; statuses(m) != "complete complete in_progress" || m.Stream.Stopped {
		t.Errorf("it shows %s", statuses(m))
	}
}
