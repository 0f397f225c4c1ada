package discord

import (
	"context"

	"github.com/aisteam/aisteam/bots"
)

// confirm asks the person alone once more before what cannot be undone; Discord's buttons have no question of their own.
// Whether the person may decide is looked at when they do.
func confirm(approval string) reply {
	return reply{outcome: bots.AckTaken, response: response{answerMessage, private{
		Flags: flagEphemeral | flagComponentsV2 | flagSuppressEmbeds, Mentions: nobody(), Components: []component{
			text("⚠️ **This cannot be undone.** Do it now, as it is shown on the card?"),
			row(button(styleDanger, "Yes, do it", customID(verbSure, approval))),
			small("To leave it, dismiss this message."),
		},
	}}}
}

// sure takes the answer. The question goes, so that nobody presses it again.
func (b *Bot) sure(ctx context.Context, r request) reply {
	out := done(b.act(ctx, r, r.subject.act()))
	words := "✅ Approved."
	if said, ok := out.Data.(notice); ok {
		words = said.Content
	}
	out.response = response{answerUpdate, private{
		Flags: flagEphemeral | flagComponentsV2 | flagSuppressEmbeds, Mentions: nobody(), Components: []component{text(words)},
	}}
	return out
}
