package people

import (
	"context"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
)

// tasksListed is how many tasks are listed: all that can be there without being over, so that none of these is ever missing.
const tasksListed = assistant.BackgroundsOfTenant

// draw draws the page with whatever v says already.
func (t *Tasks) draw(w http.ResponseWriter, r *http.Request, status int, v tasksView) error {
	me, err := t.Owner.Me(r.Context())
	if err != nil {
		return err
	}
	all, shown, err := t.Waits.Whole(r.Context())
	if err != nil {
		return err
	}
	v.View, v.Key = t.Pages.ViewWith(pages.ListedWaits(shown), "Automations"), t.IDs.New()
	v.Tour = t.Pages.Tour(r)
	v.Admin, v.Templates = me.Role == assistant.RoleAdmin, t.offered()
	now := t.Desk.Now().In(t.Owner.Zone(r.Context()))
	wanted := assistant.BackgroundsWanted{Owner: me.ID, Since: time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location()), Limit: tasksListed + 1}
	if v.Admin {
		wanted.Owner = ""
	}
	found, err := t.Desk.Lists.BackgroundLines(r.Context(), t.Owner.Tenant.ID, wanted)
	if err != nil {
		return err
	}
	if v.More = len(found) > tasksListed; v.More {
		found = found[:tasksListed]
	}
	if v.Tasks, err = t.lines(r.Context(), found, all); err != nil {
		return err
	}
	for i := range v.Tasks {
		if line := &v.Tasks[i]; v.Reading != nil && v.Reading.Task.ID == line.ID {
			line.Read = &readLine{v.Reading.Fields, v.Reading.Was, v.Reading.Edit.String()}
		}
	}
	v.Calendar = calendarOf(v.Tasks, now)
	t.Pages.Render(w, status, "tasks", v)
	return nil
}

// lines returns tasks as the viewer sees them, given everything that waits for the viewer.
func (t *Tasks) lines(ctx context.Context, found []assistant.BackgroundLine, waits []pages.Waiting) ([]taskLine, error) {
	var about []pages.Waiting
	var owners []assistant.PersonID
	for _, b := range found {
		owners = append(owners, b.Owner)
		if one, ok := waitsOf(b.Last, waits); ok {
			about = append(about, one)
		}
	}
	whom, err := t.Waits.Whom(ctx, about)
	if err != nil {
		return nil, err
	}
	by := reading{in: t.Pages.Words(), zone: t.Owner.Zone(ctx), waits: about, whom: whom}
	called, out := t.Owner.CalledAll(ctx, owners), make([]taskLine, len(found))
	for i, b := range found {
		if out[i] = by.line(b); b.Owner != t.Owner.Person.ID {
			out[i].Whose = called[b.Owner]
		}
	}
	return out, nil
}

// waitsOf is what the last time of a task waits for.
func waitsOf(l assistant.BackgroundLast, all []pages.Waiting) (pages.Waiting, bool) {
	if l.Outcome != assistant.BackgroundWaiting {
		return pages.Waiting{}, false
	}
	for _, one := range all {
		if one.Run != "" && one.Run == l.Run || one.Plan != "" && one.Plan == l.Plan {
			return one, true
		}
	}
	return pages.Waiting{}, false
}
