package web

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
)

type settingsView struct {
	view

	Projects []projectJSON
	Saved    assistant.ProjectID
}

// showSettings shows every project with what may be changed of it.
func (s *Surface) showSettings(w http.ResponseWriter, r *http.Request) error {
	ps, err := s.Projects.Projects(r.Context(), s.Tenant.ID)
	if err != nil {
		return err
	}
	v := settingsView{view: s.bare("Settings"), Saved: assistant.ProjectID(r.URL.Query().Get("saved"))}
	v.SignedIn = true
	for _, p := range ps {
		j, err := s.wireProject(r.Context(), p)
		if err != nil {
			return err
		}
		v.Projects = append(v.Projects, j)
	}
	s.pages.render(w, http.StatusOK, "settings", v)
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
	field := func(name string) *string {
		v := r.PostFormValue(name)
		return &v
	}
	change := projectChange{
		Name: field("name"), Domain: field("domain"), Language: field("language"), CMS: field("cms"),
		WordPress: &wordpressWrite{URL: field("url"), User: field("user")},
	}
	if given := field("password"); *given != "" || r.PostFormValue("forget") != "" {
		change.WordPress.Password = given
	}
	if _, err := s.changeProject(r.Context(), p, change); err != nil {
		return err
	}
	http.Redirect(w, r, "/settings?saved="+string(p.ID)+"#project-"+string(p.ID), http.StatusSeeOther)
	return nil
}
