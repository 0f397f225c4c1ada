package receive

import (
	"context"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/wording"
)

// confirm asks the person alone once more before what cannot be undone; Discord's buttons have no question of their own.
// Whether the person may decide is looked at when they do.
func confirm(s components.Subject, in wording.Words) reply {
	return reply{outcome: bots.AckTaken, response: response{answerMessage, private{
		Flags: components.FlagEphemeral | components.FlagComponentsV2 | components.FlagSuppressEmbeds, Mentions: components.Nobody(), Components: components.Confirmation(s, in),
	}}}
}

// sure takes the answer. The question goes, so that nobody presses it again.
func (p *presses) sure(ctx context.Context, r request) reply {
	out := done(p.act(ctx, r, r.subject.Act()))
	words := "✅ " + r.words().Say("Approved.")
	if said, ok := out.Data.(notice); ok {
		words = out.said(said, r.words())
	}
	out.response = response{answerUpdate, private{
		Flags: components.FlagEphemeral | components.FlagComponentsV2 | components.FlagSuppressEmbeds, Mentions: components.Nobody(), Components: []components.Component{components.Text(words)},
	}}
	return out
}
