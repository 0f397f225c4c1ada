package workspace

import (
	"context"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// The bounds of lists.
const (
	usual      = 25 // entries, where nobody says how many
	most       = 100
	mostPeople = 500
)

// GetProjects are the arguments of get_projects.
type GetProjects struct {
	Status  []string `json:"status,omitempty" jsonschema:"only those in one of these states; all but archived ones when left out"`
	Type    string   `json:"project_type,omitempty" jsonschema:"only those of this type"`
	Scope   string   `json:"scope,omitempty" jsonschema:"only those that are personal, a team's or the whole organization's"`
	Search  string   `json:"search,omitempty" jsonschema:"words in their name or description"`
	Project string   `json:"parent_id,omitempty" jsonschema:"only the parts of this project, by its id or name"`
	Limit   int      `json:"limit,omitempty" jsonschema:"how many at most"`
}

// ProjectsFound are the fields of the result of get_projects.
type ProjectsFound struct {
	Projects []ProjectRow `json:"projects"`
}

func (p pack) projects() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskProjects), Label: "List projects", Nouns: []string{"project", "projects"}, Examples: projectsAsked(),
		Description: "Lists the projects of the workspace that the person who asks can see, the last changed first: id, name, status, type, " +
			"scope, owner, dates. Changes nothing.",
	}, map[string]bound{
		"status": among(workspace.ProjectStatuses()), "project_type": among(workspace.ProjectTypes()), "scope": among(workspace.Scopes()), "limit": upTo(most, usual),
	}, func(ctx context.Context, a asked, in GetProjects) (out answer[ProjectsFound], err error) {
		parent, err := p.findProject(ctx, a, in.Project)
		if err != nil {
			return out, err
		}
		n := or(in.Limit, usual)
		all, err := p.Projects(ctx, a.viewer, workspace.ProjectsWanted{
			Statuses: typed[workspace.ProjectStatus](in.Status), Types: only[workspace.ProjectType](in.Type), Scope: workspace.Scope(in.Scope),
			Words: in.Search, Parent: parent.ID, Limit: n,
		})
		if err != nil {
			return out, err
		}
		says := assistant.Say("There are %d projects", len(all))
		switch len(all) {
		case 0:
			says = assistant.Say("There is no such project")
		case 1:
			says = assistant.Say("There is 1 project")
		case n:
			says = assistant.Say("These are the first %d projects", n)
		}
		return answer[ProjectsFound]{says, ProjectsFound{rows(a, all, projectRow)}}, nil
	})
}

// only is a list of one value, or of none.
func only[T ~string](text string) []T {
	if text == "" {
		return nil
	}
	return []T{T(text)}
}

// GetProject are the arguments of get_project_details.
type GetProject struct {
	Project string `json:"project_id" jsonschema:"the project's id, or its name"`
}

// ProjectFound are the fields of the result of get_project_details.
type ProjectFound struct {
	Project  ProjectRow   `json:"project"`
	Stats    Stats        `json:"stats"`
	Tasks    []TaskRow    `json:"tasks" jsonschema:"those that are not done, what is due first"`
	Blockers []BlockerRow `json:"blockers,omitempty" jsonschema:"the open ones"`
	Members  []MemberRow  `json:"members"`
	Parts    []ProjectRow `json:"subprojects,omitempty"`
}

// Stats count tasks and blockers in a result.
type Stats struct {
	Tasks        int            `json:"tasks"`
	ByStatus     map[string]int `json:"by_status,omitempty"`
	Overdue      int            `json:"overdue"`
	Upcoming     int            `json:"upcoming"`
	Stalled      int            `json:"stalled"`
	OpenBlockers int            `json:"open_blockers"`
	Attention    int            `json:"attention_items" jsonschema:"overdue, stalled and open blockers together"`
}

func stats(t workspace.Totals) Stats {
	out := Stats{Tasks: t.Tasks, ByStatus: map[string]int{}, Overdue: t.Overdue, Upcoming: t.Upcoming, Stalled: t.Stalled, OpenBlockers: t.OpenBlockers, Attention: t.Attention()}
	for status, n := range t.ByStatus {
		out.ByStatus[string(status)] = n
	}
	return out
}

func (p pack) project() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskProject), Label: "Look at a project", Nouns: []string{"project"}, Examples: projectAsked(),
		Description: "Tells of one project of the workspace: what it is, how many tasks are in which state, what is overdue, stalled or " +
			"blocked, what is left to do, and who works in it. Changes nothing.",
	}, nil, func(ctx context.Context, a asked, in GetProject) (out answer[ProjectFound], err error) {
		one, err := p.findProject(ctx, a, in.Project)
		if err != nil {
			return out, err
		}
		if one.ID == "" {
			return out, workspace.ErrProject
		}
		totals, err := p.Totals(ctx, a.viewer, workspace.TotalsWanted{Project: one.ID, Today: a.today, Days: workspace.UpcomingDays})
		if err != nil {
			return out, err
		}
		tasks, err := p.Tasks(ctx, a.viewer, workspace.TasksWanted{Project: one.ID, Open: true, Limit: usual})
		if err != nil {
			return out, err
		}
		members, err := p.Members(ctx, a.viewer, workspace.MembersWanted{Project: one.ID, Limit: usual})
		if err != nil {
			return out, err
		}
		parts, err := p.Projects(ctx, a.viewer, workspace.ProjectsWanted{Parent: one.ID, Limit: usual})
		if err != nil {
			return out, err
		}
		blockers, err := p.openBlockers(ctx, a, workspace.BlockersWanted{Project: one.ID, Limit: usual})
		if err != nil {
			return out, err
		}
		return answer[ProjectFound]{
			assistant.Say("“%s”: tasks: %d, overdue: %d, stalled: %d, open blockers: %d", one.Name, totals.Tasks, totals.Overdue, totals.Stalled, totals.OpenBlockers),
			ProjectFound{projectRow(a, one), stats(totals), rows(a, tasks, taskRow), rows(a, blockers, blockerRow), rows(a, members, memberRow), rows(a, parts, projectRow)},
		}, nil
	})
}

// openBlockers are the blockers that are in the way still; none where the store knows nothing of any.
func (p pack) openBlockers(ctx context.Context, a asked, q workspace.BlockersWanted) ([]workspace.Blocker, error) {
	if p.blocked == nil {
		return nil, nil
	}
	q.Statuses = []workspace.BlockerStatus{workspace.BlockerOpen, workspace.BlockerInProgress}
	return p.blocked.Blockers(ctx, a.viewer, q)
}
