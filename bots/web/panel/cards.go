package panel

import (
	"cmp"
	"context"
	"errors"
	"html/template"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/files"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/projects"
	"github.com/aisteam/aisteam/wording"
)

// slotView is one visible thing of the feed.
type slotView struct {
	ID      string // of the element
	Seq     int64  // of the slot's first message: the feed's order
	Last    int64  // of its last message that is drawn: an older drawing never replaces a newer one
	At      time.Time
	Kind    string
	Swap    bool                // it replaces the element of its id
	Line    assistant.MessageID // the first version of what it is about, where there are several; "" where it is always in sight
	Version assistant.MessageID // that it belongs to
	Hidden  bool                // another version is in sight
	Heard   int64               // of what a turn says: the words up to here it has heard; 0 where that does not matter
	Many    bool                // it may be decided together with others: it is open, and what comes of it can be taken back
	HTML    template.HTML

	Whole template.HTML // the element, as it stands on a page that is opened; "" where it is drawn with the page
}

// drawing is what a card's template gets.
type drawing struct {
	ID    string
	Card  bots.Card
	Says  cardview.View
	Hosts []string // that may be linked to
	Zone  *time.Location
	Now   time.Time
	Asked time.Time          // when it was put before people; zero where that is told otherwise
	Waits *pages.WaitsFor    // whom it waits for; nil if for nobody known
	Mend  assistant.Sentence // what an operator has to fix, if the viewer may read it
	Again *again             // nil where nothing can be sent once more
	Own   bool               // the viewer wrote it and may edit it
	Asks  *asking            // nil unless the viewer asked what it answers
	Other bool               // words of a person other than the viewer
	Apart bool               // the viewer may not open its conversation and decides on each action alone

	Conversation assistant.ConversationID
	Versions     *versionView  // of what was said; nil where there is one alone
	In           wording.Words // the language of the conversation

	reports map[assistant.TaskID]*report // audits of a run's tasks
}

// Say is one of the panel's own words on a card.
func (d drawing) Say(english string) string { return d.In.Say(english) }

// Initial returns the author's initial, shown where an agent has a face.
func (d drawing) Initial() string {
	said, _ := d.Card.(bots.UserCard)
	first, _ := utf8.DecodeRuneInString(said.Person)
	return strings.ToUpper(string(first))
}

// History reads conversations' logs.
type History interface {
	Messages(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, before int64, limit int) (assistant.Page, error)
	SlotMessages(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, s assistant.Slot) ([]assistant.Message, error)
	// Slots reads slots of several conversations at once.
	Slots(ctx context.Context, t assistant.TenantID, at []assistant.SlotAt) ([]assistant.SlotRead, error)
	// SlotsWithin gives all messages, oldest first, of the slots that have a message in a stretch of the log.
	SlotsWithin(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, from, to int64) ([]assistant.Message, error)
}

// cards draws the slots of conversations.
type cards struct {
	spoken  Spoken
	history History
	shelf   *files.Shelf
	hosts   *projects.Hosts // that models may link to
	waits   *Waits
	owner   *owner.Owner
	pages   *pages.Pages
	now     func() time.Time
}

// Spoken returns the language of a conversation.
type Spoken interface {
	Conversation(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error)
}

// language returns the language of a conversation, or the viewer's if it cannot be read: a card is worth more than its language.
func (c *cards) language(ctx context.Context, id assistant.ConversationID) assistant.Language {
	of, err := c.spoken.Conversation(ctx, c.owner.Tenant.ID, id)
	if err != nil {
		return c.owner.Person.Language
	}
	return of.Language
}

// apart tells whether the viewer may not open a conversation.
func (c *cards) apart(ctx context.Context, id assistant.ConversationID) bool {
	if c.owner.SeesOnly() == "" {
		return false
	}
	_, err := c.spoken.Conversation(ctx, c.owner.Tenant.ID, id)
	return errors.Is(err, assistant.ErrNotFound)
}

// kindOf names a card's kind. It is the one that its view says, but for those that have no view or share a kind.
func kindOf(c bots.Card, says cardview.View) string {
	switch c.(type) { //nolint:gochecksumtype // the view of every other says it
	case bots.UserCard:
		return "user"
	case bots.StepCard:
		return "step"
	}
	return string(says.Kind)
}

// drawSlot draws one slot. It gives false where there is nothing to show.
func (c *cards) drawSlot(ctx context.Context, names bots.Names, slot assistant.Slot, ms []assistant.Message) (slotView, bool, error) {
	one, ok := c.fold(ctx, names, slot, c.shelf.Present(ctx, ms), talkOf("", nil))
	if !ok {
		return slotView{}, false, nil
	}
	out, err := c.finish(ctx, []undrawn{one})
	if err != nil {
		return slotView{}, false, err
	}
	return out[0], true, nil
}

// undrawn is a slot whose messages are folded to its card, before that is drawn.
type undrawn struct {
	view    slotView
	drawing drawing
}

// fold folds a slot's messages. It gives false where there is nothing to show. Of their files those only are named that are there.
func (c *cards) fold(ctx context.Context, names bots.Names, slot assistant.Slot, ms []assistant.Message, in *talk) (undrawn, bool) {
	card, ok := bots.Fold(slot, ms, names)
	if !ok {
		return undrawn{}, false
	}
	says := cardview.Of(card, cardview.Reader{Inert: true})
	kind := kindOf(card, says)
	v := slotView{ID: cardview.Element(slot), Seq: ms[0].Seq, Last: ms[len(ms)-1].Seq, At: ms[0].At, Kind: kind, Many: together(card)}
	in.place(&v, ms[0])
	if run, ok := card.(bots.RunCard); ok {
		v.Seq = max(v.Seq, run.From) // it stands below what was asked before it was shown
	}
	drawn := drawing{
		ID: v.ID, Card: card, Says: says, Hosts: c.hosts.Of(ctx, c.owner.Tenant.ID), Zone: c.owner.Zone(ctx), Now: c.now(), Asked: ms[0].At,
		Conversation: ms[0].Conversation, In: names.Words(), reports: reportsOf(ms),
		Own: in.own[ms[0].ID], Asks: in.asking(ms[0]), Versions: in.version(ms[0]),
	}
	if said, ok := card.(bots.UserCard); ok {
		drawn.Other = said.By != "" && said.By != c.owner.Person.ID
	}
	if kind == "step" {
		drawn.Apart = c.apart(ctx, ms[0].Conversation)
	}
	if failed, ok := card.(bots.ErrorCard); ok {
		if c.owner.Person.Role == assistant.RoleAdmin {
			drawn.Mend = failed.Problem.Mend
		}
		drawn.Again = c.again(ctx, ms[0], failed)
	}
	return undrawn{v, drawn}, true
}

// finish draws cards; each that waits says for whom.
func (c *cards) finish(ctx context.Context, all []undrawn) ([]slotView, error) {
	c.await(ctx, all)
	return c.drawAll(all)
}

func (c *cards) drawAll(all []undrawn) ([]slotView, error) {
	out := make([]slotView, len(all))
	for i := range all {
		if err := c.text(&all[i].view, &all[i].drawing); err != nil {
			return nil, err
		}
		out[i] = all[i].view
	}
	return out, nil
}

// text draws a card. What are only words is drawn once, with the element that has them.
func (c *cards) text(v *slotView, d *drawing) error {
	of, ok := words(d)
	if !ok {
		text, err := c.pages.Draw(frame(d.Says), *d)
		v.HTML = template.HTML(text) // drawn by html/template
		return err
	}
	text, err := c.pages.DrawOnce(frame(d.Says), of, func() any { return onlyWords(d) })
	if err != nil {
		return err
	}
	v.HTML = template.HTML(text) // as above
	text, err = c.pages.DrawOnce("slot", article(of, *v), func() any { return *v })
	v.Whole = template.HTML(text) // as above
	return err
}

// frame names the template of what stands around a card's sections.
func frame(v cardview.View) string {
	switch v.Kind {
	case cardview.Plan, cardview.Approval:
		return "card-decision"
	case cardview.Clarification:
		return "card-clarification"
	case cardview.Run:
		return "card-run"
	case cardview.Thoughts:
		return "card-thinking"
	case cardview.Failure:
		return "card-error"
	case cardview.Reminder:
		return "card-reminder"
	case cardview.Reply:
		return "card-answer"
	case cardview.Other:
		return "card-user"
	default:
		return "card-user"
	}
}

// together tells whether a card may be decided together with others.
func together(c bots.Card) bool {
	switch c := c.(type) { //nolint:gochecksumtype // the rest are not decided
	case bots.PlanCard:
		return c.Open() && c.Irreversible() == 0
	case bots.ApprovalCard:
		return c.Open() && !c.Approval.Irreversible
	default:
		return false
	}
}

const againAmong = 50 // messages before a failure that are looked through for what it was about

// again are words that can be sent once more, since nothing came of them.
type again struct {
	Words string
	Key   assistant.MessageID // of the failure: they are sent once
}

// again returns what a failed request said, in the asker's words. It offers nothing to send again if there are no words or they are
// far back.
func (c *cards) again(ctx context.Context, failed assistant.Message, card bots.ErrorCard) *again {
	cause := card.Cause
	if !card.Problem.Retry || card.Problem.Run != "" || cause == "" {
		return nil
	}
	page, err := c.history.Messages(ctx, c.owner.Tenant.ID, failed.Conversation, failed.Seq, againAmong)
	if err != nil {
		return nil // the card is worth more than its button
	}
	for _, m := range page.Messages {
		if _, said := m.Body.(assistant.Said); said && m.ID == cause && m.Author == assistant.AuthorUser {
			return &again{m.Content, card.Message}
		}
	}
	return nil
}

// names are what messages are told by, in the language that is spoken. They are read once for all cards of a drawing.
func (c *cards) names(ctx context.Context, spoken assistant.Language, ms []assistant.Message) bots.Names {
	names := c.owner.Names(ctx, ms)
	names.Language = spoken
	return names
}

// namesBy are the same where the settings were read with what is drawn.
func (c *cards) namesBy(ctx context.Context, set assistant.Settings, spoken assistant.Language, ms []assistant.Message) bots.Names {
	names := c.owner.NamesBy(ctx, set, ms)
	names.Language = spoken
	return names
}

// drawSlots draws the slots that messages touch, once each and in the order in which they began. whole holds all messages of these
// slots; a slot without any is not drawn.
func (c *cards) drawSlots(ctx context.Context, names bots.Names, in *talk, ms, whole []assistant.Message) ([]slotView, error) {
	if len(ms) == 0 {
		return nil, nil
	}
	whole = c.shelf.Present(ctx, whole)
	of := make(map[assistant.Slot][]assistant.Message, len(whole))
	for i, m := range whole {
		slot := slotOf(m)
		if of[slot] == nil { // most slots have one message
			of[slot] = whole[i : i+1 : i+1]
			continue
		}
		of[slot] = append(of[slot], m)
	}
	folded := make([]undrawn, 0, len(of))
	for _, m := range ms {
		slot := slotOf(m)
		all := of[slot]
		if slot == "" || all == nil {
			continue
		}
		delete(of, slot) // it is drawn once
		if one, ok := c.fold(ctx, names, slot, all, in); ok {
			folded = append(folded, one)
		}
	}
	slices.SortStableFunc(folded, func(a, b undrawn) int { return cmp.Compare(a.view.Seq, b.view.Seq) })
	out, err := c.finish(ctx, folded)
	raise(out)
	return out, err
}

func slotOf(m assistant.Message) assistant.Slot {
	if m.Slot != "" {
		return m.Slot
	}
	return assistant.SlotOf(m)
}

// whole reads all of the slots that a stretch of the log touches.
func (c *cards) whole(ctx context.Context, id assistant.ConversationID, ms []assistant.Message) ([]assistant.Message, error) {
	if len(ms) == 0 {
		return nil, nil
	}
	return c.history.SlotsWithin(ctx, c.owner.Tenant.ID, id, ms[0].Seq, ms[len(ms)-1].Seq)
}
