package receive

import (
	"context"
	"log/slog"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

const (
	noteAgain   = view.NoteAgain
	noteGone    = view.NoteGone
	noteUnknown = "I do not know this one. It may be from another version of me; nothing has happened."
	noteSpace   = "I do not serve this server."
)

// The kinds of answer to an interaction.
const (
	answerPong    = 1
	answerMessage = 4
	answerLater   = 5 // a message that says "thinking…" until it is edited
	answerNothing = 6 // to a click: the card is edited by the courier
	answerUpdate  = 7 // of the message that was clicked
	answerChoices = 8
	answerForm    = 9
)

// response is the answer to an interaction.
type response struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// notice is what one person alone reads.
type notice struct {
	Content  string              `json:"content"`
	Flags    int                 `json:"flags,omitempty"`
	Mentions components.Mentions `json:"allowed_mentions"`
}

// reply is the answer, what is to be done after it has gone out, and the outcome for the metrics.
type reply struct {
	response
	then    func(ctx context.Context)
	outcome bots.Ack
	raw     bool // its words are not safe yet
}

// said are a private answer's words in a language, safe to be shown.
func (r reply) said(words notice, in wording.Words) string {
	out := in.Label(words.Content)
	if r.raw {
		return components.Escape(out, components.LimitContent)
	}
	return out
}

// whisper answers with a private word. It takes text that is safe already.
func whisper(note string, outcome bots.Ack) reply {
	return reply{response: privateWords(note), outcome: outcome}
}

// privateWords returns an answer that only the person who acted can read.
func privateWords(note string) response {
	return response{answerMessage, notice{bots.Clip(note, components.LimitContent), components.FlagEphemeral | components.FlagSuppressEmbeds, components.Nobody()}}
}

// done answers a click: a private word where it did not take effect, nothing otherwise.
func done(note string) reply {
	switch note {
	case "":
		return reply{response: response{Type: answerNothing}, outcome: bots.AckTaken}
	case noteAgain:
		return whisper(note, bots.AckUnavailable)
	default:
		out := whisper(note, bots.AckRefused)
		out.raw = true
		return out
	}
}

func opened(m *components.Modal) reply {
	return reply{response: response{answerForm, m}, outcome: bots.AckTaken}
}

// interact answers an interaction in the person's language, within the time that ctx leaves.
func (i *interactions) interact(ctx context.Context, r request) reply {
	out := i.answer(ctx, r)
	if said, ok := out.Data.(notice); ok {
		said.Content = out.said(said, r.words())
		out.Data = said
	}
	return out
}

// words returns the language of what only the person who acted reads.
func (r *request) words() wording.Words { return wording.In(r.from.language) }

func (i *interactions) answer(ctx context.Context, r request) reply {
	switch note, err := i.admits(ctx, &r); {
	case err != nil && r.kind != requestSuggest:
		i.Log.ErrorContext(ctx, "discord interaction not admitted", slog.Any("err", err))
		return whisper(noteAgain, bots.AckUnavailable)
	case err != nil, note != "" && r.kind == requestSuggest:
		return reply{response: response{answerChoices, suggestions{Choices: []choice{}}}, outcome: bots.AckRefused}
	case note != "":
		return whisper(note, bots.AckRefused)
	}
	switch r.kind {
	case requestPing:
		return reply{response: response{Type: answerPong}, outcome: bots.AckChallenge}
	case requestCommand:
		return i.command(ctx, r)
	case requestAbout:
		return opened(components.AboutForm(r.target, r.words()))
	case requestAsked:
		return i.asks.later(r)
	case click.ThenNote:
		return done(i.presses.act(ctx, r, r.subject.Act()))
	case requestConfirm:
		return confirm(r.subject, r.words())
	case requestSure:
		return i.presses.sure(ctx, r)
	case requestHalt:
		return i.presses.halt(ctx, r)
	case requestSuggest:
		return i.suggest(ctx, r)
	case click.ThenRate:
		return i.presses.rate(ctx, r)
	case requestThought:
		return i.pages.thought(ctx, r)
	case click.ThenWhole:
		return i.pages.whole(ctx, r)
	case click.ThenPick:
		return i.presses.pick(ctx, r)
	case click.ThenAnswers:
		return i.presses.form(ctx, r)
	case click.ThenChanges:
		return opened(components.ChangesForm(r.subject, r.words()))
	case click.ThenRewrite:
		return i.rewrite(ctx, r)
	case requestWritten:
		return i.rewritten(ctx, r)
	case click.ThenStanding:
		return i.standing(ctx, r)
	case requestForGood:
		return i.forGood(ctx, r)
	case requestAnswers:
		return i.presses.answers(ctx, r)
	case requestChanges:
		return done(i.presses.act(ctx, r, click.Changes(r.subject.Wanted(), r.fields[view.FieldChanges])))
	case click.ThenHush:
		return i.tasks.hush(ctx, r)
	case requestSetting:
		return i.own.press(ctx, r)
	case requestTask:
		return i.tasks.press(ctx, r)
	case click.ThenNothing:
		return whisper(noteUnknown, bots.AckIgnored)
	default:
		return whisper(noteUnknown, bots.AckIgnored)
	}
}
