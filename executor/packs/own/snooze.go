package own

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording/waits"
)

// Snooze are the arguments of snooze_notices.
type Snooze struct {
	Until string `json:"until,omitempty" jsonschema:"until when, in words: tomorrow at 9, Monday, 17:30, 2 hours; left out where they do not say"`
	Over  bool   `json:"over,omitempty" jsonschema:"true where they want to be sent messages again"`
}

func (p pack) snooze() tools.Tool {
	return setting(TaskSnooze, "Snooze direct messages",
		"Sends the person who asks no direct messages until a time that they name, or sends them again. All of it still stands in its conversation and on the panel.",
		tools.Arguments[Snooze](), snoozes(), p.heldSnooze, p.runSnooze)
}

func (p pack) runSnooze(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[Snooze](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	now := p.Now()
	var until time.Time
	if !a.Over {
		var ok bool
		if until, ok = background.HushUntil(a.Until, c.Asker.Zone, now); !ok {
			return assistant.Receipt{}, assistant.BadInput(assistant.Say("I cannot tell when “%s” is, so nothing was changed.", plainly(a.Until)), assistant.Say("Say it like “snooze until Monday”."))
		}
	}
	if err := background.Hush(ctx, p.Settings, c.Tenant, c.Asker.ID, until, now); err != nil {
		return assistant.Receipt{}, err
	}
	w, said := words(c), ""
	if !a.Over {
		said = w.Tell(moment(c.Asker.Zone, until))
	}
	return saying("", waits.Hushed(w, said)), nil
}
