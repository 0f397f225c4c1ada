package background

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
)

// Place is the time zone that people mean by a name, and the time there would be read by; false for a name that is none or several.
func Place(name string) (string, bool) { return schedule.Place(name) }

// Elsewhere are those of somebody's tasks that go on by the clock of another zone than theirs. To change one's zone moves no task: what
// happens once happens at the moment that was named, and what recurs keeps the hours that it was made with.
func Elsewhere(all []assistant.BackgroundTask, zone string) (out []assistant.BackgroundTask) {
	for _, b := range all {
		if b.Kind == assistant.BackgroundRecurring && !b.Status.Ended() && b.Zone != zone {
			out = append(out, b)
		}
	}
	return out
}
