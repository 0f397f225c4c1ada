package projects

import (
	"context"
	"errors"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Removals deletes projects, in the name of an admin.
type Removals interface {
	ProjectUse(ctx context.Context, t assistant.TenantID, id assistant.ProjectID) (assistant.ProjectUse, error)
	// DeleteProject is [assistant.ErrInUse] while a run works on the project.
	DeleteProject(ctx context.Context, t assistant.TenantID, by assistant.Actor, id assistant.ProjectID) error
}

// Remains says what a pack goes on keeping of a project that is deleted; nothing where that is nothing.
type Remains func(ctx context.Context, p assistant.Project) (assistant.Sentence, error)

// Consequences says what deleting a project means, to ask whether it is wanted.
func (e *Editor) Consequences(ctx context.Context, p assistant.Project) ([]assistant.Sentence, error) {
	if e.removals == nil {
		return nil, cannotDelete()
	}
	use, err := e.removals.ProjectUse(ctx, p.Tenant, p.ID)
	if err != nil {
		return nil, err
	}
	if use.Runs > 0 {
		return nil, inUse(p)
	}
	out := []assistant.Sentence{assistant.Say("This cannot be undone, and nothing that was done for the project can be taken back from here afterwards.")}
	for _, c := range p.Connections {
		f, known := e.form(c.Kind)
		switch {
		case known && c.Opened:
			out = append(out, assistant.Say("Its connection to %s and the password for it are forgotten.", assistant.Label(f.Says)))
		case known && len(f.Fields) > 0:
			out = append(out, assistant.Say("Its connection to %s is forgotten.", assistant.Label(f.Says)))
		}
	}
	for _, hangs := range []struct {
		n         int
		one, many assistant.Sentence
	}{
		{
			use.Plans, assistant.Say("A plan for it that waits for a decision can no longer be carried out."),
			assistant.Say("%d plans for it that wait for a decision can no longer be carried out.", use.Plans),
		},
		{
			use.Conversations, assistant.Say("The conversation about it stays, and can go on about another project."),
			assistant.Say("The %d conversations about it stay, and can go on about other projects.", use.Conversations),
		},
	} {
		switch {
		case hangs.n == 1:
			out = append(out, hangs.one)
		case hangs.n > 1:
			out = append(out, hangs.many)
		}
	}
	for _, remains := range e.remains {
		said, err := remains(ctx, p)
		if err != nil {
			return nil, err
		}
		if !said.IsZero() {
			out = append(out, said)
		}
	}
	return append(out, assistant.Say("Pages that are published stay where they are.")), nil
}

// Delete takes the project away. Deleting one that is gone is [assistant.ErrNotFound].
func (e *Editor) Delete(ctx context.Context, by assistant.Actor, p assistant.Project) error {
	if e.removals == nil {
		return cannotDelete()
	}
	err := e.removals.DeleteProject(ctx, p.Tenant, by, p.ID)
	if errors.Is(err, assistant.ErrInUse) {
		return inUse(p)
	}
	return err
}

func inUse(p assistant.Project) error {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side: assistant.SideInput, Message: assistant.Say("Work on %s is still going on, so it cannot be deleted now.", strings.TrimSpace(p.Name)),
		Recovery: assistant.Say("Stop that work, or decide what it waits for, and delete the project then."),
	}, Err: assistant.ErrInUse}
}

func cannotDelete() error {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side: assistant.SideInput, Message: assistant.Say("Projects cannot be deleted here."), Recovery: assistant.Say("Whoever runs this assistant can tell where they are kept."),
	}}
}
