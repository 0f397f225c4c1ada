package tickets

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// Counter counts the tickets of a project.
type Counter interface {
	CountTickets(ctx context.Context, tenant assistant.TenantID, project assistant.ProjectID) (int, error)
}

// Remains says what stays on the list of a project that is deleted.
func Remains(c Counter) func(context.Context, assistant.Project) (assistant.Sentence, error) {
	return func(ctx context.Context, p assistant.Project) (assistant.Sentence, error) {
		switch n, err := c.CountTickets(ctx, p.Tenant, p.ID); {
		case err != nil || n == 0:
			return assistant.Sentence{}, err
		case n == 1:
			return assistant.Say("Its ticket stays on the list."), nil
		default:
			return assistant.Say("Its %d tickets stay on the list.", n), nil
		}
	}
}
