package people

import (
	"context"
	"net/http"
	"slices"
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

// On is the platform that did not show it; "" where that is not known.
func (f failed) On() string {
	switch f.Place.Surface {
	case assistant.SurfaceSlack:
		return "Slack"
	case assistant.SurfaceDiscord:
		return "Discord"
	default:
		return ""
	}
}

// Where names, as the platform does, where something was to be shown.
func (f failed) Where() string {
	p := f.Place
	return strings.Join(slices.DeleteFunc([]string{p.Space, p.Channel, p.Thread}, func(part string) bool { return part == "" }), " / ")
}

// Thing says what should have been shown.
func (f failed) Thing() assistant.Sentence {
	switch f.What {
	case "plan":
		return assistant.Say("A plan")
	case "ask":
		return assistant.Say("A question")
	case "approval":
		return assistant.Say("A request for approval")
	case "run":
		return assistant.Say("The progress of a run")
	case "reminder":
		return assistant.Say("A reminder")
	case "private word":
		return assistant.Say("A message to one person alone")
	case "form":
		return assistant.Say("A form")
	case "token":
		return assistant.Say("The token of the app")
	default:
		return assistant.Say("A message")
	}
}

// Instead says what was done instead.
func (f failed) Instead() assistant.Sentence {
	switch bots.Outcome(f.Outcome) {
	case bots.OutcomePlain:
		return assistant.Say("shown as plain words")
	case bots.OutcomeBare:
		return assistant.Say("shown without its files")
	case bots.OutcomeTold:
		return assistant.Say("refused in every form; a line says so")
	case bots.OutcomeLater:
		return assistant.Say("waits until the token is accepted again")
	case bots.OutcomeGivenUp:
		return assistant.Say("not shown")
	default:
		return assistant.Say("not shown")
	}
}
