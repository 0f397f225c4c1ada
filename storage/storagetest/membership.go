package storagetest

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// talk is a conversation on the panel that was begun for somebody.
func (w *world) talk(who assistant.PersonID) assistant.ConversationID {
	w.t.Helper()
	c, err := w.Conversations.StartConversation(w.ctx, w.tenant, assistant.Beginning{Person: who, Title: "The prices"})
	w.ok(err)
	return c.ID
}

// among returns the members of a conversation with who has invited each, and the people who can be invited.
func (w *world) among(c assistant.ConversationID) (in []assistant.PersonID, by []assistant.PersonID, others []assistant.PersonID) {
	w.t.Helper()
	m, err := w.Conversations.Membership(w.ctx, w.tenant, c, 100)
	w.ok(err)
	for _, one := range m.Members {
		in, by = append(in, one.ID), append(by, one.By)
	}
	for _, p := range m.Others {
		others = append(others, p.ID)
	}
	return in, by, others
}

func (w *world) sees(c assistant.ConversationID, who assistant.PersonID) bool {
	w.t.Helper()
	got, err := w.Conversations.MayAct(w.ctx, w.tenant, who, []assistant.ConversationID{c})
	w.ok(err)
	return got[c]
}

// invitedMembers: an invited person takes part until the person who invited them, an admin or they themselves remove them. Each
// step is in the log once, however often and by however many people it is pressed.
func invitedMembers(_ *testing.T, w *world) {
	anna, ben, cleo := w.somebody("anna"), w.somebody("ben"), w.somebody("cleo")
	c := w.talk(anna)
	add := func(by, who assistant.PersonID) error {
		return w.byPerson(c, by, assistant.MemberAdded{Person: who, Title: "The prices"})
	}
	remove := func(by, who assistant.PersonID) error {
		return w.byPerson(c, by, assistant.MemberRemoved{Person: who})
	}
	in, by, others := w.among(c)
	equal(w, [][]assistant.PersonID{in, by, others}, [][]assistant.PersonID{{anna}, {""}, {ben, cleo, w.owner.ID}})
	equal(w, w.sees(c, ben), false)

	var all sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		all.Go(func() { errs[i] = add(anna, ben) })
	}
	all.Wait()
	equal(w, len(slices.DeleteFunc(errs, func(err error) bool { return err != nil })), 1)
	w.is(add(anna, ben), assistant.ErrMember)
	w.ok(add(ben, cleo))
	in, by, others = w.among(c)
	equal(w, [][]assistant.PersonID{in, by, others}, [][]assistant.PersonID{{anna, ben, cleo}, {"", anna, ben}, {w.owner.ID}})
	equal(w, []bool{w.sees(c, ben), w.sees(c, cleo)}, []bool{true, true})
	seen, err := w.Conversations.Overview(w.ctx, w.tenant, assistant.Look{By: ben, Open: c, Lines: 10})
	w.ok(err)
	equal(w, []any{len(seen.Newest), len(seen.Members), seen.Members[0].Name}, []any{1, 3, "anna"})

	w.is(remove(anna, cleo), assistant.ErrNotInviter) // ben has invited her
	w.is(remove(cleo, anna), assistant.ErrNotInviter) // it was begun for her
	w.is(remove(anna, anna), assistant.ErrNotInviter)
	w.is(remove(w.owner.ID, anna), assistant.ErrNotInviter)
	w.ok(remove(ben, cleo))
	w.is(remove(ben, cleo), assistant.ErrNoMember)
	w.ok(add(anna, cleo))
	w.ok(remove(cleo, cleo))
	w.ok(add(ben, cleo))
	w.ok(remove(w.owner.ID, cleo))
	w.ok(remove(anna, ben))
	equal(w, []bool{w.sees(c, ben), w.sees(c, cleo), w.sees(c, anna)}, []bool{false, false, true})
	equal(w, len(w.log(c)), 8)
}

// whoCanBeInvited: somebody of the team who is no guest, into a conversation that no platform lets people into.
func whoCanBeInvited(_ *testing.T, w *world) {
	anna, ben := w.somebody("anna"), w.somebody("ben")
	c := w.talk(anna)
	add := func(c assistant.ConversationID, who assistant.PersonID) error {
		return w.byPerson(c, anna, assistant.MemberAdded{Person: who})
	}
	gus := account("UGUS", "Gus")
	gus.Standing = assistant.StandingGuest
	guest := w.person(gus).ID
	w.is(add(c, guest), assistant.ErrInvitee)
	w.is(add(c, id[assistant.PersonID](w)), assistant.ErrNotFound)
	w.is(add(c, "x"), assistant.ErrNotFound)
	w.is(add(id[assistant.ConversationID](w), ben), assistant.ErrNotFound)
	w.is(w.byPerson(c, anna, assistant.MemberRemoved{Person: id[assistant.PersonID](w)}), assistant.ErrNoMember)
	_, _, others := w.among(c)
	equal(w, others, []assistant.PersonID{ben, w.owner.ID})

	there := w.say("1.0", "hello")
	w.is(add(there.Conversation, ben), assistant.ErrPlatform)
	of, err := w.Conversations.Membership(w.ctx, w.tenant, there.Conversation, 10)
	w.ok(err)
	equal(w, []any{of.Platform, len(of.Others)}, []any{true, 0})

	w.ok(add(c, ben))
	_, err = w.People.Remove(w.ctx, w.tenant, w.owner.ID, ben)
	w.ok(err)
	w.is(add(c, ben), assistant.ErrInvitee) // who was removed is none of the team
	in, _, _ := w.among(c)
	equal(w, []any{in, w.sees(c, ben)}, []any{[]assistant.PersonID{anna}, false})
}

// invitedAreTold: an invited person is told once, where they are reached when they are not looking, and on the panel. A person who
// was removed before is told nothing, and nothing of it is kept for them.
func invitedAreTold(_ *testing.T, w *world) {
	anna, ben := w.somebody("anna"), w.somebody("ben")
	c := w.talk(anna)
	w.phone(ben, "https://push.example/ben")
	phone := assistant.Identity{Surface: assistant.SurfacePush, External: string(ben)}
	w.ok(w.byPerson(c, anna, assistant.MemberAdded{Person: ben}))
	due, a := w.telling()
	equal(w, []any{a.Topic, a.To.Person, a.To.Accounts, a.Beside, a.Until.IsZero()}, []any{assistant.TopicPeople, ben, []assistant.Identity{phone}, true, true})
	equal(w, w.takes(due, assistant.TellStep{Call: &phone, Keep: true, Next: ago(time.Second)}), true)
	equal(w, w.shownAll(false), map[assistant.Place]bool{assistant.DirectPlace(phone, a.Slot): true})
	due, a = w.telling()
	equal(w, a.Calls[0].Shown, true)
	equal(w, w.takes(due, assistant.TellStep{Keep: true}), true)
	kept := func() int {
		got, err := w.People.Notices(w.ctx, w.tenant, ben, 10)
		w.ok(err)
		return len(got)
	}
	equal(w, []int{len(w.told()), kept()}, []int{0, 1})

	w.ok(w.byPerson(c, anna, assistant.MemberRemoved{Person: ben}))
	w.ok(w.byPerson(c, anna, assistant.MemberAdded{Person: ben}))
	w.ok(w.byPerson(c, anna, assistant.MemberRemoved{Person: ben}))
	equal(w, []int{len(w.told()), kept()}, []int{0, 0})

	w.ok(w.byPerson(c, anna, assistant.MemberAdded{Person: ben}))
	due, _ = w.telling()
	_, err := w.People.Remove(w.ctx, w.tenant, w.owner.ID, ben)
	w.ok(err)
	w.is(second(w.Timers.Telling(w.ctx, due)), assistant.ErrNotFound)
}

// invitedAndLinked: after two accounts are linked, the person takes part if either of them did.
func invitedAndLinked(_ *testing.T, w *world) {
	anna, ben, beni := w.somebody("anna"), w.somebody("ben"), w.somebody("beni")
	c := w.talk(anna)
	w.ok(w.byPerson(c, anna, assistant.MemberAdded{Person: ben}))
	w.ok(w.byPerson(c, ben, assistant.MemberAdded{Person: beni}))
	_, err := w.Links.RedeemLinkCode(w.ctx, w.tenant, beni, w.code(ben).Code)
	w.ok(err)
	in, by, _ := w.among(c)
	equal(w, [][]assistant.PersonID{in, by}, [][]assistant.PersonID{{anna, ben}, {"", anna}})
	w.is(w.byPerson(c, anna, assistant.MemberAdded{Person: beni}), assistant.ErrMember)
	w.ok(w.byPerson(c, anna, assistant.MemberRemoved{Person: beni}))
	equal(w, []bool{w.sees(c, ben), w.sees(c, beni)}, []bool{false, false})

	w.ok(w.byPerson(c, anna, assistant.MemberAdded{Person: ben}))
	w.ok(w.Conversations.JoinConversation(w.ctx, w.tenant, c, anna))
	_, err = w.Links.RedeemLinkCode(w.ctx, w.tenant, anna, w.code(ben).Code)
	w.ok(err)
	in, by, _ = w.among(c)
	equal(w, [][]assistant.PersonID{in, by}, [][]assistant.PersonID{{ben}, {""}})
	w.is(w.byPerson(c, ben, assistant.MemberRemoved{Person: anna}), assistant.ErrNotInviter)
}

// mentioned: people mentioned in a message are told of it, once each, if they may read it. Others are told nothing, and a mention
// makes nobody a member.
func mentioned(_ *testing.T, w *world) {
	anna, ben, cleo := w.somebody("anna"), w.somebody("ben"), w.somebody("cleo")
	c := w.talk(anna)
	w.ok(w.byPerson(c, anna, assistant.MemberAdded{Person: ben}))
	due, _ := w.telling()
	w.takes(due, assistant.TellStep{})
	say := func(key string, who ...assistant.PersonID) error {
		_, err := w.Intake.Receive(w.ctx, assistant.Inbound{
			Tenant: w.tenant, Conversation: c, Place: assistant.Place{Surface: assistant.SurfaceWeb, Channel: string(c)}, Person: anna, Text: "look at this", Key: key, Mentions: who,
		})
		return err
	}
	for range 2 { // what is sent twice is said once
		w.ok(say("one", cleo, ben, w.owner.ID))
	}
	var told []assistant.PersonID
	for _, due := range w.told() {
		a, err := w.Timers.Telling(w.ctx, due)
		w.ok(err)
		equal(w, []any{a.Topic, a.Beside, a.Slot}, []any{assistant.TopicPeople, true, assistant.SlotOf(newest(w.log(c)))})
		told = append(told, a.To.Person)
		equal(w, w.takes(due, assistant.TellStep{Keep: true}), true)
	}
	slices.Sort(told)
	want := []assistant.PersonID{ben, w.owner.ID} // an admin reads every conversation
	slices.Sort(want)
	equal(w, told, want)
	equal(w, []bool{w.sees(c, ben), w.sees(c, cleo)}, []bool{true, false})
	kept, err := w.People.Notices(w.ctx, w.tenant, ben, 10)
	w.ok(err)
	equal(w, []any{len(kept), kept[0].Topic, kept[0].Message.Content}, []any{1, assistant.TopicPeople, "look at this"})
	w.is(say("two", "x"), assistant.ErrNotFound)

	w.ok(say("three", ben))
	w.ok(w.byPerson(c, anna, assistant.MemberRemoved{Person: ben}))
	equal(w, len(w.told()), 0)
}
