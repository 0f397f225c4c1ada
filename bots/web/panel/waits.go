package panel

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/wording"
)

// Pending lists all that waits for people.
type Pending interface {
	Pending(ctx context.Context, t assistant.TenantID) ([]assistant.Pending, error)
	// Defer keeps until when somebody wants to see no more of something that waits; the zero time shows it to them again.
	Defer(ctx context.Context, t assistant.TenantID, by assistant.PersonID, d assistant.Deferral) error
	// Hand hands something that waits to a colleague, or takes it back if none is named.
	Hand(ctx context.Context, t assistant.TenantID, h assistant.Handed) error
	// NoticeRun says that a person has looked at a run that failed.
	NoticeRun(ctx context.Context, t assistant.TenantID, id assistant.RunID) error
}

// Waits finds what waits for the person signed in.
type Waits struct {
	Pending    Pending    // nil: nothing is known to wait
	Colleagues Colleagues // nil: nothing is handed to anybody
	Owner      *owner.Owner
	In         wording.Words
	Now        func() time.Time
}

// sorted is what waits for the person signed in, separated into what they still have and what they put aside or handed on.
type sorted struct {
	shown, aside, handed []pages.Waiting
}

func (s sorted) whole() []pages.Waiting { return slices.Concat(s.shown, s.aside, s.handed) }

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

// All lists what waits for the person signed in, without what they have put aside or handed to a colleague.
func (w *Waits) All(ctx context.Context) ([]pages.Waiting, error) {
	all, err := w.sorted(ctx)
	return all.shown, err
}

// sorted reads what waits for the person signed in.
func (w *Waits) sorted(ctx context.Context) (sorted, error) {
	if w.Pending == nil {
		return sorted{}, nil
	}
	all, err := w.Pending.Pending(ctx, w.Owner.Tenant.ID)
	if err != nil {
		return sorted{}, err
	}
	return w.sort(ctx, all)
}

// theirs are those that the person signed in may be told of, and has neither put aside nor handed to a colleague.
func (w *Waits) theirs(ctx context.Context, all []assistant.Pending) ([]pages.Waiting, error) {
	out, err := w.sort(ctx, all)
	return out.shown, err
}

func (w *Waits) sort(ctx context.Context, all []assistant.Pending) (out sorted, err error) {
	if w.Pending == nil {
		return out, nil
	}
	theirs := assistant.PendingFor(w.Owner.Person, all)
	away, err := w.away(ctx, theirs)
	if err != nil {
		return out, err
	}
	for _, p := range theirs {
		one := pages.Waiting{Pending: p}
		switch {
		case away[p.Waits()]:
			out.handed = append(out.handed, one)
		case p.DeferredFor(w.Owner.Person.ID).IsZero():
			out.shown = append(out.shown, one)
		default:
			out.aside = append(out.aside, one)
		}
	}
	return out, nil
}

// notice records that a person who may see a failed run has looked at it.
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
