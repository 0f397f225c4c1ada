package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// told returns the due timers that tell a person something.
func (w *world) told() (out []assistant.Timer) {
	w.t.Helper()
	for _, t := range w.due() {
		if t.Kind == assistant.TimerTold {
			out = append(out, t)
		}
	}
	return out
}

// telling is the only thing that somebody is to be told now.
func (w *world) telling() (assistant.Timer, assistant.Telling) {
	w.t.Helper()
	due := w.told()
	equal(w, len(due), 1)
	a, err := w.Timers.Telling(w.ctx, due[0])
	w.ok(err)
	return due[0], a
}

// takes takes a step, and tells whether it was ours to take.
func (w *world) takes(due assistant.Timer, step assistant.TellStep) bool {
	w.t.Helper()
	taken, err := w.Timers.Tell(w.ctx, due, step)
	w.ok(err)
	return taken
}

// linkDiscord links an account on Discord to a person of Slack.
func (w *world) linkDiscord(p assistant.PersonID) assistant.Identity {
	w.t.Helper()
	there := assistant.Identity{Surface: assistant.SurfaceDiscord, Space: "G1", External: "600", Name: "uma"}
	other, err := w.People.PersonFor(w.ctx, w.tenant, there)
	w.ok(err)
	code, err := w.Links.MakeLinkCode(w.ctx, w.tenant, p)
	w.ok(err)
	w.ok(second(w.Links.RedeemLinkCode(w.ctx, w.tenant, other.ID, code.Code)))
	return there
}

func result(assistant.MessageID) []assistant.Message {
	m := answer("all is well")
	m.Body = assistant.Said{Topic: assistant.TopicResults}
	return []assistant.Message{m}
}

// tellings: the owner of a background task is told its outcome once, where they want to hear of it. For a person who chose nothing,
// nothing is stored, and the outcome of a request is told where it was asked for.
func tellings(_ *testing.T, w *world) {
	r := w.say("1.0", "hello")
	w.answered(result)
	o := w.order("key")
	o.Task.Owner, o.Task.Conversation = r.Person, r.Conversation
	b, err := w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
	w.ok(err)
	w.fire(b)
	w.answered(result)
	equal(w, len(w.told()), 0)

	discord, slack := w.linkDiscord(r.Person), w.slack("1.0").From
	w.ok(w.People.SetHearing(w.ctx, w.tenant, r.Person, assistant.Hearing{}.With(assistant.HearNowhere, assistant.TopicResults).With(assistant.HearDiscord, assistant.TopicFailures)))
	w.say("1.0", "hello again")
	w.answered(result)
	equal(w, len(w.told()), 0)
	w.fire(b)
	w.answered(result)
	due, a := w.telling()
	equal(w, []any{a.Topic, a.To.Person, len(a.To.Accounts), a.To.Hearing.Where[a.Topic], len(a.Calls), a.Beside}, []any{assistant.TopicResults, r.Person, 2, assistant.HearNowhere, 0, false})
	equal(w, []bool{w.takes(due, assistant.TellStep{Keep: true}), w.takes(due, assistant.TellStep{Keep: true})}, []bool{true, false})
	w.is(second(w.Timers.Telling(w.ctx, due)), assistant.ErrNotFound)
	kept, err := w.People.Notices(w.ctx, w.tenant, r.Person, 10)
	w.ok(err)
	equal(w, []any{len(kept), kept[0].Topic, kept[0].Conversation, kept[0].Message.Content, kept[0].Title}, []any{1, assistant.TopicResults, r.Conversation, "all is well", "Check the audit"})

	w.shownAll(false)
	w.fire(b)
	w.answered(sorry)
	w.shownAll(false)
	due, a = w.telling()
	equal(w, a.Topic, assistant.TopicFailures)
	equal(w, w.takes(due, assistant.TellStep{Call: &discord, Next: ago(time.Second)}), true)
	equal(w, w.shownAll(true), map[assistant.Place]bool{assistant.DirectPlace(discord, a.Slot): true})
	due, a = w.telling()
	equal(w, []any{len(a.Calls), a.Calls[0].Refused}, []any{1, true})
	equal(w, w.takes(due, assistant.TellStep{Call: &slack, Next: ago(time.Second), Keep: true}), true)
	equal(w, w.shownAll(false), map[assistant.Place]bool{assistant.DirectPlace(slack, a.Slot): true})
	due, a = w.telling()
	equal(w, []any{len(a.Calls), a.Calls[1].Shown}, []any{2, true})
	equal(w, w.takes(due, assistant.TellStep{Keep: true}), true)
	kept, err = w.People.Notices(w.ctx, w.tenant, r.Person, 10)
	w.ok(err)
	equal(w, []any{len(kept), kept[0].Topic, len(w.told())}, []any{2, assistant.TopicFailures, 0})
}
