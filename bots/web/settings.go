package web

import (
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/projects"
)

type settingsView struct {
	view

	Projects []projectForm
	New      projectForm  // what a new project begins with
	Servers  *serversForm // which Discord servers act here; nil as below
	Whole    *tenantForm  // what holds for the whole tenant; nil: whoever looks may not change it
	Saved    assistant.ProjectID
	Deleted  bool
	Wrong    wrongSetting // a form that was not taken, which is shown again as it was filled in
}

// wrongSetting says of which project's form what cannot be.
type wrongSetting struct {
	Project assistant.ProjectID
	Message string
}

// showSettings shows every project with what may be changed of it.
func (s *Surface) showSettings(w http.ResponseWriter, r *http.Request) error {
	return s.drawSettings(w, r, http.StatusOK, func(*settingsView) {})
}

// drawSettings draws the page as it is but for what change says of it.
func (s *Surface) drawSettings(w http.ResponseWriter, r *http.Request, status int, change func(*settingsView)) error {
	ps, err := s.Projects.Projects(r.Context(), s.Tenant.ID)
	if err != nil {
		return err
	}
	v := settingsView{view: s.bare("Settings"), Saved: assistant.ProjectID(r.URL.Query().Get("saved"))}
	v.SignedIn, v.Deleted = true, v.Saved == deletedProject
	if v.Whole, err = s.tenantSettings(r.Context()); err != nil {
		return err
	}
	if v.Whole != nil {
		v.Whole.Saved = v.Saved == "tenant"
	}
	v.New = formOf(assistant.Project{ID: assistant.NewID[assistant.ProjectID](s.IDs)}, s.Projects.Forms())
	for _, p := range ps {
		v.Projects = append(v.Projects, formOf(p, s.Projects.Forms()))
	}
	if v.Servers, err = s.boundServers(r.Context()); err != nil {
		return err
	}
	change(&v)
	s.pages.render(w, status, "settings", v)
	return nil
}

// saveSettings takes a project's form. A password left empty stays as it is.
func (s *Surface) saveSettings(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if err := form(r); err != nil {
		return err
	}
	if p, err = s.Projects.Change(r.Context(), s.actor(), p, formChange(r, s.Projects.Forms())); err != nil {
		return s.giveBack(w, r, p.ID, err)
	}
	s.saved(w, r, p)
	return nil
}

// giveBack shows a form again with what was written into it and why it cannot be so. A password is not given back.
func (s *Surface) giveBack(w http.ResponseWriter, r *http.Request, id assistant.ProjectID, err error) error {
	wrong, ok := errors.AsType[*projects.SettingError](err)
	if !ok {
		return err
	}
	return s.drawSettings(w, r, http.StatusBadRequest, func(v *settingsView) {
		v.Wrong = wrongSetting{id, wrong.Message}
		v.formOf(id).refill(r)
	})
}

// formOf is the form of the project of that id, or of the one that is about to be added.
func (v *settingsView) formOf(id assistant.ProjectID) *projectForm {
	for i := range v.Projects {
		if v.Projects[i].ID == id {
			return &v.Projects[i]
		}
	}
	v.New.ID = id
	return &v.New
}

// addProject takes the form of a new project. Sent twice, it is one project.
func (s *Surface) addProject(w http.ResponseWriter, r *http.Request) error {
	if err := form(r); err != nil {
		return err
	}
	id, err := givenID[assistant.ProjectID](r.PostFormValue("id"), "project")
	if err != nil {
		return err
	}
	if id == "" {
		id = assistant.NewID[assistant.ProjectID](s.IDs)
	}
	p, err := s.Projects.Add(r.Context(), s.actor(), s.Tenant.ID, id, formChange(r, s.Projects.Forms()))
	if err != nil {
		return s.giveBack(w, r, id, err)
	}
	s.saved(w, r, p)
	return nil
}

func (s *Surface) saved(w http.ResponseWriter, r *http.Request, p assistant.Project) {
	s.hosts.Forget(p.Tenant)
	http.Redirect(w, r, "/settings?saved="+string(p.ID)+"#project-"+string(p.ID), http.StatusSeeOther)
}
