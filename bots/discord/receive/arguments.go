package receive

import (
	"context"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/view"
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
	form := components.Form(components.CustomID(components.VerbRewritten, r.subject.ID), view.ArgumentsForm(c.Approval), r.words())
	if len(form.Components) == 0 {
		return whisper(view.RestOnPanel, bots.AckRefused) // Discord opens no form without a field
	}
	return opened(form)
}

// rewritten takes that form.
func (i *interactions) rewritten(ctx context.Context, r request) reply {
	c, refused := i.pages.approval(ctx, r)
	if refused != nil {
		return *refused
	}
	body, wrong, fits := click.Rewritten(c.Approval, components.Room().Given(view.ArgumentsForm(c.Approval), r.input))
	if !fits {
		return whisper(click.NoteUnfit+"\n"+wrong, bots.AckRefused)
	}
	return done(i.presses.act(ctx, r, body))
}

// standing opens the form for how long the like of an action is approved, which says first what that means.
func (i *interactions) standing(ctx context.Context, r request) reply {
	c, refused := i.pages.approval(ctx, r)
	if refused != nil {
		return *refused
	}
	return opened(components.Form(components.CustomID(components.VerbForGood, r.subject.ID), view.StandingForm(c.Approval, r.words()), r.words()))
}

// forGood takes that form.
func (i *interactions) forGood(ctx context.Context, r request) reply {
	c, refused := i.pages.approval(ctx, r)
	if refused != nil {
		return *refused
	}
	body, err := click.Standing(c.Approval.ID, c.Approval.Hash, components.Room().Given(view.StandingForm(c.Approval, r.words()), r.input))
	if err != nil {
		return whisper(click.NoteUnfit, bots.AckRefused)
	}
	return done(i.presses.act(ctx, r, body))
}
