package projects

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gosimple/slug"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Store keeps projects. What changes them asks it who is an admin.
type Store interface {
	Projects(ctx context.Context, t assistant.TenantID) ([]assistant.Project, error)
	Project(ctx context.Context, t assistant.TenantID, id assistant.ProjectID) (assistant.Project, error)
	SaveProject(ctx context.Context, by assistant.Actor, p assistant.Project, secrets assistant.Secrets) error
	Secret(ctx context.Context, t assistant.TenantID, id assistant.ProjectID, kind assistant.ConnectionKind) (assistant.Secret, error)
}

// Config is what an Editor is made of.
type Config struct {
	Store    Store
	Removals Removals // nil: projects cannot be deleted
	Admins   Admins   // nil: connections cannot be tried
	Forms    []tools.ConnectionForm
	Remains  []Remains // nil: nothing is kept of a project
}

// Editor reads and changes projects. It holds nothing between calls and is safe for concurrent use.
type Editor struct {
	store    Store
	removals Removals
	admins   Admins
	forms    []tools.ConnectionForm
	remains  []Remains
}

// New returns an Editor, or an error that names every form that is not whole.
func New(c Config) (*Editor, error) {
	if err := tools.CheckForms(c.Forms...); err != nil {
		return nil, fmt.Errorf("forms of connections: %w", err)
	}
	return &Editor{c.Store, c.Removals, c.Admins, slices.Clone(c.Forms), slices.Clone(c.Remains)}, nil
}

// maxProjects are as many as a tenant may have.
const maxProjects = 100

// Forms are the kinds of connection there are, for people to fill in.
func (e *Editor) Forms() []assistant.ConnectionForm {
	out := make([]assistant.ConnectionForm, 0, len(e.forms))
	for _, f := range e.forms {
		out = append(out, f.ConnectionForm)
	}
	return out
}

func (e *Editor) form(kind assistant.ConnectionKind) (tools.ConnectionForm, bool) {
	i := slices.IndexFunc(e.forms, func(f tools.ConnectionForm) bool { return f.Kind == kind })
	if i < 0 {
		return tools.ConnectionForm{}, false
	}
	return e.forms[i], true
}

// Projects lists the tenant's projects, oldest first.
func (e *Editor) Projects(ctx context.Context, t assistant.TenantID) ([]assistant.Project, error) {
	return e.store.Projects(ctx, t)
}

// Project gives a project of the tenant.
func (e *Editor) Project(ctx context.Context, t assistant.TenantID, id assistant.ProjectID) (assistant.Project, error) {
	return e.store.Project(ctx, t, id)
}

// Address is where the project's work is seen: what it is connected to, else its domain; "" where neither says.
func (e *Editor) Address(p assistant.Project) string {
	for _, c := range p.Connections {
		if f, ok := e.form(c.Kind); ok {
			for _, field := range f.Fields {
				if at := c.Config[field.Key]; field.Kind == assistant.FieldAddress && at != "" {
					return at
				}
			}
		}
	}
	return p.Domain
}

// Change checks the change whole before it keeps any of it. The error is a [*assistant.FieldError] where the change cannot be made,
// which is in an [*UnreachedError] where it only was not.
func (e *Editor) Change(ctx context.Context, by assistant.Actor, p assistant.Project, c Change) (assistant.Project, error) {
	next, secrets, err := e.changed(p, c)
	if err != nil {
		return p, err
	}
	if next.Name != p.Name {
		if err := e.freeName(ctx, next); err != nil {
			return p, err
		}
	}
	if err := e.reached(ctx, by, p, next, secrets, c); err != nil {
		return p, err
	}
	return e.save(ctx, by, next, secrets)
}

// Add makes a project of the change. Adding one of the same id again changes nothing.
func (e *Editor) Add(ctx context.Context, by assistant.Actor, t assistant.TenantID, id assistant.ProjectID, c Change) (assistant.Project, error) {
	all, err := e.store.Projects(ctx, t)
	if err != nil {
		return assistant.Project{}, err
	}
	if i := slices.IndexFunc(all, func(p assistant.Project) bool { return p.ID == id }); i >= 0 {
		return all[i], nil
	}
	if len(all) >= maxProjects {
		return assistant.Project{}, &assistant.FieldError{Key: SettingName, Message: assistant.Say("There are %d projects already, which is as many as there may be.", maxProjects)}
	}
	if c.Name == nil {
		c.Name = new(string) // which no project has
	}
	p, secrets, err := e.changed(assistant.Project{ID: id, Tenant: t}, c)
	if err != nil {
		return p, err
	}
	if err := e.freeName(ctx, p); err != nil {
		return p, err
	}
	if err := e.reached(ctx, by, assistant.Project{}, p, secrets, c); err != nil {
		return p, err
	}
	base := slugOf(p.Name)
	p.Slug = base
	for n := 2; n <= 2*maxProjects; n++ {
		if !slices.ContainsFunc(all, func(other assistant.Project) bool { return other.Slug == p.Slug }) {
			saved, err := e.save(ctx, by, p, secrets)
			if !errors.Is(err, assistant.ErrTaken) { // by a project that was deleted, whose pages may still lie there
				return saved, err
			}
		}
		p.Slug = fmt.Sprintf("%s-%d", base, n)
	}
	return p, fmt.Errorf("find an address for project %s: %w", p.ID, assistant.ErrTaken)
}

// save keeps the project, and says of its connections which are opened now.
func (e *Editor) save(ctx context.Context, by assistant.Actor, p assistant.Project, secrets assistant.Secrets) (assistant.Project, error) {
	if err := e.store.SaveProject(ctx, by, p, secrets); err != nil {
		return p, err
	}
	for i := range p.Connections {
		if secret, given := secrets[p.Connections[i].Kind]; given {
			p.Connections[i].Opened = secret != ""
		}
	}
	return p, nil
}

// freeName refuses a name that another project has: people and models tell projects apart by it.
func (e *Editor) freeName(ctx context.Context, p assistant.Project) error {
	all, err := e.store.Projects(ctx, p.Tenant)
	if err != nil {
		return err
	}
	for _, other := range all {
		if other.ID != p.ID && strings.EqualFold(other.Name, p.Name) {
			return &assistant.FieldError{Key: SettingName, Message: assistant.Say("There is a project called %s already. Give this one another name.", other.Name)}
		}
	}
	return nil
}

// slugOf is a name as a part of addresses.
func slugOf(name string) string {
	base := slug.Make(name)
	if len(base) > 60 {
		base = strings.Trim(base[:60], "-")
	}
	if base == "" {
		return "project"
	}
	return base
}
