package storagetest

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// groundsAreOnesOwn: an address may be opened because of the tenant's projects or what a person wrote themselves. What others say,
// what was retracted, what was pressed and what a background task says in a person's name do not count. If nobody is present, only
// the task's prompt counts.
func groundsAreOnesOwn(_ *testing.T, w *world) {
	b := w.task()
	c, _ := w.unaskedAction(b)
	prompt := func(of assistant.GroundsOf) []string {
		of.Tenant, of.Conversation, of.Person, of.Unasked = w.tenant, c.Conversation, w.owner.ID, true
		got, err := w.Conversations.Grounds(w.ctx, of)
		w.ok(err)
		return got.Said
	}
	run := assistant.RunID("")
	for _, m := range w.log(c.Conversation) {
		if started, ok := m.Body.(assistant.RunStarted); ok {
			run = started.Run.ID
		}
	}
	equal(w, [][]string{prompt(assistant.GroundsOf{Background: b.ID}), prompt(assistant.GroundsOf{Run: run}), prompt(assistant.GroundsOf{})}, [][]string{{b.Prompt}, {b.Prompt}, nil})
	asOwner, err := w.Conversations.Grounds(w.ctx, assistant.GroundsOf{Tenant: w.tenant, Conversation: c.Conversation, Person: w.owner.ID})
	w.ok(err)
	equal(w, slices.Contains(asOwner.Said, b.Prompt), false)

	in := w.slack("1.0")
	say := func(key, external, text string, change func(*assistant.Inbound)) assistant.Received {
		one := in
		one.Key, one.ExternalID, one.Text = key, external, text
		if change != nil {
			change(&one)
		}
		r, err := w.Intake.Receive(w.ctx, one)
		w.ok(err)
		return r
	}
	said := say("Ev1", "1.1", "is first.example up?", nil)
	say("Ev2", "1.2", "https://typo.example", nil)
	say("Ev3", "1.2", "https://mended.example", func(i *assistant.Inbound) { i.Change = assistant.ChangeEdited })
	say("Ev4", "1.3", "https://gone.example", nil)
	say("Ev5", "1.3", "", func(i *assistant.Inbound) { i.Change = assistant.ChangeDeleted })
	say("Ev6", "1.4", "https://theirs.example", func(i *assistant.Inbound) {
		i.From = assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U2", Name: "Ben"}
	})
	uma := w.log(said.Conversation)[0].Person
	of := assistant.GroundsOf{Tenant: w.tenant, Conversation: said.Conversation, Person: uma}
	got, err := w.Conversations.Grounds(w.ctx, of)
	w.ok(err)
	slices.Sort(got.Said)
	equal(w, got.Said, []string{"https://mended.example", "is first.example up?"})
	equal(w, slices.ContainsFunc(got.Projects, func(p assistant.Project) bool { return p.ID == w.site.ID }), true)

	elsewhere, err := w.Conversations.Grounds(w.ctx, assistant.GroundsOf{Tenant: w.tenant, Conversation: w.say("2.0", "something else").Conversation, Person: uma})
	w.ok(err)
	equal(w, elsewhere.Said, []string{"something else"})

	other, err := w.Conversations.Grounds(w.ctx, assistant.GroundsOf{Tenant: id[assistant.TenantID](w), Conversation: said.Conversation, Person: uma})
	w.ok(err)
	equal(w, len(other.Said)+len(other.Projects), 0)
}
