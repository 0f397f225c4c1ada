package receive

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/view"
)

// pages shows on request what cards have no room for.
type pages struct{ Config }

// thought shows the thinking to who asked, a page of it, as it is now.
func (p *pages) thought(ctx context.Context, r request) reply {
	kind, leaf := "thinking:", components.VerbLeafTurn
	if r.subject.Verb == components.VerbThoughtRun || r.subject.Verb == components.VerbLeafRun {
		kind, leaf = "run:", components.VerbLeafRun
	}
	card, err := p.slot(ctx, r, assistant.Slot(kind+r.subject.ID))
	if errors.Is(err, assistant.ErrNotFound) {
		return whisper(noteGone, bots.AckRefused)
	}
	if err != nil {
		p.Log.ErrorContext(ctx, "discord thinking not read", slog.Any("err", err))
		return whisper(view.NoteUnread, bots.AckUnavailable)
	}
	leaves := p.Drawing.Now(ctx).ThinkingPages(card)
	if len(leaves) == 0 {
		return whisper("There is no thinking to show.", bots.AckRefused)
	}
	return leafed(r, leaves, leaf)
}

// leafed shows who asked a page, with buttons to the others.
func leafed(r request, leaves []string, verb string) reply {
	answer := answerMessage
	if r.subject.Verb == verb {
		answer = answerUpdate
	}
	return reply{outcome: bots.AckTaken, response: response{answer, private{
		Flags: components.FlagEphemeral | components.FlagComponentsV2 | components.FlagSuppressEmbeds, Mentions: components.Nobody(),
		Components: components.Leaf(leaves, r.subject.Numbers[0], verb, r.subject.ID),
	}}}
}

// private is what one person alone sees, of more than words.
type private struct {
	Flags      int                    `json:"flags"`
	Mentions   components.Mentions    `json:"allowed_mentions"`
	Components []components.Component `json:"components"`
}

// slot draws what a slot of the conversation is now that the click comes from. Nobody reads another conversation's.
func (p *pages) slot(ctx context.Context, r request, s assistant.Slot) (bots.Card, error) {
	if p.History == nil {
		return nil, assistant.ErrNotFound
	}
	at := place(r.guild, r.channel)
	if r.guild == "" { // in somebody's direct messages stands what they were sent
		at = assistant.DirectPlace(assistant.Identity{Surface: at.Surface, External: r.from.id}, s)
	}
	id, err := p.Threads.ConversationAt(ctx, p.Tenant, at)
	if errors.Is(err, assistant.ErrNotFound) && r.root != "" {
		at.Thread = r.root
		id, err = p.Threads.ConversationAt(ctx, p.Tenant, at)
	}
	if err != nil {
		return nil, fmt.Errorf("find conversation: %w", err)
	}
	ms, err := p.History.SlotMessages(ctx, p.Tenant, id, s)
	if err != nil {
		return nil, fmt.Errorf("read slot: %w", err)
	}
	card, ok := bots.Fold(s, ms, bots.NewNames(p.Roster.Ever(p.Tenant), nil, assistant.Settings{}))
	if !ok {
		return nil, assistant.ErrNotFound
	}
	return card, nil
}
