package orchestrator

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/waits"
)

// goings is where the supervisor reads what is at work and what waits.
type goings interface {
	Ongoing(ctx context.Context, t assistant.TenantID, in assistant.Place, limit int) ([]assistant.RunView, error)
	Pending(ctx context.Context, t assistant.TenantID) ([]assistant.Pending, error)
	DayDone(ctx context.Context, t assistant.TenantID, by assistant.PersonID) (assistant.DayDone, error)
}

const (
	mostGoing = 100 // runs that are counted
	namedWait = 12  // of what waits is named; the rest is counted
)

// tellWaits answers what waits, from the database: as much of it as whoever asks may see, oldest first.
func (c *commands) tellWaits(ctx context.Context, t *turn) error {
	if err := t.Think(ctx, assistant.Chief, assistant.PhaseRouting, t.words().Say("Hans answers himself")+"."); err != nil {
		return err
	}
	said, err := c.whatWaits(ctx, t)
	if err != nil {
		return err
	}
	t.say("waits", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindMessage, Content: said, Body: assistant.Said{Next: suggested(c.vocabulary, t, c.rehearsal)},
	})
	return nil
}

// whatWaits reads it, in words.
func (c *commands) whatWaits(ctx context.Context, t *turn) (string, error) {
	runs, err := c.goings.Ongoing(ctx, t.claim.Tenant, assistant.Place{}, mostGoing)
	if err != nil {
		return "", fmt.Errorf("read ongoing runs: %w", err)
	}
	all, err := c.goings.Pending(ctx, t.claim.Tenant)
	if err != nil {
		return "", fmt.Errorf("read what waits: %w", err)
	}
	var seen []assistant.RunView
	for _, r := range runs {
		if assistant.MaySee(t.sit.Person, r.Run.RequestedBy) {
			seen = append(seen, r)
		}
	}
	return waitsText(t.words(), t.claim.Conversation, seen, assistant.PendingFor(t.sit.Person, all)), nil
}

// waitsText lists what waits and what is at work. Of what is in another conversation it says which.
func waitsText(w wording.Words, here assistant.ConversationID, runs []assistant.RunView, all []assistant.Pending) string {
	lines := []string{waits.Summary(w, len(runs), all)}
	for i, p := range all {
		if i == namedWait {
			lines = append(lines, "- "+w.Say("and %d more", len(all)-i))
			break
		}
		said := waits.Kind(w, p.Kind) + ": **" + plainly(p.Title) + "**"
		if p.Conversation != here && p.Thread != "" {
			said += " (" + w.Say("in the conversation “%s”", plainly(p.Thread)) + ")"
		}
		lines = append(lines, "- "+said)
	}
	for _, r := range runs[:min(len(runs), namedWait)] {
		lines = append(lines, "- "+w.Say("At work: %s", plainly(r.Run.Title)))
	}
	return strings.Join(lines, "\n")
}

// plainly is a title on a line, with nothing in it that Markdown reads.
func plainly(title string) string {
	return strings.NewReplacer("*", "", "_", " ", "`", "", "[", "(", "]", ")", "<", "", ">", "").Replace(firstLine(title))
}
