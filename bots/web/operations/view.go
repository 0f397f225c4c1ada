package operations

import (
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/wording"
)

const failuresMost = 100 // deliveries that failed which are counted

// view is what the page shows.
type view struct {
	pages.View
	assistant.Workload
	reader
	awaited

	Wanted   assistant.RunsWanted
	Failures int
	More     bool // there are more of them
}

// reader is the viewer: texts are in their language, and times in their zone.
type reader struct {
	In   wording.Words
	at   time.Time
	zone *time.Location
}

// choice is a filter of the runs.
type choice struct {
	Wanted assistant.RunsWanted
	Words  assistant.Sentence
}

func choices() []choice {
	return []choice{
		{assistant.RunsOngoing, assistant.Say("Under way")}, {assistant.RunsStuck, assistant.Say("Stuck")}, {assistant.RunsFailed, assistant.Say("Failed")}, {assistant.RunsEnded, assistant.Say("Ended")}, {assistant.RunsAll, assistant.Say("All")},
	}
}

func known(w assistant.RunsWanted) bool {
	return slices.ContainsFunc(choices(), func(c choice) bool { return c.Wanted == w })
}

// Choices are the filters.
func (view) Choices() []choice { return choices() }

// Money is millionths of a dollar as people read it.
func (v reader) Money(micros int64) string { return pages.Money(v.In, micros) }

// Cost says what calls cost, and that the cost of some is unknown.
func (v reader) Cost(micros int64, unpriced int) string { return pages.Cost(v.In, micros, unpriced) }

// Count is a number with its thousands apart.
func (v reader) Count(n int64) string { return v.In.Say("%d", n) }

// Here returns a time in the viewer's zone.
func (v reader) Here(t time.Time) time.Time { return t.In(v.zone) }

// Waited is how long something has waited.
func (v reader) Waited(since time.Time) string { return pages.Lasted(v.In, v.at.Sub(since)) }

// Seconds is how long a call took.
func (v reader) Seconds(d time.Duration) string { return pages.Took(v.In, d) }

// Lasts is how long a run has gone on, or went on until it ended.
func (v reader) Lasts(r assistant.RunLoad) string {
	if r.Status.Ended() {
		return v.In.Say("took %s", pages.Took(v.In, r.UpdatedAt.Sub(r.CreatedAt)))
	}
	return v.In.Say("for %s so far", pages.Lasted(v.In, v.at.Sub(r.CreatedAt)))
}

// Dearest is the cost of the most expensive model, which sets the length of the longest bar.
func (v view) Dearest() int64 {
	most := int64(1)
	for _, m := range v.Models {
		most = max(most, m.Micros)
	}
	return most
}

// On returns the display name of a surface.
func (view) On(s assistant.Surface) assistant.Sentence {
	switch s {
	case assistant.SurfaceSlack:
		return assistant.Verbatim("Slack")
	case assistant.SurfaceDiscord:
		return assistant.Verbatim("Discord")
	case assistant.SurfaceWeb, assistant.SurfacePush, assistant.SurfaceMail:
		return assistant.Say("Panel")
	default:
		return assistant.Say("Panel")
	}
}

// Stops tells whether a run can be stopped.
func (reader) Stops(r assistant.RunLoad) bool {
	return r.Status == assistant.RunRunning || r.Status == assistant.RunPlanning
}

// Retries tells whether what failed of a run can be tried again.
func (reader) Retries(r assistant.RunLoad) bool { return r.Status == assistant.RunFailed }

// Path is the page that presses return to.
func (view) Path() string { return "operations" }
