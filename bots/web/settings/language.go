package settings

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

// Hears keeps how people want to be called, and in which language.
type Hears interface {
	Hearing(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Hearing, error)
	SetHearing(ctx context.Context, t assistant.TenantID, id assistant.PersonID, h assistant.Hearing) error
}

// languageForm is the viewer's choice of a language.
type languageForm struct {
	Saved   bool
	Choices []languageChoice
}

type languageChoice struct {
	assistant.Language

	Chosen bool
}

// languages is the form, nil where nothing is kept of that.
func (s *Page) languages(r *http.Request) (*languageForm, error) {
	if s.Hears == nil {
		return nil, nil // the page leaves it out
	}
	h, err := s.Hears.Hearing(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID)
	if err != nil {
		return nil, err
	}
	f := &languageForm{Saved: r.URL.Query().Get("saved") == "language"}
	for _, l := range assistant.Languages() {
		f.Choices = append(f.Choices, languageChoice{l, l == h.Language})
	}
	return f, nil
}

// chooseLanguage takes the form. What it begins with is drawn in the language that was chosen.
func (s *Page) chooseLanguage(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	if s.Hears == nil {
		return request.Unknown("page")
	}
	h, err := s.Hears.Hearing(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID)
	if err != nil {
		return err
	}
	h.Language = assistant.Language(r.FormValue("language"))
	if err := s.Hears.SetHearing(r.Context(), s.Owner.Tenant.ID, s.Owner.Person.ID, h); err != nil {
		return err
	}
	http.Redirect(w, r, "/settings?saved=language#language", http.StatusSeeOther)
	return nil
}
