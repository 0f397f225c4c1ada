package panel

import (
	"context"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/wording"
	waitwords "github.com/aisteam/aisteam/wording/waits"
)

const waitsShown = 8

// waiting is something that waits, as the panel lists it.
type waiting struct{ assistant.Pending }

// Words say what kind of thing it is.
func (w waiting) Words(in wording.Words) string { return waitwords.Kind(in, w.Kind) }

// Element is the card's, on its conversation's page.
func (w waiting) Element() string { return pages.ElementID(w.slot()) }

// Where is the address at which it is decided.
func (w waiting) Where() string {
	if w.Apart {
		return "/waiting#" + w.Element()
	}
	return address(w.Conversation, w.Element())
}

// slot is where it is shown.
func (w waiting) slot() assistant.Slot {
	switch w.Kind {
	case assistant.PendingPlan:
		return assistant.SlotOf(assistant.Message{Body: assistant.PlanDecided{Plan: assistant.PlanID(w.Ref), Version: w.Version}})
	case assistant.PendingQuestion:
		return assistant.Slot("ask:" + w.Ref)
	case assistant.PendingFailed:
		return assistant.Slot("run:" + w.Ref)
	default:
		return assistant.SlotOf(assistant.Message{Body: assistant.ApprovalDecided{Approval: assistant.ApprovalID(w.Ref), Card: w.Card}})
	}
}

// Pending lists all that waits for people.
type Pending interface {
	Pending(ctx context.Context, t assistant.TenantID) ([]assistant.Pending, error)
	// NoticeRun says that a person has looked at a run that failed.
	NoticeRun(ctx context.Context, t assistant.TenantID, id assistant.RunID) error
}

// waits finds what waits for whoever is signed in.
type waits struct {
	pending Pending // nil: nothing is known to wait
	owner   *owner.Owner
}

// waitsView is the list of what waits, the oldest first.
type waitsView struct {
	List  []waiting
	Count int  // in all
	Swap  bool // it takes the place of the one that an open page shows
}

// listed are the first of what waits.
func listed(all []waiting) waitsView {
	return waitsView{List: all[:min(len(all), waitsShown)], Count: len(all)}
}

// in tells of which conversations something waits.
func in(all []waiting) map[assistant.ConversationID]bool {
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

// all lists what waits for whoever is signed in.
func (w *waits) all(ctx context.Context) ([]waiting, error) {
	if w.pending == nil {
		return nil, nil
	}
	all, err := w.pending.Pending(ctx, w.owner.Tenant.ID)
	if err != nil {
		return nil, err
	}
	return w.theirs(all), nil
}

// theirs are those that whoever is signed in may be told of.
func (w *waits) theirs(all []assistant.Pending) []waiting {
	if w.pending == nil {
		return nil
	}
	var out []waiting
	for _, p := range assistant.PendingFor(w.owner.Person, all) {
		out = append(out, waiting{p})
	}
	return out
}

// notice says that a run that failed was looked at by somebody who may see it.
func (w *waits) notice(ctx context.Context, id assistant.RunID) error {
	all, err := w.all(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(one waiting) bool { return one.Kind == assistant.PendingFailed && one.Ref == string(id) }) {
		return nil // it does not wait any more, or was never theirs to see
	}
	return w.pending.NoticeRun(ctx, w.owner.Tenant.ID, id)
}
