package own

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/waits"
)

// mostTasks is how many tasks are looked through for those that keep the hours of another zone.
const mostTasks = 500

// Zone are the arguments of choose_time_zone.
type Zone struct {
	Place     string `json:"place,omitempty" jsonschema:"a city whose clock is theirs, or the name of a time zone: Toronto, Europe/Vienna, UTC+2; left out where they give up what they chose"`
	Automatic bool   `json:"automatic,omitempty" jsonschema:"true where they give up what they chose: it is that of their browser or platform then"`
}

func (p pack) zone() tools.Tool {
	return setting(TaskZone, "Choose one's time zone", "Chooses the time zone of the person who asks: times that they read and write, and their quiet hours, are by that clock.",
		tools.Arguments[Zone](), zones(), p.heldZone, p.runZone)
}

func (p pack) runZone(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[Zone](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	zone, found := background.Place(a.Place)
	if a.Automatic {
		zone, found = "", true
	}
	if !found {
		return assistant.Receipt{}, assistant.BadInput(
			assistant.Say("I know no time zone by the name “%s”, or it has several. Name a larger city whose clock is yours, like “my time zone is Toronto”. Nothing was changed.", plainly(a.Place)),
			assistant.Say("Say “%s” to choose another.", assistant.Say("my time zone is Toronto")))
	}
	was, _, err := p.change(ctx, c, func(h assistant.Hearing) assistant.Hearing {
		h.Zone = zone
		return h
	})
	if err != nil {
		return assistant.Receipt{}, err
	}
	w := words(c)
	back := w.Say("Say “%s” to take that back.", w.Say("forget my time zone"))
	if was.Zone != "" && was.Zone != zone {
		back = w.Say("Say “%s” to take that back.", w.Say("my time zone is %s", was.Zone))
	}
	if zone == "" {
		said := []string{w.Say("Understood: from now on your time zone is what your browser or your platform says.")}
		if was.Zone != "" {
			said = append(said, back)
		}
		return saying(" ", said...), nil
	}
	kept, err := p.elsewhere(ctx, c, zone)
	if err != nil {
		return assistant.Receipt{}, err
	}
	now := moment(zone, p.Now())
	said := w.Say("Understood: your time zone is %s now, where it is %s. Times that you read and write, and your quiet hours, are by that clock.", zone, now) + " " + back
	return saying("\n", append([]string{said}, waits.Elsewhere(w, kept, zone)...)...), nil
}

// elsewhere are the tasks of the asker that keep the hours of another zone, by title and time.
func (p pack) elsewhere(ctx context.Context, c tools.Call, zone string) (out []waits.Kept, err error) {
	all, err := p.Tasks.Backgrounds(ctx, c.Tenant, c.Asker.ID, mostTasks)
	if err != nil {
		return nil, fmt.Errorf("read which tasks of %s keep their hours: %w", c.Asker.ID, err)
	}
	for _, b := range background.Elsewhere(all, zone) {
		out = append(out, waits.Kept{Title: plainly(b.Title), When: background.When(b)})
	}
	return out, nil
}

// zoneSaid is somebody's time zone in words.
func zoneSaid(w wording.Words, zone string) string {
	if zone == "" {
		return w.Say("I do not know your time zone, so times are those of UTC. Say it like “my time zone is Toronto”.")
	}
	return w.Say("Your time zone is %s. Change it with words like “my time zone is Toronto”.", zone)
}
