package main

import (
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// steppedClock goes on by itself, and further when it is told to.
type steppedClock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *steppedClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *steppedClock) step(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// office is a command served in this process, whose panel and database a test can reach.
type office struct {
	*child

	t      *testing.T
	db     ledgers
	tenant assistant.TenantID
	panel  *http.Client
}

// serveInside serves what a child would, in this process and by another clock.
func serveInside(t *testing.T, k *child, now func() time.Time) *office {
	t.Helper()
	for _, line := range k.env {
		if name, value, _ := strings.Cut(line, "="); name != "PATH" && name != "HOME" && name != childVar {
			t.Setenv(name, value)
		}
	}
	o := &office{child: k, t: t}
	var ready sync.WaitGroup
	ready.Add(1)
	h := hooks{now: now, store: func(db database) database {
		o.db, _ = db.(ledgers)
		ready.Done()
		return db
	}}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, []string{"serve"}, io.Discard, &k.log, h) }()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != exitClean {
			t.Errorf("exit code %d", code)
		}
	})
	eventually(t, patience, "the command is ready", k.ready)
	ready.Wait()
	home, _, err := o.db.Bootstrap(t.Context(), assistant.Seed{})
	if err != nil {
		t.Fatal(err)
	}
	o.tenant = home.ID
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	o.panel = &http.Client{Jar: jar, Timeout: patience}
	o.sends("/login", url.Values{"token": {testToken}})
	return o
}

// sends sends a form of the panel.
func (o *office) sends(path string, form url.Values) string {
	o.t.Helper()
	req, err := http.NewRequestWithContext(o.t.Context(), http.MethodPost, o.url(path), strings.NewReader(form.Encode()))
	if err != nil {
		o.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return o.does(req)
}

func (o *office) does(req *http.Request) string {
	o.t.Helper()
	res, err := o.panel.Do(req)
	if err != nil {
		o.t.Fatal(err)
	}
	defer res.Body.Close()
	page := readAll(res.Body)
	if res.StatusCode != http.StatusOK {
		o.t.Fatalf("%s answers %d: %s", req.URL.Path, res.StatusCode, page)
	}
	return page
}

// makesApprovers gives a group its role by the panel's form.
func (o *office) makesApprovers(on assistant.Surface, group string) {
	o.t.Helper()
	form := url.Values{"surface": {string(on)}, "group": {group}, "role": {string(assistant.RoleApprover)}}
	if page := o.sends("/people/grants", form); !strings.Contains(page, group) {
		o.t.Fatalf("the panel does not show the group: %s", page)
	}
}

// binds lets a Discord server act in the tenant, by the panel's form.
func (o *office) binds(server string) {
	o.t.Helper()
	form := url.Values{"verb": {"bind"}, "server": {server}}
	req, err := http.NewRequestWithContext(o.t.Context(), http.MethodPost, o.url("/settings/servers"), strings.NewReader(form.Encode()))
	if err != nil {
		o.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if page := o.does(req); !strings.Contains(page, server) {
		o.t.Fatalf("the panel does not show the server: %s", page)
	}
}

// asks puts an approval into a place's conversation, as a task that needs one does, in the name of who began it.
func (o *office) asks(at assistant.Place, from assistant.Identity, title string) assistant.ApprovalID {
	o.t.Helper()
	asks, err := o.db.PersonFor(o.t.Context(), o.tenant, from)
	if err != nil {
		o.t.Fatal(err)
	}
	conversation, err := o.db.ConversationAt(o.t.Context(), o.tenant, at)
	if err != nil {
		o.t.Fatal(err)
	}
	approval := assistant.Approval{
		ID: assistant.NewID[assistant.ApprovalID](assistant.NewIDs(time.Now, rand.Reader)), Tool: "send", Title: assistant.Verbatim(title),
		Why: assistant.Say("It goes to customers."), Preview: assistant.Preview{Title: assistant.Verbatim(title), State: "s"}, RequestedBy: asks.ID, ExpiresAt: time.Now().Add(time.Hour),
	}
	_, err = o.db.Post(o.t.Context(), assistant.Message{
		Tenant: o.tenant, Conversation: conversation, Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage,
		Content: approval.Title.String(), Body: assistant.ApprovalRequested{Approval: approval},
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return approval.ID
}

// decidedBy is whose decision stands: "" while none does.
func (o *office) decidedBy(id assistant.ApprovalID) string {
	o.t.Helper()
	a, err := o.db.Approval(o.t.Context(), o.tenant, id)
	if err != nil {
		o.t.Fatal(err)
	}
	if a.DecidedBy == "" {
		return ""
	}
	p, err := o.db.Person(o.t.Context(), o.tenant, a.DecidedBy)
	if err != nil {
		o.t.Fatal(err)
	}
	return p.Name
}

const notYours = "Only the person who asked for this, an approver or an admin may decide it."

// leftCounts is how long the Slack surface promises at most to take somebody for a member of a group they have left.
const leftCounts = 3 * time.Minute

// TestASlackUserGroupDecides: a user group is made approvers on the panel. A click of its member decides, one of anybody
// else gets a private word; and once somebody was taken out of the group in Slack, theirs decides no more.
func TestASlackUserGroupDecides(t *testing.T) {
	clock := &steppedClock{}
	w := newSlackWorldAt(t, clock.now)
	o := serveInside(t, w.child, clock.now)
	for id, name := range map[string]string{"UGISA": "Gisa", "UHUGO": "Hugo", "UNOT": "Nobody"} {
		w.slack.AddUser(id, name)
	}
	w.slack.SetGroup("SLEADS", "UGISA")
	w.slack.SetGroup("SOTHERS", "UNOT", "UHUGO")
	o.makesApprovers(assistant.SurfaceSlack, "SLEADS")
	calm := func() {}
	w.say("What can you do?", calm)
	w.shows("the answer", calm, says("These are things that I understand"))
	at := assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: channel, Thread: w.root}
	anna := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: asker}
	click := func(title, user string) {
		t.Helper()
		card := w.shows(title, calm, func(m fakeslack.Message) bool { return says(title)(m) && m.HasAction("approval_approve") })
		act, err := card.Action("approval_approve")
		if err != nil {
			t.Fatal(err)
		}
		if a, err := w.slack.Press(t.Context(), card, user, act); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
	}
	refused := func(user string, n int) {
		t.Helper()
		eventually(t, patience, user+" reads a private word", func() bool {
			got := 0
			for _, word := range w.slack.Whispers() {
				if word.User == user && word.Thread == w.root && strings.Contains(word.Text, notYours) {
					got++
				}
			}
			return got == n
		})
	}

	first := o.asks(at, anna, "Send the newsletter")
	click("Send the newsletter", "UNOT")
	refused("UNOT", 1)
	if by := o.decidedBy(first); by != "" {
		t.Fatalf("decided by %s, who is in another group", by)
	}
	click("Send the newsletter", "UGISA")
	if by := o.decidedBy(first); by != "Gisa" {
		t.Fatalf("decided by %q", by)
	}
	w.shows("who decided", calm, says("by Gisa"))

	second := o.asks(at, anna, "Send it again")
	w.slack.SetGroup("SLEADS", "UHUGO")
	clock.step(leftCounts)
	click("Send it again", "UGISA")
	refused("UGISA", 1)
	if by := o.decidedBy(second); by != "" {
		t.Fatalf("decided by %s, who was taken out of the group", by)
	}
	click("Send it again", "UHUGO")
	if by := o.decidedBy(second); by != "Hugo" {
		t.Errorf("decided by %q", by)
	}
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}

// TestADiscordRoleDecides is the same with a role of a server. Discord says with every click which roles somebody has, so
// that nothing is remembered of them.
func TestADiscordRoleDecides(t *testing.T) {
	const leads, gisa, hugo, nobody = "500000000000000001", "600000000000000002", "600000000000000003", "600000000000000004"
	fake, err := fakediscord.New(t.Context(), fakediscord.Config{Schema: fakediscord.FindSchema(), IdentifyEvery: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel(discordChannel, fakediscord.Text)
	for id, name := range map[string]string{discordAsker: "Anna", gisa: "Gisa", hugo: "Hugo", nobody: "Nobody"} {
		fake.AddUser(id, name)
	}
	fake.SetMember(gisa, "", leads)
	fake.SetMember(nobody, "", "500000000000000002")
	k := newChild(t, "DISCORD_TOKEN="+fake.Token, "DISCORD_APPLICATION_ID="+fake.Application, "DISCORD_API_URL="+fake.APIURL(),
		"DISCORD_PUBLIC_KEY="+fake.PublicKey())
	fake.ConnectURL("http://"+k.addr, &http.Client{Timeout: patience})
	clock := &steppedClock{}
	o := serveInside(t, k, clock.now)
	o.makesApprovers(assistant.SurfaceDiscord, leads)
	w := &discordWorld{tb: t, discord: fake, child: k}
	eventually(t, patience, "the gateway is up", func() bool { return fake.Readies() > 0 })
	if a, err := fake.Command(t.Context(), discordChannel, discordAsker, "tasks"); err != nil || !strings.Contains(a.Note(), "I am not set up for this server") {
		t.Fatalf("a server that nobody bound is told %q %v", a.Note(), err)
	}
	o.binds(fake.Guild)
	clock.step(time.Minute)
	w.thread = fake.Mention(discordChannel, discordAsker, "What can you do?")
	w.shows("the answer", discordSays("These are things that I understand"))
	at := assistant.Place{Surface: assistant.SurfaceDiscord, Space: fake.Guild, Channel: w.thread}
	anna := assistant.Identity{Surface: assistant.SurfaceDiscord, External: discordAsker}
	click := func(title, user string) string {
		t.Helper()
		card := w.shows(title, func(m fakediscord.Message) bool { return discordSays(title)(m) && discordHas("v1:approval:approve")(m) })
		a, err := fake.Click(t.Context(), card, user, card.Action("v1:approval:approve"), "")
		if err != nil {
			t.Fatal(err)
		}
		return a.Note()
	}

	first := o.asks(at, anna, "Send the newsletter")
	if note := click("Send the newsletter", nobody); !strings.Contains(note, notYours) || o.decidedBy(first) != "" {
		t.Fatalf("somebody with another role reads %q, and it is decided by %q", note, o.decidedBy(first))
	}
	if note := click("Send the newsletter", gisa); note != "" || o.decidedBy(first) != "Gisa" {
		t.Fatalf("Gisa reads %q, and it is decided by %q", note, o.decidedBy(first))
	}
	w.shows("who decided", discordSays("by Gisa"))

	second := o.asks(at, anna, "Send it again")
	fake.SetMember(gisa, "")
	fake.SetMember(hugo, "", leads)
	if note := click("Send it again", gisa); !strings.Contains(note, notYours) || o.decidedBy(second) != "" {
		t.Fatalf("Gisa, whose role was taken, reads %q, and it is decided by %q", note, o.decidedBy(second))
	}
	if note := click("Send it again", hugo); note != "" || o.decidedBy(second) != "Hugo" {
		t.Errorf("Hugo reads %q, and it is decided by %q", note, o.decidedBy(second))
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Errorf("Discord's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}
