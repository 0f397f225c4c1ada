package receive

import (
	"context"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/view"
)

const noteNoLinks = "Accounts cannot be linked here."

// commandLink gives the person a code, or takes one; see [bots.Link].
func (m *Commands) commandLink(ctx context.Context, w *workspace.Workspace, c payload.Command, code string) payload.Answer {
	in := m.words(ctx, c)
	if m.Links == nil {
		return privately(in.Say(noteNoLinks), nil, bots.AckRefused)
	}
	note, done, err := bots.Link(ctx, m.Links, w.Tenant, m.People.Whole(ctx, c.From()), code)
	if err != nil {
		return m.commandFailed(ctx, in.Say(view.NoteAgain), err)
	}
	outcome := bots.AckRefused
	if done {
		outcome = bots.AckTaken
	}
	return privately(blocks.Escape(in.Tell(note), blocks.LimitSection), nil, outcome)
}
