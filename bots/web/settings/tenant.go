package settings

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// tenantForm is what an admin may set for the whole tenant.
type tenantForm struct {
	Form assistant.Form

	Saved   bool
	Refused assistant.Problem
}

// tenantSettings returns the form, or nil if the viewer may not change it.
func (s *Page) tenantSettings(ctx context.Context) (*tenantForm, error) {
	if s.Whole == nil {
		return nil, nil // there is no form then, which is no error
	}
	if _, err := s.Owner.Admin(ctx); errors.Is(err, assistant.ErrNotAdmin) {
		return nil, nil // as above
	} else if err != nil {
		return nil, err
	}
	set, err := s.Whole.Settings(ctx, s.Owner.Tenant.ID)
	return &tenantForm{Form: s.labelled(set.Form())}, err
}

// saveTenant takes the form. What cannot be set is said above it, and nothing of it is kept.
func (s *Page) saveTenant(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	if s.Whole == nil {
		return request.Unknown("page")
	}
	form := assistant.Settings{}.Form()
	given := pages.Filled(r, form)
	set, err := assistant.SettingsOf(given)
	if err == nil {
		err = s.Whole.SaveSettings(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, set)
	}
	if err == nil {
		http.Redirect(w, r, "/settings?saved=tenant#tenant", http.StatusSeeOther)
		return nil
	}
	refused, ok := errors.AsType[*assistant.Trouble](err)
	if !ok || errors.Is(err, assistant.ErrNotAdmin) {
		return err
	}
	return s.draw(w, r, http.StatusBadRequest, func(v *settingsView) {
		if v.Whole != nil {
			v.Whole.Form, v.Whole.Refused = s.labelled(form.With(given)), refused.Problem
		}
	})
}

// labelled is the form with what its options are called.
func (s *Page) labelled(f assistant.Form) assistant.Form {
	says := s.Pages.Words()
	f.Fields = slices.Clone(f.Fields)
	for i := range f.Fields {
		if f.Fields[i].Key == assistant.SettingSteering {
			f.Fields[i].Options = []assistant.Option{
				{Value: string(assistant.SteeringSteer), Label: says.Say("is heard by whoever is at work, at the next step")},
				{Value: string(assistant.SteeringQueue), Label: says.Say("waits until it is done")},
				{Value: string(assistant.SteeringInterrupt), Label: says.Say("interrupts what the same person asked for")},
			}
		}
	}
	return f
}
