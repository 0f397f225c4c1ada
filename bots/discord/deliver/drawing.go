package deliver

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/projects"
)

// Drawing is how cards are drawn, with where they may lead at the moment.
type Drawing struct {
	Renderer components.Renderer
	Public   assistant.Public // the panel; nil if there is none that people can open
	Hosts    *projects.Hosts
	Tenant   assistant.TenantID
}

// Now is how cards are drawn at this moment.
func (d Drawing) Now(ctx context.Context) components.Renderer {
	r := d.Renderer
	r.PublicURL, r.Hosts = d.Public.Now().URL, d.Hosts.Of(ctx, d.Tenant)
	return r
}
