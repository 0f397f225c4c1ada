package api

import (
	"maps"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/projects"
)

type projectJSON struct {
	ID          assistant.ProjectID      `json:"id"`
	Name        string                   `json:"name"`
	Slug        string                   `json:"slug"`
	Domain      string                   `json:"domain"`
	CMS         assistant.ConnectionKind `json:"cmsPlatform"`
	Language    string                   `json:"language"`
	Allowed     []assistant.TaskType     `json:"allowedTaskTypes"`
	WordPress   wordpressJSON            `json:"wordpress"`
	Connections []connectionJSON         `json:"connections"`
	CreatedAt   time.Time                `json:"createdAt,omitzero"`
}

// connectionJSON tells about a connection without giving away what opens it.
type connectionJSON struct {
	Kind      assistant.ConnectionKind `json:"kind"`
	Gives     []assistant.Capability   `json:"gives"`
	Fields    map[string]string        `json:"fields"`
	SecretSet bool                     `json:"secretSet"`
}

// wordpressJSON is the connection to a WordPress site, under the name that it had before there were others.
type wordpressJSON struct {
	URL         string `json:"url"`
	User        string `json:"user"`
	PasswordSet bool   `json:"passwordSet"`
}

// projectChange is what a person changes; what is nil stays.
type projectChange struct {
	Name      *string                                      `json:"name"`
	Domain    *string                                      `json:"domain"`
	CMS       *assistant.ConnectionKind                    `json:"cmsPlatform"`
	Language  *string                                      `json:"language"`
	Allowed   *[]string                                    `json:"allowedTaskTypes"`
	WordPress *wordpressWrite                              `json:"wordpress"`
	Connect   map[assistant.ConnectionKind]projects.Fields `json:"connections"`
	Anyway    bool                                         `json:"anyway"` // keep an address also where nothing answers
}

type wordpressWrite struct {
	URL      *string `json:"url"`
	User     *string `json:"user"`
	Password *string `json:"applicationPassword"`
}

// change is what all surfaces say of a change.
func (c projectChange) change() projects.Change {
	out := projects.Change{Name: c.Name, Domain: c.Domain, Language: c.Language, Allowed: c.Allowed, Anyway: c.Anyway, Connect: map[assistant.ConnectionKind]projects.Fields{}}
	maps.Copy(out.Connect, c.Connect)
	if c.CMS != nil && out.Connect[*c.CMS] == nil {
		out.Connect[*c.CMS] = projects.Fields{}
	}
	if c.WordPress == nil || c.CMS != nil && *c.CMS != site.KindWordPress {
		return out // WordPress settings are ignored if another kind was chosen
	}
	fields := projects.Fields{}
	for key, given := range map[string]*string{site.KeyAddress: c.WordPress.URL, site.KeyUser: c.WordPress.User, site.KeyPassword: c.WordPress.Password} {
		if given != nil {
			fields[key] = *given
		}
	}
	maps.Copy(fields, out.Connect[site.KindWordPress])
	out.Connect[site.KindWordPress] = fields
	return out
}

// projectsAPI lists and changes projects.
type projectsAPI struct {
	editor *projects.Editor
	hosts  *projects.Hosts // that models may link to: they change with projects
	owner  *owner.Owner
}

func (c *projectsAPI) list(w http.ResponseWriter, r *http.Request) error {
	ps, err := c.editor.Projects(r.Context(), c.owner.Tenant.ID)
	if err != nil {
		return err
	}
	out := []projectJSON{}
	for _, p := range ps {
		out = append(out, wireProject(p))
	}
	request.WriteJSON(w, http.StatusOK, map[string]any{"projects": out})
	return nil
}

func (c *projectsAPI) show(w http.ResponseWriter, r *http.Request) error {
	p, err := c.project(r)
	if err != nil {
		return err
	}
	answerProject(w, p)
	return nil
}

// save changes what the request names.
func (c *projectsAPI) save(w http.ResponseWriter, r *http.Request) error {
	p, err := c.project(r)
	if err != nil {
		return err
	}
	var change projectChange
	if err := request.Decode(r, &change); err != nil {
		return err
	}
	if p, err = c.editor.Change(r.Context(), c.owner.Actor(), p, change.change()); err != nil {
		return err
	}
	c.hosts.Forget(p.Tenant)
	answerProject(w, p)
	return nil
}

func answerProject(w http.ResponseWriter, p assistant.Project) {
	request.WriteJSON(w, http.StatusOK, wireProject(p))
}

// project finds the project of the path.
func (c *projectsAPI) project(r *http.Request) (assistant.Project, error) {
	id, err := request.PathID[assistant.ProjectID](r, "project")
	if err != nil {
		return assistant.Project{}, err
	}
	p, err := c.editor.Project(r.Context(), c.owner.Tenant.ID, id)
	return p, request.Found(err, "project")
}

func wireProject(p assistant.Project) projectJSON {
	if p.Allowed == nil {
		p.Allowed = []assistant.TaskType{}
	}
	out := projectJSON{
		ID: p.ID, Name: p.Name, Slug: p.Slug, Domain: p.Domain, CMS: site.KindOf(p), Language: p.Language, Allowed: p.Allowed, CreatedAt: p.At.UTC(),
		Connections: []connectionJSON{},
	}
	for _, c := range p.Connections {
		fields := c.Config
		if fields == nil {
			fields = map[string]string{}
		}
		out.Connections = append(out.Connections, connectionJSON{Kind: c.Kind, Gives: c.Gives, Fields: fields, SecretSet: c.Opened})
		if c.Kind == site.KindWordPress {
			out.WordPress = wordpressJSON{URL: fields[site.KeyAddress], User: fields[site.KeyUser], PasswordSet: c.Opened}
		}
	}
	return out
}
