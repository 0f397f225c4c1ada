package receive

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
)

const (
	noteAgain   = "I could not save that just now. Nothing has happened; please try again in a moment."
	noteGone    = "I do not know this any more. Nothing has happened."
	noteClosed  = "This question is closed already."
	noteEmpty   = "Please answer at least one question. Nothing has happened."
	noteUnknown = "I do not know this one. It may be from another version of me; nothing has happened."
	noteSpace   = "I do not serve this server."
	noteTaken   = "Your decision has been taken: it counted the first time, so there is nothing more to do."
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
}

// whisper answers with a private word. It takes text that is safe already.
func whisper(note string, outcome bots.Ack) reply {
	return reply{response: privateWords(note), outcome: outcome}
}

// privateWords is an answer that whoever acted reads alone.
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
		return whisper(components.Escape(note, components.LimitContent), bots.AckRefused)
	}
}

func opened(m *components.Modal) reply {
	return reply{response: response{answerForm, m}, outcome: bots.AckTaken}
}

// interact answers an interaction, within the time that ctx leaves.
func (i *interactions) interact(ctx context.Context, r request) reply {
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
		return opened(components.AboutForm(r.target))
	case requestAsked:
		return i.later(r)
	case requestAct:
		return done(i.act(ctx, r, r.subject.Act()))
	case requestConfirm:
		return confirm(r.subject.ID)
	case requestSure:
		return i.sure(ctx, r)
	case requestSuggest:
		return i.suggest(ctx, r)
	case requestRate:
		return i.rate(ctx, r)
	case requestThought:
		return i.thought(ctx, r)
	case requestRead:
		return i.whole(ctx, r)
	case requestOption:
		return done(i.pick(ctx, r))
	case requestForm:
		q, note := i.question(ctx, r)
		if note != "" {
			return done(note)
		}
		return opened(components.AnswersForm(q))
	case requestEdit:
		return opened(components.ChangesForm(r.subject))
	case requestAnswers:
		return done(i.submit(ctx, r))
	case requestChanges:
		return done(i.act(ctx, r, assistant.PlanDecided{
			Plan: assistant.PlanID(r.subject.ID), Version: r.subject.Numbers[0], Verdict: assistant.VerdictChanges,
			Note: strings.TrimSpace(r.fields[components.InputChanges]),
		}))
	case requestIgnored:
		return whisper(noteUnknown, bots.AckIgnored)
	default:
		return whisper(noteUnknown, bots.AckIgnored)
	}
}

// act tells the inbox. It returns what the person alone should read: "" when the act took effect.
func (i *interactions) act(ctx context.Context, r request, body assistant.Body) string {
	out, err := i.Inbox.Act(ctx, assistant.Act{Tenant: i.Tenant, From: r.from.identity(), Body: body, Key: "discord/interaction/" + r.id})
	decision := fmt.Sprintf("%s %s %v", r.from.id, body.Type(), body)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return noteGone
	case err != nil:
		i.Log.ErrorContext(ctx, "discord click not stored", slog.Any("err", err))
		return noteAgain
	case out.Done:
		if decides(body) {
			i.taken.Keep(decision, true)
		}
		return ""
	}
	if _, again := i.taken.Of(decision); again && !out.TooMuch {
		return noteTaken // who presses twice is not told that nothing was changed: it was, by the first
	}
	return out.Note
}

// decides tells whether an act is taken once.
func decides(b assistant.Body) bool {
	switch b.(type) { //nolint:gochecksumtype // the rest may be done again
	case assistant.PlanDecided, assistant.ApprovalDecided, assistant.Answered:
		return true
	default:
		return false
	}
}

// question reads the clarification a click is about.
func (i *interactions) question(ctx context.Context, r request) (assistant.Clarification, string) {
	q, _, _, open, err := i.Questions.Clarification(ctx, i.Tenant, assistant.ClarificationID(r.subject.ID))
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return q, noteGone
	case err != nil:
		i.Log.ErrorContext(ctx, "discord question not read", slog.Any("err", err))
		return q, noteAgain
	case !open:
		return q, noteClosed
	default:
		return q, ""
	}
}

// pick answers a question with one of its options.
func (i *interactions) pick(ctx context.Context, r request) string {
	q, note := i.question(ctx, r)
	if note != "" {
		return note
	}
	answer, ok := components.Picked(q, r.subject.Numbers[0], r.choice)
	if !ok {
		return noteGone
	}
	return i.act(ctx, r, answer)
}

// submit takes the questions' form.
func (i *interactions) submit(ctx context.Context, r request) string {
	q, note := i.question(ctx, r)
	if note != "" {
		return note
	}
	answer := components.ReadAnswers(q, r.fields)
	if !q.Answers(answer.Values) {
		return noteEmpty
	}
	return i.act(ctx, r, answer)
}
