// Package away tells people of what waits for them while they look at nothing of ours: on their devices (bots/away/push) and by mail
// (bots/away/mail). Both are surfaces of the courier, so that what is told there is claimed, told once and given up like whatever else is
// shown somewhere. But nothing is decided there: what people get says what waits and leads to its card.
//
//	a decision waits ──a minute──▶ the timer finds who is to decide it ──quiet hours──▶ a place of the conversation: somebody's devices
//	                                                                                              │ courier
//	                                    the next way they have ◀──nobody takes it, no answer──  told once
package away

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// Reaches keep where people are told.
type Reaches interface {
	Reaches(ctx context.Context, t assistant.TenantID, person assistant.PersonID) ([]assistant.Reach, error)
	DropReach(ctx context.Context, t assistant.TenantID, person assistant.PersonID, id assistant.ReachID) error
}

// Conversations tell which conversation a place belongs to, and who may see all of it.
type Conversations interface {
	ConversationAt(ctx context.Context, t assistant.TenantID, p assistant.Place) (assistant.ConversationID, error)
	MayAct(ctx context.Context, t assistant.TenantID, who assistant.PersonID, in []assistant.ConversationID) (map[assistant.ConversationID]bool, error)
}

// Desk finds whom a place tells, and where what they are told stands.
type Desk struct {
	Tenant        assistant.TenantID
	Reaches       Reaches
	Conversations Conversations
}

// Addressed is something told in a place: to whom, where and about what.
type Addressed struct {
	Person  assistant.PersonID
	Reaches []assistant.Reach // of the place's surface, confirmed
	Path    string            // on the panel, of the card
}

// Address returns to whom a place is shown. It fails with a [*bots.RefusedError] if they can no longer be reached on the place's
// surface.
func (d Desk) Address(ctx context.Context, p assistant.Place) (Addressed, error) {
	account, direct := p.Direct()
	a := Addressed{Person: assistant.PersonID(account)}
	if !direct {
		return a, nobody(errors.New("the place is nobody's"))
	}
	all, err := d.Reaches.Reaches(ctx, d.Tenant, a.Person)
	if err != nil {
		return a, fmt.Errorf("find where they are reached: %w", err)
	}
	for _, r := range all {
		if r.Surface == p.Surface && !r.Open {
			a.Reaches = append(a.Reaches, r)
		}
	}
	if len(a.Reaches) == 0 {
		return a, nobody(assistant.ErrNotFound)
	}
	a.Path, err = d.path(ctx, p, a.Person)
	return a, err
}

// nobody returns the error for a place that reaches nobody.
func nobody(err error) error {
	return &bots.RefusedError{Reason: "nobody is reached there", Closed: true, Err: err}
}

// path is where on the panel a card stands for a person: in its conversation, or, where they see of that no more than what they are to decide,
// among what waits for them.
func (d Desk) path(ctx context.Context, p assistant.Place, who assistant.PersonID) (string, error) {
	at, err := d.Conversations.ConversationAt(ctx, d.Tenant, p)
	if err != nil {
		return "", fmt.Errorf("find the conversation: %w", err)
	}
	may, err := d.Conversations.MayAct(ctx, d.Tenant, who, []assistant.ConversationID{at})
	if err != nil {
		return "", fmt.Errorf("look what they may see: %w", err)
	}
	element := "#" + view.Element(assistant.Slot(p.Thread))
	if !may[at] {
		return "/waiting" + element, nil
	}
	return "/c/" + string(at) + element, nil
}

// Hash identifies what people are told of a card, so that they are told once and not again after later changes. It is "" for a card
// they are not told of.
func Hash(c bots.Card) string {
	if _, told := view.Told(c, c.SpokenIn()); !told {
		return ""
	}
	return "told"
}

// Note returns what a reach is told of a card.
func Note(c bots.Card, r assistant.Reach) (view.Note, error) {
	n, told := view.Told(c, cmp.Or(r.Language, c.SpokenIn()))
	if !told {
		return n, &bots.RefusedError{Reason: "settled", Err: errors.New("it does not wait any more")}
	}
	return n, nil
}
