package settings

import (
	"errors"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/projects"
)

type settingsView struct {
	pages.View

	Own         []ownForm // what the viewer sets for themselves
	Projects    []projectForm
	New         projectForm  // what a new project begins with
	Servers     *serversForm // which Discord servers act here; nil as below
	Whole       *tenantForm  // the tenant's settings; nil if the viewer may not change them
	Setups      []setupView  // empty if the viewer may not change them
	Unconnected bool         // no model is connected, and the viewer cannot connect one
	Admins      string       // who can
	Saved       assistant.ProjectID
	Deleted     bool
	Wrong       wrongSetting // a form that was not taken, which is shown again as it was filled in
}

// wrongSetting says of which project's form what cannot be.
type wrongSetting struct {
	Project assistant.ProjectID
	Message assistant.Sentence
}

// show shows every project with what may be changed of it.
func (s *Page) show(w http.ResponseWriter, r *http.Request) error {
	return s.draw(w, r, http.StatusOK, func(*settingsView) {})
}

// draw draws the page as it is but for what change says of it.
func (s *Page) draw(w http.ResponseWriter, r *http.Request, status int, change func(*settingsView)) error {
	ps, err := s.Projects.Projects(r.Context(), s.Owner.Tenant.ID)
	if err != nil {
		return err
	}
	v := settingsView{View: s.Pages.View(r.Context(), "Settings"), Saved: assistant.ProjectID(r.URL.Query().Get("saved"))}
	v.Deleted, v.Tour = v.Saved == deletedProject, s.Pages.Tour(r)
	if v.Own, err = s.own(r); err != nil {
		return err
	}
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
	if v.Setups, err = s.setups(r); err != nil {
		return err
	}
	if v.Unconnected = v.Rehearsal && v.Setups == nil; v.Unconnected {
		if v.Admins, err = s.admins(r.Context()); err != nil {
			return err
		}
	}
	change(&v)
	s.Pages.Render(w, status, "settings", v)
	return nil
}

// saveProject takes a project's form. A password left empty stays as it is.
func (s *Page) saveProject(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	if err := request.Form(r); err != nil {
		return err
	}
	if p, err = s.Projects.Change(r.Context(), s.Owner.Actor(), p, formChange(r, s.Projects.Forms())); err != nil {
		return s.giveBack(w, r, p.ID, err)
	}
	s.saved(w, r, p)
	return nil
}

// giveBack shows a form again with what was written into it and why it cannot be so. A password is not given back.
func (s *Page) giveBack(w http.ResponseWriter, r *http.Request, id assistant.ProjectID, err error) error {
	wrong, ok := errors.AsType[*assistant.FieldError](err)
	if !ok {
		return err
	}
	_, unreached := errors.AsType[*projects.UnreachedError](err)
	return s.draw(w, r, http.StatusBadRequest, func(v *settingsView) {
		v.Wrong = wrongSetting{id, wrong.Message}
		f := v.formOf(id)
		f.refill(r)
		f.Unreached = unreached
	})
}

// setup is a part of the installation on the page, nil where it is not there.
func (v *settingsView) setup(key assistant.SetupKey) *setupView {
	for i := range v.Setups {
		if v.Setups[i].Key == key {
			return &v.Setups[i]
		}
	}
	return nil
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
func (s *Page) addProject(w http.ResponseWriter, r *http.Request) error {
	if err := request.Form(r); err != nil {
		return err
	}
	id, err := request.GivenID[assistant.ProjectID](r.PostFormValue("id"), "project")
	if err != nil {
		return err
	}
	if id == "" {
		id = assistant.NewID[assistant.ProjectID](s.IDs)
	}
	p, err := s.Projects.Add(r.Context(), s.Owner.Actor(), s.Owner.Tenant.ID, id, formChange(r, s.Projects.Forms()))
	if err != nil {
		return s.giveBack(w, r, id, err)
	}
	s.saved(w, r, p)
	return nil
}

func (s *Page) saved(w http.ResponseWriter, r *http.Request, p assistant.Project) {
	s.Hosts.Forget(p.Tenant)
	http.Redirect(w, r, "/settings?saved="+string(p.ID)+"#project-"+string(p.ID), http.StatusSeeOther)
}
