package web_test

import (
	"context"
	"slices"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/executor/connect/wordpress"
	"github.com/aisteam/aisteam/projects"
)

// editor changes the world's projects by the forms that the product has. Addresses of nobody are kept, unless the world reaches out.
func (w *world) editor() *projects.Editor {
	shop := wordpress.New(wordpress.Config{Secrets: w, Own: w.tenant.ID, Transport: w.net}).Form()
	if !w.reaches {
		shop.Reach = nil
	}
	e, err := projects.New(projects.Config{
		Store: w, Removals: w, Admins: w, Forms: []tools.ConnectionForm{sitefolder.Form(), shop},
		Remains: []projects.Remains{func(context.Context, assistant.Project) (assistant.Sentence, error) { return w.remains, nil }},
	})
	if err != nil {
		panic(err)
	}
	return e
}

func (w *world) SaveProject(_ context.Context, by assistant.Actor, p assistant.Project, secrets assistant.Secrets) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.adminOnly(by.Person); err != nil {
		return err
	}
	kept := assistant.Secrets{}
	for i := range p.Connections {
		c := &p.Connections[i]
		secret, given := secrets[c.Kind]
		if !given {
			secret = w.secrets[p.ID][c.Kind]
		}
		c.Opened, kept[c.Kind] = secret != "", secret
	}
	w.secrets[p.ID] = kept
	for i := range w.projects {
		if w.projects[i].ID == p.ID {
			w.projects[i] = p
			return nil
		}
	}
	w.projects = append(w.projects, p)
	return nil
}

// ProjectUse implements [projects.Removals].
func (w *world) ProjectUse(context.Context, assistant.TenantID, assistant.ProjectID) (assistant.ProjectUse, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.use, w.away
}

// DeleteProject implements [projects.Removals].
func (w *world) DeleteProject(_ context.Context, _ assistant.TenantID, by assistant.Actor, id assistant.ProjectID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.adminOnly(by.Person); err != nil {
		return err
	}
	i := slices.IndexFunc(w.projects, func(p assistant.Project) bool { return p.ID == id })
	switch {
	case i < 0:
		return assistant.ErrNotFound
	case w.use.Runs > 0:
		return assistant.ErrInUse
	}
	w.projects = slices.Delete(w.projects, i, i+1)
	delete(w.secrets, id)
	return w.refusal
}

// AdminOnly implements [projects.Admins].
func (w *world) AdminOnly(context.Context, assistant.TenantID, assistant.Actor) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.refusal
}

func (w *world) Secret(_ context.Context, _ assistant.TenantID, id assistant.ProjectID, kind assistant.ConnectionKind) (assistant.Secret, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	secret, ok := w.secrets[id][kind]
	if !ok {
		return "", assistant.ErrNotFound
	}
	return secret, nil
}
