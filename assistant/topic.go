package assistant

import (
	"maps"
	"slices"
)

// Topic is a kind of notification: about work that the person did not just ask for, or about what others want of them.
type Topic string

// The topics.
const (
	TopicDecisions Topic = "decisions" // what waits for them
	TopicResults   Topic = "results"
	TopicFailures  Topic = "failures" // also that a task pauses itself
	TopicDigests   Topic = "digests"
	TopicPeople    Topic = "people" // somebody has invited or mentioned them
)

// Topics lists the topics for which people choose where they hear of them, in display order.
func Topics() []Topic {
	return []Topic{TopicDecisions, TopicResults, TopicFailures, TopicDigests}
}

// HearAt is where a person hears of a topic. Whatever they choose, it is also in its conversation and in the panel's inbox.
type HearAt string

// The ways.
const (
	HearThere   HearAt = "" // in its conversation; what waits is sent to them, too, as is that a task pauses
	HearSlack          = HearAt(SurfaceSlack)
	HearDiscord        = HearAt(SurfaceDiscord)
	HearPush           = HearAt(SurfacePush)
	HearMail           = HearAt(SurfaceMail)
	HearPanel   HearAt = "panel"   // nothing is sent: the panel's inbox has it
	HearNowhere HearAt = "nowhere" // likewise, and they do not mind
)

// Surface is the platform of a way that is one; "" for every other.
func (a HearAt) Surface() Surface {
	switch a {
	case HearSlack, HearDiscord, HearPush, HearMail:
		return Surface(a)
	case HearThere, HearPanel, HearNowhere:
	}
	return ""
}

// Sends tells whether a way lets anything be sent to somebody.
func (a HearAt) Sends() bool { return a != HearPanel && a != HearNowhere }

// ErrDecisionsNowhere refuses to turn off notifications about decisions.
var ErrDecisionsNowhere = refusal(Say("Decisions wait for you, so they stand in the panel’s inbox at least."), Say("Choose the panel for them. Nothing was changed."))

// ErrNotReached refuses a surface on which the person has no account.
var ErrNotReached = refusal(Say("You have no linked account there, so nothing can be sent to you."), Say("Link it first, on the panel’s page “People”. Nothing was changed."))

// ErrNoReach refuses a choice for which the person has no device or address.
var ErrNoReach = refusal(Say("No device or address of yours is set up for that, so nothing can be sent to you."), Say("Add one on the panel’s page “Notifications” first. Nothing was changed."))

// With is the hearing with another way for some topics.
func (h Hearing) With(at HearAt, topics ...Topic) Hearing {
	h.Where = maps.Clone(h.Where)
	if h.Where == nil {
		h.Where = map[Topic]HearAt{}
	}
	for _, t := range topics {
		h.Where[t] = at
		if at == HearThere {
			delete(h.Where, t)
		}
	}
	if len(h.Where) == 0 {
		h.Where = nil
	}
	return h
}

// checkTopics says what of the topics' ways cannot be.
func (h Hearing) checkTopics() error {
	for t, at := range h.Where {
		switch {
		case !slices.Contains(Topics(), t):
			return refusal(Say("People are told about decisions, results, failures and digests."), Say("Nothing was changed. Correct it and save again."))
		case at != HearThere && at != HearPanel && at != HearNowhere && at.Surface() == "":
			return refusal(Say("People are told about things in their conversation, on Slack, on Discord, on their devices, by e-mail, on the panel or nowhere."), Say("Nothing was changed. Correct it and save again."))
		case t == TopicDecisions && at == HearNowhere:
			return ErrDecisionsNowhere
		}
	}
	return nil
}

// Next is the account by which somebody is told about a topic next, with the calls that were made so far: on the platform that they
// chose for it, or else want to be called on first, before the others. It gives false where no more is to be tried.
func (a Addressee) Next(about Topic, what Slot, calls []Call) (Identity, bool) {
	at := a.Hearing.Where[about]
	if a.Person == "" || !at.Sends() {
		return Identity{}, false
	}
	first := a.Hearing.First
	if s := at.Surface(); s != "" {
		first = s
	}
	accounts := slices.Clone(a.Accounts)
	slices.SortStableFunc(accounts, func(x, y Identity) int { return afterFirst(first, x) - afterFirst(first, y) })
	for _, i := range accounts {
		if a.Hearing.Never && !i.Surface.Away() {
			continue
		}
		place := DirectPlace(i, what)
		if !slices.ContainsFunc(calls, func(c Call) bool { return c.At == place }) {
			return i, true
		}
	}
	return Identity{}, false
}

func afterFirst(first Surface, i Identity) int {
	if first == "" || i.Surface == first {
		return 0
	}
	return 1
}
