package panel

import (
	"context"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// Pending lists all that waits for people.
type Pending interface {
	Pending(ctx context.Context, t assistant.TenantID) ([]assistant.Pending, error)
	// Defer keeps until when somebody wants to see no more of something that waits; the zero time shows it to them again.
	Defer(ctx context.Context, t assistant.TenantID, by assistant.PersonID, d assistant.Deferral) error
	// NoticeRun says that a person has looked at a run that failed.
	NoticeRun(ctx context.Context, t assistant.TenantID, id assistant.RunID) error
}

// Waits finds what waits for whoever is signed in.
type Waits struct {
	Pending Pending // nil: nothing is known to wait
	Owner   *owner.Owner
}

// in tells of which conversations something waits.
func in(all []pages.Waiting) map[assistant.ConversationID]bool {
	out := map[assistant.ConversationID]bool{}
	for _, w := range all {
		out[w.Conversation] = true
	}
	return out
}

// maySettle tells whether messages may have made something wait, or may have ended that.
func maySettle(ms []assistant.Message) bool {
	return slices.ContainsFunc(ms, func(m assistant.Message) bool {
		kind, _, _ := strings.Cut(string(m.Slot), ":")
		return slices.Contains([]string{"plan", "ask", "approval", "run"}, kind)
	})
}

// All lists what waits for whoever is signed in, without what they have put aside.
func (w *Waits) All(ctx context.Context) ([]pages.Waiting, error) {
	shown, _, err := w.both(ctx)
	return shown, err
}

// both are what waits for whoever is signed in, and what of it they have put aside.
func (w *Waits) both(ctx context.Context) (shown, aside []pages.Waiting, err error) {
	if w.Pending == nil {
		return nil, nil, nil
	}
	all, err := w.Pending.Pending(ctx, w.Owner.Tenant.ID)
	if err != nil {
		return nil, nil, err
	}
	shown, aside = w.split(all)
	return shown, aside, nil
}

// theirs are those that whoever is signed in may be told of, and has not put aside.
func (w *Waits) theirs(all []assistant.Pending) []pages.Waiting {
	shown, _ := w.split(all)
	return shown
}

func (w *Waits) split(all []assistant.Pending) (shown, aside []pages.Waiting) {
	if w.Pending == nil {
		return nil, nil
	}
	for _, p := range assistant.PendingFor(w.Owner.Person, all) {
		if p.DeferredFor(w.Owner.Person.ID).IsZero() {
			shown = append(shown, pages.Waiting{Pending: p})
		} else {
			aside = append(aside, pages.Waiting{Pending: p})
		}
	}
	return shown, aside
}

// notice says that a run that failed was looked at by somebody who may see it.
func (w *Waits) notice(ctx context.Context, id assistant.RunID) error {
	all, err := w.All(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(one pages.Waiting) bool { return one.Kind == assistant.PendingFailed && one.Ref == string(id) }) {
		return nil // it does not wait any more, or was never theirs to see
	}
	return w.Pending.NoticeRun(ctx, w.Owner.Tenant.ID, id)
}
