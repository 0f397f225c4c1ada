package slack

import (
	"context"

	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/projects"
)

// drawings draws for workspaces.
type drawings struct {
	rehearsal bool // answers are of the offline model
	hosts     *projects.Hosts
}

// drawing is how cards are drawn for a workspace: with links to the panel only where its people can open them, and to its
// own sites.
func (d *drawings) drawing(ctx context.Context, w *workspace) blocks.Renderer {
	return blocks.Renderer{PublicURL: w.panel, Rehearsal: d.rehearsal, Hosts: d.hosts.Of(ctx, w.tenant)}
}
