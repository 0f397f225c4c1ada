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

// Colleagues know who may decide on what waits, by the rules as they hold now.
type Colleagues interface {
	Deciders(ctx context.Context, t assistant.TenantID, all []assistant.Pending) (map[assistant.Waits][]assistant.Person, error)
}

// deciders are those who may decide on each of what waits; nobody is known to where nothing knows people.
func (w *Waits) deciders(ctx context.Context, all []assistant.Pending) (map[assistant.Waits][]assistant.Person, error) {
	if w.Colleagues == nil || len(all) == 0 {
		return nil, nil
	}
	return w.Colleagues.Deciders(ctx, w.Owner.Tenant.ID, all)
}

// away is what whoever is signed in has handed to a colleague who may decide on it still: what the colleague may not decide on any more is
// before whoever handed it again.
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

// colleagues are those to whom whoever is signed in may hand something: nobody where they may not decide on it themself.
func (w *Waits) colleagues(may []assistant.Person) []assistant.Person {
	me := w.Owner.Person.ID
	if !among(may, me) {
		return nil
	}
	out := slices.DeleteFunc(slices.Clone(may), func(p assistant.Person) bool { return p.ID == me })
	slices.SortStableFunc(out, func(a, b assistant.Person) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return out
}

// handedLine is something that waits and that whoever looks has handed to a colleague.
type handedLine struct {
	pages.Waiting

	To string
	At time.Time
}

// handedLines are in the order in which they were handed.
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
	slices.SortStableFunc(out, func(a, b handedLine) int { return a.At.Compare(b.At) })
	return out
}

// handedNow is the line of what was handed just now; nil where there is none.
func handedNow(all []handedLine, ref string) *handedLine {
	if i := slices.IndexFunc(all, func(l handedLine) bool { return l.Ref == ref }); i >= 0 {
		return &all[i]
	}
	return nil
}

// handOn gives each line those to whom it may be handed, and the names of those who have handed it to whoever looks.
func (i *inbox) handOn(ctx context.Context, items []inboxItem) error {
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
	called := i.owner.CalledAll(ctx, by)
	for n, one := range items {
		items[n].Colleagues = i.waits.colleagues(may[one.Waits()])
		for _, h := range one.HandedTo(i.owner.Person.ID) {
			items[n].From = append(items[n].From, handedLine{To: called[h.From], At: h.At.In(i.owner.Zone(ctx))})
		}
	}
	return nil
}

// hand puts something that waits for whoever is signed in before a colleague who may decide on it, too, or takes it back. It is all that
// stands on the card and that both may decide on.
func (i *inbox) hand(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	version, _ := strconv.Atoi(r.PostFormValue("version")) // of a plan alone
	what := assistant.Waits{Kind: assistant.PendingKind(r.PostFormValue("kind")), Ref: r.PostFormValue("ref"), Version: version}
	all, err := i.waits.whole(r.Context())
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
