package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
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
	CMS       *string         `json:"cmsPlatform"`
	Language  *string         `json:"language"`
	Allowed   *[]string       `json:"allowedTaskTypes"`
	WordPress *wordpressWrite `json:"wordpress"`
}

type wordpressWrite struct {
	URL      *string `json:"url"`
	User     *string `json:"user"`
	Password *string `json:"applicationPassword"`
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
	if p, err = s.changeProject(r.Context(), p, change); err != nil {
		return err
	}
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
	c, err := s.credential(ctx, p.ID)
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

// credential is empty where none is kept.
func (s *Surface) credential(ctx context.Context, id assistant.ProjectID) (assistant.Credential, error) {
	c, err := s.Projects.Credential(ctx, s.Tenant.ID, id)
	if errors.Is(err, assistant.ErrNotFound) {
		return assistant.Credential{}, nil
	}
	return c, err
}

// changeProject checks the change whole before it writes any of it. A new address without a new password forgets the
// password: it was given for the old address alone.
func (s *Surface) changeProject(ctx context.Context, p assistant.Project, change projectChange) (assistant.Project, error) {
	old := p
	if err := change.apply(&p); err != nil {
		return old, err
	}
	before, err := s.credential(ctx, p.ID)
	if err != nil {
		return old, err
	}
	after, err := change.credential(before, p.SiteURL != old.SiteURL)
	if err != nil {
		return old, err
	}
	if p.CMS == assistant.CMSWordPress && p.SiteURL == "" {
		return old, malformed("A WordPress site needs its address.")
	}
	if err := s.Projects.SaveProject(ctx, p); err != nil {
		return old, err
	}
	if after != before {
		if err := s.Projects.SaveCredential(ctx, s.Tenant.ID, p.ID, after); err != nil {
			return p, err
		}
	}
	return p, nil
}

func (c projectChange) apply(p *assistant.Project) error {
	for _, f := range []struct {
		given *string
		into  *string
		name  string
	}{{c.Name, &p.Name, "name"}, {c.Domain, &p.Domain, "domain"}, {c.Language, &p.Language, "language"}} {
		if f.given == nil {
			continue
		}
		v, err := clean(*f.given, f.name, 200)
		if err != nil {
			return err
		}
		*f.into = v
	}
	if p.Name == "" {
		return malformed("A project needs a name.")
	}
	if c.CMS != nil {
		p.CMS = assistant.CMS(*c.CMS)
		if p.CMS != assistant.CMSFolder && p.CMS != assistant.CMSWordPress {
			return malformed(`The platform must be "folder" or "wordpress".`)
		}
	}
	if c.Allowed != nil {
		p.Allowed = nil
		for _, t := range *c.Allowed {
			t, err := clean(t, "task type", 100)
			if err != nil {
				return err
			}
			p.Allowed = append(p.Allowed, assistant.TaskType(t))
		}
	}
	if c.WordPress == nil || c.WordPress.URL == nil {
		return nil
	}
	site, err := siteAddress(*c.WordPress.URL)
	p.SiteURL = site
	return err
}

func (c projectChange) credential(old assistant.Credential, moved bool) (assistant.Credential, error) {
	out := old
	if moved {
		out.Password = ""
	}
	if c.WordPress == nil {
		return out, nil
	}
	var err error
	if c.WordPress.User != nil {
		if out.User, err = clean(*c.WordPress.User, "user", 200); err != nil {
			return old, err
		}
	}
	if c.WordPress.Password != nil {
		if out.Password, err = clean(*c.WordPress.Password, "password", 200); err != nil {
			return old, err
		}
	}
	return out, nil
}

// siteAddress checks a site's base address. A name or a password within it would end up in logs.
func siteAddress(text string) (string, error) {
	text, err := clean(text, "address", 500)
	if err != nil || text == "" {
		return "", err
	}
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return "", malformed("The site's address must be like https://example.com.")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", malformed("The site's address must be without user, question mark or hash.")
	}
	return strings.TrimRight(u.String(), "/"), nil
}
