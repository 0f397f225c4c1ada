package panel

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

const inboxShown = 25 // cards on the page; the others come up as these are decided

// inbox is the page of all that waits for whoever is signed in, to be decided where it stands.
type inbox struct {
	waits *Waits
	told  Notices // nil: nothing is kept of what people were told
	cards *cards
	owner *owner.Owner
	pages *pages.Pages
}

type inboxView struct {
	pages.View

	Items []inboxItem
	Told  []toldLine
	Many  bool // some may be decided together
	More  int  // that wait and are not shown yet
}

// inboxItem is a card with where it is from.
type inboxItem struct {
	pages.Waiting

	By   string // who asked for it; "" where that is not known
	Card slotView
}

// Failed tells whether it is a run that failed, which may be left as it is.
func (i inboxItem) Failed() bool { return i.Kind == assistant.PendingFailed }

func (i *inbox) show(w http.ResponseWriter, r *http.Request) error {
	all, err := i.waits.All(r.Context())
	if err != nil {
		return err
	}
	v := inboxView{View: i.pages.ViewWith(pages.ListedWaits(all), "Needs you"), More: max(0, len(all)-inboxShown)}
	if v.Items, err = i.items(r.Context(), all[:min(len(all), inboxShown)]); err != nil {
		return err
	}
	for _, item := range v.Items {
		v.Many = v.Many || item.Card.Many
	}
	if v.Told, err = i.toldLines(r.Context()); err != nil {
		return err
	}
	i.pages.Render(w, http.StatusOK, "inbox", v)
	return nil
}

// items draws what waits, all of it read at once. What was settled meanwhile and cannot be drawn is left out.
func (i *inbox) items(ctx context.Context, all []pages.Waiting) ([]inboxItem, error) {
	var at []assistant.SlotAt
	of := map[assistant.SlotAt]pages.Waiting{}
	for _, one := range all {
		slot := assistant.SlotAt{Conversation: one.Conversation, Slot: one.Slot()}
		if _, stands := of[slot]; stands {
			continue // several of what waits stand on one card
		}
		of[slot], at = one, append(at, slot)
	}
	read, err := i.cards.history.Slots(ctx, i.owner.Tenant.ID, at)
	if err != nil {
		return nil, err
	}
	var messages []assistant.Message
	var asked []assistant.PersonID
	for _, r := range read {
		messages, asked = append(messages, r.Messages...), append(asked, of[r.SlotAt].RequestedBy)
	}
	names, called := i.cards.names(ctx, "", messages), i.owner.CalledAll(ctx, asked)
	var out []inboxItem
	for _, r := range read {
		one := of[r.SlotAt]
		names.Language = r.Language
		if one.Apart { // they may not open it, so they read it as they read the rest
			names.Language = i.owner.Person.Language
		}
		drawn, ok, err := i.cards.drawSlot(ctx, names, r.Slot, r.Messages)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, inboxItem{Waiting: one, By: called[one.RequestedBy], Card: drawn})
		}
	}
	return out, nil
}

// leave says that a person has looked at a run that failed and leaves it as it is.
func (i *inbox) leave(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID[assistant.RunID](r, "run")
	if err != nil {
		return err
	}
	if err := i.waits.notice(r.Context(), id); err != nil {
		return err
	}
	http.Redirect(w, r, "/waiting", http.StatusSeeOther)
	return nil
}
