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
	Readers(ctx context.Context, t assistant.TenantID, c assistant.ConversationID) (assistant.Readers, error)
	DayDone(ctx context.Context, t assistant.TenantID, by assistant.PersonID) (assistant.DayDone, error)
}

const (
	mostGoing = 100 // runs that are counted
	namedWait = 12  // of what waits is named; the rest is counted
)

// tellWaits answers what waits, from the database, oldest first: as much of it as whoever asks may see, by name only what everybody who
// reads it there may see.
func (c *commands) tellWaits(ctx context.Context, t *turn) error {
	if err := t.Think(ctx, assistant.Chief, assistant.PhaseRouting, t.words().Say("Hans answers himself")+"."); err != nil {
		return err
	}
	here, err := c.toldHere(ctx, t)
	if err != nil {
		return err
	}
	said, err := c.whatWaits(ctx, t, here)
	if err != nil {
		return err
	}
	t.say("waits", assistant.Message{
		Agent: assistant.Chief, Kind: assistant.KindMessage, Content: said, Body: assistant.Said{Next: suggested(t)},
	})
	return nil
}

// toldHere is what may be told by name in the turn's conversation: what is of it, and what all of its readers may see.
type toldHere func(of assistant.ConversationID, requestedBy assistant.PersonID) bool

func (c *commands) toldHere(ctx context.Context, t *turn) (toldHere, error) {
	readers, err := c.goings.Readers(ctx, t.claim.Tenant, t.claim.Conversation)
	if err != nil {
		return nil, fmt.Errorf("look who reads it: %w", err)
	}
	return func(of assistant.ConversationID, requestedBy assistant.PersonID) bool {
		return of == t.claim.Conversation || readers.Told(requestedBy)
	}, nil
}

// whatWaits reads it, in words.
func (c *commands) whatWaits(ctx context.Context, t *turn, here toldHere) (string, error) {
	runs, err := c.goings.Ongoing(ctx, t.claim.Tenant, assistant.Place{}, mostGoing)
	if err != nil {
		return "", fmt.Errorf("read ongoing runs: %w", err)
	}
	all, err := c.goings.Pending(ctx, t.claim.Tenant)
	if err != nil {
		return "", fmt.Errorf("read what waits: %w", err)
	}
	all = assistant.PendingFor(t.sit.Person, all)
	said := going{seen: len(runs)}
	for _, r := range runs {
		switch {
		case !assistant.MaySee(t.sit.Person, r.Run.RequestedBy):
			said.seen--
		case here(r.Run.Conversation, r.Run.RequestedBy):
			said.runs = append(said.runs, r)
		default:
			said.elsewhere++
		}
	}
	for _, p := range all {
		if here(p.Conversation, p.RequestedBy) {
			said.waits = append(said.waits, p)
		} else {
			said.elsewhere++
		}
	}
	return waits.Summary(t.words(), said.seen, all) + said.text(t.words(), t.claim.Conversation), nil
}

// going is what waits and what is at work, as a place is told of it.
type going struct {
	waits     []assistant.Pending
	runs      []assistant.RunView
	seen      int // runs that whoever asks may see
	elsewhere int // that the place is told the number of
}

// text lists it, a line each. Of what is in another conversation it says which.
func (g going) text(w wording.Words, here assistant.ConversationID) string {
	lines := []string{""}
	for i, p := range g.waits {
		if i == namedWait {
			lines = append(lines, "- "+w.Say("and %d more", len(g.waits)-i))
			break
		}
		said := waits.Kind(w, p.Kind) + ": **" + plainly(w.Tell(p.Says())) + "**"
		if p.Conversation != here && p.Thread != "" {
			said += " (" + w.Say("in the conversation “%s”", plainly(p.Thread)) + ")"
		}
		lines = append(lines, "- "+said)
	}
	for _, r := range g.runs[:min(len(g.runs), namedWait)] {
		lines = append(lines, "- "+w.Say("At work: %s", plainly(w.Tell(r.Run.Says()))))
	}
	return strings.Join(append(lines, ofElsewhere(w, g.elsewhere)...), "\n")
}

// ofElsewhere says how much there is that not everybody who reads it here may see; nothing where there is none.
func ofElsewhere(w wording.Words, n int) []string {
	if n == 0 {
		return nil
	}
	return []string{"- " + w.Say("Of other conversations, which not everybody here may see: %d. They stand on the panel.", n)}
}

// plainly is a title on a line, with nothing in it that Markdown reads.
func plainly(title string) string {
	return strings.NewReplacer("*", "", "_", " ", "`", "", "[", "(", "]", ")", "<", "", ">", "").Replace(firstLine(title))
}
