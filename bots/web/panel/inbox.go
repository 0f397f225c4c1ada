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
	waits *waits
	told  Notices // nil: nothing is kept of what people were told
	cards *cards
	owner *owner.Owner
	pages *pages.Pages
}

type inboxView struct {
	pages.View

	Waits waitsView
	Items []inboxItem
	Told  []toldLine
	Many  bool // some may be decided together
	More  int  // that wait and are not shown yet
}

// inboxItem is a card with where it is from.
type inboxItem struct {
	waiting

	By   string // who asked for it; "" where that is not known
	Card slotView
}

// Failed tells whether it is a run that failed, which may be left as it is.
func (i inboxItem) Failed() bool { return i.Kind == assistant.PendingFailed }

func (i *inbox) show(w http.ResponseWriter, r *http.Request) error {
	all, err := i.waits.all(r.Context())
	if err != nil {
		return err
	}
	v := inboxView{View: i.pages.View("Needs you"), Waits: listed(all), More: max(0, len(all)-inboxShown)}
	v.View.Waits = len(all)
	drawn := map[assistant.Slot]bool{}
	for _, one := range all[:min(len(all), inboxShown)] {
		if drawn[one.slot()] {
			continue // several of what waits stand on one card
		}
		drawn[one.slot()] = true
		item, ok, err := i.item(r.Context(), one)
		if err != nil {
			return err
		}
		if ok {
			v.Items = append(v.Items, item)
			v.Many = v.Many || item.Card.Many
		}
	}
	if v.Told, err = i.toldLines(r.Context()); err != nil {
		return err
	}
	i.pages.Render(w, http.StatusOK, "inbox", v)
	return nil
}

// item draws what waits. It gives false where that was settled meanwhile and cannot be drawn.
func (i *inbox) item(ctx context.Context, one waiting) (inboxItem, bool, error) {
	ms, err := i.cards.history.SlotMessages(ctx, i.owner.Tenant.ID, one.Conversation, one.slot())
	if err != nil || len(ms) == 0 {
		return inboxItem{}, false, request.Found(err, "conversation")
	}
	drawn, ok, err := i.cards.drawSlot(ctx, i.cards.names(ctx, i.cards.language(ctx, one.Conversation), ms), one.slot(), ms)
	return inboxItem{waiting: one, By: i.owner.Called(ctx, one.RequestedBy), Card: drawn}, ok, err
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
