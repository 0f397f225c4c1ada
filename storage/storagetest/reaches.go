package storagetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// reachTests are about telling people who look at nothing, and what admins are told to do first.
func reachTests() map[string]func(*testing.T, *world) {
	return map[string]func(*testing.T, *world){
		"the tour is offered until it ends":                      tour,
		"a checklist is of the first steps":                      checklist,
		"a device is told for whoever gave it last":              reachesKept,
		"an address is told once it is confirmed":                reachesConfirmed,
		"who has confirmed an address is sent a code there":      mailedCodes,
		"who looks at their sessions ends all others":            otherSessions,
		"an address that is only claimed stays whose it was":     addressesTaken,
		"a mailed code ends with what it was mailed by":          mailedCodesEnd,
		"so many devices and no more are told":                   reachesBounded,
		"who has left is told nothing":                           reachesOfWhoLeft,
		"one key is every replica's for push services":           pushKey,
		"who looks at nothing is told once of what waits":        announced,
		"nobody is told of what was settled":                     announcedTooLate,
		"a device that is not there can be chosen for nothing":   reachesChosen,
		"what is handed is before a colleague, who is told once": handed,
	}
}

// phone is a browser of a person, which push reaches.
func (w *world) phone(of assistant.PersonID, endpoint string) assistant.Reach {
	w.t.Helper()
	r, err := w.Reaches.SaveReach(w.ctx, w.tenant, assistant.Reach{Person: of, Surface: assistant.SurfacePush, Name: "Firefox on Android", Language: assistant.German, To: assistant.Secret(endpoint)}, "")
	w.ok(err)
	return r
}

func (w *world) reaches(of assistant.PersonID) []assistant.Reach {
	w.t.Helper()
	got, err := w.Reaches.Reaches(w.ctx, w.tenant, of)
	w.ok(err)
	return got
}

func reachesKept(_ *testing.T, w *world) {
	anna := w.person(account("U1", "Anna"))
	first := w.phone(anna.ID, "https://push.example/1")
	equal(w, w.reaches(anna.ID), []assistant.Reach{first})
	equal(w, []any{first.Person, first.To, first.Open, first.Language, first.Made.IsZero()}, []any{anna.ID, assistant.Secret("https://push.example/1"), false, assistant.German, false})
	again, other := w.phone(anna.ID, "https://push.example/1"), w.phone(anna.ID, "https://push.example/2")
	equal(w, w.reaches(anna.ID), []assistant.Reach{again, other})
	theirs := w.phone(w.owner.ID, "https://push.example/1")
	equal(w, [][]assistant.Reach{w.reaches(anna.ID), w.reaches(w.owner.ID)}, [][]assistant.Reach{{other}, {theirs}})

	w.is(w.Reaches.DropReach(w.ctx, w.tenant, anna.ID, theirs.ID), assistant.ErrNotFound)
	w.ok(w.Reaches.DropReach(w.ctx, w.tenant, anna.ID, other.ID))
	w.is(w.Reaches.DropReach(w.ctx, w.tenant, anna.ID, other.ID), assistant.ErrNotFound)
	equal(w, []int{len(w.reaches(anna.ID)), len(w.reaches(w.owner.ID))}, []int{0, 1})
	for _, wrong := range []assistant.Reach{{Person: anna.ID, Surface: assistant.SurfaceSlack, To: "U1"}, {Person: anna.ID, Surface: assistant.SurfacePush}, {Person: id[assistant.PersonID](w), Surface: assistant.SurfacePush, To: "x"}} {
		if _, err := w.Reaches.SaveReach(w.ctx, w.tenant, wrong, ""); err == nil {
			w.t.Errorf("%+v is kept", wrong)
		}
	}

	// Whoever joins two accounts keeps what either had.
	bob := w.person(account("U2", "Bob"))
	his := w.phone(bob.ID, "https://push.example/3")
	w.ok(second(w.Links.RedeemLinkCode(w.ctx, w.tenant, bob.ID, w.code(anna.ID).Code)))
	equal(w, []assistant.ReachID{w.reaches(anna.ID)[0].ID, w.reaches(bob.ID)[0].ID}, []assistant.ReachID{his.ID, his.ID})
	w.ok(w.Reaches.DropReach(w.ctx, w.tenant, anna.ID, his.ID))
}

func reachesConfirmed(_ *testing.T, w *world) {
	save := func(to, code string) assistant.Reach {
		w.t.Helper()
		r, err := w.Reaches.SaveReach(w.ctx, w.tenant, assistant.Reach{Person: w.owner.ID, Surface: assistant.SurfaceMail, Name: to, To: assistant.Secret(to)}, code)
		w.ok(err)
		return r
	}
	first, later := w.ids.Secret(), w.ids.Secret()
	save("olga@example.com", first)
	w.phone(w.owner.ID, "https://push.example/1")
	equal(w, w.reaches(w.owner.ID)[0].Open, true)
	w.is(w.People.SetHearing(w.ctx, w.tenant, w.owner.ID, assistant.Hearing{}.With(assistant.HearMail, assistant.TopicDecisions)), assistant.ErrNoReach)
	anna := w.person(account("U1", "Anna"))
	for _, wrong := range []struct {
		who  assistant.PersonID
		code string
	}{{anna.ID, first}, {w.owner.ID, w.ids.Secret()}, {w.owner.ID, ""}} {
		w.is(w.Reaches.ConfirmReach(w.ctx, w.tenant, wrong.who, wrong.code), assistant.ErrCode)
	}
	w.ok(w.Reaches.ConfirmReach(w.ctx, w.tenant, w.owner.ID, first))
	w.is(w.Reaches.ConfirmReach(w.ctx, w.tenant, w.owner.ID, first), assistant.ErrCode)
	w.ok(w.People.SetHearing(w.ctx, w.tenant, w.owner.ID, assistant.Hearing{}.With(assistant.HearMail, assistant.TopicDecisions)))

	// Another address takes the first one's place when it is confirmed, and not before; devices stay.
	save("other@example.com", later)
	equal(w, len(w.reaches(w.owner.ID)), 3)
	w.ok(w.Reaches.ConfirmReach(w.ctx, w.tenant, w.owner.ID, later))
	equal(w, []any{len(w.reaches(w.owner.ID)), w.reaches(w.owner.ID)[0].Surface, w.reaches(w.owner.ID)[1].To}, []any{2, assistant.SurfacePush, assistant.Secret("other@example.com")})
}

func reachesBounded(_ *testing.T, w *world) {
	for i := range assistant.ReachesMost + 2 {
		w.phone(w.owner.ID, fmt.Sprintf("https://push.example/%d", i))
	}
	got := w.reaches(w.owner.ID)
	equal(w, []any{len(got), got[0].To}, []any{assistant.ReachesMost, assistant.Secret("https://push.example/2")})
}

func reachesOfWhoLeft(_ *testing.T, w *world) {
	anna := w.person(account("U1", "Anna"))
	w.phone(anna.ID, "https://push.example/1")
	mine := w.phone(w.owner.ID, "https://push.example/2")
	w.ok(second(w.People.Remove(w.ctx, w.tenant, w.owner.ID, anna.ID)))
	equal(w, [][]assistant.Reach{w.reaches(anna.ID), w.reaches(w.owner.ID)}, [][]assistant.Reach{nil, {mine}})
	w.is(second(w.Reaches.SaveReach(w.ctx, w.tenant, assistant.Reach{Person: anna.ID, Surface: assistant.SurfacePush, To: "https://push.example/1"}, "")), assistant.ErrNotFound)
}

func reachesChosen(_ *testing.T, w *world) {
	push := assistant.Hearing{}.With(assistant.HearPush, assistant.TopicResults)
	w.is(w.People.SetHearing(w.ctx, w.tenant, w.owner.ID, push), assistant.ErrNoReach)
	w.phone(w.owner.ID, "https://push.example/1")
	w.ok(w.People.SetHearing(w.ctx, w.tenant, w.owner.ID, push))
}

func pushKey(_ *testing.T, w *world) {
	var keys []assistant.Secret
	for _, fresh := range []assistant.Secret{"first", "second"} {
		key, err := w.Reaches.PushKey(w.ctx, w.tenant, fresh)
		w.ok(err)
		keys = append(keys, key)
	}
	equal(w, keys, []assistant.Secret{"first", "first"})
}

func announced(_ *testing.T, w *world) {
	phone := assistant.Identity{Surface: assistant.SurfacePush, External: string(w.owner.ID)}
	w.phone(w.owner.ID, "https://push.example/1")
	o := w.opened()
	callers := w.due()
	equal(w, kinds(callers), []assistant.TimerKind{assistant.TimerPlan.Reminder(), assistant.TimerClarification.Reminder(), assistant.TimerApproval.Reminder()})
	s, err := w.Timers.Summons(w.ctx, callers[0])
	w.ok(err)
	said := callers[0].DueAt.Add(-assistant.CallAfter)
	equal(w, []any{s.Reminded.Plan, s.Reminded.Person, s.RemindAt.Sub(said).Round(time.Minute)}, []any{o.p.ID, w.owner.ID, 20 * time.Minute})
	for range 2 { // replicas that have found the same
		w.ok(w.Timers.Announce(w.ctx, callers[0], []assistant.PersonID{w.owner.ID}, s.RemindAt))
	}
	w.ok(w.Timers.Announce(w.ctx, callers[1], []assistant.PersonID{o.of}, soon())) // who is reached nowhere
	equal(w, kinds(w.due()), []assistant.TimerKind{assistant.TimerApproval.Reminder(), assistant.TimerPlan.Reminder(), assistant.TimerTold})

	due, a := w.telling()
	equal(w, []any{a.Topic, a.Slot, a.To.Person, a.To.Accounts, a.Beside, a.Until}, []any{
		assistant.TopicDecisions, s.Reminded.Subject(), w.owner.ID, []assistant.Identity{phone}, false, o.p.ExpiresAt,
	})
	w.shownAll(false)
	equal(w, []bool{w.takes(due, assistant.TellStep{Call: &phone, Next: ago(time.Second)}), w.takes(due, assistant.TellStep{Call: &phone})}, []bool{true, false})
	equal(w, w.shownAll(false), map[assistant.Place]bool{assistant.DirectPlace(phone, a.Slot): true})
	due, a = w.telling()
	equal(w, []any{len(a.Calls), a.Calls[0].Shown}, []any{1, true})
	equal(w, w.takes(due, assistant.TellStep{}), true)
	equal(w, len(w.told()), 0)

	// Whatever comes of it is shown in the conversation alone.
	w.shownAll(false)
	w.ok(w.act(o.c.Conversation, assistant.PlanDecided{Plan: o.p.ID, Version: 1, Hash: o.p.Hash, Verdict: assistant.VerdictRejected}))
	equal(w, w.shownAll(false)[assistant.DirectPlace(phone, a.Slot)], false)
}

func announcedTooLate(_ *testing.T, w *world) {
	w.phone(w.owner.ID, "https://push.example/1")
	o := w.opened()
	callers := w.due()
	w.ok(w.Timers.Announce(w.ctx, callers[0], []assistant.PersonID{w.owner.ID}, soon()))
	due, _ := w.telling()
	w.ok(w.act(o.c.Conversation, assistant.PlanDecided{Plan: o.p.ID, Version: 1, Hash: o.p.Hash, Verdict: assistant.VerdictApproved}))
	w.ok(w.act(o.c.Conversation, assistant.ApprovalDecided{Approval: o.a.ID, Hash: o.a.Hash, Verdict: assistant.VerdictRejected}))
	equal(w, kinds(w.due()), []assistant.TimerKind{assistant.TimerClarification.Reminder(), assistant.TimerTold})
	w.is(second(w.Timers.Telling(w.ctx, due)), assistant.ErrNotFound)
	equal(w, w.takes(due, assistant.TellStep{}), true)
	w.is(second(w.Timers.Summons(w.ctx, callers[2])), assistant.ErrNotFound)
	w.ok(w.Timers.Announce(w.ctx, callers[2], []assistant.PersonID{w.owner.ID}, soon()))
	equal(w, len(w.told()), 0)
}

// strangersReaches: another tenant sees none of this tenant's reaches and deletes none.
func (w *world) strangersReaches(other assistant.TenantID) {
	w.t.Helper()
	mine := w.phone(w.owner.ID, "https://push.example/own")
	code := w.ids.Secret()
	w.ok(second(w.Reaches.SaveReach(w.ctx, w.tenant, assistant.Reach{Person: w.owner.ID, Surface: assistant.SurfaceMail, To: "own@example.com"}, code)))
	seen, err := w.Reaches.Reaches(w.ctx, other, w.owner.ID)
	w.ok(err)
	equal(w, len(seen), 0)
	w.is(second(w.Reaches.SaveReach(w.ctx, other, assistant.Reach{Person: w.owner.ID, Surface: assistant.SurfacePush, To: "https://push.example/own"}, "")), assistant.ErrNotFound)
	w.is(w.Reaches.DropReach(w.ctx, other, w.owner.ID, mine.ID), assistant.ErrNotFound)
	w.is(w.Reaches.ConfirmReach(w.ctx, other, w.owner.ID, code), assistant.ErrCode)
	w.ok(second(w.Reaches.PushKey(w.ctx, w.tenant, "ours")))
	if theirs, err := w.Reaches.PushKey(w.ctx, other, "theirs"); err == nil && theirs == "ours" {
		w.t.Error("a stranger was given this tenant's key for push services")
	}
	equal(w, len(w.reaches(w.owner.ID)), 2)
	for _, r := range w.reaches(w.owner.ID) {
		w.ok(w.Reaches.DropReach(w.ctx, w.tenant, w.owner.ID, r.ID))
	}
}
