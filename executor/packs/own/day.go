package own

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// namedDone is how many of the runs that ended are named; the rest is counted.
const namedDone = 12

// day is a query. An automation that asks for it again and again is a daily digest.
func (p pack) day() tools.Tool {
	t := looking(TaskDay, "Show a digest of the day",
		"Tells what was done in the last day for the person who asks, or by the whole team for an admin, what it cost, and what waits: the digest of the day. Changes nothing.", dayAsked(), p.runDay)
	t.News = assistant.TopicDigests
	return t
}

func (p pack) runDay(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	here, err := toldHere(ctx, c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	done, err := p.Going.DayDone(ctx, c.Tenant, c.Asker.ID)
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("read what was done: %w", err)
	}
	waiting, err := p.whatWaits(ctx, c, here)
	return saying("\n", append(dayLines(words(c), done, here), "", waiting)...), err
}

// dayLines say what was done and what it cost. Of what the place may not be told by name they say how much it is.
func dayLines(w wording.Words, d assistant.DayDone, here told) []string {
	head := w.Say("What was done for you in the last day")
	if d.Everybody {
		head = w.Say("What the team did in the last day")
	}
	lines := []string{"**" + head + "**"}
	var runs []assistant.Run
	for _, r := range d.Runs {
		if here(r.Conversation, r.RequestedBy) {
			runs = append(runs, r)
		}
	}
	for i, r := range runs {
		if i == namedDone {
			lines = append(lines, "- "+w.Say("and %d more", len(runs)-i))
			break
		}
		said := w.Say("Done: %s", plainly(r.Title))
		switch r.Status { //nolint:exhaustive // the others have not ended
		case assistant.RunFailed:
			said = w.Say("Failed: %s", plainly(r.Title))
		case assistant.RunCancelled:
			said = w.Say("Not finished: %s", plainly(r.Title))
		}
		lines = append(lines, "- "+said)
	}
	lines = append(lines, ofElsewhere(w, len(d.Runs)-len(runs))...)
	if len(d.Runs) == 0 {
		lines = append(lines, "- "+w.Say("No work has ended."))
	}
	if d.Due > 0 {
		said := w.Say("Automations were due %d times", d.Due)
		if d.Failed > 0 {
			said += ", " + w.Say("%d of them failed", d.Failed)
		}
		lines = append(lines, "- "+said+".")
	}
	switch {
	case d.Cost.Micros > 0:
		lines = append(lines, "- "+w.Say("It cost %s.", w.Say("%d tokens, $%.4f", d.Cost.Tokens, float64(d.Cost.Micros)/1e6)))
	case d.Cost.Tokens > 0:
		lines = append(lines, "- "+w.Say("It cost %s.", w.Say("%d tokens", d.Cost.Tokens)))
	}
	return lines
}
