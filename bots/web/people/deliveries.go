package people

import (
	"context"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Failures lists what platforms did not show as it was meant.
type Failures interface {
	Failures(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Failure, error)
}

const failuresListed = 100

// deliveriesView is the page of failed deliveries, for admins.
type deliveriesView struct {
	pages.View

	Failures []failed
}

// failed is a delivery, as the page tells of it.
type failed struct{ assistant.Failure }

// Deliveries is the page of failed deliveries.
type Deliveries struct {
	Failed Failures // nil: there is no page
	Owner  *owner.Owner
	Pages  *pages.Pages
}

// Routes are the page's own.
func (d *Deliveries) Routes() map[string]request.Endpoint {
	if d.Failed == nil {
		return nil
	}
	return map[string]request.Endpoint{"GET /deliveries": d.listFailures}
}

func (d *Deliveries) listFailures(w http.ResponseWriter, r *http.Request) error {
	if _, err := d.Owner.Admin(r.Context()); err != nil {
		return err
	}
	all, err := d.Failed.Failures(r.Context(), d.Owner.Tenant.ID, failuresListed)
	if err != nil {
		return err
	}
	zone := d.Owner.Zone(r.Context())
	v := deliveriesView{View: d.Pages.View(r.Context(), "Deliveries that failed")}
	for _, f := range all {
		f.At = f.At.In(zone)
		v.Failures = append(v.Failures, failed{f})
	}
	d.Pages.Render(w, http.StatusOK, "deliveries", v)
	return nil
}

// Where names where something was to be shown.
func (f failed) Where() string {
	p := f.Place
	var parts []string
	for _, part := range []string{string(p.Surface), p.Space, p.Channel, p.Thread} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " / ")
}

// Instead says what was done instead.
func (f failed) Instead() string {
	switch bots.Outcome(f.Outcome) {
	case bots.OutcomePlain:
		return "shown as plain words"
	case bots.OutcomeBare:
		return "shown without its files"
	case bots.OutcomeTold:
		return "refused in every form; a line says so"
	case bots.OutcomeGivenUp:
		return "not shown"
	case bots.OutcomeLater:
		return "waits until the token is accepted again"
	default:
		return f.Outcome
	}
}
