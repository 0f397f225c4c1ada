package waits

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Kept is a task that keeps the hours of another time zone than its owner's.
type Kept struct {
	Title string
	When  assistant.Sentence // with its zone
}

const keptMost = 10

// Elsewhere says which tasks a change of the person's time zone does not affect; nothing if there are none.
func Elsewhere(w wording.Words, all []Kept, zone string) []string {
	if len(all) == 0 {
		return nil
	}
	out := []string{"", w.Say("These automations keep the hours that they were made with:")}
	for i, one := range all {
		if i == keptMost {
			out = append(out, w.Say("And %d more.", len(all)-i))
			break
		}
		out = append(out, "- "+one.Title+": "+w.Tell(one.When))
	}
	return append(out, "", w.Say("To move one, say it like “change the task %s to the time zone of %s”.", all[0].Title, zone))
}
