package settings

import (
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/projects"
)

// triedView says what came of trying a connection: what was found, or what to mend.
type triedView struct {
	Project assistant.ProjectID
	Kind    assistant.ConnectionKind
	Found   assistant.Sentence
	Wrong   assistant.Problem
}

// tryConnection tries the form's values without storing them. With scripts the answer appears beside the button and the form stays
// as it is; without them the page is drawn anew.
func (s *Page) tryConnection(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	p, err := s.tried(r)
	if err != nil {
		return err
	}
	v := triedView{Project: p.ID, Kind: assistant.ConnectionKind(r.PostFormValue("try"))}
	v.Found, err = s.Projects.Try(r.Context(), s.Owner.Actor(), p, v.Kind, formTry(r, s.Projects.Forms(), v.Kind))
	if err != nil {
		wrong, misfit := errors.AsType[*assistant.FieldError](err)
		trouble, told := errors.AsType[*assistant.Trouble](err)
		switch {
		case misfit && wrong.Key == string(v.Kind) && !request.ByScript(r): // there is no room for it beside a button
			return s.giveBack(w, r, p.ID, err)
		case misfit:
			v.Wrong.Message = wrong.Message
		case told:
			v.Wrong = trouble.Problem
		default:
			return err
		}
	}
	if request.ByScript(r) {
		s.Pages.Render(w, http.StatusOK, "tried", v)
		return nil
	}
	return s.draw(w, r, http.StatusOK, func(page *settingsView) {
		f := page.formOf(p.ID)
		f.refill(r)
		f.Tried = &v
	})
}

// tried is the project of the path, or the one that is about to be added.
func (s *Page) tried(r *http.Request) (assistant.Project, error) {
	if r.PathValue("id") != "" {
		return s.project(r)
	}
	id, err := request.GivenID[assistant.ProjectID](r.PostFormValue("id"), "project")
	return assistant.Project{ID: id, Tenant: s.Owner.Tenant.ID}, err
}

// formTry is what the form says of one connection alone; what else is wrong in it is said when it is saved.
func formTry(r *http.Request, forms []assistant.ConnectionForm, kind assistant.ConnectionKind) projects.Change {
	change := projects.Change{Connect: map[assistant.ConnectionKind]projects.Fields{}}
	for _, c := range choicesOf(forms) {
		for _, k := range c.Kinds {
			if k.Kind == kind {
				change.Connect[kind] = c.filled(r, kind)
			}
		}
	}
	return change
}
