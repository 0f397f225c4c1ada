package panel

import (
	"context"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// Whole returns everything that waits for the person signed in, and the part that they have neither put aside nor handed on.
func (w *Waits) Whole(ctx context.Context) (all, shown []pages.Waiting, err error) {
	of, err := w.sorted(ctx)
	return of.whole(), of.shown, err
}

// Whom says of each of what waits whom it waits for and since when, by the rules as they hold now. It is the one place where the panel
// says so.
func (w *Waits) Whom(ctx context.Context, all []pages.Waiting) (map[assistant.Waits]pages.WaitsFor, error) {
	if len(all) == 0 {
		return nil, nil
	}
	pending := make([]assistant.Pending, len(all))
	for i, one := range all {
		pending[i] = one.Pending
	}
	may, err := w.deciders(ctx, pending)
	if err != nil {
		return nil, err
	}
	return w.whom(ctx, pending, may), nil
}

// whom fills in whom each thing waits for, where that is known.
func (w *Waits) whom(ctx context.Context, pending []assistant.Pending, may map[assistant.Waits][]assistant.Person) map[assistant.Waits]pages.WaitsFor {
	var named []assistant.PersonID
	for _, p := range pending {
		named = append(named, p.RequestedBy)
		for _, one := range may[p.Waits()] {
			named = append(named, one.ID)
		}
		if h, handed := p.HandedBy(w.Owner.Person.ID); handed {
			named = append(named, h.To)
		}
	}
	slices.Sort(named)
	by := pages.Looks{
		Me: w.Owner.Person.ID, Called: w.Owner.CalledAll(ctx, slices.Compact(named)), In: w.In, Zone: w.Owner.Zone(ctx), Now: w.Now(),
	}
	out := make(map[assistant.Waits]pages.WaitsFor, len(pending))
	for _, p := range pending {
		out[p.Waits()] = by.WaitsFor(p, may[p.Waits()])
	}
	return out
}

// await tells each card that waits for a person whom it waits for. What cannot be read is not worth losing the cards for.
func (c *cards) await(ctx context.Context, all []undrawn) {
	if !slices.ContainsFunc(all, func(one undrawn) bool { return awaits(one.drawing.Card) }) {
		return
	}
	known, _, err := c.waits.Whole(ctx)
	if err != nil {
		return
	}
	var of []pages.Waiting
	at := map[int]assistant.Waits{}
	for i, one := range all {
		if !awaits(one.drawing.Card) {
			continue
		}
		for _, w := range known {
			if w.Conversation == one.drawing.Conversation && waitsOn(one, w) {
				of, at[i] = append(of, w), w.Waits()
				break // the oldest comes first
			}
		}
	}
	whom, err := c.waits.Whom(ctx, of)
	if err != nil {
		return
	}
	for i, w := range at {
		one := whom[w]
		all[i].drawing.Waits = &one
	}
}

// awaits tells whether a card, and everything still open on it, waits for a person.
func awaits(c bots.Card) bool {
	switch c := c.(type) { //nolint:gochecksumtype // the rest waits for nobody
	case bots.PlanCard:
		return c.Open()
	case bots.ApprovalCard:
		return c.Open()
	case bots.StepCard:
		return c.Open()
	case bots.RunCard:
		return c.Waits()
	}
	return false
}

// waitsOn tells whether something that waits stands on a card, or is an action of its run.
func waitsOn(one undrawn, w pages.Waiting) bool {
	if run, ok := one.drawing.Card.(bots.RunCard); ok {
		return w.Kind == assistant.PendingApproval && w.Run == run.Run
	}
	return w.Element() == one.view.ID
}
