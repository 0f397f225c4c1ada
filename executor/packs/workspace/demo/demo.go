// Package demo fills a workspace with a made-up company's projects, big enough to be worth asking about. All of it is known by [Key], and
// goes away by that.
package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Key is what the keys of everything begin with that the demo makes.
const Key = "demo/"

// Store is what the demo is put into.
type Store interface {
	CreateProject(ctx context.Context, v workspace.Viewer, key string, p workspace.Project) (workspace.Project, error)
	CreateTask(ctx context.Context, v workspace.Viewer, key string, k workspace.Task) (workspace.Task, error)
	CreateBlocker(ctx context.Context, v workspace.Viewer, key string, b workspace.Blocker) (workspace.Blocker, error)
	CreateDocument(ctx context.Context, v workspace.Viewer, key string, d workspace.Document) (workspace.Document, error)
	AddComment(ctx context.Context, v workspace.Viewer, key string, c workspace.Comment) (workspace.Comment, error)
}

// Config is what the demo needs. Everything is given.
type Config struct {
	Ago    func(time.Duration) Store // the store, as it writes what was done so long ago
	Viewer workspace.Viewer          // whose it is
	People []assistant.PersonID      // whom tasks are assigned to in turn
	Today  workspace.Date
}

// Filled counts what there is then.
type Filled struct{ Projects, Tasks, Blockers, Documents int }

// Fill puts the demo into the store. What is there already stays as it is.
func Fill(ctx context.Context, c Config) (out Filled, err error) {
	f := filling{Config: c}
	for i, p := range company() {
		if err := f.project(ctx, fmt.Sprintf("%s%d", Key, i), p); err != nil {
			return f.Filled, err
		}
	}
	return f.Filled, nil
}

// filling counts what it fills.
type filling struct {
	Config
	Filled
}

func (f *filling) project(ctx context.Context, key string, p project) error {
	at := f.Ago(days(p.age))
	made, err := at.CreateProject(ctx, f.Viewer, key, workspace.Project{
		Name: p.name, Description: p.about, Emoji: p.emoji, Type: workspace.ProjectGeneral, Scope: p.scope, Status: p.status,
		Start: f.Today.Add(-p.age), End: f.Today.Add(p.left),
	})
	if err != nil {
		return err
	}
	f.Projects++
	for i, t := range p.tasks {
		if err := f.task(ctx, fmt.Sprintf("%s/%d", key, i), made.ID, t); err != nil {
			return err
		}
	}
	for i, d := range p.papers {
		_, err := f.Ago(days(d.age)).CreateDocument(ctx, f.Viewer, fmt.Sprintf("%s/paper-%d", key, i), workspace.Document{
			Project: made.ID, Title: d.title, Content: d.text, Type: d.kind, Status: d.status,
		})
		if err != nil {
			return err
		}
		f.Documents++
	}
	return nil
}

func (f *filling) task(ctx context.Context, key string, in workspace.ProjectID, t task) error {
	k := workspace.Task{Project: in, Title: t.title, Status: t.status, Priority: t.priority, Labels: t.labels}
	if t.due != none {
		k.Due = f.Today.Add(t.due)
	}
	if len(f.People) > 0 && t.status != workspace.TaskIdea {
		k.Assignees = []workspace.Member{{Person: f.People[f.Tasks%len(f.People)]}}
	}
	made, err := f.Ago(days(t.age)).CreateTask(ctx, f.Viewer, key, k)
	if err != nil {
		return err
	}
	f.Tasks++
	if t.blocked != "" {
		_, err := f.Ago(days(t.age)/2).CreateBlocker(ctx, f.Viewer, key+"/blocker", workspace.Blocker{
			Project: in, Task: made.ID, Title: t.blocked, Status: workspace.BlockerOpen, Priority: t.priority,
		})
		if err != nil {
			return err
		}
		f.Blockers++
	}
	if t.said != "" {
		if _, err := f.Ago(days(t.age)/2).AddComment(ctx, f.Viewer, key+"/comment", workspace.Comment{Project: in, Task: made.ID, Content: t.said}); err != nil {
			return err
		}
	}
	return nil
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
