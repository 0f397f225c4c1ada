package slack_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

func TestWhoSpeaksOrActsComesWithNameZoneAndGroups(t *testing.T) {
	in := &inbox{keys: map[string]bool{}, known: map[assistant.Place]bool{}}
	now := time.Now()
	fake, bot := fakeAndBot(t, func(c *slack.Config) {
		c.Inbox, c.Threads, c.Questions, c.Work = in, in, in, in
		c.Now = func() time.Time { return now }
	})
	fake.Now = func() time.Time { return now }
	fake.SetZone("U1", "Europe/Lisbon")
	fake.SetZone("U2", "Nowhere/At all")
	fake.SetGroup("S2", "U1")
	fake.SetGroup("S1", "U1", "U9")
	root, _, err := fake.MentionOnce(t.Context(), "C1", "", "U1", "hello")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := fake.Say(t.Context(), "C1", root, "U2", "me too"); err != nil {
		t.Fatal(err)
	}
	ts, err := bot.Post(t.Context(), place(root), cards()["plan_open"], "n")
	if err != nil {
		t.Fatal(err)
	}
	approve := func() assistant.Identity {
		if a, err := fake.Click(t.Context(), "C1", ts, "U1", "plan_approve", ""); err != nil || !a.OK() {
			t.Fatal(a.Status, err)
		}
		return in.acts[len(in.acts)-1].From
	}
	alice := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Name: "alice", Zone: "Europe/Lisbon", Groups: []string{"S1", "S2"}, Standing: assistant.StandingMember}
	if d := cmp.Diff(alice, in.received[0].From); d != "" {
		t.Error(d)
	}
	if from := in.received[1].From; from.Zone != "" || len(from.Groups) != 0 {
		t.Errorf("%+v", from)
	}
	if d := cmp.Diff(alice, approve()); d != "" {
		t.Error(d)
	}
	if n := fake.Calls("usergroups.list"); n != 1 {
		t.Errorf("asked %d times", n)
	}
	fake.SetGroup("S1")
	now = now.Add(4 * time.Minute)
	if from := approve(); len(from.Groups) != 1 || from.Groups[0] != "S2" {
		t.Errorf("after a change: %v", from.Groups)
	}
	fake.Fault("usergroups.list", fakeslack.Fault{Error: "missing_scope"})
	now = now.Add(4 * time.Minute)
	for range 2 {
		if from := approve(); len(from.Groups) != 0 {
			t.Errorf("what cannot be read still counts: %v", from.Groups)
		}
	}
	if v := fake.Violations(); len(v) > 0 {
		t.Error(v)
	}
}

// TestWhoIsMentionedIsCalledByName: in what is kept, and so in titles, in what models are told and in posts.
func TestWhoIsMentionedIsCalledByName(t *testing.T) {
	fake, _, in, _, said := talk(t)
	fake.AddUser("U2", "Bob")
	root := fake.Write("C2", "", "U2", "ask <@U1> about it")
	fake.Mention(t.Context(), "C2", root, "U1", "tell <@U3|charlie>, <@U2> and <@U2>")
	got := in.received[len(in.received)-1]
	if got.Text != "tell @charlie, @Bob and @Bob" || !strings.HasSuffix(got.Before, "Bob: ask @alice about it") {
		t.Errorf("%q after %q", got.Text, got.Before)
	}
	deliver(t, fake, fake.Edited(said[1], "make it as <@U2> likes it"))
	if all := in.texts(); all[len(all)-1] != "edited: make it as @Bob likes it" {
		t.Errorf("%q", all)
	}
}
