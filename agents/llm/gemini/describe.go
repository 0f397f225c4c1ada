package gemini

import (
	"context"

	"github.com/aisteam/aisteam/agents/llm"
)

// Described implements [llm.Describer] by models.get, which tells that a model is there and of no day on which it ends.
func (m *Model) Described(ctx context.Context) (llm.Description, error) {
	told, err := m.client.Models.Get(ctx, m.origin.Model, nil)
	if err != nil {
		return llm.Description{}, m.failure(err)
	}
	return llm.Description{Model: told.Name}, nil
}
