package web

import (
	"context"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// Failures lists what platforms did not show as it was meant.
type Failures interface {
	Failures(ctx context.Context, t assistant.TenantID, limit int) ([]assistant.Failure, error)
}

const failuresListed = 100

// deliveriesView is the page of failed deliveries, for admins.
type deliveriesView struct {
	view

	Failures []assistant.Failure
}

// deliveriesRoutes are the page's own.
func (s *Surface) deliveriesRoutes() map[string]endpoint {
	if s.Failures == nil {
		return nil
	}
	return map[string]endpoint{"GET /deliveries": s.listFailures}
}

func (s *Surface) listFailures(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.admin(r.Context()); err != nil {
		return err
	}
	all, err := s.Failures.Failures(r.Context(), s.Tenant.ID, failuresListed)
	if err != nil {
		return err //nolint:wrapcheck // storage says what it was doing
	}
	zone := s.zone(r.Context())
	for i := range all {
		all[i].At = all[i].At.In(zone)
	}
	v := deliveriesView{view: s.bare("Deliveries that failed"), Failures: all}
	v.SignedIn = true
	s.pages.render(w, http.StatusOK, "deliveries", v)
	return nil
}

// placeWord names where something was to be shown.
func placeWord(p assistant.Place) string {
	var parts []string
	for _, part := range []string{string(p.Surface), p.Space, p.Channel, p.Thread} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " / ")
}

// outcomeWord says what was done instead.
func outcomeWord(outcome string) string {
	switch bots.Outcome(outcome) {
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
		return outcome
	}
}
