package anthropic

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
)

// Described implements [llm.Describer] by GET /v1/models/{model}, which tells of a scheduled retirement in retires_at and of none by
// null (anthropics/anthropic-sdk-go v1.84.0 model.go).
func (m *Model) Described(ctx context.Context) (llm.Description, error) {
	raw, err := m.endpoint.Get(ctx, "/v1/models/"+url.PathEscape(m.origin.Model))
	if err != nil {
		return llm.Description{}, err
	}
	var told struct {
		ID   string
		Ends *time.Time `json:"retires_at"`
	}
	if err := json.Unmarshal(raw, &told); err != nil || told.ID == "" {
		return llm.Description{}, fmt.Errorf("%w: what is said of a model is no JSON", llm.ErrGarbage)
	}
	out := llm.Description{Model: told.ID}
	if told.Ends != nil {
		out.Ends = told.Ends.UTC().Truncate(24 * time.Hour)
	}
	return out, nil
}
