package pages

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
	waitwords "github.com/aisteam/aisteam/wording/waits"
)

const waitsListed = 8

// Waits finds what waits for the viewer, oldest first.
type Waits interface {
	All(ctx context.Context) ([]Waiting, error)
	// Whole returns everything, including what they have put aside or handed to a colleague, and what All returns.
	Whole(ctx context.Context) (all, shown []Waiting, err error)
	// Whom says of each of what waits whom it waits for and since when.
	Whom(ctx context.Context, all []Waiting) (map[assistant.Waits]WaitsFor, error)
}

// Waiting is something that waits for a person, as the panel lists it.
type Waiting struct{ assistant.Pending }

// Words say what kind of thing it is.
func (w Waiting) Words(in wording.Words) string { return waitwords.Kind(in, w.Kind) }

// Element is the card's, on its conversation's page.
func (w Waiting) Element() string { return cardview.Element(w.Slot()) }

// Where is the address at which it is decided.
func (w Waiting) Where() string {
	if w.Apart {
		return "/waiting#" + w.Element()
	}
	return "/c/" + string(w.Conversation) + "#" + w.Element()
}

// Slot is where it is shown.
func (w Waiting) Slot() assistant.Slot {
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

// WaitsView is the part of the navigation about what waits: its number, and its newest item, which browser notifications announce.
type WaitsView struct {
	List  []Waiting
	Count int  // in all
	Swap  bool // it takes the place of the one that an open page shows
}

// ListedWaits are the newest of what waits, which is given the oldest first: however much there is, a page tells of what comes.
func ListedWaits(all []Waiting) WaitsView {
	return WaitsView{List: all[max(0, len(all)-waitsListed):], Count: len(all)}
}
