package api

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
)

// hearing shows and changes when and where the caller is notified.
type hearing struct {
	kept  background.Hearings
	owner *owner.Owner
}

// tell answers with what they have set.
func (s hearing) tell(w http.ResponseWriter, r *http.Request) error {
	h, err := s.kept.Hearing(r.Context(), s.owner.Tenant.ID, s.owner.Person.ID)
	if err != nil {
		return err
	}
	request.WriteJSON(w, http.StatusOK, h)
	return nil
}

// put sets it anew, whole.
func (s hearing) put(w http.ResponseWriter, r *http.Request) error {
	var h assistant.Hearing
	if err := request.Decode(r, &h); err != nil {
		return err
	}
	if err := s.kept.SetHearing(r.Context(), s.owner.Tenant.ID, s.owner.Person.ID, h); err != nil {
		return request.Found(err, "person")
	}
	request.WriteJSON(w, http.StatusOK, h)
	return nil
}
