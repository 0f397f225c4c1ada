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
	inboxBelow   = 50 // of what was put aside, and of what was handed
	openedAtOnce = 2  // lines whose cards are shown at once; more are a list to choose from
)

// inbox is the page of everything that waits for the person signed in, who can decide on it right there.
type inbox struct {
	waits *Waits
	told  Notices // nil: notices are not stored
	cards *cards
	owner *owner.Owner
	pages *pages.Pages
}

type inboxView struct {
	pages.View

	Items []inboxItem
	Told  []toldLine
	Many  bool // some may be decided together

	Aside         []asideLine  // those that come back first
	AsideIn       int          // so many are put aside in all
	Put           *asideLine   // what was put aside just now; nil if nothing was
	Handed        []handedLine // the latest
	HandedIn      int
	HandedNow     *handedLine // what was handed just now; nil if nothing was
	Earlier, Next string      // the addresses of the pages beside this one; "" if there is none
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

// ofKind returns the items of a kind, or all if the kind is unknown.
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

	Colleagues []assistant.Person // the people it may be handed to
	ByGroup    bool               // others may decide on it whom nobody can hand it to
	From       []handedLine       // the people who handed it to the viewer
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
	v.Tour = i.pages.Tour(r)
	kind := assistant.PendingKind(r.URL.Query().Get("kind"))
	v.Filters = filters(all, kind)
	i.below(r, &v, waits)
	if v.Items, err = i.items(r.Context(), v.paged(ofKind(all, kind), kind, r.URL.Query().Get("page"))); err != nil {
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

// below fills in what the viewer has put aside or handed to colleagues.
func (i *inbox) below(r *http.Request, v *inboxView, waits sorted) {
	aside, handed := i.asideLines(r.Context(), waits.aside), i.handedLines(r.Context(), waits.handed)
	v.Put, v.HandedNow = put(aside, r.URL.Query().Get("put")), handedNow(handed, r.URL.Query().Get("handed"))
	v.AsideIn, v.HandedIn = len(aside), len(handed)
	v.Aside, v.Handed = aside[:min(len(aside), inboxBelow)], handed[:min(len(handed), inboxBelow)]
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
	var folded []undrawn
	for _, r := range read {
		one := of[r.SlotAt]
		names.Language = r.Language
		if one.Apart { // they may not open it, so they read it as they read the rest
			names.Language = i.owner.Person.Language
		}
		if card, ok := i.cards.fold(ctx, names, r.Slot, i.cards.shelf.Present(ctx, r.Messages), talkOf("", nil)); ok {
			one.Until = one.Until.In(zone)
			out = append(out, inboxItem{Waiting: one, By: called[one.RequestedBy], Waited: pages.Lasted(i.pages.Words(), i.cards.now().Sub(one.Since))})
			folded = append(folded, card)
		}
	}
	if err := i.whose(ctx, out, folded); err != nil {
		return nil, err
	}
	drawn, err := i.cards.drawAll(folded)
	for n := range drawn {
		out[n].Card = drawn[n]
	}
	return out, err
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
