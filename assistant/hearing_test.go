package assistant_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

func TestQuietIsOverWhenTheirClockSaysSo(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(s string) time.Time {
		u, err := time.ParseInLocation("2006-01-02 15:04", s, berlin)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	night := assistant.Hearing{QuietFrom: "22:00", QuietTo: "07:00"}
	noon := assistant.Hearing{QuietFrom: "12:00", QuietTo: "13:00"}
	work := assistant.Hearing{QuietFrom: "18:00", QuietTo: "09:00", Days: []time.Weekday{time.Monday, time.Friday}}
	for _, c := range []struct {
		h          assistant.Hearing
		now, awake string
	}{
		{assistant.Hearing{}, "2026-11-23 03:00", "2026-11-23 03:00"},
		{night, "2026-11-23 21:59", "2026-11-23 21:59"},
		{night, "2026-11-23 22:00", "2026-11-24 07:00"},
		{night, "2026-11-24 06:59", "2026-11-24 07:00"},
		{night, "2026-11-24 07:00", "2026-11-24 07:00"},
		{night, "2027-03-28 01:30", "2027-03-28 07:00"}, // the clock is put forward in between
		{noon, "2026-11-23 12:30", "2026-11-23 13:00"},
		{noon, "2026-11-23 13:00", "2026-11-23 13:00"},
		{work, "2026-11-23 19:00", "2026-11-27 09:00"},
		{work, "2026-11-27 19:00", "2026-11-30 09:00"},
	} {
		if got := c.h.Awake(at(c.now), berlin); !got.Equal(at(c.awake)) {
			t.Errorf("%+v at %s: %s, not %s", c.h, c.now, got.In(berlin), c.awake)
		}
	}
}

func TestAHearingThatCannotBeIsRefusedWithAWayOn(t *testing.T) {
	for _, h := range []assistant.Hearing{
		{QuietFrom: "25:00", QuietTo: "07:00"},
		{QuietFrom: "22:00"},
		{Days: []time.Weekday{9}},
		{Days: []time.Weekday{1, 1}},
		{First: assistant.SurfaceWeb},
		{Where: map[assistant.Topic]assistant.HearAt{"gossip": assistant.HearSlack}},
		{Where: map[assistant.Topic]assistant.HearAt{assistant.TopicResults: "post"}},
		assistant.Hearing{}.With(assistant.HearNowhere, assistant.TopicDecisions),
	} {
		if h.Check() == nil {
			t.Errorf("%+v is taken", h)
		}
	}
	if got := assistant.ReadHearing(`{"quietFrom":"zz","quietTo":"07:00"}`); got.QuietFrom != "" {
		t.Errorf("what cannot be read is %+v", got)
	}
}

func TestATopicIsHeardOfSomewhereElseWithoutTouchingTheOthers(t *testing.T) {
	one := assistant.Hearing{Never: true}.With(assistant.HearSlack, assistant.TopicFailures)
	two := one.With(assistant.HearNowhere, assistant.TopicResults, assistant.TopicDigests)
	back := two.With(assistant.HearThere, assistant.Topics()...)
	if len(one.Where) != 1 || len(two.Where) != 3 || back.Where != nil || !back.Never || two.Check() != nil {
		t.Errorf("%+v %+v %+v", one, two, back)
	}
}
