package panel

import (
	"context"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/owner"
)

const waitsShown = 8

// waiting is something that waits, as the panel lists it.
type waiting struct{ assistant.Pending }

// Words say what kind of thing it is.
func (w waiting) Words() string { return bots.PendingWords(w.Kind) }

// Pending lists all that waits for people.
type Pending interface {
	Pending(ctx context.Context, t assistant.TenantID) ([]assistant.Pending, error)
}

// waits finds what waits for whoever is signed in.
type waits struct {
	pending Pending // nil: nothing is known to wait
	owner   *owner.Owner
}

// waitsView is the list of what waits, the oldest first.
type waitsView struct {
	List []waiting
	Swap bool // it takes the place of the one that an open page shows
}

// maySettle tells whether messages may have made something wait, or may have ended that.
func maySettle(ms []assistant.Message) bool {
	return slices.ContainsFunc(ms, func(m assistant.Message) bool {
		kind, _, _ := strings.Cut(string(m.Slot), ":")
		return slices.Contains([]string{"plan", "ask", "approval", "run"}, kind)
	})
}

// list lists what waits for whoever is signed in.
func (w *waits) list(ctx context.Context) ([]waiting, error) {
	if w.pending == nil {
		return nil, nil
	}
	me, err := w.owner.Me(ctx)
	if err != nil {
		return nil, err
	}
	all, err := w.pending.Pending(ctx, w.owner.Tenant.ID)
	if err != nil {
		return nil, err
	}
	var out []waiting
	for _, p := range assistant.PendingFor(me, all) {
		if len(out) < waitsShown {
			out = append(out, waiting{p})
		}
	}
	return out, nil
}
