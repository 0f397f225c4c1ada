package settings

import (
	"net/http"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// ownForm is the form of something that the viewer sets for themselves.
type ownForm struct {
	assistant.Setting

	Said  []string // what came of the form that was just sent, in lines
	Wrong string   // why it was not taken
}

// Open tells whether the form is shown unfolded: one that asks for a single thing always is.
func (f ownForm) Open() bool { return len(f.Said) > 0 || f.Wrong != "" || len(f.Form.Fields) == 1 }

func (s *Page) by(r *http.Request) ownsettings.By {
	return ownsettings.By{Tenant: s.Owner.Tenant.ID, Person: s.Owner.Person, Language: s.Pages.Words().Language(), Key: r.FormValue("key")}
}

// own are the forms, none where nothing is kept of that.
func (s *Page) own(r *http.Request) ([]ownForm, error) {
	if s.Own == nil {
		return nil, nil
	}
	all, err := s.Own.Settings(r.Context(), s.by(r))
	if err != nil {
		return nil, err
	}
	out := make([]ownForm, len(all))
	for i, one := range all {
		out[i] = ownForm{Setting: one}
	}
	return out, nil
}

// setOwn takes one of the forms, and shows it with what came of it. What was not taken is shown as it was filled in.
func (s *Page) setOwn(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	before, err := s.own(r)
	if err != nil {
		return err
	}
	name := r.PathValue("name")
	i := slices.IndexFunc(before, func(f ownForm) bool { return f.Name == name })
	if i < 0 {
		return request.Unknown("page")
	}
	given := pages.Filled(r, before[i].Form)
	said, err := s.Own.Set(r.Context(), s.by(r), name, given)
	note, _, refused := ownsettings.Refused(err, s.Pages.Words())
	if err != nil && !refused {
		return err
	}
	status := http.StatusOK
	if refused {
		status = http.StatusBadRequest
	}
	return s.draw(w, r, status, func(v *settingsView) {
		at := slices.IndexFunc(v.Own, func(f ownForm) bool { return f.Name == name })
		if at < 0 { // what was set has nothing left to set
			v.Own, at = append(v.Own, ownForm{Setting: before[i].Setting}), len(v.Own)
		}
		f := &v.Own[at]
		if refused {
			f.Wrong, f.Form = note, before[i].Form.With(given)
			return
		}
		f.Said = strings.FieldsFunc(s.Pages.Words().Tell(said), func(c rune) bool { return c == '\n' })
	})
}
