package background_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

func audit() assistant.BackgroundTask {
	return assistant.BackgroundTask{
		ID: "b", Kind: assistant.BackgroundRecurring, Title: "Audit", Prompt: "check the audit", Schedule: "30 8 * * 1-5", Zone: "Europe/Berlin",
		Overlap: assistant.OverlapSkip, Status: assistant.BackgroundActive, Conversation: "thread", Due: noon.Add(20 * time.Hour),
	}
}

func ending() assistant.BackgroundTask {
	b := audit()
	b.Ends, b.Left = time.Date(2026, 11, 27, 22, 59, 0, 0, time.UTC), 3
	return b
}

func reminder() assistant.BackgroundTask {
	return assistant.BackgroundTask{
		ID: "r", Kind: assistant.BackgroundOnce, Title: "Call Anna", Prompt: "Remind me: call Anna", Zone: "Europe/Berlin", Overlap: assistant.OverlapQueue,
		Status: assistant.BackgroundActive, Conversation: "thread", Due: time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC),
	}
}

// What people say is read, shown, and carried to the button and back unchanged.
func TestATaskIsChangedInWords(t *testing.T) {
	for _, c := range []struct {
		task  assistant.BackgroundTask
		words string
		want  string // of the fields that are shown
	}{
		{audit(), "make it 10 instead", "When: every weekday at 08:30 (Europe/Berlin) → every weekday at 10:00 (Europe/Berlin)"},
		{audit(), "Make it 5pm, please", "→ every weekday at 17:00 (Europe/Berlin)"},
		{audit(), "every Monday instead", "→ every Monday at 08:30 (Europe/Berlin)"},
		{audit(), "every Monday at 10 instead", "→ every Monday at 10:00 (Europe/Berlin)"},
		{audit(), "please change it to every day", "→ every day at 08:30 (Europe/Berlin)"},
		{audit(), "on the last day of every month", "→ on the last day of every month at 08:30 (Europe/Berlin)"},
		{audit(), "stell es auf 10 Uhr", "→ every weekday at 10:00 (Europe/Berlin)"},
		{audit(), "jeden Montag stattdessen", "→ every Monday at 08:30 (Europe/Berlin)"},
		{audit(), "chaque lundi plutôt", "→ every Monday at 08:30 (Europe/Berlin)"},
		{audit(), "cada lunes a las 10", "→ every Monday at 10:00 (Europe/Berlin)"},
		{audit(), "only tell me when something changed", "Told: every time → only when something is new"},
		{audit(), "call it “Morning audit”", "Title: Audit → Morning audit"},
		{audit(), "tell me here", "Where: another conversation → here"},
		{audit(), "do this: check the audit and the menu", "What: check the audit → check the audit and the menu"},
		{audit(), "make it 10 and tell me here", "Where: another conversation → here"},
		{audit(), "until Friday", "Ends: without end → until Fri 27 Nov 2026, 23:59 CET"},
		{audit(), "nur noch fünfmal", "Ends: without end → 5 times more"},
		{audit(), "jusqu’au 3 décembre", "→ until Thu 3 Dec 2026, 23:59 CET"},
		{audit(), "every Monday and until 3 December", "→ until Thu 3 Dec 2026, 23:59 CET"},
		{ending(), "sin fin", "Ends: until Fri 27 Nov 2026, 23:59 CET, 3 times more → without end"},
		{ending(), "call it Audit of the week", "Title: Audit → Audit of the week"},
		{audit(), "if it still runs, queue it", "While the time before is at work: the next is left out → the next begins after it"},
		{audit(), "wenn es noch läuft, fang von vorne an", "→ what is at work is stopped, and what waits for a decision is withdrawn"},
		{audit(), "mets-la en file si elle est encore en cours", "→ the next begins after it"},
		{audit(), "si sigue en marcha, empieza de nuevo", "→ what is at work is stopped, and what waits for a decision is withdrawn"},
		{audit(), "make it 10; if it still runs, queue it", "→ the next begins after it"},
		{reminder(), "make it 10 instead", "When: Wed 25 Nov 2026, 09:00 CET → Wed 25 Nov 2026, 10:00 CET"},
		{reminder(), "tomorrow at 17:30 instead", "→ Tue 24 Nov 2026, 17:30 CET"},
		{reminder(), "every Friday at 9", "→ every Friday at 09:00 (Europe/Berlin)"},
	} {
		e, err := background.ReadEdit(c.task, c.words, noon, "here")
		if err != nil {
			t.Errorf("%q: %v", c.words, err)
			continue
		}
		wanted, err := e.Of(c.task, noon)
		if err != nil {
			t.Errorf("%q: %v", c.words, err)
			continue
		}
		var lines []string
		for _, f := range background.Fields(c.task, wanted, noon) {
			lines = append(lines, f.Name+": "+f.Old+" → "+f.New)
		}
		if got := strings.Join(lines, "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%q is read as\n%s", c.words, got)
		}
		back, ok := background.ParseEdit(e.String())
		again, err := back.Of(c.task, noon)
		if !ok || err != nil || again.Reading() != wanted.Reading() {
			t.Errorf("%q comes back from %q as %+v, %v", c.words, e.String(), again, err)
		}
		read, err := background.ReadEdit(c.task, e.Words(c.task.Zone), noon.Add(time.Hour), "here")
		if err != nil || read.String() != e.String() {
			t.Errorf("%q is said again as %q, which is read as %q, %v", c.words, e.Words(c.task.Zone), read.String(), err)
		}
		if len(c.words) < 50 && len(e.String()) > 38 && e.Prompt == "" && e.Conversation == "" {
			t.Errorf("%q needs more than a button carries: %q", c.words, e.String())
		}
	}
}

func TestWhatIsNotUnderstoodOfAChangeIsNotGuessedAt(t *testing.T) {
	hourly := audit()
	hourly.Schedule = "0 9,17 * * *"
	hooked := audit()
	hooked.Kind, hooked.Schedule = assistant.BackgroundEvent, ""
	paused := reminder()
	paused.Status, paused.Due = assistant.BackgroundPaused, time.Time{}
	for _, c := range []struct {
		task        assistant.BackgroundTask
		words, want string
	}{
		{audit(), "", "I cannot read"},
		{audit(), "make it nicer", "I cannot read"},
		{audit(), "delete the home page", "I cannot read"},
		{audit(), "make it 10 and delete the home page", "I cannot read"},
		{audit(), "make it 27", "I cannot read"},
		{audit(), "tomorrow at 9", "I cannot read"},
		{audit(), "make it 8:30", "how it is already"},
		{audit(), "every minute", "due more often"},
		{audit(), "0 0 30 2 *", "I cannot read"},
		{hourly, "make it 10", "several times a day"},
		{hooked, "make it 10", "I cannot read"},
		{audit(), "until I feel better", "never end by it"},
		{audit(), "only 0 times", "can be counted"},
		{ending(), "every Saturday", "over before it is due"},
		{reminder(), "until Friday", "Only what comes again"},
		{audit(), "if it still runs, skip it", "how it is already"},
		{audit(), "if it still runs, delete the home page", "I cannot read"},
		{audit(), "if it still runs, queue it and delete the home page", "I cannot read"},
		{reminder(), "if it still runs, skip it", "no time before it"},
		{reminder(), "yesterday", "past already"},
		{paused, "tomorrow at 9", "paused"},
	} {
		e, err := background.ReadEdit(c.task, c.words, noon, "here")
		if err == nil {
			_, err = e.Of(c.task, noon)
		}
		trouble, ok := errors.AsType[*assistant.Trouble](err)
		if !ok || !strings.Contains(trouble.Problem.Message.String(), c.want) || trouble.Problem.Recovery.String() == "" {
			t.Errorf("%q: %v, want %q", c.words, err, c.want)
		}
	}
}

func TestAnEditThatNobodyWroteIsNone(t *testing.T) {
	for _, text := range []string{"", ";", "y1", "x0", "x1001", "t!", "n%zz", "s0 9 * * *;"} {
		if e, ok := background.ParseEdit(text); ok {
			t.Errorf("%q is %+v", text, e)
		}
	}
}

// TestATaskIsMovedToAnotherClock: its hours stay, its next time is by the other zone, and what is written for it reads as the same.
func TestATaskIsMovedToAnotherClock(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	b, err := background.Wish{Prompt: "check the audit", Schedule: "every day at 9", Zone: "UTC"}.Task(now)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"to the time zone of Toronto", "the clock of America/Toronto", "by the clock of America/Toronto"} {
		e, err := background.ReadEdit(b, words, now, "")
		if err != nil || e.Zone != "America/Toronto" {
			t.Fatalf("%q: %+v %v", words, e, err)
		}
		again, ok := background.ParseEdit(e.String())
		if reads, err := background.ReadEdit(b, e.Words(b.Zone), now, ""); err != nil || !ok || again.Zone != e.Zone || reads.Zone != e.Zone {
			t.Errorf("%+v %+v %v", again, reads, err)
		}
		got, err := e.Of(b, now)
		if err != nil || got.Zone != "America/Toronto" || got.Schedule != b.Schedule || got.Due.UTC().Format(time.RFC3339) != "2026-11-24T14:00:00Z" {
			t.Errorf("%+v %v", got, err)
		}
	}
	if _, err := background.ReadEdit(b, "the time zone of Atlantis", now, ""); err == nil {
		t.Error("a zone that is none was taken")
	}
}
