package panel

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
)

// clock is the present time in the viewer's zone.
type clock time.Time

func (f *feed) clock(ctx context.Context) clock { return clock(f.now().In(f.owner.Zone(ctx))) }

const daysOfWeek = 7

// group is what stands above the conversations that began when one did: the days of this week, and before it the months. A week begins
// on Monday.
func (c clock) group(began time.Time) assistant.Sentence {
	now := time.Time(c)
	began = began.In(now.Location())
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	monday := today.AddDate(0, 0, -((int(today.Weekday()) + daysOfWeek - 1) % daysOfWeek))
	switch {
	case !began.Before(today): // or tomorrow, by the clock of a database that runs ahead
		return assistant.Say("Today")
	case !began.Before(today.AddDate(0, 0, -1)):
		return assistant.Say("Yesterday")
	case !began.Before(monday):
		return assistant.Say("Earlier this week")
	case began.Year() == now.Year():
		return schedule.Month(began.Month())
	default:
		return assistant.Say("%s %s", schedule.Month(began.Month()), began.Format("2006"))
	}
}

// when is when a conversation began: the hour of one of today, the day of others.
func (c clock) when(began time.Time) assistant.Sentence {
	now := time.Time(c)
	began = began.In(now.Location())
	if began.Year() == now.Year() && began.YearDay() == now.YearDay() {
		return assistant.Verbatim(began.Format("15:04"))
	}
	return assistant.DayOf(began)
}
