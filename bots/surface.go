package bots

import (
	"context"
	"errors"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Surface shows cards on a platform. An error is a [*LaterError] when trying again helps, a [*RefusedError] when it never
// will, a [*LesserError] when it was done in a plainer way; any other error leaves open whether the platform did what was
// asked.
type Surface interface {
	// Hash names how the card looks in a place, drawn as Post and Edit draw it there: equal hashes need no edit. "" says that the
	// surface does not draw it.
	Hash(ctx context.Context, p assistant.Place, c Card) string
	// Post shows a card anew, marked with the nonce, and returns the platform's id of it.
	Post(ctx context.Context, p assistant.Place, c Card, nonce string) (ref string, err error)
	// Edit makes what was posted look like the card. A [*MovedError] says that the card has to be posted anew instead.
	Edit(ctx context.Context, p assistant.Place, ref string, c Card) error
	// Find looks a post up by its nonce.
	Find(ctx context.Context, p assistant.Place, nonce string) (ref string, found bool, err error)
}

// Dater is a surface whose platform says when something was posted, by the clock that it also gives people's words.
type Dater interface {
	// PostedAt returns when what has that id was posted, whole; zero where the id does not say.
	PostedAt(ref string) time.Time
}

// Paced is a surface whose platform bounds how fast a place takes posts.
type Paced interface {
	// Allows is the pace of all of a channel's places together; zero if nobody else posts there.
	Allows(p assistant.Place) assistant.Pace
}

// Writer is a surface that can show an answer while it is being written.
type Writer interface {
	// Write shows the answer so far and returns the platform's id of it. Without a ref it begins, marked with the nonce.
	Write(ctx context.Context, p assistant.Place, so AnswerCard, ref, nonce string) (string, error)
	// Finish makes what was written so far the card, whole, in as many messages as the card needs, and returns the platform's
	// id of that. Doing it again is safe.
	Finish(ctx context.Context, p assistant.Place, ref string, c Card, nonce string) (string, error)
}

// DeliveryStore is the courier's part of storage. Every write fails with [assistant.ErrFenced] once the claim is lost.
type DeliveryStore interface {
	// ClaimDelivery takes a place that is behind its log, and may bring what it is behind.
	ClaimDelivery(ctx context.Context, t assistant.TenantID, surfaces []assistant.Surface, lease time.Duration) (assistant.DeliveryClaim, bool, error)
	// RenewDelivery holds the place for another lease.
	RenewDelivery(ctx context.Context, c assistant.DeliveryClaim, lease time.Duration) error
	// Undelivered reads what the place has not been shown.
	Undelivered(ctx context.Context, c assistant.DeliveryClaim) (assistant.Undelivered, error)
	// Intend makes the nonces of coming posts durable and takes their slots in the pace. While the first of those has not come
	// nothing is intended, and wait says how long that is.
	Intend(ctx context.Context, c assistant.DeliveryClaim, ds []assistant.Delivery, p assistant.Pace) (wait time.Duration, err error)
	// ReleaseDelivery records what was shown, moves the cursor to upto, and lets go of the place: not before wait again. The
	// slots that the claim says are kept until then.
	// ready says that the log went on meanwhile.
	ReleaseDelivery(ctx context.Context, c assistant.DeliveryClaim, shown []assistant.Delivery, upto int64, wait time.Duration) (ready bool, err error)
}

// DraftStore is what showing answers that are still being written asks of storage besides.
type DraftStore interface {
	// ClaimDraft takes the place of a conversation that is up to date, to show it a draft; shown is what it has been shown
	// of the draft. It takes nothing once the answer is in the log.
	ClaimDraft(ctx context.Context, d assistant.Draft, s assistant.Surface, lease time.Duration) (c assistant.DeliveryClaim, shown assistant.Delivery, ok bool, err error)
	// ReleaseDraft records what was shown and lets go of the place. ready says that there is something to deliver.
	ReleaseDraft(ctx context.Context, c assistant.DeliveryClaim, shown assistant.Delivery) (ready bool, err error)
}

// Directory tells who people are, and who of them may decide.
type Directory interface {
	// Settings returns what holds for the tenant.
	Settings(ctx context.Context, t assistant.TenantID) (assistant.Settings, error)
	// Person returns a person of the tenant.
	Person(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.Person, error)
}

// LaterError says that the platform certainly did not do what was asked, and when to ask again.
type LaterError struct {
	After time.Duration
	Err   error // what the platform said; nil when it was not even asked
}

// Error implements error.
func (e *LaterError) Error() string {
	if e.Err == nil {
		return "held back for " + e.After.String()
	}
	return e.Err.Error()
}

// Unwrap gives what the platform said.
func (e *LaterError) Unwrap() error { return e.Err }

// SilentError says that no answer came, so that the platform may be at it still: what was asked can be done seconds later.
type SilentError struct{ Err error }

// Error implements error.
func (e *SilentError) Error() string { return e.Err.Error() }

// Unwrap gives what was waited for.
func (e *SilentError) Unwrap() error { return e.Err }

// RefusedError says that the platform will never do what was asked: the channel is gone, the bot is not in it, the token
// is void, the card is too long. What is only drawn in a way that it refuses, a surface shows in plainer ways by itself, see
// [LesserError].
type RefusedError struct {
	Reason string // the platform's own word for it
	Closed bool   // nothing at all can be shown there, whatever it is
	Opens  bool   // and somebody may open the place again: let the bot in, take the channel out of the archive, install the app
	Err    error
}

// Error implements error.
func (e *RefusedError) Error() string { return "refused: " + e.Reason }

// Unwrap gives the underlying error.
func (e *RefusedError) Unwrap() error { return e.Err }

// MovedError says that what was posted takes no more changes, and says so to people as far as the platform let it: the card
// has to be posted anew, further down.
type MovedError struct{ Err error } // Err is the platform's answer; nil if it was not waited for

// Error implements error.
func (e *MovedError) Error() string {
	if e.Err == nil {
		return "too old to be edited"
	}
	return "too old to be edited: " + e.Err.Error()
}

// Unwrap gives what the platform said.
func (e *MovedError) Unwrap() error { return e.Err }

// Outcome labels what became of one delivery, for metrics. The set is closed.
type Outcome string

// The outcomes.
const (
	OutcomePosted  Outcome = "posted"
	OutcomeEdited  Outcome = "edited"
	OutcomeDrafted Outcome = "drafted" // an answer that is still being written
	OutcomeFound   Outcome = "found"   // a lost answer was looked up
	OutcomeLater   Outcome = "later"   // put off by the platform or by our own pace
	OutcomeUnknown Outcome = "unknown" // no answer; will be looked up
	OutcomePlain   Outcome = "plain"   // refused as it was drawn, and shown as words
	OutcomeBare    Outcome = "bare"    // shown without the files that go with it
	OutcomeTold    Outcome = "told"    // refused in every form: a line says so
	OutcomeGivenUp Outcome = "given_up"
)

// Outcomes are all of them.
func Outcomes() []Outcome {
	return []Outcome{
		OutcomePosted, OutcomeEdited, OutcomeDrafted, OutcomeFound, OutcomeLater, OutcomeUnknown,
		OutcomePlain, OutcomeBare, OutcomeTold, OutcomeGivenUp,
	}
}

func outcomeOf(err error) Outcome {
	if _, ok := errors.AsType[*LaterError](err); ok {
		return OutcomeLater
	}
	if _, ok := errors.AsType[*RefusedError](err); ok {
		return OutcomeGivenUp
	}
	return OutcomeUnknown
}
