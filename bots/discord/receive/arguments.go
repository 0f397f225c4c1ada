package receive

import (
	"context"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/discord/components"
)

// rewrite opens the form for what an action is to be done with.
func (i *interactions) rewrite(ctx context.Context, r request) reply {
	c, refused := i.pages.approval(ctx, r)
	if refused != nil {
		return *refused
	}
	if !c.Changeable() {
		return whisper(noteGone, bots.AckRefused)
	}
	return opened(components.ArgumentsForm(r.subject, c.Approval, r.words()))
}

// rewritten takes that form.
func (i *interactions) rewritten(ctx context.Context, r request) reply {
	c, refused := i.pages.approval(ctx, r)
	if refused != nil {
		return *refused
	}
	body, fits := click.Rewritten(c.Approval, components.MostArguments, components.Argument(r.fields, c.Approval))
	if !fits {
		return whisper(click.NoteUnfit, bots.AckRefused)
	}
	return done(i.presses.act(ctx, r, body))
}
