// Package operations is the panel's page of what goes on, for admins: runs, what waits, what was not delivered and what models
// were asked, with the buttons that mend what is stuck.
package operations

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Load tells what goes on in the tenant. Only an admin is told; storage asks who it is.
type Load interface {
	Workload(ctx context.Context, t assistant.TenantID, by assistant.PersonID, wanted assistant.RunsWanted) (assistant.Workload, error)
}

// Failures lists what platforms did not show as it was meant.
type Failures interface {
	Failures(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Failure, error)
}

// Page is the page of operations.
type Page struct {
	Load   Load     // nil: there is no page
	Failed Failures // nil: nothing is known of deliveries
	Waits  pages.Waits
	Owner  *owner.Owner
	Pages  *pages.Pages
}

// Routes are the page's own.
func (p *Page) Routes() map[string]request.Endpoint {
	if p.Load == nil {
		return nil
	}
	return map[string]request.Endpoint{"GET /operations": p.show}
}

func (p *Page) show(w http.ResponseWriter, r *http.Request) error {
	me, err := p.Owner.Admin(r.Context())
	if err != nil {
		return err
	}
	wanted := assistant.RunsWanted(r.URL.Query().Get("runs"))
	if !known(wanted) {
		wanted = assistant.RunsOngoing
	}
	load, err := p.Load.Workload(r.Context(), p.Owner.Tenant.ID, me.ID, wanted)
	if err != nil {
		return err
	}
	waits, shown, err := p.Waits.Whole(r.Context())
	if err != nil {
		return err
	}
	whom, err := await(r.Context(), p.Waits, waits, load.Runs, nil)
	if err != nil {
		return err
	}
	v := view{
		View: p.Pages.ViewWith(pages.ListedWaits(shown), "Operations"), reader: reader{In: p.Pages.Words(), at: load.Now, zone: p.Owner.Zone(r.Context())},
		Workload: load, Wanted: wanted, awaited: whom,
	}
	if p.Failed != nil {
		failed, err := p.Failed.Failures(r.Context(), p.Owner.Tenant.ID, failuresMost)
		if err != nil {
			return err
		}
		v.Failures, v.More = len(failed), len(failed) == failuresMost
	}
	p.Pages.Render(w, http.StatusOK, "operations", v)
	return nil
}
