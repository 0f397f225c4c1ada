package discord

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
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

// texts are the words of a look in order, without anything to press, to open or to look at.
func texts(cs []component) []string {
	var out []string
	for _, c := range cs {
		if c.Type == typeText && strings.TrimSpace(c.Content) != "" {
			out = append(out, c.Content)
		}
		out = append(out, texts(c.Components)...)
	}
	return out
}

// plainly is the look as words alone, with the way to decide where there was something to press.
func (l look) plainly(panel string) look {
	end := ""
	if l.decide != "" {
		end = "\n" + esc(l.decide, 400)
		if panel != "" {
			end += " Or decide on the panel: " + panel
		}
	}
	if len(l.files) > 0 {
		end += "\nThe files could not be added here."
		if panel != "" {
			end += " Get them in the panel: " + panel
		}
	}
	said := strings.Join(texts(l.components), "\n")
	note := "shown as plain words"
	if room := limitTotal - bots.Width(end) - 50; bots.Width(said) > room {
		said, note = bots.Clip(said, room), "shown as plain words, as many as fit"
	}
	out := look{components: []component{text(said + end), small(note)}, calls: l.calls, as: l.hash()}
	for i := range min(len(out.components), len(l.components)) {
		out.components[i].ID = l.components[i].ID // by which it is found again
	}
	return out
}

// told is the line that stands for a look that is refused in every form.
func (l look) told(panel string) look {
	out := look{components: []component{text(esc(bots.Told("Discord", panel), 600)), small("refused")}, as: l.hash()}
	for i := range min(len(out.components), len(l.components)) {
		out.components[i].ID = l.components[i].ID
	}
	return out
}

// ladder sends a look. What Discord refuses for good is sent as words, and where it refuses these, a line that says so. A draft
// is not told of: what it becomes is.
func (b *Bot) ladder(ctx context.Context, p assistant.Place, l look, send func(look) error) error {
	err := send(l)
	no, ok := errors.AsType[*bots.RefusedError](err)
	if !ok || no.Closed || len(l.files) > 0 && takesNoFiles(err) { // those go without their files first
		return err
	}
	panel := b.panel(ctx, p)
	rungs := []struct {
		how bots.Outcome
		l   look
	}{
		{bots.OutcomePlain, l.plainly(panel)},
		{bots.OutcomeTold, l.told(panel)},
	}
	if l.draft {
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
