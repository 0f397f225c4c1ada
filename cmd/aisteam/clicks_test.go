package main

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// inTurns sends one request to each replica, over and over.
type inTurns struct {
	hosts []string
	n     atomic.Int64
	http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (i *inTurns) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Host = i.hosts[int(i.n.Add(1))%len(i.hosts)]
	return i.RoundTripper.RoundTrip(r)
}

// crowd is a Slack in front of two replicas, and people in it: some may decide what Anna asks for, most may not.
type crowd struct {
	*slackWorld

	db      *storage.DB
	tenant  assistant.TenantID
	allowed map[assistant.PersonID]string // by what they may
	users   map[string]string             // accounts of those who may, by what they may
}

func newCrowd(t *testing.T) *crowd {
	t.Helper()
	database := servers.EmptiedPostgres(t)
	env := append(ownRedis(t), "DATABASE_URL="+database)
	w := newSlackWorld(t, env...)
	second := newChild(t, append(w.child.env, env...)...)
	second.env = append(second.env, "AISTEAM_ADDR="+second.addr, "AISTEAM_DATA="+w.child.data) // they share the folder of pages
	w.child.startReady()
	second.startReady()
	w.slack.ConnectURL("http://"+w.child.addr, &http.Client{Timeout: patience, Transport: &inTurns{
		hosts: []string{w.child.addr, second.addr}, RoundTripper: &http.Transport{MaxIdleConnsPerHost: 64},
	}})
	db, err := storage.Open(t.Context(), storage.Config{
		DatabaseURL: database, IDs: assistant.NewIDs(time.Now, rand.Reader), Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	home, owner, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{})
	if err != nil {
		t.Fatal(err)
	}
	c := &crowd{slackWorld: w, db: db, tenant: home.ID, allowed: map[assistant.PersonID]string{}, users: map[string]string{}}
	c.users[asker] = "asked for it"
	c.allowed[c.person(asker, "Anna")] = "asked for it"
	for user, role := range map[string]assistant.Role{"UROLE": assistant.RoleApprover, "UADMIN": assistant.RoleAdmin} {
		id := c.person(user, strings.ToLower(user[1:]))
		if err := db.People.SetRole(t.Context(), home.ID, owner.ID, id, role); err != nil {
			t.Fatal(err)
		}
		c.users[user], c.allowed[id] = string(role), string(role)
	}
	// Anna's other account is hers by a code, which she asks for and enters on Slack.
	c.slack.AddUser("UANNA2", "anna-at-home")
	code := c.command(asker, "link")
	_, code, _ = strings.Cut(code, "Your code is ")
	if said := c.command("UANNA2", "link "+strings.ToLower(code[:min(len(code), 9)])+" yes"); !strings.Contains(said, "you are Anna here") {
		t.Fatalf("linking said %s", said)
	}
	c.users["UANNA2"] = "is linked to who asked"
	return c
}

func (c *crowd) person(user, name string) assistant.PersonID {
	c.tb.Helper()
	c.slack.AddUser(user, name)
	p, err := c.db.People.PersonFor(c.tb.Context(), c.tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: user, Name: name})
	if err != nil {
		c.tb.Fatal(err)
	}
	return p.ID
}

func (c *crowd) command(user, text string) string {
	c.tb.Helper()
	a, err := c.slack.Command(c.tb.Context(), channel, user, text)
	if err != nil || !a.OK() {
		c.tb.Fatalf("%s: %d %s %v", text, a.Status, a.Body, err)
	}
	return string(a.Body)
}

// rush makes a hundred clicks on a card at once, twenty by people who may decide and eighty by people who may not, half of each for
// yes and half for no.
func (c *crowd) rush(card fakeslack.Message, yes, no string) {
	c.tb.Helper()
	const clicks = 100
	before := len(c.slack.Whispers())
	var users []string
	for user := range c.users {
		for range 5 {
			users = append(users, user)
		}
	}
	for len(users) < clicks {
		user := fmt.Sprintf("UNOT%d", len(users))
		c.slack.AddUser(user, "stranger "+user)
		users = append(users, user)
	}
	mathrand.Shuffle(clicks, func(i, j int) { users[i], users[j] = users[j], users[i] })
	start := make(chan struct{})
	var wg sync.WaitGroup
	click := func(user, action string) {
		act, err := card.Action(action)
		if err != nil {
			c.tb.Error(err)
			return
		}
		if a, err := c.slack.Press(c.tb.Context(), card, user, act); err != nil || !a.OK() {
			c.tb.Errorf("the click of %s: %d %v", user, a.Status, err)
		}
	}
	for i, user := range users {
		action := yes
		if i%2 == 1 {
			action = no
		}
		wg.Go(func() {
			<-start
			click(user, action)
		})
	}
	close(start)
	wg.Wait()
	var words []fakeslack.Whisper
	read := before
	eventually(c.tb, patience, "everybody else has a private word", func() bool {
		for _, one := range c.slack.Whispers()[read:] {
			read++
			if strings.Contains(one.Text, triesAgain) {
				click(one.User, yes)
				continue
			}
			words = append(words, one)
		}
		return len(words) >= clicks-1
	})
	refused, late := 0, 0
	for _, whisper := range words {
		mine := c.users[whisper.User] != ""
		switch {
		case strings.Contains(whisper.Text, "Only the person who asked for this"):
			refused++
			if mine {
				c.tb.Errorf("%s, who %s, may not: %s", whisper.User, c.users[whisper.User], whisper.Text)
			}
		case strings.Contains(whisper.Text, "already"), mine && strings.Contains(whisper.Text, "it counted the first time"):
			late++
		default:
			c.tb.Errorf("%s reads %q", whisper.User, whisper.Text)
		}
	}
	if refused+late != clicks-1 {
		c.tb.Errorf("%d are refused and %d too late, of %d", refused, late, clicks)
	}
	c.tb.Logf("%d clicks: %d refused, %d too late", clicks, refused, late)
}

// asks puts an approval of Anna's into the conversation, as a task that needs one does.
func (c *crowd) asks(conversation assistant.ConversationID, title string) assistant.Message {
	c.tb.Helper()
	approval := assistant.Approval{
		ID: assistant.NewID[assistant.ApprovalID](assistant.NewIDs(time.Now, rand.Reader)), Tool: "send", Title: assistant.Verbatim(title),
		Why: assistant.Say("It cannot be taken back."), Preview: assistant.Preview{Title: assistant.Verbatim(title), State: "s"}, Irreversible: true,
		RequestedBy: c.person(asker, "Anna"), ExpiresAt: time.Now().Add(time.Hour),
	}
	m, err := c.db.Intake.Post(c.tb.Context(), assistant.Message{
		Tenant: c.tenant, Conversation: conversation, Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage,
		Content: approval.Title.String(), Body: assistant.ApprovalRequested{Approval: approval},
	})
	if err != nil {
		c.tb.Fatal(err)
	}
	return m
}

func onApproval(b assistant.Body) (assistant.Verdict, bool) {
	d, ok := b.(assistant.ApprovalDecided)
	return d.Verdict, ok
}

func onPlan(b assistant.Body) (assistant.Verdict, bool) {
	d, ok := b.(assistant.PlanDecided)
	return d.Verdict, ok
}

// decision is the only one of that kind in the conversation's log behind a position, with its verdict and name.
func (c *crowd) decision(conversation assistant.ConversationID, after int64, verdict func(assistant.Body) (assistant.Verdict, bool)) (assistant.Verdict, string) {
	c.tb.Helper()
	ms, err := c.db.Conversations.MessagesAfter(c.tb.Context(), c.tenant, conversation, after, 1000)
	if err != nil {
		c.tb.Fatal(err)
	}
	var all []assistant.Message
	var how assistant.Verdict
	for _, m := range ms {
		if v, ok := verdict(m.Body); ok {
			how, all = v, append(all, m)
		}
	}
	if len(all) != 1 {
		c.tb.Fatalf("%d decisions: %+v", len(all), all)
	}
	by, ok := c.allowed[all[0].Person]
	if !ok {
		c.tb.Fatalf("somebody who may not has decided: %+v", all[0])
	}
	p, err := c.db.People.Person(c.tb.Context(), c.tenant, all[0].Person)
	if err != nil {
		c.tb.Fatal(err)
	}
	c.tb.Logf("%s by %s, who may as: %s", how, p.Name, by)
	return how, p.Name
}

// settled waits until the card says who decided it how and when, and offers nothing more.
func (c *crowd) settled(ts, name string) {
	c.tb.Helper()
	c.shows("who decided, and when", func() {}, func(m fakeslack.Message) bool {
		text := strings.Join(fakeslack.Lines(m.Blocks), "\n")
		return m.TS == ts && strings.Contains(text, "by "+name) && strings.Contains(text, "<!date^") && !m.HasAction("approval_approve") && !m.HasAction("plan_approve")
	})
}

// TestOfAHundredClicksOneDecides: people who may and people who may not click on the same card through two replicas at once.
// One of those who may decides, and everybody else reads a private word.
func TestOfAHundredClicksOneDecides(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	calm := func() {}
	c.say("Please create a new webpage called Services.", calm)
	c.shows("the questions", calm, says("Which language"))
	conversation, err := c.db.Places.ConversationAt(t.Context(), c.tenant, assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: channel, Thread: c.root})
	if err != nil {
		t.Fatal(err)
	}
	c.asks(conversation, "Send the newsletter")
	card := c.shows("the approval", calm, has("approval_approve"))
	c.rush(card, "approval_approve", "approval_reject")
	_, name := c.decision(conversation, 0, onApproval)
	c.settled(card.TS, name)

	c.say("English, for homeowners, found by water filters", calm)
	c.press(c.shows("the forks", calm, says("One simple page")), "clarify_opt:0", calm)
	plan := c.shows("the plan", calm, has("plan_approve"))
	c.rush(plan, "plan_approve", "plan_reject")
	how, name := c.decision(conversation, 0, onPlan)
	c.settled(plan.TS, name)
	if how == assistant.VerdictApproved {
		c.press(c.shows("the finished text", calm, has("approval_approve")), "approval_approve", calm)
		c.shows("the finished run", calm, has("run_undo"))
	}
	c.typed(conversation)
	if v := c.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}

// typed: words in the thread are authorised as clicks are, by the groups of whoever writes them.
func (c *crowd) typed(conversation assistant.ConversationID) {
	c.tb.Helper()
	asked := c.asks(conversation, "Send it again")
	c.shows("what is asked", func() {}, has("approval_approve"))
	says := func(groups ...string) {
		c.tb.Helper()
		from := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "UGROUP", Name: "Gisa", Groups: groups}
		_, err := c.db.Intake.Receive(c.tb.Context(), assistant.Inbound{
			Tenant: c.tenant, From: from, Change: assistant.ChangeSaid, Text: "yes, send it again",
			Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: channel, Thread: c.root},
		})
		if err != nil {
			c.tb.Fatal(err)
		}
	}
	_, owner, err := c.db.Tenants.Bootstrap(c.tb.Context(), assistant.Seed{})
	if err != nil {
		c.tb.Fatal(err)
	}
	grant := assistant.Grant{Surface: assistant.SurfaceSlack, Group: "SLEADS", Role: assistant.RoleApprover}
	if err := c.db.Grants.SaveGrant(c.tb.Context(), c.tenant, owner.ID, grant); err != nil {
		c.tb.Fatal(err)
	}
	says("SOTHERS")
	c.shows("that it stays open", func() {}, func(m fakeslack.Message) bool {
		return strings.Contains(m.Text, "an approver or an admin may decide it")
	})
	says("SOTHERS", "SLEADS")
	c.shows("the decision", func() {}, func(m fakeslack.Message) bool {
		return strings.Contains(strings.Join(fakeslack.Lines(m.Blocks), "\n"), "by Gisa")
	})
	gisa := c.person("UGROUP", "Gisa")
	c.allowed[gisa] = "is in a group"
	if how, name := c.decision(conversation, asked.Seq, onApproval); how != assistant.VerdictApproved || name != "Gisa" {
		c.tb.Errorf("%s by %s", how, name)
	}
}
