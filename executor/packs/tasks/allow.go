package tasks

import (
	"context"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// allowed returns what a wish lets its task do without asking, with the tools that its words mean. With by empty, it only reads the
// words.
func (p pack) allowed(ctx context.Context, c tools.Call, by assistant.PersonID, w background.Wish) ([]background.Allow, error) {
	said, err := w.Allows(p.now())
	if err != nil || len(said) == 0 {
		return nil, err
	}
	b, err := w.Task(p.now())
	if err != nil {
		return nil, err
	}
	b.Owner, b.Project = by, c.Project.ID
	return p.permits.Permit(ctx, c.Tenant, by, b, said)
}

// allowing is allowed in the name of the person who asked for the run, who must have that right now.
func (p pack) allowing(ctx context.Context, c tools.Call, w background.Wish) ([]background.Allow, error) {
	if said, err := w.Allows(p.now()); err != nil || len(said) == 0 {
		return nil, err
	}
	who, err := p.asks(c)
	if err != nil {
		return nil, err
	}
	return p.allowed(ctx, c, who.ID, w)
}
