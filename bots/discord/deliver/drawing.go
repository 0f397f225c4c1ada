package deliver

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

// Drawing is how cards are drawn, with what models may link to at the moment.
type Drawing struct {
	Renderer components.Renderer
	Hosts    *bots.Hosts
	Tenant   assistant.TenantID
}

// Now is how cards are drawn at this moment.
func (d Drawing) Now(ctx context.Context) components.Renderer {
	r := d.Renderer
	r.Hosts = d.Hosts.Of(ctx, d.Tenant)
	return r
}
