package discord_test

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// standing are the words that stand in a channel.
func standing(fake *fakediscord.Server, channel string) string {
	var out []string
	for _, m := range fake.Messages(channel) {
		out = append(out, m.Content)
	}
	return strings.Join(out, "\n")
}

// home is the server of the fake.
const home = "800000000000000001"

// serving is a change that lets the bot serve these servers alone.
func serving(servers ...string) func(*discord.Config) {
	return func(c *discord.Config) {
		if in, ok := c.Inbox.(*inbox); ok {
			in.spaces, c.Spaces = servers, in
		}
	}
}

func TestOnlyBoundServersActInTheTenant(t *testing.T) {
	fake, in, _ := listening(t, serving("1"))
	for range 2 {
		fake.Mention(text, anna, "create a page")
	}
	eventually(t, "Anna is told once, alone", func() bool {
		return strings.Contains(standing(fake, fake.Direct(anna)), "I am not set up for this server")
	})
	if got := standing(fake, fake.Direct(anna)); !strings.Contains(got, "its number is "+fake.Guild) || strings.Count(got, "not set up") != 1 {
		t.Error(got)
	}
	if len(in.all()) != 0 {
		t.Errorf("something was kept: %+v", in.all())
	}
	if strings.Contains(standing(fake, text), "not set up") {
		t.Error("others read along")
	}
	clean(t, fake)
}

func TestNothingIsToldOrDecidedInAServerThatNobodyBound(t *testing.T) {
	in := newInbox()
	in.waits = []assistant.Pending{{Kind: assistant.PendingPlan, Title: "Secret"}}
	fake, _ := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		serving()(c)
	})
	for _, name := range []string{"ask", "tasks", "status", "stop", "settings", "agents"} {
		a, err := fake.Command(t.Context(), text, anna, name)
		if err != nil || !strings.Contains(a.Note(), "I am not set up for this server") || !strings.Contains(string(a.Data), `"flags":68`) {
			t.Errorf("/%s: %s %v", name, a.Data, err)
		}
	}
	in.away = errors.New("away")
	if a, err := fake.Command(t.Context(), text, anna, "tasks"); err != nil || strings.Contains(a.Note(), "Secret") {
		t.Errorf("%s %v", a.Data, err)
	}
	if len(in.all()) != 0 || len(in.acts) != 0 {
		t.Error("something came of it")
	}
	clean(t, fake)
}

func TestABoundServerActsAndSoDoItsPeopleInPrivate(t *testing.T) {
	fake, in, _ := listening(t, serving("1", home))
	fake.SetMember(anna, "Annie", "77")
	fake.Mention(text, anna, "hello")
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	fake.Say(direct, anna, "hello in private")
	eventually(t, "it is taken in private, too", func() bool { return len(in.all()) == 2 })
	for _, one := range in.all() {
		if !slices.Equal(one.From.Groups, []string{"77"}) || one.From.GroupsIn != home || one.From.Space != "" {
			t.Errorf("%+v", one.From)
		}
	}
	clean(t, fake)
}

func TestADirectMessageOfAStrangerIsTurnedAwayOnceAndNotKept(t *testing.T) {
	var passed atomic.Int64
	begun := time.Now()
	fake, in, _ := listening(t, func(c *discord.Config) {
		serving(home)(c)
		c.Now = func() time.Time { return begun.Add(time.Duration(passed.Load())) }
	})
	fake.Outside(bob, true)
	fake.Say(direct, bob, "list the tickets")
	fake.Say(direct, bob, "please")
	eventually(t, "he is told", func() bool { return strings.Contains(standing(fake, direct), "I do not find you in one") })
	fake.Say(direct, anna, "and I?")
	eventually(t, "a member is heard", func() bool { return len(in.all()) == 1 })
	if got := standing(fake, direct); strings.Count(got, "I do not find you in one") != 1 {
		t.Error(got)
	}
	fake.Outside(bob, false) // he joins
	passed.Add(int64(2 * time.Minute))
	fake.Say(direct, bob, "now I am here")
	eventually(t, "who joined is heard", func() bool { return len(in.all()) == 2 })
	fake.Outside(bob, true) // and leaves
	passed.Add(int64(6 * time.Minute))
	fake.Say(direct, bob, "and now?")
	fake.Say(direct, anna, "he has left")
	eventually(t, "what came after it is heard", func() bool { return len(in.all()) == 3 })
	for _, one := range in.all() {
		if strings.Contains(one.Text, "tickets") || strings.Contains(one.Text, "and now?") {
			t.Errorf("a stranger's words are kept: %+v", one)
		}
	}
	clean(t, fake)
}

// TestACommandOfAStrangerInPrivateTellsNothing: who is in no bound server asks and decides nothing by commands either.
func TestACommandOfAStrangerInPrivateTellsNothing(t *testing.T) {
	in := newInbox()
	in.waits = []assistant.Pending{{Kind: assistant.PendingPlan, Title: "Secret"}}
	fake, _ := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		serving(home)(c)
	})
	fake.Outside(bob, true)
	for _, name := range []string{"ask", "tasks", "status", "stop", "settings", "agents"} {
		a, err := fake.Command(t.Context(), direct, bob, name)
		if err != nil || !strings.Contains(a.Note(), "I do not find you in one") || !strings.Contains(string(a.Data), `"flags":68`) {
			t.Errorf("/%s: %s %v", name, a.Data, err)
		}
	}
	if a, err := fake.Command(t.Context(), direct, anna, "tasks"); err != nil || strings.Contains(a.Note(), "I do not find you") {
		t.Errorf("a member: %s %v", a.Data, err)
	}
	if len(in.all()) != 0 || len(in.acts) != 0 {
		t.Error("something came of it")
	}
	clean(t, fake)
}

func TestTasksTellAPersonWhatTheyMaySee(t *testing.T) {
	in := newInbox()
	in.member = anna
	run := func(title string, by assistant.PersonID) assistant.RunView {
		return assistant.RunView{Run: assistant.Run{ID: "r", Title: title, Status: assistant.RunRunning, RequestedBy: by}, Tasks: []assistant.Task{{}}}
	}
	in.ongoing = []assistant.RunView{run("Mine", "mia"), run("Theirs", "otto")}
	in.waits = []assistant.Pending{
		{Kind: assistant.PendingPlan, Title: "My *plan*", RequestedBy: "mia"},
		{Kind: assistant.PendingApproval, Title: "Their action", RequestedBy: "otto"},
		{Kind: assistant.PendingQuestion, Title: "My question", RequestedBy: "mia"},
	}
	fake, _ := fakeAndBot(t, in.use)
	a, err := fake.Command(t.Context(), text, anna, "tasks")
	if err != nil {
		t.Fatal(err)
	}
	mine := a.Note()
	for _, want := range []string{"1 run is at work. Waiting for a decision: 1 plan and 1 question.", "**Mine**", `A plan: **My \*plan\***`, "A question: **My question**"} {
		if !strings.Contains(mine, want) {
			t.Errorf("no %q in:\n%s", want, mine)
		}
	}
	if strings.Contains(mine, "Their") {
		t.Errorf("a member is told of others' work:\n%s", mine)
	}
	a, err = fake.Command(t.Context(), text, bob, "tasks")
	if err != nil || !strings.Contains(a.Note(), "Theirs") || !strings.Contains(a.Note(), "Their action") {
		t.Errorf("an approver is not told of all: %s %v", a.Note(), err)
	}
	clean(t, fake)
}
