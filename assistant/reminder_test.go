package assistant_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func TestAReminderComesAtAThirdOfTheTimeBetweenTenMinutesAndAnHour(t *testing.T) {
	opened := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for life, want := range map[time.Duration]time.Duration{
		24 * time.Hour:               time.Hour,
		3 * time.Hour:                time.Hour,
		3*time.Hour - 3*time.Second:  time.Hour - time.Second,
		time.Hour:                    20 * time.Minute,
		30 * time.Minute:             10 * time.Minute,
		29 * time.Minute:             10 * time.Minute,
		15 * time.Minute:             10 * time.Minute,
		15*time.Minute - time.Second: 0, // too late to be of use
		time.Minute:                  0,
		0:                            0,
		-time.Hour:                   0,
	} {
		at, ok := assistant.RemindAt(opened, opened.Add(life))
		if ok != (want > 0) || ok && at.Sub(opened) != want {
			t.Errorf("of what lives %v: after %v, %v; want %v", life, at.Sub(opened), ok, want)
		}
	}
	if _, ok := assistant.RemindAt(opened, time.Time{}); ok {
		t.Error("what never expires is reminded of")
	}
}

func TestEachKindOfTimerHasOneThatRemindsOfIt(t *testing.T) {
	for _, k := range []assistant.TimerKind{assistant.TimerPlan, assistant.TimerApproval, assistant.TimerClarification} {
		if of, ok := k.Reminder().Reminds(); !ok || of != k {
			t.Errorf("%s reminds of %s, %v", k.Reminder(), of, ok)
		}
		if _, ok := k.Reminds(); ok {
			t.Errorf("%s reminds", k)
		}
	}
}

func TestAReminderSaysWhatWaitsAndHasASlotOfItsOwn(t *testing.T) {
	until := time.Date(2026, 11, 20, 16, 40, 0, 0, time.FixedZone("CET", 3600))
	for _, c := range []struct {
		b             assistant.Reminded
		subject, says string
	}{
		{assistant.Reminded{Plan: "p", Version: 2, Title: "Create the\nServices page", ExpiresAt: until}, "plan:p/2", "A decision is still waiting: Create the Services page (until 20 Nov 15:40 UTC)."},
		{assistant.Reminded{Approval: "a", Title: "Delete it", ExpiresAt: until}, "approval:a", "A decision is still waiting: Delete it (until 20 Nov 15:40 UTC)."},
		{assistant.Reminded{Clarification: "c", ExpiresAt: until}, "ask:c", "A question is still waiting for an answer (until 20 Nov 15:40 UTC)."},
	} {
		slot := assistant.SlotOf(assistant.Message{Body: c.b})
		if string(c.b.Subject()) != c.subject || slot != "reminder:"+c.b.Subject() || c.b.Words() != c.says {
			t.Errorf("%s in %s says %q", c.b.Subject(), slot, c.b.Words())
		}
	}
}

func TestAQuestionIsCalledByItsPlanOrByWhatItAsks(t *testing.T) {
	c := assistant.Clarification{Intro: "You want a page.", Questions: []assistant.Question{{Text: "Which language?"}}}
	for _, got := range []struct{ is, want string }{
		{c.Title("Services page"), "Services page"}, {c.Title(""), "Which language?"}, {assistant.Clarification{Intro: "i"}.Title(""), "i"},
	} {
		if got.is != got.want {
			t.Errorf("called %q, not %q", got.is, got.want)
		}
	}
}
