package slack

import (
	"context"

	"github.com/aisteam/aisteam/bots/slack/payload"
)

// place finds out which workspace an interaction is of, and the organisation when its install is meant. Forms of an
// organisation's install name no workspace: then it is the person's, when that one is known to be the organisation's.
func (b *Bot) place(ctx context.Context, i *payload.Interaction) (enterprise string) {
	org := i.Enterprise.ID
	if !i.Whole || org == "" {
		return ""
	}
	switch {
	case i.Team.ID != "" && i.Team.Enterprise == org:
		return org
	case i.Team.ID != "":
		return ""
	}
	i.Team.ID = org
	if w, err := b.workspace(ctx, i.User.Team); err == nil && w.install.Enterprise == org {
		i.Team.ID = i.User.Team
	}
	return org
}
