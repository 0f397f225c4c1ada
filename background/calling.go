package background

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
)

const (
	callLooked   = time.Minute      // after so long it is looked whether a call has arrived
	callPatience = 5 * time.Minute  // so long a platform may take before another way is tried
	callLast     = 10 * time.Minute // before the end nobody's quiet is minded any more
)

// NextCall is the next step about something that waits for people who did not ask for it just now:
//
//	call the owner where it was asked for ──refused, no answer──▶ their other accounts ──none takes it──▶ say it in the thread
//	    │ shown                                                                                                 │
//	    └──a while later──▶ remind them, in their direct messages ──two thirds of its time──▶ their delegate ◀──┘
//
// Quiet hours and days off put a call off, unless what waits would end before anybody has heard of it. Nobody is called twice by
// the same account.
func NextCall(a assistant.Summons, now time.Time) assistant.CallStep {
	reached, pending := stateOf(a.Calls, a.Owner)
	to, more := untried(a, a.Owner)
	switch {
	case reached && !a.Told:
		at, ok := assistant.RemindAt(a.OpenedAt, a.Reminded.ExpiresAt)
		if at = awake(a, a.Owner, at); ok && now.Before(at) {
			return assistant.CallStep{Next: at}
		}
		return assistant.CallStep{Remind: ok, Direct: true, Next: afterwards(a, now)}
	case reached:
		return delegated(a, now)
	case pending(now):
		return assistant.CallStep{Next: now.Add(callLooked)}
	case more:
		if at := awake(a, a.Owner, now); now.Before(at) {
			return assistant.CallStep{Next: at}
		}
		return assistant.CallStep{Call: &to, Next: now.Add(callLooked)}
	case !a.Told:
		return assistant.CallStep{Remind: true, Next: afterwards(a, now)}
	default:
		return delegated(a, now)
	}
}

// delegated is the step about whoever is called after the owner; nothing more is done where there is nobody, or they have it.
func delegated(a assistant.Summons, now time.Time) assistant.CallStep {
	if a.Delegate.Person == "" || a.Delegate.Person == a.Owner.Person {
		return assistant.CallStep{}
	}
	reached, pending := stateOf(a.Calls, a.Delegate)
	to, more := untried(a, a.Delegate)
	at := awake(a, a.Delegate, escalates(a))
	switch {
	case reached:
		return assistant.CallStep{}
	case now.Before(at):
		return assistant.CallStep{Next: at}
	case pending(now):
		return assistant.CallStep{Next: now.Add(callLooked)}
	case more:
		return assistant.CallStep{Call: &to, Next: now.Add(callLooked)}
	default:
		return assistant.CallStep{}
	}
}

// escalates is when a delegate is called: when two thirds of the time are over.
func escalates(a assistant.Summons) time.Time {
	return a.OpenedAt.Add(a.Reminded.ExpiresAt.Sub(a.OpenedAt) * 2 / 3)
}

// afterwards is when to look again once the owner has been reminded; zero where nobody is called after them.
func afterwards(a assistant.Summons, now time.Time) time.Time {
	if a.Delegate.Person == "" || a.Delegate.Person == a.Owner.Person {
		return time.Time{}
	}
	if at := escalates(a); now.Before(at) {
		return at
	}
	return now.Add(callLooked)
}

// awake is a moment, or the first one after it at which somebody may be called.
func awake(a assistant.Summons, who assistant.Addressee, at time.Time) time.Time {
	zone, err := schedule.Zone(who.Zone)
	if err != nil {
		zone = time.UTC
	}
	if later := who.Hearing.Awake(at, zone); later.Before(a.Reminded.ExpiresAt.Add(-callLast)) {
		return later
	}
	return at
}

// stateOf tells whether somebody has in their direct messages what they were called about, and whether it may be on its way still.
func stateOf(calls []assistant.Call, who assistant.Addressee) (reached bool, pending func(now time.Time) bool) {
	var last time.Time
	for _, c := range calls {
		if !who.Has(c.At) {
			continue
		}
		reached = reached || c.Shown
		if !c.Shown && !c.Refused {
			last = c.MadeAt
		}
	}
	return reached, func(now time.Time) bool { return !last.IsZero() && now.Sub(last) < callPatience }
}

// untried is the account by which somebody is called next about what waits.
func untried(a assistant.Summons, who assistant.Addressee) (assistant.Identity, bool) {
	return who.Next(assistant.TopicDecisions, a.Reminded.Subject(), a.Calls)
}
