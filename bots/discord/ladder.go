package discord

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

// codes of refusals that are not about what was to be shown: of the place, of the message, of the application. Showing it
// otherwise would be refused just the same.
const (
	codeUnknownChannel     = 10003
	codeUnknownGuild       = 10004
	codeUnknownUser        = 10013
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeAcknowledged       = 40060 // by another replica
	codeOtherAuthor        = 50005
	codeNotText            = 50008
	codeWebhookToken       = 50027
	codeThreadLocked       = 160005
	codeNoHistory          = 160002 // a reply, without the right to read what is replied to
	codeUnverified         = 40002
)

// closing tells whether a refusal is of that kind.
func closing(said *refusal) bool {
	switch said.Code {
	case codeUnknownChannel, codeUnknownGuild, codeUnknownUser, codeUnknownWebhook, codeUnknownInteraction, codeAcknowledged, codeUnknownMessage,
		codeMissingAccess, codeMissingPermissions, codeArchived, codeDirectClosed, codeOtherAuthor, codeNotText, codeWebhookToken,
		codeThreadLocked, codeNoHistory, codeUnverified:
		return true
	default:
		return said.Status == http.StatusUnauthorized || said.Status == http.StatusForbidden || said.Status == http.StatusNotFound ||
			said.Status == http.StatusMethodNotAllowed
	}
}

// ladder sends a look. What Discord refuses for good is sent as words, and where it refuses these, a line that says so. A draft
// is not told of: what it becomes is.
func (b *Bot) ladder(ctx context.Context, p assistant.Place, l components.Look, send func(components.Look) error) error {
	err := send(l)
	no, ok := errors.AsType[*bots.RefusedError](err)
	if !ok || no.Closed || len(l.Files) > 0 && takesNoFiles(err) { // those go without their files first
		return err
	}
	panel := b.panel(ctx, p)
	rungs := []struct {
		how bots.Outcome
		l   components.Look
	}{
		{bots.OutcomePlain, l.Plainly(panel)},
		{bots.OutcomeTold, l.Told(panel)},
	}
	if l.Draft {
		rungs = rungs[:1]
	}
	for _, r := range rungs {
		lerr := send(r.l)
		if lerr == nil {
			b.Log.WarnContext(ctx, "discord refused how a message is drawn", slog.String("shown", string(r.how)), slog.String("reason", no.Reason))
			return &bots.LesserError{How: r.how, Reason: no.Reason}
		}
		if again, refused := errors.AsType[*bots.RefusedError](lerr); !refused || again.Closed {
			return lerr
		}
	}
	return err
}

// panel is where the conversation of a place can be read; "" where there is no panel that people can open.
func (b *Bot) panel(ctx context.Context, p assistant.Place) string {
	if b.PublicURL == "" {
		return ""
	}
	if b.Threads != nil {
		if id, err := b.Threads.ConversationAt(ctx, b.Tenant, p); err == nil {
			return b.PublicURL + "/c/" + string(id)
		}
	}
	return b.PublicURL
}

// doubted puts off what Discord did not accept the token for: that may be over in a moment. What lasts is told to whoever runs
// the service. Discord locks out who asks on and on, so that everything waits.
func (b *Bot) doubted(ctx context.Context, r route, said *refusal) error {
	wait, tell := b.doubts.Again("", b.Now())
	b.pace.putOff(r, wait, true)
	if tell {
		b.Log.ErrorContext(ctx, "discord does not accept the token, again and again", slog.String("reason", said.Message))
		bots.NoteFailure(ctx, b.Failures, b.Log, b.Tenant, assistant.Failure{
			Place: assistant.Place{Surface: assistant.SurfaceDiscord}, What: "token", Code: "401", Outcome: string(bots.OutcomeLater),
		})
	}
	return &bots.LaterError{After: wait, Err: said}
}
