package own

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/waits"
)

// Going is where the pack reads what is at work, what waits for people, and what was done.
type Going interface {
	Ongoing(ctx context.Context, t assistant.TenantID, in assistant.Place, limit int) ([]assistant.RunView, error)
	Pending(ctx context.Context, t assistant.TenantID) ([]assistant.Pending, error)
	DayDone(ctx context.Context, t assistant.TenantID, by assistant.PersonID) (assistant.DayDone, error)
}

const (
	mostGoing = 100 // runs that are counted
	namedWait = 12  // of what waits is named; the rest is counted
)

func (p pack) waits() tools.Tool {
	return looking(TaskWaits, "Show what waits for one",
		"Tells what is open or pending and waits for a decision or an approval of the person who asks, in all conversations, and what is running now. Changes nothing.", waitsAsked(), p.runWaits)
}

func (p pack) runWaits(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	here, err := toldHere(ctx, c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	said, err := p.whatWaits(ctx, c, here)
	return saying("", said), err
}

// told is what may be told by name in the conversation of a call: what is of it, and what all of its readers may see.
type told func(of assistant.ConversationID, requestedBy assistant.PersonID) bool

// toldHere refuses whoever is not known.
func toldHere(ctx context.Context, c tools.Call) (told, error) {
	if c.Asker.ID == "" {
		return nil, whoAsks()
	}
	readers, err := c.Readers(ctx)
	if err != nil {
		return nil, fmt.Errorf("look who reads it: %w", err)
	}
	return func(of assistant.ConversationID, requestedBy assistant.PersonID) bool {
		return of == c.Conversation || readers.Told(requestedBy)
	}, nil
}

// whatWaits reads what waits, oldest first, in words: as much of it as whoever asks may see, by name only what everybody who reads it
// there may see.
func (p pack) whatWaits(ctx context.Context, c tools.Call, here told) (string, error) {
	runs, err := p.Going.Ongoing(ctx, c.Tenant, assistant.Place{}, mostGoing)
	if err != nil {
		return "", fmt.Errorf("read ongoing runs: %w", err)
	}
	all, err := p.Going.Pending(ctx, c.Tenant)
	if err != nil {
		return "", fmt.Errorf("read what waits: %w", err)
	}
	all = assistant.PendingFor(c.Asker, all)
	said := going{seen: len(runs)}
	for _, r := range runs {
		switch {
		case !assistant.MaySee(c.Asker, r.Run.RequestedBy), r.Waits(): // what waits for a person is told among what waits
			said.seen--
		case here(r.Run.Conversation, r.Run.RequestedBy):
			said.runs = append(said.runs, r)
		default:
			said.elsewhere++
		}
	}
	for _, w := range all {
		if here(w.Conversation, w.RequestedBy) {
			said.waits = append(said.waits, w)
		} else {
			said.elsewhere++
		}
	}
	return waits.Summary(words(c), said.seen, all) + said.text(words(c), c.Conversation), nil
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
