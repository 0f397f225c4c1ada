package panel

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

const (
	inboxShown   = 25 // lines on a page
	openedAtOnce = 2  // lines whose cards are shown at once; more are a list to choose from
)

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

	Aside         []asideLine
	Put           *asideLine // what was put aside just now; nil where nothing was
	Handed        []handedLine
	HandedNow     *handedLine // what was handed just now; nil where nothing was
	Earlier, Next string      // the addresses of the pages beside this one; "" where there is none
	First, Last   int         // the numbers of what is shown, among so many
	Among         int

	Filters []waitFilter // where several kinds of things wait
}

// waitFilter is a kind of what waits.
type waitFilter struct {
	Path  string
	Label assistant.Sentence
	Count int
	Here  bool
}

// filters are the kinds of what waits, where there are several, with how much of each.
func filters(all []pages.Waiting, chosen assistant.PendingKind) []waitFilter {
	out := []waitFilter{{Path: "/waiting", Label: assistant.Say("All"), Count: len(all), Here: chosen == ""}}
	for _, one := range []struct {
		kind  assistant.PendingKind
		label assistant.Sentence
	}{
		{assistant.PendingApproval, assistant.Say("Actions")},
		{assistant.PendingPlan, assistant.Say("Plans")},
		{assistant.PendingQuestion, assistant.Say("Questions")},
		{assistant.PendingFailed, assistant.Say("Failed runs")},
	} {
		if n := len(ofKind(all, one.kind)); n > 0 {
			out = append(out, waitFilter{"/waiting?kind=" + string(one.kind), one.label, n, chosen == one.kind})
		}
	}
	if len(out) < 3 && chosen == "" { // there is nothing to choose from
		return nil
	}
	return out
}

// ofKind are those of a kind; all of them where it is none.
func ofKind(all []pages.Waiting, kind assistant.PendingKind) []pages.Waiting {
	return slices.DeleteFunc(slices.Clone(all), func(w pages.Waiting) bool { return kind != "" && w.Kind != kind })
}

// inboxItem is a card with where it is from.
type inboxItem struct {
	pages.Waiting

	By     string // who asked for it; "" where that is not known
	Waited string
	Open   bool // its card is shown, not only its line
	Card   slotView

	Colleagues []assistant.Person // to whom it may be handed
	From       []handedLine       // those who have handed it to whoever looks
}

// Failed tells whether it is a run that failed, which may be left as it is.
func (i inboxItem) Failed() bool { return i.Kind == assistant.PendingFailed }

func (i *inbox) show(w http.ResponseWriter, r *http.Request) error {
	waits, err := i.waits.sorted(r.Context())
	if err != nil {
		return err
	}
	all := waits.shown
	v := inboxView{View: i.pages.ViewWith(pages.ListedWaits(all), "Needs you")}
	kind := assistant.PendingKind(r.URL.Query().Get("kind"))
	v.Filters, v.Aside = filters(all, kind), i.asideLines(r.Context(), waits.aside)
	v.Put = put(v.Aside, r.URL.Query().Get("put"))
	v.Handed = i.handedLines(r.Context(), waits.handed)
	v.HandedNow = handedNow(v.Handed, r.URL.Query().Get("handed"))
	if v.Items, err = i.items(r.Context(), v.paged(ofKind(all, kind), kind, r.URL.Query().Get("page"))); err != nil {
		return err
	}
	if err := i.handOn(r.Context(), v.Items); err != nil {
		return err
	}
	for n := range v.Items {
		v.Many = v.Many || v.Items[n].Card.Many
		v.Items[n].Open = len(v.Items) <= openedAtOnce
	}
	if v.Told, err = i.toldLines(r.Context()); err != nil {
		return err
	}
	i.pages.Render(w, http.StatusOK, "inbox", v)
	return nil
}

// paged is the page of what waits that is asked for, and the last one where there are not so many any more.
func (v *inboxView) paged(all []pages.Waiting, kind assistant.PendingKind, asked string) []pages.Waiting {
	last := max(0, len(all)-1) / inboxShown
	n, err := strconv.Atoi(asked)
	if n--; err != nil || n < 0 {
		n = 0
	}
	n = min(n, last)
	at := func(page int) string {
		to := url.Values{}
		if kind != "" {
			to.Set("kind", string(kind))
		}
		if page > 0 {
			to.Set("page", strconv.Itoa(page+1))
		}
		return strings.TrimSuffix("/waiting?"+to.Encode(), "?")
	}
	if n > 0 {
		v.Earlier = at(n - 1)
	}
	if n < last {
		v.Next = at(n + 1)
	}
	shown := all[n*inboxShown : min(len(all), (n+1)*inboxShown)]
	v.First, v.Last, v.Among = n*inboxShown+1, n*inboxShown+len(shown), len(all)
	return shown
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
	names, called, zone := i.cards.names(ctx, "", messages), i.owner.CalledAll(ctx, asked), i.owner.Zone(ctx)
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
			one.Until = one.Until.In(zone)
			out = append(out, inboxItem{Waiting: one, By: called[one.RequestedBy], Waited: pages.Lasted(i.pages.Words(), i.cards.now().Sub(one.Since)), Card: drawn})
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
