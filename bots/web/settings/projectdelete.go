package settings

import (
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
)

// deletedProject tells the settings page that a project was just deleted.
const deletedProject = "deleted"

// removalView asks whether a project is to be deleted.
type removalView struct {
	pages.View

	Project      assistant.Project
	Consequences []string          // in the viewer's language
	Refused      assistant.Problem // why it cannot be now
}

// askDelete says what hangs on the project, and asks once.
func (s *Page) askDelete(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	v := removalView{View: s.Pages.ViewWith(pages.WaitsView{}, "Delete %s", p.Name), Project: p}
	all, err := s.Projects.Consequences(r.Context(), p)
	for _, one := range all {
		v.Consequences = append(v.Consequences, s.Pages.Words().Tell(one))
	}
	if errors.Is(err, assistant.ErrInUse) {
		v.Refused, err = assistant.ProblemOf(err), nil
	}
	if err != nil {
		return err
	}
	s.Pages.Render(w, http.StatusOK, "removal", v)
	return nil
}

// deleteProject takes the answer. One that is gone already is deleted.
func (s *Page) deleteProject(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	id, err := request.PathID[assistant.ProjectID](r, "project")
	if err != nil {
		return err
	}
	p, err := s.Projects.Project(r.Context(), s.Owner.Tenant.ID, id)
	if err == nil {
		err = s.Projects.Delete(r.Context(), s.Owner.Actor(), p)
	}
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return err
	}
	s.Hosts.Forget(s.Owner.Tenant.ID)
	http.Redirect(w, r, "/settings?saved="+deletedProject, http.StatusSeeOther)
	return nil
}
