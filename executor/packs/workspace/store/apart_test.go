package store_test

import (
	"context"

	"github.com/aisteam/aisteam/assistant/workspace"
	"github.com/aisteam/aisteam/executor/packs/workspace/store"
	"github.com/aisteam/aisteam/internal/tablekit"
)

// verbs does each verb of the store as somebody who must not get at what was found.
func verbs(w *tablekit.World, f found) map[string]tablekit.Verb {
	s := store.New(w.DB)
	private := func(try func(context.Context, workspace.Viewer) (any, error)) tablekit.Verb {
		return tablekit.Verb{Try: func(ctx context.Context, as tablekit.Who) (any, error) {
			return try(ctx, workspace.Viewer{Tenant: as.Tenant, Person: as.Person})
		}}
	}
	shared := func(try func(context.Context, workspace.Viewer) (any, error)) tablekit.Verb {
		v := private(try)
		v.Shared = true
		return v
	}
	return map[string]tablekit.Verb{
		"Projects": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return s.Projects(ctx, v, workspace.ProjectsWanted{ID: f.p.ID, Limit: 9})
		}),
		"CreateProject": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			p, err := s.CreateProject(ctx, v, "key", workspace.Project{Name: "theirs", Type: workspace.ProjectGeneral, Scope: workspace.ScopePersonal, Status: workspace.ProjectActive})
			return p.ID == f.p.ID, err
		}),
		"UpdateProject": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			theirs := f.p
			theirs.Name, theirs.Team = "theirs", ""
			return s.UpdateProject(ctx, v, "", theirs)
		}),
		"RemoveProject": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return nil, s.RemoveProject(ctx, v, "", f.p.ID, f.p.Version)
		}),
		"AddMember": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return nil, s.AddMember(ctx, v, f.p.ID, v.Person)
		}),
		"Tasks": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return s.Tasks(ctx, v, workspace.TasksWanted{Limit: 9})
		}),
		"CreateTask": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return s.CreateTask(ctx, v, "task Logo", workspace.Task{Project: f.p.ID, Title: "theirs", Status: workspace.TaskTodo, Priority: workspace.PriorityLow})
		}),
		"UpdateTask": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			theirs := f.k
			theirs.Title = "theirs"
			return s.UpdateTask(ctx, v, "", theirs)
		}),
		"RemoveTask": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return nil, s.RemoveTask(ctx, v, "", f.k.ID, f.k.Version)
		}),
		"Blockers": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return s.Blockers(ctx, v, workspace.BlockersWanted{Limit: 9})
		}),
		"CreateBlocker": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return s.CreateBlocker(ctx, v, "theirs", workspace.Blocker{Project: f.p.ID, Title: "theirs", Status: workspace.BlockerOpen, Priority: workspace.PriorityLow})
		}),
		"UpdateBlocker": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			theirs := f.b
			theirs.Title = "theirs"
			return s.UpdateBlocker(ctx, v, "", theirs)
		}),
		"RemoveBlocker": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return nil, s.RemoveBlocker(ctx, v, "", f.b.ID, f.b.Version)
		}),
		"Documents": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return s.Documents(ctx, v, workspace.DocumentsWanted{ID: f.d.ID, Limit: 9})
		}),
		"CreateDocument": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return s.CreateDocument(ctx, v, "theirs", workspace.Document{Project: f.p.ID, Title: "theirs", Type: workspace.DocumentGeneral, Status: workspace.DocumentDraft})
		}),
		"UpdateDocument": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			theirs := f.d
			theirs.Title = "theirs"
			return s.UpdateDocument(ctx, v, "", theirs)
		}),
		"RemoveDocument": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return nil, s.RemoveDocument(ctx, v, "", f.free.ID, f.free.Version)
		}),
		"Links": private(func(ctx context.Context, v workspace.Viewer) (any, error) { return s.Links(ctx, v, f.k.ID, "") }),
		"LinkDocument": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			was, err := s.LinkDocument(ctx, v, "", workspace.Link{Document: f.d.ID, Task: f.k.ID, Type: workspace.LinkDeliverable})
			return was.Type, err
		}),
		"Comments": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return s.Comments(ctx, v, workspace.CommentsWanted{Task: f.k.ID, Limit: 9})
		}),
		"AddComment": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return s.AddComment(ctx, v, "theirs", workspace.Comment{Project: f.p.ID, Task: f.k.ID, Content: "theirs"})
		}),
		"RemoveComment": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return nil, s.RemoveComment(ctx, v, "", f.c.ID)
		}),
		"Events": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return s.Events(ctx, v, workspace.EventsWanted{Project: f.p.ID, Limit: 9})
		}),
		"Totals": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			all, err := s.Totals(ctx, v, workspace.TotalsWanted{Today: "2026-11-27"})
			return all.Tasks + all.OpenBlockers, err
		}),
		"Search": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			return s.Search(ctx, v, workspace.HitsWanted{Words: "o", Limit: 9})
		}),
		"Clear": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			_, err := s.Clear(ctx, v, "key")
			return nil, err
		}),
		"Query": private(func(ctx context.Context, v workspace.Viewer) (any, error) {
			found, err := s.Query(ctx, v, ask("tasks"))
			return found.Rows, err
		}),
		"Members": shared(func(ctx context.Context, v workspace.Viewer) (any, error) {
			all, err := s.Members(ctx, v, workspace.MembersWanted{Limit: 9})
			for _, m := range all {
				if m.Person == w.Person {
					return m, err
				}
			}
			return nil, err
		}),
		"Teams": shared(func(ctx context.Context, v workspace.Viewer) (any, error) {
			all, err := s.Teams(ctx, v)
			for _, one := range all {
				if one.ID == f.team.ID {
					return one, err
				}
			}
			return nil, err
		}),
		"CreateTeam": shared(func(ctx context.Context, v workspace.Viewer) (any, error) {
			team, err := s.CreateTeam(ctx, v, "team Design", workspace.Team{Name: "theirs"})
			return team.ID == f.team.ID, err
		}),
	}
}
