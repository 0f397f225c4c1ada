package panel

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// TourKeeper keeps that somebody is offered the tour no more.
type TourKeeper interface {
	EndTour(ctx context.Context, t assistant.TenantID, id assistant.PersonID) error
}

// showAround fills in the requested step of the tour on a page without a conversation, or offers the tour to a viewer who has not
// ended it.
func (f *feed) showAround(r *http.Request, v *feedView, seen assistant.Overview) error {
	if v.Started || f.tours == nil {
		return nil
	}
	v.Tour = f.pages.Tour(r)
	v.Offered = seen.Tour && v.Tour == nil
	switch {
	case v.Tour == nil:
		return nil
	case v.Tour.Try && len(v.Examples) > 0:
		v.Tour.Request = f.pages.Words().Label(v.Examples[0])
		return nil
	case v.Tour.At != pages.TourPlan:
		return nil
	}
	plan := sampleOf(samples{in: f.pages.Words(), role: speaks(f.owner)}.plans()[0])
	plan.ID = "tour-plan"
	sample, err := drawnSample(f.pages, plan)
	v.Sample = &sample
	return err
}

// endTour ends the viewer's tour for good.
func (f *feed) endTour(w http.ResponseWriter, r *http.Request) error {
	if f.tours == nil {
		return request.Unknown("page")
	}
	if err := request.Form(r); err != nil {
		return err
	}
	if err := f.tours.EndTour(r.Context(), f.owner.Tenant.ID, f.owner.Person.ID); err != nil {
		return err
	}
	http.Redirect(w, r, f.pages.AfterTour(r.PostFormValue("to")), http.StatusSeeOther)
	return nil
}
