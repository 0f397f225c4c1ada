package workspace

import (
	"cmp"
	"context"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// CreateProject are the arguments of create_project.
type CreateProject struct {
	Name        string `json:"name" jsonschema:"what it is called"`
	Description string `json:"description,omitempty" jsonschema:"what it is about"`
	Type        string `json:"project_type,omitempty" jsonschema:"what kind of work it is"`
	Scope       string `json:"scope,omitempty" jsonschema:"who sees it: its owner alone, a team, or everybody"`
	Team        string `json:"team_id,omitempty" jsonschema:"the team that sees it, by its id or name"`
	Parent      string `json:"parent_id,omitempty" jsonschema:"the project that it is part of, by its id or name"`
	Start       string `json:"start_date,omitempty" jsonschema:"the day it starts, as 2026-12-31"`
	End         string `json:"target_end_date,omitempty" jsonschema:"the day it is to end, as 2026-12-31"`
	Color       string `json:"color,omitempty" jsonschema:"such as #3B82F6"`
	Emoji       string `json:"emoji,omitempty"`
}

// UpdateProject are the arguments of update_project.
type UpdateProject struct {
	Project     string `json:"project_id" jsonschema:"the project's id or name"`
	Name        string `json:"name,omitempty" jsonschema:"what it is called from now on"`
	Description string `json:"description,omitempty" jsonschema:"what it is about; none for nothing"`
	Status      string `json:"status,omitempty" jsonschema:"how far it is now"`
	Type        string `json:"project_type,omitempty" jsonschema:"what kind of work it is"`
	Start       string `json:"start_date,omitempty" jsonschema:"the day it starts, as 2026-12-31; none for no day"`
	End         string `json:"target_end_date,omitempty" jsonschema:"the day it is to end, as 2026-12-31; none for no day"`
	Color       string `json:"color,omitempty" jsonschema:"such as #3B82F6; none for no color"`
	Emoji       string `json:"emoji,omitempty" jsonschema:"none for no emoji"`
}

// ArchiveProject are the arguments of archive_project.
type ArchiveProject struct {
	Project string `json:"project_id" jsonschema:"the project's id or name"`
	Reason  string `json:"reason,omitempty" jsonschema:"why it is archived"`
}

func (p pack) projectActions(w ProjectKeeper) []tools.Tool {
	kind := kind[workspace.Project]{
		entity: workspace.EntityProject, wrong: workspace.Project.Wrong, with: workspace.Project.With,
		of: func(p workspace.Project) thing {
			return thing{id: string(p.ID), project: p.ID, in: p.Name, title: p.Name, version: p.Version, fields: p.Fields()}
		},
		load: func(ctx context.Context, a asked, t took) (workspace.Project, error) {
			return p.findProject(ctx, a, t.Entity)
		},
		create: w.CreateProject, update: w.UpdateProject,
		remove: func(ctx context.Context, v workspace.Viewer, key, id string, version int) error {
			return w.RemoveProject(ctx, v, key, workspace.ProjectID(id), version)
		},
	}
	states := map[string]bound{"status": among(workspace.ProjectStatuses()), "project_type": among(workspace.ProjectTypes()), "scope": among(workspace.Scopes())}
	return []tools.Tool{
		write(p, kind, tools.Tool{
			Name: string(TaskCreateProject), Label: "Create a project", Examples: projectCreated(), Title: "name", Subject: tools.About("name"), Nouns: []string{"project", "projects"}, Verbs: []string{"start"},
			Description: "Creates a project in the workspace. Its result has the fields id, title and project_id.",
		}, states, p.createProject),
		write(p, kind, tools.Tool{
			Name: string(TaskUpdateProject), Label: "Change a project", Subject: tools.About("project_id"), Nouns: []string{"project", "deadline", "launch"}, Verbs: []string{"move", "reschedule", "rename"},
			Description: "Changes a project of the workspace: its name, description, status, type, days, color or emoji. What is left out stays as it is.",
		}, states, p.updateProject),
		write(p, kind, tools.Tool{
			Name: string(TaskArchiveProject), Label: "Archive a project", Examples: projectArchived(), Subject: tools.About("project_id"), Nouns: []string{"project"}, Verbs: []string{"archive", "close"},
			Description: "Archives a project of the workspace with all that is in it: it is left out of lists, and can be brought back.",
		}, nil, func(ctx context.Context, a asked, in ArchiveProject) (wanted[workspace.Project], error) {
			was, err := p.findProject(ctx, a, in.Project)
			is := was
			is.Status, is.Archived = workspace.ProjectArchived, cmp.Or(in.Reason, was.Archived)
			return wanted[workspace.Project]{was: was, is: is}, err
		}),
	}
}

func (p pack) createProject(ctx context.Context, a asked, in CreateProject) (out wanted[workspace.Project], err error) {
	out.makes = true
	out.is = workspace.Project{
		Name: in.Name, Description: in.Description, Owner: a.Asker.ID, Status: workspace.ProjectActive,
		Type: workspace.ProjectType(cmp.Or(in.Type, string(workspace.ProjectGeneral))), Scope: workspace.Scope(cmp.Or(in.Scope, string(workspace.ScopePersonal))),
		Start: workspace.Date(in.Start), End: workspace.Date(in.End), Color: in.Color, Emoji: in.Emoji,
	}
	if in.Scope == "" && in.Team != "" {
		out.is.Scope = workspace.ScopeTeam
	}
	if a.viewer.Public && out.is.Scope != workspace.ScopeOrganization {
		return out, assistant.BadInput(assistant.Say("Others read along here, and a project of yours or of a team is not for everybody."),
			assistant.Say("Nothing was changed. Ask me in a direct message, or say that everybody may see it."))
	}
	if in.Team != "" && p.teamed != nil {
		team, err := p.findTeam(ctx, a, in.Team)
		if err != nil {
			return out, err
		}
		out.is.Team = team.ID
	}
	parent, err := p.findProject(ctx, a, in.Parent)
	out.is.Parent = parent.ID
	return out, err
}

func (p pack) updateProject(ctx context.Context, a asked, in UpdateProject) (out wanted[workspace.Project], err error) {
	if out.was, err = p.findProject(ctx, a, in.Project); err != nil {
		return out, err
	}
	out.is = out.was
	out.is.Name = cmp.Or(in.Name, out.is.Name)
	out.is.Status = workspace.ProjectStatus(cmp.Or(in.Status, string(out.is.Status)))
	out.is.Type = workspace.ProjectType(cmp.Or(in.Type, string(out.is.Type)))
	out.is.Description = said(in.Description, out.is.Description)
	out.is.Start, out.is.End = said(workspace.Date(in.Start), out.is.Start), said(workspace.Date(in.End), out.is.End)
	out.is.Color, out.is.Emoji = said(in.Color, out.is.Color), said(in.Emoji, out.is.Emoji)
	if out.is.Status != workspace.ProjectArchived {
		out.is.Archived = ""
	}
	return out, nil
}
