package panel

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Colleagues know who may decide on what waits, by the present rules.
type Colleagues interface {
	Deciders(ctx context.Context, t assistant.TenantID, all []assistant.Pending) (map[assistant.Waits][]assistant.Person, error)
	// ByGroup tells on which of them others may decide as members of a platform's group; who they are is known only when they
	// press.
	ByGroup(ctx context.Context, t assistant.TenantID, all []assistant.Pending) (map[assistant.Waits]bool, error)
}

// deciders returns who may decide on each thing that waits; nobody if no Colleagues are configured.
func (w *Waits) deciders(ctx context.Context, all []assistant.Pending) (map[assistant.Waits][]assistant.Person, error) {
	if w.Colleagues == nil || len(all) == 0 {
		return nil, nil
	}
	return w.Colleagues.Deciders(ctx, w.Owner.Tenant.ID, all)
}

// byGroup tells on which of what waits others may decide who are unknown until they press.
func (w *Waits) byGroup(ctx context.Context, all []assistant.Pending) (map[assistant.Waits]bool, error) {
	if w.Colleagues == nil || len(all) == 0 {
		return nil, nil
	}
	return w.Colleagues.ByGroup(ctx, w.Owner.Tenant.ID, all)
}

// away tells, for everything that the person signed in has handed to a colleague, whether the colleague may still decide on it. If
// not, it returns to the person.
func (w *Waits) away(ctx context.Context, all []assistant.Pending) (map[assistant.Waits]bool, error) {
	var handed []assistant.Pending
	for _, p := range all {
		if _, ok := p.HandedBy(w.Owner.Person.ID); ok {
			handed = append(handed, p)
		}
	}
	may, err := w.deciders(ctx, handed)
	if err != nil {
		return nil, err
	}
	out := map[assistant.Waits]bool{}
	for _, p := range handed {
		h, _ := p.HandedBy(w.Owner.Person.ID)
		out[p.Waits()] = among(may[p.Waits()], h.To)
	}
	return out, nil
}

func among(people []assistant.Person, who assistant.PersonID) bool {
	return slices.ContainsFunc(people, func(p assistant.Person) bool { return p.ID == who })
}

// colleagues returns the people to whom the person signed in may hand something: nobody, unless they may decide on it themselves.
func (w *Waits) colleagues(may []assistant.Person) []assistant.Person {
	me := w.Owner.Person.ID
	if !among(may, me) {
		return nil
	}
	out := slices.DeleteFunc(slices.Clone(may), func(p assistant.Person) bool { return p.ID == me })
	slices.SortStableFunc(out, func(a, b assistant.Person) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return out
}

// handedLine is something that waits and that the viewer has handed to a colleague.
type handedLine struct {
	pages.Waiting

	To string
	At time.Time
}

// handedLines are in the order in which they were handed, the latest first.
func (i *inbox) handedLines(ctx context.Context, all []pages.Waiting) []handedLine {
	var to []assistant.PersonID
	for _, one := range all {
		h, _ := one.HandedBy(i.owner.Person.ID)
		to = append(to, h.To)
	}
	called, zone := i.owner.CalledAll(ctx, to), i.owner.Zone(ctx)
	var out []handedLine
	for _, one := range all {
		h, _ := one.HandedBy(i.owner.Person.ID)
		one.Until = one.Until.In(zone)
		out = append(out, handedLine{one, called[h.To], h.At.In(zone)})
	}
	slices.SortStableFunc(out, func(a, b handedLine) int { return b.At.Compare(a.At) })
	return out
}

// handedNow returns the line of what was just handed over, or nil.
func handedNow(all []handedLine, ref string) *handedLine {
	if i := slices.IndexFunc(all, func(l handedLine) bool { return l.Ref == ref }); i >= 0 {
		return &all[i]
	}
	return nil
}

// whose gives each line the people it may be handed to and the names of those who handed it to the viewer, and puts on its card
// whom it waits for.
func (i *inbox) whose(ctx context.Context, items []inboxItem, cards []undrawn) error {
	var all []assistant.Pending
	var by []assistant.PersonID
	for _, one := range items {
		if one.Kind.CanBeHanded() {
			all = append(all, one.Pending)
		}
		for _, h := range one.HandedTo(i.owner.Person.ID) {
			by = append(by, h.From)
		}
	}
	may, err := i.waits.deciders(ctx, all)
	if err != nil {
		return err
	}
	grouped, err := i.waits.byGroup(ctx, all)
	if err != nil {
		return err
	}
	called, whom := i.owner.CalledAll(ctx, by), i.waits.whom(ctx, all, may)
	for n, one := range items {
		if w, ok := whom[one.Waits()]; ok {
			cards[n].drawing.Waits = &w
		}
		items[n].Colleagues = i.waits.colleagues(may[one.Waits()])
		items[n].ByGroup = grouped[one.Waits()] && among(may[one.Waits()], i.owner.Person.ID)
		for _, h := range one.HandedTo(i.owner.Person.ID) {
			items[n].From = append(items[n].From, handedLine{To: called[h.From], At: h.At.In(i.owner.Zone(ctx))})
		}
	}
	return nil
}

// hand hands something that waits for the person signed in to a colleague who may decide on it too, or takes it back. It covers
// everything on the card that both may decide on.
func (i *inbox) hand(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	version, _ := strconv.Atoi(r.PostFormValue("version")) // of a plan alone
	what := assistant.Waits{Kind: assistant.PendingKind(r.PostFormValue("kind")), Ref: r.PostFormValue("ref"), Version: version}
	all, _, err := i.waits.Whole(r.Context())
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(one pages.Waiting) bool { return one.Waits() == what })
	if at < 0 || !what.Kind.CanBeHanded() { // it was decided meanwhile, or was never theirs to see
		http.Redirect(w, r, "/waiting", http.StatusSeeOther)
		return nil
	}
	if r.PostFormValue("to") == "" {
		err = i.waits.Pending.Hand(r.Context(), i.owner.Tenant.ID, i.handed(all[at], ""))
	} else {
		err = i.handTo(r.Context(), all[at], all, assistant.PersonID(r.PostFormValue("to")))
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/waiting?handed="+what.Ref, http.StatusSeeOther)
	return nil
}

// handed is something as it is handed to somebody.
func (i *inbox) handed(one pages.Waiting, to assistant.PersonID) assistant.Handed {
	return assistant.Handed{Waits: one.Waits(), Conversation: one.Conversation, From: i.owner.Person.ID, To: to}
}

// handTo hands what stands on a card to a colleague. Who may not decide on what was chosen is given nothing.
func (i *inbox) handTo(ctx context.Context, chosen pages.Waiting, all []pages.Waiting, to assistant.PersonID) error {
	var there []assistant.Pending
	for _, one := range all {
		if one.Slot() == chosen.Slot() && one.Conversation == chosen.Conversation {
			there = append(there, one.Pending)
		}
	}
	may, err := i.waits.deciders(ctx, there)
	if err != nil {
		return err
	}
	if !among(i.waits.colleagues(may[chosen.Waits()]), to) {
		return request.Refuse(http.StatusConflict, assistant.SideInput, assistant.Say("They may not decide on this, or you may not."), assistant.Say("Choose a colleague from the list, or decide yourself."))
	}
	for _, p := range there {
		if among(i.waits.colleagues(may[p.Waits()]), to) {
			if err := i.waits.Pending.Hand(ctx, i.owner.Tenant.ID, i.handed(pages.Waiting{Pending: p}, to)); err != nil {
				return err
			}
		}
	}
	return nil
}
