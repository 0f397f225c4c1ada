// Package settings is the panel's page of projects, of what holds for the whole tenant and of the servers that act in it.
package settings

import (
	"context"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/ownsettings"
	"github.com/aisteam/aisteam/bots/web/owner"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/projects"
)

// Whole keeps what holds for the whole tenant. Only an admin changes it; storage asks who it is.
type Whole interface {
	Settings(ctx context.Context, t assistant.TenantID) (assistant.Settings, error)
	SaveSettings(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.Settings) error
}

// Spaces keeps which servers act in the tenant. Only an admin changes it.
type Spaces interface {
	Spaces(ctx context.Context, t assistant.TenantID, s assistant.Surface) ([]string, error)
	BindSpace(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.Surface, space string) error
	UnbindSpace(ctx context.Context, t assistant.TenantID, by assistant.PersonID, s assistant.Surface, space string) error
}

// Page is the page of settings.
type Page struct {
	Projects *projects.Editor
	Hosts    *projects.Hosts  // that models may link to: they change with projects
	Whole    Whole            // nil: what holds for the tenant is not changed here
	Spaces   Spaces           // nil: servers are not bound here
	Own      ownsettings.Kept // nil: nobody sets anything for themselves here
	Setup    Setups           // nil: nothing is known of the installation
	Models   Models           // nil: the environment says which model answers
	Parts    Parts            // nil: the environment alone sets the rest
	Members  Members          // nil: the page does not say who else could set it
	Spent    Spent            // nil: nothing is known of what models cost
	Owner    *owner.Owner
	Pages    *pages.Pages
	IDs      *assistant.IDs
	Now      func() time.Time
}

// Routes are the page's own.
func (s *Page) Routes() map[string]request.Endpoint {
	return map[string]request.Endpoint{
		"GET /settings":                       s.show,
		"POST /settings/own/{name}":           s.setOwn,
		"POST /settings/tenant":               s.saveTenant,
		"POST /settings/servers":              s.bindServer,
		"POST /settings/projects":             s.addProject,
		"POST /settings/projects/{id}":        s.saveProject,
		"POST /settings/projects/try":         s.tryConnection,
		"POST /settings/projects/{id}/try":    s.tryConnection,
		"GET /settings/projects/{id}/delete":  s.askDelete,
		"POST /settings/projects/{id}/delete": s.deleteProject,
		"POST /settings/setup/{part}/try":     s.trySetup,
		"POST /settings/model":                s.keepModel,
		"POST /settings/model/try":            s.tryModel,
		"POST /settings/model/remove":         s.dropModel,
		"POST /settings/parts/{part}":         s.keepPart,
		"POST /settings/parts/{part}/try":     s.tryPart,
		"POST /settings/parts/{part}/remove":  s.dropPart,
	}
}

// project finds the project of the path.
func (s *Page) project(r *http.Request) (assistant.Project, error) {
	id, err := request.PathID[assistant.ProjectID](r, "project")
	if err != nil {
		return assistant.Project{}, err
	}
	one, err := s.Projects.Project(r.Context(), s.Owner.Tenant.ID, id)
	return one, request.Found(err, "project")
}
