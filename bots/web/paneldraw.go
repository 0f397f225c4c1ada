package web

import (
	"cmp"
	"context"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	cardview "github.com/aisteam/aisteam/bots/view"
)

// slotView is one visible thing of the feed.
type slotView struct {
	ID   string // of the element
	Seq  int64  // of the slot's first message: the feed's order
	Kind string
	Swap bool // it replaces the element of its id
	HTML template.HTML
}

// drawing is what a card's template gets.
type drawing struct {
	ID    string
	Card  bots.Card
	Says  cardview.View
	Hosts []string // that may be linked to
	Zone  *time.Location
	Now   time.Time
	Admin bool   // whoever looks may read what an operator has to mend
	Again string // words that can be sent once more, since nothing came of them

	Conversation assistant.ConversationID
}

// elementID makes a slot's name fit for an element and for a script's selector.
func elementID(s assistant.Slot) string {
	return "slot-" + strings.Map(func(r rune) rune {
		if (r >= 'a' && r <= 'z') || (r >= '0' && r <= '9') || (r >= 'A' && r <= 'Z') {
			return r
		}
		return '-'
	}, string(s))
}

func kindOf(c bots.Card) string {
	switch c.(type) {
	case bots.UserCard:
		return "user"
	case bots.AnswerCard:
		return "answer"
	case bots.ThinkingCard:
		return "thinking"
	case bots.PlanCard:
		return "plan"
	case bots.ApprovalCard:
		return "approval"
	case bots.ClarificationCard:
		return "clarification"
	case bots.RunCard:
		return "run"
	case bots.ErrorCard:
		return "error"
	case bots.ReminderCard:
		return "reminder"
	default:
		return ""
	}
}

// drawSlot folds a slot's messages and draws the card. It gives false where there is nothing to show.
func (s *Surface) drawSlot(ctx context.Context, slot assistant.Slot, ms []assistant.Message) (slotView, bool, error) {
	ms = s.present(ctx, ms)
	card, ok := bots.Fold(slot, ms, s.names(ctx, ms))
	kind := kindOf(card)
	if !ok || kind == "" {
		return slotView{}, false, nil
	}
	v := slotView{ID: elementID(slot), Seq: ms[0].Seq, Kind: kind}
	drawn := drawing{
		ID: v.ID, Card: card, Says: cardview.Of(card, cardview.Reader{Inert: true}), Hosts: s.hosts.Of(ctx, s.Tenant.ID), Zone: s.zone(ctx), Now: s.Now(),
		Admin: s.Owner.Role == assistant.RoleAdmin, Conversation: ms[0].Conversation,
	}
	if failed, ok := card.(bots.ErrorCard); ok && failed.Problem.Retry && failed.Problem.Run == "" {
		drawn.Again = s.asked(ctx, ms[0], failed.Cause)
	}
	text, err := s.pages.draw("card-"+kind, drawn)
	v.HTML = template.HTML(text) //nolint:gosec // drawn by html/template
	return v, true, err
}

const againAmong = 50 // messages before a failure that are looked through for what it was about

// asked is what a failure was about, in the words of whoever asked. Without words, or where it is far back, nothing is
// offered to be sent once more.
func (s *Surface) asked(ctx context.Context, failed assistant.Message, cause assistant.MessageID) string {
	if cause == "" {
		return ""
	}
	page, err := s.History.Messages(ctx, s.Tenant.ID, failed.Conversation, failed.Seq, againAmong)
	if err != nil {
		return "" // the card is worth more than its button
	}
	for _, m := range page.Messages {
		if _, said := m.Body.(assistant.Said); said && m.ID == cause && m.Author == assistant.AuthorUser {
			return m.Content
		}
	}
	return ""
}

// drawSlots draws the slots that messages touch, each once, in the order in which the slots began. whole gives all of a
// slot's messages.
func (s *Surface) drawSlots(ctx context.Context, ms []assistant.Message, whole func(assistant.Slot) ([]assistant.Message, error)) ([]slotView, error) {
	var out []slotView
	seen := map[assistant.Slot]bool{"": true}
	for _, m := range ms {
		slot := slotOf(m)
		if seen[slot] {
			continue
		}
		seen[slot] = true
		all, err := whole(slot)
		if err != nil {
			return nil, err
		}
		v, ok, err := s.drawSlot(ctx, slot, all)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, v)
		}
	}
	slices.SortStableFunc(out, func(a, b slotView) int { return cmp.Compare(a.Seq, b.Seq) })
	return out, nil
}

func slotOf(m assistant.Message) assistant.Slot {
	if m.Slot != "" {
		return m.Slot
	}
	return assistant.SlotOf(m)
}

// stored reads a slot whole.
func (s *Surface) stored(ctx context.Context, c assistant.ConversationID) func(assistant.Slot) ([]assistant.Message, error) {
	return func(slot assistant.Slot) ([]assistant.Message, error) {
		return s.History.SlotMessages(ctx, s.Tenant.ID, c, slot)
	}
}

// names resolves the people of a card, and by which settings they decide. A name that cannot be read is not worth losing the card for.
func (s *Surface) names(ctx context.Context, ms []assistant.Message) bots.Names {
	people := map[assistant.PersonID]assistant.Person{s.Owner.ID: s.Owner}
	var set assistant.Settings
	if s.People != nil {
		set, _ = s.People.Settings(ctx, s.Tenant.ID) // what cannot be read lets members decide nothing, in words
	}
	for _, id := range bots.People(ms) {
		if _, known := people[id]; known || s.People == nil {
			continue
		}
		if p, err := s.People.Person(ctx, s.Tenant.ID, id); err == nil {
			people[id] = p
		}
	}
	return bots.NewNames(s.Roster, people, set)
}
