package web

import (
	"context"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

type projectJSON struct {
	ID        assistant.ProjectID  `json:"id"`
	Name      string               `json:"name"`
	Slug      string               `json:"slug"`
	Domain    string               `json:"domain"`
	CMS       assistant.CMS        `json:"cmsPlatform"`
	Language  string               `json:"language"`
	Allowed   []assistant.TaskType `json:"allowedTaskTypes"`
	WordPress wordpressJSON        `json:"wordpress"`
	CreatedAt time.Time            `json:"createdAt,omitzero"`
}

// wordpressJSON tells about a site's opening without giving it away.
type wordpressJSON struct {
	URL         string `json:"url"`
	User        string `json:"user"`
	PasswordSet bool   `json:"passwordSet"`
}

// projectChange is what a person changes; what is nil stays.
type projectChange struct {
	Name      *string         `json:"name"`
	Domain    *string         `json:"domain"`
	CMS       *assistant.CMS  `json:"cmsPlatform"`
	Language  *string         `json:"language"`
	Allowed   *[]string       `json:"allowedTaskTypes"`
	WordPress *wordpressWrite `json:"wordpress"`
}

type wordpressWrite struct {
	URL      *string `json:"url"`
	User     *string `json:"user"`
	Password *string `json:"applicationPassword"`
}

// change is what all surfaces say of a change.
func (c projectChange) change() bots.ProjectChange {
	out := bots.ProjectChange{Name: c.Name, Domain: c.Domain, Language: c.Language, CMS: c.CMS, Allowed: c.Allowed}
	if c.WordPress != nil {
		out.SiteURL, out.User, out.Password = c.WordPress.URL, c.WordPress.User, c.WordPress.Password
	}
	return out
}

func (s *Surface) listProjects(w http.ResponseWriter, r *http.Request) error {
	ps, err := s.Projects.Projects(r.Context(), s.Tenant.ID)
	if err != nil {
		return err
	}
	out := []projectJSON{}
	for _, p := range ps {
		j, err := s.wireProject(r.Context(), p)
		if err != nil {
			return err
		}
		out = append(out, j)
	}
	writeJSON(w, http.StatusOK, map[string]any{"projects": out})
	return nil
}

func (s *Surface) showProject(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	return s.answerProject(w, r, p)
}

// saveProject changes what the request names.
func (s *Surface) saveProject(w http.ResponseWriter, r *http.Request) error {
	p, err := s.project(r)
	if err != nil {
		return err
	}
	var change projectChange
	if err := decode(r, &change); err != nil {
		return err
	}
	if p, err = bots.ChangeProject(r.Context(), s.Projects, s.actor(), p, change.change()); err != nil {
		return err
	}
	s.hosts.Forget(p.Tenant)
	return s.answerProject(w, r, p)
}

func (s *Surface) answerProject(w http.ResponseWriter, r *http.Request, p assistant.Project) error {
	j, err := s.wireProject(r.Context(), p)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, j)
	return nil
}

// project finds the project of the path.
func (s *Surface) project(r *http.Request) (assistant.Project, error) {
	id, err := pathID[assistant.ProjectID](r, "project")
	if err != nil {
		return assistant.Project{}, err
	}
	p, err := s.Projects.Project(r.Context(), s.Tenant.ID, id)
	return p, found(err, "project")
}

func (s *Surface) wireProject(ctx context.Context, p assistant.Project) (projectJSON, error) {
	c, err := bots.CredentialOf(ctx, s.Projects, p)
	if err != nil {
		return projectJSON{}, err
	}
	if p.Allowed == nil {
		p.Allowed = []assistant.TaskType{}
	}
	return projectJSON{
		ID: p.ID, Name: p.Name, Slug: p.Slug, Domain: p.Domain, CMS: p.CMS, Language: p.Language, Allowed: p.Allowed, CreatedAt: p.At.UTC(),
		WordPress: wordpressJSON{URL: p.SiteURL, User: c.User, PasswordSet: c.Password != ""},
	}, nil
}
