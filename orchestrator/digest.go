package orchestrator

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// namedDone is how many of the runs that ended are named; the rest is counted.
const namedDone = 12

// tellDay tells what the team did in the last day, what it cost and what waits, from the database. A background task that asks for it
// again and again is a daily digest.
func (c *commands) tellDay(ctx context.Context, t *turn) error {
	if err := t.Think(ctx, assistant.Chief, assistant.PhaseRouting, t.words().Say("Hans answers himself")+"."); err != nil {
		return err
	}
	done, err := c.goings.DayDone(ctx, t.claim.Tenant, t.sit.Person.ID)
	if err != nil {
		return fmt.Errorf("read what was done: %w", err)
	}
	here, err := c.toldHere(ctx, t)
	if err != nil {
		return err
	}
	waiting, err := c.whatWaits(ctx, t, here)
	if err != nil {
		return err
	}
	said := assistant.Said{}
	if unasked(t.cause().Body) {
		said.Topic = assistant.TopicDigests
	} else {
		said.Next = suggested(t)
	}
	t.say("digest", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindMessage, Content: dayText(t.words(), done, here) + "\n\n" + waiting, Body: said,
	})
	return nil
}

// dayText says what was done and what it cost. Of what the place may not be told by name it says how much it is.
func dayText(w wording.Words, d assistant.DayDone, here toldHere) string {
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
		said := w.Say("Background tasks were due %d times", d.Due)
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
	return strings.Join(lines, "\n")
}
