package receive

import (
	"context"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/view"
)

// presses takes buttons that are pressed and forms that are sent.
type presses struct {
	Config

	taker *click.Taker
}

// by returns the sender of an interaction.
func (p *presses) by(r request) click.By {
	return click.By{Tenant: p.Tenant, From: r.from.identity(), Key: "discord/interaction/" + r.id}
}

// act tells the inbox. It returns what the person alone should read: "" when the act took effect.
func (p *presses) act(ctx context.Context, r request, body assistant.Body) string {
	return p.taker.Act(ctx, p.by(r), body)
}

// askOf is the clarification that an interaction is about.
func askOf(r request) assistant.ClarificationID { return assistant.ClarificationID(r.subject.ID) }

// pick answers a question with one of its options.
func (p *presses) pick(ctx context.Context, r request) reply {
	return done(p.taker.Pick(ctx, p.by(r), askOf(r), r.subject.Numbers[0], r.choice))
}

// halt stops the answer being written in the place, as if the person who pressed had said so there.
func (p *presses) halt(ctx context.Context, r request) reply {
	at := place(r.guild, r.channel)
	at.Thread = r.subject.Thread()
	_, err := p.Inbox.Receive(ctx, assistant.Inbound{
		Tenant: p.Tenant, Place: at, From: r.from.identity(), Change: assistant.ChangeSaid, Text: "stop", Key: "discord/interaction/" + r.id, At: p.Now(),
	})
	if err != nil {
		p.Log.ErrorContext(ctx, "discord stop not stored", slog.Any("err", err))
		return whisper(noteAgain, bots.AckUnavailable)
	}
	return done("")
}

// form opens the form with a clarification's questions.
func (p *presses) form(ctx context.Context, r request) reply {
	q, in, note := p.taker.Form(ctx, p.by(r), askOf(r))
	if note != "" {
		return done(note)
	}
	return opened(components.Form(components.CustomID(components.VerbAnswers, string(q.ID)), view.AnswersForm(q), in))
}

// answers takes that form.
func (p *presses) answers(ctx context.Context, r request) reply {
	_, note := p.taker.Answer(ctx, p.by(r), askOf(r), components.Room(), r.input)
	return done(note)
}
