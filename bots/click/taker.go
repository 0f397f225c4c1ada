package click

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// Questions gives the questions behind a clarification's buttons; buttons carry only ids.
type Questions interface {
	// Clarification returns it with its conversation, whom it asks, and whether an answer is still wanted.
	Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (c assistant.Clarification, conv assistant.ConversationID, askedOf assistant.PersonID, open bool, err error)
	// Conversation returns the conversation, including its language.
	Conversation(ctx context.Context, t assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error)
}

// By is the person who pressed something, with the key that identifies the same press when it arrives again.
type By struct {
	Tenant assistant.TenantID
	From   assistant.Identity
	Key    string
}

// Words returns the language of what only this person reads: that of their account.
func (b By) Words() wording.Words { return wording.In(b.From.Language) }

// Taker passes what people press to the inbox. It is safe for concurrent use.
type Taker struct {
	inbox     bots.Inbox
	questions Questions
	log       *slog.Logger
	taken     *bots.Memory[string, bool] // decisions, and who made them
}

const takenLimit = 10_000

// NewTaker returns one that remembers no decisions yet.
func NewTaker(to bots.Inbox, from Questions, log *slog.Logger) *Taker {
	return &Taker{inbox: to, questions: from, log: log, taken: bots.NewMemory[string, bool](takenLimit)}
}

// Act tells the inbox. It returns what the person alone should read: "" when the act took effect.
func (t *Taker) Act(ctx context.Context, by By, body assistant.Body) (note string) {
	out, err := t.inbox.Act(ctx, assistant.Act{Tenant: by.Tenant, From: by.From, Body: body, Key: by.Key})
	decision := fmt.Sprintf("%s %s %s %s %v", by.Tenant, by.From.Space, by.From.External, body.Type(), body)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return view.NoteGone
	case err != nil:
		t.log.ErrorContext(ctx, "click not stored", slog.String("surface", string(by.From.Surface)), slog.Any("err", err))
		return view.NoteAgain
	case out.Done:
		if decides(body) {
			t.taken.Keep(decision, true)
		}
		return ""
	}
	if _, again := t.taken.Of(decision); again && !out.TooMuch {
		return noteTaken // who presses twice is not told that nothing was changed: it was, by the first
	}
	return out.Note
}

const noteTaken = "Your decision has been taken: it counted the first time, so there is nothing more to do."

// decides tells whether an act is taken once.
func decides(b assistant.Body) bool {
	switch b.(type) { //nolint:gochecksumtype // the rest may be done again
	case assistant.PlanDecided, assistant.ApprovalDecided, assistant.Answered:
		return true
	default:
		return false
	}
}

// Question reads the clarification that a click is about. Without a note it is open.
func (t *Taker) Question(ctx context.Context, by By, id assistant.ClarificationID) (q assistant.Clarification, note string) {
	q, _, note = t.question(ctx, by, id)
	return q, note
}

// Form reads the clarification that a form is to ask, and what is spoken where it stands: the form's own words are in the language of
// its questions.
func (t *Taker) Form(ctx context.Context, by By, id assistant.ClarificationID) (q assistant.Clarification, in wording.Words, note string) {
	q, conv, note := t.question(ctx, by, id)
	if note != "" {
		return q, by.Words(), note
	}
	c, err := t.questions.Conversation(ctx, by.Tenant, conv)
	if err != nil {
		return q, by.Words(), "" // a form is worth more than its language
	}
	return q, wording.In(cmp.Or(c.Language, by.From.Language)), ""
}

func (t *Taker) question(ctx context.Context, by By, id assistant.ClarificationID) (q assistant.Clarification, conv assistant.ConversationID, note string) {
	q, conv, _, open, err := t.questions.Clarification(ctx, by.Tenant, id)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return q, conv, view.NoteGone
	case err != nil:
		t.log.ErrorContext(ctx, "question not read", slog.String("surface", string(by.From.Surface)), slog.Any("err", err))
		return q, conv, view.NoteAgain
	case !open:
		return q, conv, view.NoteClosed
	default:
		return q, conv, ""
	}
}

// Pick answers a question with one of its options.
func (t *Taker) Pick(ctx context.Context, by By, id assistant.ClarificationID, question, option int) (note string) {
	q, note := t.Question(ctx, by, id)
	if note != "" {
		return note
	}
	answer, ok := Picked(q, question, option)
	if !ok {
		return view.NoteGone
	}
	return t.Act(ctx, by, answer)
}

// Answer takes the form of a clarification's questions, as far as a platform has room for it. It returns q so that the caller can
// show an error beside an input. An empty answer means the question's default; questions the form had no room for are left out.
func (t *Taker) Answer(ctx context.Context, by By, id assistant.ClarificationID, r Room, sent func(name string) (string, bool)) (q assistant.Clarification, note string) {
	q, note = t.Question(ctx, by, id)
	if note != "" {
		return q, note
	}
	values, err := r.Read(view.AnswersForm(q), sent)
	if wrong, ok := errors.AsType[*assistant.FieldError](err); ok {
		return q, by.Words().Tell(wrong.Message)
	}
	answer := assistant.Answered{Clarification: q.ID, Values: values}
	if len(q.Questions) == 0 { // it is all own words
		answer.Values, answer.Text = nil, values[""]
	}
	if answer.Text == "" && !q.Answers(answer.Values) {
		return q, view.NoteEmpty
	}
	return q, t.Act(ctx, by, answer)
}

// Rate takes a rating of an answer. It changes nothing that others see, so the person gets a thank-you; taken tells whether it took
// effect.
func (t *Taker) Rate(ctx context.Context, by By, body assistant.Body) (note string, taken bool) {
	if note := t.Act(ctx, by, body); note != "" {
		return note, false
	}
	if rated, ok := body.(assistant.Rated); ok && rated.Good {
		return view.NoteGood, true
	}
	return view.NoteBad, true
}
