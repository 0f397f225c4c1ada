package api

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Settings keeps what holds for the whole tenant. Only an admin changes it; storage asks who it is.
type Settings interface {
	Settings(ctx context.Context, t assistant.TenantID) (assistant.Settings, error)
	SaveSettings(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.Settings) error
}

// settings tells and changes what holds for the whole tenant.
type settings struct {
	kept  Settings
	owner *owner.Owner
}

// tell answers with what is set for the tenant.
func (s settings) tell(w http.ResponseWriter, r *http.Request) error {
	set, err := s.kept.Settings(r.Context(), s.owner.Tenant.ID)
	if err != nil {
		return err
	}
	request.WriteJSON(w, http.StatusOK, set)
	return nil
}

// put changes what the request names; the rest stays.
func (s settings) put(w http.ResponseWriter, r *http.Request) error {
	set, err := s.kept.Settings(r.Context(), s.owner.Tenant.ID)
	if err != nil {
		return err
	}
	if err := request.Decode(r, &set); err != nil {
		return err
	}
	if err := s.kept.SaveSettings(r.Context(), s.owner.Tenant.ID, s.owner.Person.ID, set); err != nil {
		return err
	}
	request.WriteJSON(w, http.StatusOK, set)
	return nil
}
