package operations

import (
	"fmt"
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

	Wanted   assistant.RunsWanted
	Failures int
	More     bool // there are more of them
}

// reader is whoever looks: what they read is in their words, and times are by their clock.
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
func (v reader) Money(micros int64) string {
	if micros > 0 && micros < 10_000 {
		return v.In.Say("under 1 ¢")
	}
	return fmt.Sprintf("$%.2f", float64(micros)/1e6)
}

// Cost is what calls cost, and that of some of them nobody knows it.
func (v reader) Cost(micros int64, unpriced int) string {
	switch {
	case unpriced == 0:
		return v.Money(micros)
	case micros == 0:
		return v.In.Say("price not known")
	default:
		return v.Money(micros) + ", " + v.In.Say("calls whose price is not known: %d", unpriced)
	}
}

// Count is a number with its thousands apart.
func (reader) Count(n int64) string { return assistant.Grouped(n) }

// Here is a time by the clock of whoever looks.
func (v reader) Here(t time.Time) time.Time { return t.In(v.zone) }

// Waited is how long something has waited.
func (v reader) Waited(since time.Time) string { return pages.Lasted(v.In, v.at.Sub(since)) }

// Seconds is how long a call took.
func (reader) Seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

// Stops tells whether a run can be stopped.
func (reader) Stops(r assistant.RunLoad) bool {
	return r.Status == assistant.RunRunning || r.Status == assistant.RunPlanning
}

// Retries tells whether what failed of a run can be tried again.
func (reader) Retries(r assistant.RunLoad) bool { return r.Status == assistant.RunFailed }

// Path is where whoever presses something on the page comes back to.
func (view) Path() string { return "operations" }
