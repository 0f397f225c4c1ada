package storagetest

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// beforeIsNobodys: what stood in a place before somebody spoke there is gone by in nobody's name, whomever it is put down to.
func beforeIsNobodys(_ *testing.T, w *world) {
	c := w.quiet()
	for text, body := range map[string]assistant.Said{"https://before.example": {Before: true}, "https://mine.example": {}} {
		w.ok(second(w.Intake.Post(w.ctx, assistant.Message{
			Tenant: w.tenant, Conversation: c, Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: text, Body: body,
		})))
	}
	got, err := w.Conversations.Grounds(w.ctx, assistant.GroundsOf{Tenant: w.tenant, Conversation: c, Person: w.owner.ID})
	w.ok(err)
	equal(w, got.Said, []string{"https://mine.example"})
}

// keyedByAPlatform: what a platform sends again under a key is known by it, though it was edited in between.
func keyedByAPlatform(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.Key, in.Text = "Ev1", "hello"
	first, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	in.Text = "hello, all"
	again, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	first.Known = true
	equal(w, again, first)
	equal(w, contents(w.log(first.Conversation)), []string{"hello"})
}

// heardInThreads: what has the same number in two threads of a channel was said twice.
func heardInThreads(_ *testing.T, w *world) {
	var place assistant.Place
	for _, thread := range []string{"1.0", "2.0"} {
		in := w.slack(thread)
		in.Key, in.ExternalID = thread, "same"
		w.ok(second(w.Intake.Receive(w.ctx, in)))
		place = in.Place
	}
	heard, err := w.Places.HeardIn(w.ctx, w.tenant, place.Surface, place.Space, place.Channel, 10)
	w.ok(err)
	var threads []string
	for _, in := range heard {
		threads = append(threads, in.Place.Thread)
	}
	slices.Sort(threads)
	equal(w, threads, []string{"1.0", "2.0"})
}

// namesOfOthers: another account that is renamed renames nobody who is called otherwise, however alike the names are; and names
// somebody who is called nothing yet.
func namesOfOthers(_ *testing.T, w *world) {
	say := func(external, name string) string {
		w.t.Helper()
		in := w.slack("t" + w.ids.New())
		in.From, in.Key = account(external, name), w.ids.New()
		r, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
		p, err := w.People.Person(w.ctx, w.tenant, r.Person)
		w.ok(err)
		return p.Name
	}
	for i, one := range []struct{ own, other, renamed, want string }{
		{"Anna (Toronto)", "annak", "annakk", "Anna (Toronto)"},
		{"Ben (he) Berg", "Ben", "Benno", "Ben (he) Berg"},
		{"", "Cleo", "Cleopatra", "Cleopatra"},
	} {
		own, other := string(rune('A'+i))+"1", string(rune('A'+i))+"2"
		p, linked := w.person(account(own, one.own)), w.person(account(other, one.other))
		w.ok(second(w.Links.RedeemLinkCode(w.ctx, w.tenant, linked.ID, w.code(p.ID).Code)))
		equal(w, say(other, one.renamed), one.want)
	}
}

// signedInAs: who is signed in speaks as who they are, whatever account comes with it.
func signedInAs(_ *testing.T, w *world) {
	in := assistant.Inbound{Tenant: w.tenant, Place: assistant.Place{Surface: assistant.SurfaceWeb}, Person: w.owner.ID, Text: "yes", Key: "k"}
	in.From = standing("U1", assistant.StandingGuest)
	in.From.Groups = []string{"S1"}
	w.ok(second(w.Intake.Receive(w.ctx, in)))
	c, mail := w.claim()
	equal(w, mail[0].Message.As, assistant.Identity{})
	s, err := w.Mailboxes.Situation(w.ctx, c, mail[0].Message)
	w.ok(err)
	equal(w, s.Person.Role, assistant.RoleAdmin)
}
