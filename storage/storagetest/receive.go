package storagetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

func bootstrap(_ *testing.T, w *world) {
	tenant, owner, err := w.Tenants.Bootstrap(w.ctx, assistant.Seed{Tenant: assistant.Tenant{Name: "Other"}, Owner: assistant.Person{Name: "Otto"}})
	w.ok(err)
	equal(w, tenant, assistant.Tenant{ID: w.tenant, Name: "Home"})
	equal(w, owner, w.owner)
	equal(w, owner.Role, assistant.RoleAdmin)
	w.ok(w.Health.Ready(w.ctx))
}

func spaces(_ *testing.T, w *world) {
	none, err := w.Tenants.Spaces(w.ctx, w.tenant, assistant.SurfaceSlack)
	w.ok(err)
	equal(w, len(none), 0)
	w.ok(w.Tenants.BindSpace(w.ctx, w.tenant, w.owner.ID, assistant.SurfaceSlack, "T1"))
	w.ok(w.Tenants.BindSpace(w.ctx, w.tenant, w.owner.ID, assistant.SurfaceSlack, "T1"))
	got, err := w.Tenants.Spaces(w.ctx, w.tenant, assistant.SurfaceSlack)
	w.ok(err)
	equal(w, got, []string{"T1"})
}

func persons(_ *testing.T, w *world) {
	from := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U9", Name: "Nina"}
	p, err := w.People.PersonFor(w.ctx, w.tenant, from)
	w.ok(err)
	equal(w, p, assistant.Person{ID: p.ID, Tenant: w.tenant, Name: "Nina", Role: assistant.RoleMember})
	again, err := w.People.PersonFor(w.ctx, w.tenant, from)
	w.ok(err)
	equal(w, again, p)
	byID, err := w.People.Person(w.ctx, w.tenant, p.ID)
	w.ok(err)
	equal(w, byID, p)
	for _, unknown := range []assistant.PersonID{id[assistant.PersonID](w), "", "no id", "'; drop table persons"} {
		_, err = w.People.Person(w.ctx, w.tenant, unknown)
		w.is(err, assistant.ErrNotFound)
	}
}

func projects(_ *testing.T, w *world) {
	p, err := w.Projects.Project(w.ctx, w.tenant, w.site.ID)
	w.ok(err)
	if p.At.IsZero() {
		w.t.Fatal("a saved project has no time")
	}
	p.Name, p.Allowed, p.Language = "Aquaverter Inc", []assistant.TaskType{"create_page"}, "en"
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), p, nil))
	all, err := w.Projects.Projects(w.ctx, w.tenant)
	w.ok(err)
	equal(w, all, []assistant.Project{p})
}

// wordpress is the site as one with WordPress.
func (w *world) wordpress(address string) assistant.Project {
	p := w.site
	p.Tenant, p.Connections = w.tenant, []assistant.Connection{site.WordPress(address, "bot")}
	return p
}

// connections are read with their project; what opens them is asked for by itself, and stays while it is not said anew.
func connections(_ *testing.T, w *world) {
	_, err := w.Projects.Secret(w.ctx, w.tenant, w.site.ID, site.KindWordPress)
	w.is(err, assistant.ErrNotFound)
	shop := w.wordpress("https://shop.example")
	shop.Connections = append([]assistant.Connection{{Kind: "caldav", Gives: []assistant.Capability{"calendar", "rooms"}}}, shop.Connections...)
	opens := func(kind assistant.ConnectionKind, want assistant.Secret) {
		w.t.Helper()
		got, err := w.Projects.Secret(w.ctx, w.tenant, shop.ID, kind)
		w.ok(err)
		equal(w, string(got), string(want))
		p, err := w.Projects.Project(w.ctx, w.tenant, shop.ID)
		w.ok(err)
		c, _ := p.Connected(kind)
		equal(w, c.Opened, want != "")
	}
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), shop, assistant.Secrets{site.KindWordPress: "old", "caldav": "key"}))
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), shop, assistant.Secrets{site.KindWordPress: "abcd efgh"}))
	opens(site.KindWordPress, "abcd efgh")
	opens("caldav", "key")
	shop.Connections[1].Config = map[string]string{site.KeyAddress: "https://new.example", "odd": "\"\\ü\n"}
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), shop, nil))
	opens(site.KindWordPress, "abcd efgh")
	shop.Connections[0].Opened, shop.Connections[1].Opened = true, true
	all, err := w.Projects.Projects(w.ctx, w.tenant)
	w.ok(err)
	equal(w, all[0].Connections, shop.Connections)
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), shop, assistant.Secrets{site.KindWordPress: ""}))
	opens(site.KindWordPress, "")

	shop.Connections = shop.Connections[1:]
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), shop, nil))
	_, err = w.Projects.Secret(w.ctx, w.tenant, shop.ID, "caldav")
	w.is(err, assistant.ErrNotFound)
	shop.Connections = nil
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), shop, nil))
	p, err := w.Projects.Project(w.ctx, w.tenant, shop.ID)
	w.ok(err)
	equal(w, p.Connections, []assistant.Connection(nil))
}

func receiveOnce(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.Key, in.ExternalID, in.Text = "Ev1", "1.0", "first line\nsecond line"
	in.Files = []assistant.File{{Name: "a.png", URL: "https://example.com/a.png"}}
	in.At = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	first, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	equal(w, first.Known, false)
	again, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	first.Known = true
	equal(w, again, first)

	equal(w, w.log(first.Conversation), []assistant.Message{{
		ID: first.Message, Tenant: w.tenant, Conversation: first.Conversation, Seq: 1, Key: "Ev1", Author: assistant.AuthorUser,
		Person: first.Person, Kind: assistant.KindMessage, Content: in.Text, At: in.At,
		Body: assistant.Said{Files: in.Files, ExternalID: "1.0"}, Slot: assistant.Slot("said:" + first.Message),
	}})
	c, err := w.Conversations.Conversation(w.ctx, w.tenant, first.Conversation)
	w.ok(err)
	equal(w, []any{c.Title, c.Person, c.Agent, c.Seq}, []any{"First line", first.Person, assistant.Chief, int64(1)})
	_, mail := w.claim()
	equal(w, len(mail), 1)
}

func receivePlaces(_ *testing.T, w *world) {
	a, b, other := w.say("1.0", "a"), w.say("1.0", "b"), w.say("2.0", "c")
	equal(w, []any{b.Conversation, b.Person, b.Seq}, []any{a.Conversation, a.Person, int64(2)})
	if other.Conversation == a.Conversation || other.Person != a.Person {
		w.t.Fatalf("another thread is another conversation of the same person: %+v, %+v", a, other)
	}

	web := assistant.Inbound{Tenant: w.tenant, Place: assistant.Place{Surface: assistant.SurfaceWeb}, Person: w.owner.ID, Text: "hi"}
	first, err := w.Intake.Receive(w.ctx, web)
	w.ok(err)
	second, err := w.Intake.Receive(w.ctx, web)
	w.ok(err)
	if first.Conversation == second.Conversation {
		w.t.Fatal("the panel's conversations are bound to each other")
	}
	web.Conversation, web.Agent, web.Project = a.Conversation, assistant.WebEngineer, w.site.ID
	joined, err := w.Intake.Receive(w.ctx, web)
	w.ok(err)
	equal(w, []any{joined.Conversation, joined.Seq, joined.Person}, []any{a.Conversation, int64(3), w.owner.ID})
	c, err := w.Conversations.Conversation(w.ctx, w.tenant, a.Conversation)
	w.ok(err)
	equal(w, []any{c.Agent, c.Project}, []any{assistant.WebEngineer, w.site.ID})
}

func receiveEdits(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.Key, in.ExternalID = "Ev1", "1.1"
	said, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	in.Key, in.Change, in.Text = "Ev2", assistant.ChangeEdited, "hello there"
	_, err = w.Intake.Receive(w.ctx, in)
	w.ok(err)
	in.Key = "Ev2 again" // as an edit of the same words, by another key
	again, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	equal(w, again.Known, true)
	equal(w, contents(w.log(said.Conversation)), []string{"hello", "hello there"})
	in.Key, in.Change = "Ev3", assistant.ChangeDeleted
	_, err = w.Intake.Receive(w.ctx, in)
	w.ok(err)
	log := w.log(said.Conversation)
	equal(w, contents(log), []string{"", "", ""})
	equal(w, log[1].Body, assistant.Body(assistant.Revised{Message: said.Message}))
	equal(w, log[2].Body, assistant.Body(assistant.Revised{Message: said.Message, Deleted: true}))
	equal(w, log[2].Slot, log[0].Slot)
	in.ExternalID, in.Key = "9.9", "Ev4"
	_, err = w.Intake.Receive(w.ctx, in)
	w.is(err, assistant.ErrNotFound)
}

func receiveRefuses(_ *testing.T, w *world) {
	for name, spoil := range map[string]func(*assistant.Inbound){
		"unknown tenant":       func(in *assistant.Inbound) { in.Tenant = "nobody" },
		"unknown conversation": func(in *assistant.Inbound) { in.Conversation = id[assistant.ConversationID](w) },
		"no conversation id":   func(in *assistant.Inbound) { in.Conversation = "1" },
		"unknown person":       func(in *assistant.Inbound) { in.Person = id[assistant.PersonID](w) },
	} {
		in := w.slack("1.0")
		in.Key = name
		spoil(&in)
		_, err := w.Intake.Receive(w.ctx, in)
		w.is(err, assistant.ErrNotFound)
	}
	all, err := w.Conversations.Conversations(w.ctx, w.tenant, 10)
	w.ok(err)
	equal(w, len(all), 0)
}

func receiveNever(_ *testing.T, w *world) {
	for name, spoil := range map[string]func(*assistant.Inbound){
		"a key with a NUL":         func(in *assistant.Inbound) { in.Key = "Ev\x00" },
		"a key that is no UTF-8":   func(in *assistant.Inbound) { in.Key = "Ev\xff" },
		"a key without an end":     func(in *assistant.Inbound) { in.Key = strings.Repeat("Ev", 1000) },
		"an id with a NUL":         func(in *assistant.Inbound) { in.ExternalID = "1\x00" },
		"a channel with a NUL":     func(in *assistant.Inbound) { in.Place.Channel = "C\x00" },
		"a thread that is no text": func(in *assistant.Inbound) { in.Place.Thread = "\xc3" },
		"an account with a NUL":    func(in *assistant.Inbound) { in.From.External = "U\x00" },
		"a tenant that is not there": func(in *assistant.Inbound) { // which the database itself refuses
			in.Tenant = id[assistant.TenantID](w)
		},
	} {
		in := w.slack("1.0")
		in.Key, in.Text = "Ev1", "words of a person"
		spoil(&in)
		_, err := w.Intake.Receive(w.ctx, in)
		if !errors.Is(err, assistant.ErrUnstorable) || strings.Contains(err.Error(), in.Text) {
			w.t.Errorf("%s: %v", name, err)
		}
	}
	away, cancel := context.WithCancel(w.ctx)
	cancel()
	in := w.slack("1.0")
	if _, err := w.Intake.Receive(away, in); err == nil || errors.Is(err, assistant.ErrUnstorable) {
		w.t.Errorf("a database that does not answer: %v", err)
	}
	_, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
}

func strangeBytes(_ *testing.T, w *world) {
	in := w.slack("1.0")
	in.Text, in.Key = "a\x00b\xffc", "Ev1"
	in.Files = []assistant.File{{Name: "nul\x00 and \\u0000"}}
	r, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	m := w.log(r.Conversation)[0]
	equal(w, m.Content, "ab\uFFFDc")
	equal(w, m.Body, assistant.Body(assistant.Said{Files: []assistant.File{{Name: "nul\uFFFD and \\u0000"}}}))
}

func receiveConcurrently(_ *testing.T, w *world) {
	const people, each = 8, 6
	var wg sync.WaitGroup
	var mu sync.Mutex
	found := map[assistant.ConversationID]int{}
	for p := range people {
		wg.Go(func() {
			for n := range each {
				in := w.slack("new")
				in.Key = fmt.Sprintf("%d/%d", p/2, n) // every message comes twice
				r, err := w.Intake.Receive(w.ctx, in)
				if err != nil {
					w.t.Error(err)
					return
				}
				mu.Lock()
				found[r.Conversation]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	equal(w, len(found), 1)
	for c := range found {
		equal(w, len(w.log(c)), people/2*each)
	}
}

func receiveBefore(_ *testing.T, w *world) {
	in := w.slack("t")
	in.Text, in.Before, in.Key = "what do you think?", "Bob: sales are down\nEve: why?", "k"
	first, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	again, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	equal(w, again.Known, true)
	in.Key, in.Text = "k2", "well?"
	second, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	equal(w, []int64{first.Seq, second.Seq}, []int64{2, 3})
	log := w.log(first.Conversation)
	equal(w, contents(log), []string{in.Before, "what do you think?", "well?"})
	equal(w, []any{log[0].Author, log[0].Person, log[0].Kind}, []any{assistant.AuthorUser, assistant.PersonID(""), assistant.KindMessage})
	c, mail := w.claim()
	equal(w, len(mail), 2)
	equal(w, mail[0].Message.Content, "what do you think?")
	s, err := w.Mailboxes.Situation(w.ctx, c, mail[0].Message)
	w.ok(err)
	equal(w, contents(s.Recent), []string{in.Before, "what do you think?"})
	equal(w, []bool{s.Recent[0].Overheard(), s.Recent[1].Overheard()}, []bool{true, false})
	equal(w, s.Conversation.Title, "What do you think?")
}
