package deliver

import (
	"context"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/projects"
)

// Drawings draws for workspaces.
type Drawings struct {
	Rehearsal bots.Rehearsing // where answers are of the offline model
	Hosts     *projects.Hosts
}

// Of is how cards are drawn for a workspace: with links to the panel only where its people can open them, and to its
// own sites.
func (d *Drawings) Of(ctx context.Context, w *workspace.Workspace) blocks.Renderer {
	return blocks.Renderer{PublicURL: w.Panel.Now().URL, Rehearsal: d.Rehearsal.In(w.Tenant), Hosts: d.Hosts.Of(ctx, w.Tenant)}
}
