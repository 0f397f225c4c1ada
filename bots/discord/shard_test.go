package discord_test

import (
	"context"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// guildOf is a server whose events come over the n-th shard of four.
func guildOf(shard int) string { return strconv.FormatUint(uint64(1<<40+shard)<<22, 10) }

func sharded(t *testing.T, c fakediscord.Config) *fakediscord.Server {
	t.Helper()
	fake, err := fakediscord.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fake.Close() })
	fake.AddUser(anna, "Anna")
	fake.AddChannel(direct, fakediscord.Direct)
	return fake
}

// starting runs a bot without waiting for anything.
func starting(t *testing.T, fake *fakediscord.Server, in *inbox, change func(*discord.Config)) <-chan error {
	t.Helper()
	c := discord.Config{
		Token: fake.Token, ApplicationID: fake.Application, APIURL: fake.APIURL(), Tenant: "tenant", Backlog: in,
		Pace: discord.Pace{Requests: 1e6, IdentifyEvery: fake.IdentifyEvery + fake.IdentifyEvery/10},
	}
	in.use(&c)
	if change != nil {
		change(&c)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended, done := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(done)
		ended <- discord.New(c).Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-done })
	return ended
}

func TestServersAreSharedOutOverAsManyShardsAsDiscordWants(t *testing.T) {
	t.Parallel()
	fake := sharded(t, fakediscord.Config{Shards: 4, Concurrency: 2, IdentifyEvery: 200 * time.Millisecond})
	for i := range 4 {
		fake.AddGuild(guildOf(i))
		fake.AddChannelTo(guildOf(i), strconv.Itoa(71+i), fakediscord.Text)
	}
	in := newInbox()
	start := time.Now()
	starting(t, fake, in, nil)
	eventually(t, "every shard is there and has caught up", func() bool { return fake.Readies() == 4 && !in.heardUntil().IsZero() })
	if took := time.Since(start); took < 200*time.Millisecond {
		t.Errorf("four sessions began within %v, two at a time", took)
	}
	for i := range 4 {
		fake.Mention(strconv.Itoa(71+i), anna, "hello")
	}
	fake.Say(direct, anna, "in private")
	eventually(t, "all of it is taken", func() bool { return len(in.all()) == 5 })
	fake.Hang(1000)
	eventually(t, "every shard is back", func() bool { return fake.Readies() == 8 })
	if len(in.all()) != 5 {
		t.Errorf("%v", in.brief())
	}
	clean(t, fake)
}

func TestTwoReplicasHearEverythingOnce(t *testing.T) {
	t.Parallel()
	fake := sharded(t, fakediscord.Config{IdentifyEvery: time.Nanosecond})
	fake.AddChannel(text, fakediscord.Text)
	in := newInbox()
	starting(t, fake, in, nil)
	eventually(t, "the first is there", func() bool { return fake.Readies() == 1 })
	starting(t, fake, in, nil)
	eventually(t, "both are there", func() bool { return fake.Readies() == 2 })
	root := fake.Mention(text, anna, "hello")
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	fake.Say(root, anna, "and more")
	a, err := fake.Command(t.Context(), root, anna, "status")
	if err != nil || a.Note() == "" {
		t.Errorf("%+v %v", a, err)
	}
	eventually(t, "it is taken", func() bool { return len(in.all()) == 2 })
	clean(t, fake)
}

func TestSessionsAreLeftOfTheDaysBudget(t *testing.T) {
	t.Parallel()
	fake := sharded(t, fakediscord.Config{IdentifyEvery: time.Millisecond})
	fake.SetBudget(5, 1500*time.Millisecond)
	in, start := newInbox(), time.Now()
	starting(t, fake, in, nil)
	eventually(t, "it is there", func() bool { return fake.Readies() == 1 })
	if took := time.Since(start); took < 1400*time.Millisecond {
		t.Errorf("it did not wait for the next day's sessions but %v", took)
	}
	clean(t, fake)
}

func TestWhatNoFurtherTryMendsEndsTheGateway(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fake   fakediscord.Config
		change func(*discord.Config)
		hang   int
		want   string
	}{
		"a void token":            {change: func(c *discord.Config) { c.Token = "void" }, want: "token is not valid"},
		"a token that turns void": {hang: 4004, want: "token is not valid"},
		"an intent not allowed":   {fake: fakediscord.Config{Forbidden: int(discordgo.IntentMessageContent)}, want: "message content intent"},
		"no such shard":           {hang: 4010, want: "no such shard"},
		"more shards are wanted":  {hang: 4011, want: "start again"},
		"an old version":          {hang: 4012, want: "version"},
		"unknown intents":         {hang: 4013, want: "intents"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.fake.IdentifyEvery = time.Millisecond
			fake := sharded(t, c.fake)
			ended := starting(t, fake, newInbox(), c.change)
			if c.hang != 0 {
				eventually(t, "it is there", func() bool { return fake.Readies() == 1 })
				fake.Hang(c.hang)
			}
			select {
			case err := <-ended:
				if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), fake.Token) {
					t.Errorf("ended with %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Error("it goes on")
			}
		})
	}
}

// lines is a log that is read while it is written.
type lines struct {
	mu  sync.Mutex
	all strings.Builder
}

// Write implements [io.Writer].
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

func (l *lines) count(s string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.all.String(), s)
}

func TestOtherServersAreLeftAloneAndThatIsSaidOnce(t *testing.T) {
	t.Parallel()
	const other = "700000000000000031"
	fake := sharded(t, fakediscord.Config{IdentifyEvery: time.Millisecond})
	fake.AddChannel(text, fakediscord.Text)
	fake.AddGuild(guildOf(1))
	fake.AddChannelTo(guildOf(1), other, fakediscord.Text)
	in, log := newInbox(), &lines{}
	in.until = time.Now().Add(-time.Hour)
	fake.Write(other, anna, "<@"+fake.Application+"> said while it was down")
	starting(t, fake, in, func(c *discord.Config) { c.Space, c.Log = fake.Guild, slog.New(slog.NewTextHandler(log, nil)) })
	eventually(t, "it is there", func() bool { return in.marked() > 0 })
	for range 3 {
		fake.Mention(other, anna, "hello")
	}
	fake.Mention(text, anna, "hello here")
	fake.Say(direct, anna, "hello in private")
	eventually(t, "its own are taken", func() bool { return len(in.all()) == 2 })
	if n := log.count("not served"); n != 1 {
		t.Errorf("said %d times", n)
	}
	if a, err := fake.Command(t.Context(), other, anna, "ask", "prompt", "Hello"); err != nil || !strings.Contains(a.Note(), "do not serve") {
		t.Errorf("%+v %v", a, err)
	}
	if len(in.all()) != 2 {
		t.Errorf("%v", in.brief())
	}
}
