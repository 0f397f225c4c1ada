package panel

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// asideLine is something that waits and that the viewer has put aside.
type asideLine struct {
	pages.Waiting

	Back  time.Time // when it is shown again
	Early bool      // that is in time before it ends, and earlier than they wanted
}

// asideLines are in the order in which they come back.
func (i *inbox) asideLines(ctx context.Context, all []pages.Waiting) []asideLine {
	zone := i.owner.Zone(ctx)
	var out []asideLine
	for _, one := range all {
		back := one.DeferredFor(i.owner.Person.ID)
		_, early := one.BackAt(back, time.Time{})
		one.Until = one.Until.In(zone)
		out = append(out, asideLine{one, back.In(zone), early})
	}
	slices.SortStableFunc(out, func(a, b asideLine) int { return a.Back.Compare(b.Back) })
	return out
}

// put returns the line of what was just put aside, or nil.
func put(all []asideLine, ref string) *asideLine {
	if i := slices.IndexFunc(all, func(l asideLine) bool { return l.Ref == ref }); i >= 0 {
		return &all[i]
	}
	return nil
}

// aside puts something that waits for the person signed in aside, or shows it again. What ends before it would come back comes back in
// time; what ends too soon for that stays where it is.
func (i *inbox) aside(w http.ResponseWriter, r *http.Request) error {
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
	if at < 0 { // it was decided meanwhile, or was never theirs to see
		http.Redirect(w, r, "/waiting", http.StatusSeeOther)
		return nil
	}
	wanted, to := r.PostFormValue("until"), "/waiting"
	d := assistant.Deferral{Waits: what}
	if wanted != "now" {
		if d.Until, err = i.backAt(r.Context(), all[at].Pending, assistant.DeferUntil(wanted)); err != nil {
			return err
		}
		to += "?put=" + what.Ref
	}
	if err := i.waits.Pending.Defer(r.Context(), i.owner.Tenant.ID, i.owner.Person.ID, d); err != nil {
		return err
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// backAt is when it is shown again.
func (i *inbox) backAt(ctx context.Context, p assistant.Pending, wanted assistant.DeferUntil) (time.Time, error) {
	now := i.cards.now()
	until := wanted.At(now, i.owner.Zone(ctx))
	if until.IsZero() {
		return until, request.Malformed(assistant.Say("Say until when it is put aside: in three hours, tomorrow morning, or on Monday morning."))
	}
	back, _ := p.BackAt(until, now)
	if back.IsZero() {
		return back, request.Refuse(http.StatusConflict, assistant.SideInput, assistant.Say("This ends in less than an hour, so it is not put aside."), assistant.Say("Decide on it, or let it end."))
	}
	return back, nil
}
