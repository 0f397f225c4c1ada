package discord_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// listening runs a bot on the fake's gateway beside other tests, and waits until it is there.
func listening(t *testing.T, change func(*discord.Config)) (*fakediscord.Server, *inbox, <-chan error) {
	t.Helper()
	t.Parallel()
	in := newInbox()
	fake, bot := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		c.PublicKey = nil
		if testing.Verbose() {
			c.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
		}
		if change != nil {
			change(c)
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended, done := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(done)
		ended <- bot.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-done })
	eventually(t, "the gateway is up", func() bool { return fake.Readies() > 0 })
	return fake, in, ended
}

func TestAMentionStartsAThreadInWhichNoMentionIsNeeded(t *testing.T) {
	fake, in, _ := listening(t, nil)
	fake.Say(text, anna, "nobody is meant")
	root := fake.Mention(text, anna, "create a page, <@"+bob+">")
	eventually(t, "the mention is taken", func() bool { return len(in.all()) == 1 })
	first := in.all()[0]
	want := assistant.Place{Surface: assistant.SurfaceDiscord, Space: fake.Guild, Channel: root}
	if first.Place != want || first.Text != "create a page, @Bob" || first.From.External != anna || !fake.HasThread(root) {
		t.Fatalf("%+v", first)
	}
	fromBob := fake.Say(root, bob, "in blue")
	eventually(t, "the follow-up is taken", func() bool { return len(in.all()) == 2 })
	fake.SayTo(root, anna, "I agree", fromBob) // to Bob, not to the bot
	fake.Say(root, fake.Application, "my own words")
	fake.Change(root, fromBob, "in green")
	fake.Change(text, root, "<@"+fake.Application+"> create two pages")
	fake.Delete(root, fromBob)
	eventually(t, "edits and the removal are taken", func() bool { return len(in.all()) == 5 })
	got := in.all()
	var changes []string
	for _, g := range got[2:] {
		changes = append(changes, string(g.Change)+" "+g.Text+" by "+g.From.External)
		if g.Place != want {
			t.Errorf("a change elsewhere: %+v", g.Place)
		}
	}
	for _, wish := range []string{"edited in green by " + bob, "edited create two pages by " + anna, "deleted  by " + bob} {
		if !strings.Contains(strings.Join(changes, "\n"), wish) {
			t.Errorf("no %q in %q", wish, changes)
		}
	}
	clean(t, fake)
}

func TestADirectMessageIsAConversation(t *testing.T) {
	fake, in, _ := listening(t, nil)
	fake.Say(direct, anna, "hello")
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	if got := in.all()[0]; got.Place != (assistant.Place{Surface: assistant.SurfaceDiscord, Channel: direct}) || got.Text != "hello" {
		t.Errorf("%+v", got)
	}
	clean(t, fake)
}

func TestWhereNoThreadCanBeStartedItRepliesInTheChannel(t *testing.T) {
	fake, in, _ := listening(t, nil)
	fake.Fault("POST channels/messages/threads", fakediscord.Fault{Status: 403, Body: `{"code":50013,"message":"Missing Permissions"}`})
	root := fake.Mention(text, anna, "hello")
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	if got := in.all()[0].Place; got.Channel != text || got.Thread != root {
		t.Errorf("%+v", got)
	}
}

func TestAMessageIsTriedUntilItIsStoredAndTakenOnce(t *testing.T) {
	fake, in, _ := listening(t, nil)
	in.mu.Lock()
	in.fail = 3
	in.mu.Unlock()
	fake.Fault("POST channels/messages/threads", fakediscord.Fault{Cut: true}, fakediscord.Fault{Status: 502})
	fake.Mention(text, anna, "hello")
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	clean(t, fake)
}

func TestTheGatewaySurvivesEveryWayOfLosingIt(t *testing.T) {
	fake, in, ended := listening(t, nil)
	root := fake.Mention(text, anna, "hello")
	eventually(t, "it is taken", func() bool { return len(in.all()) == 1 })
	said := 1
	for _, lose := range []func(){
		func() { fake.Op(7) }, func() { fake.Hang(0) },
		func() {
			fake.Greet(func(c *websocket.Conn) { _ = c.Close() })
			fake.Op(9)
		},
	} {
		before := fake.Readies()
		lose()
		fake.Write(root, anna, "while you were away") // no event: it has to be read back
		said++
		eventually(t, "it is back", func() bool { return fake.Readies() > before })
		eventually(t, "what was missed is read back", func() bool { return len(in.all()) == said })
	}
	fake.Hang(4004)
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "4004") {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it goes on with a void token")
	}
	clean(t, fake)
}

func TestInteractionsComeOverTheGatewayToo(t *testing.T) {
	fake, in, _ := listening(t, nil)
	a, err := fake.Command(t.Context(), text, anna, "ask", "prompt", "Hello")
	if err != nil || a.Type != 5 {
		t.Fatalf("%+v %v", a, err)
	}
	eventually(t, "the question is taken", func() bool { return len(in.all()) == 1 && fake.Original(a) != "" })
	// A kind of input that nobody knows yet breaks nothing.
	if _, err := fake.Interact(t.Context(), 5, text, anna, map[string]any{"custom_id": "v1:plan:changes:01a0:2", "components": []any{
		map[string]any{"type": 99, "component": map[string]any{"type": 98, "custom_id": "changes", "value": "less"}},
	}}, nil); err != nil {
		t.Fatal(err)
	}
	same(t, assistant.PlanDecided{Plan: "01a0", Version: 2, Verdict: assistant.VerdictChanges, Note: "less"}, in.lastAct(t).Body)
	clean(t, fake)
}

// heldInbox takes nothing until it is let.
type heldInbox struct {
	bots.Inbox
	let chan struct{}
}

// Receive implements [bots.Inbox].
func (h heldInbox) Receive(ctx context.Context, in assistant.Inbound) (assistant.Received, error) {
	<-h.let
	return h.Inbox.Receive(ctx, in)
}

// TestWhatTakesLongHoldsUpNoOtherAnswer: each interaction is answered, however many before it are still being worked on.
func TestWhatTakesLongHoldsUpNoOtherAnswer(t *testing.T) {
	let := make(chan struct{})
	fake, in, _ := listening(t, func(c *discord.Config) { c.Inbox = heldInbox{c.Inbox, let} })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	const many = 80
	for i := range many {
		if a, err := fake.Command(ctx, text, anna, "ask", "prompt", "Hello"); err != nil || a.Type != 5 {
			t.Errorf("question %d is answered %+v, %v", i+1, a, err)
			break
		}
	}
	close(let)
	eventually(t, "all are taken", func() bool { return len(in.all()) == many })
}

func TestAStoppedBotLeavesNothingRunning(t *testing.T) {
	before := goleak.IgnoreCurrent()
	in := newInbox()
	transport := &http.Transport{}
	fake, bot := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		c.PublicKey = nil
		c.HTTPClient = &http.Client{Transport: transport}
	})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); _ = bot.Run(ctx) }()
	eventually(t, "the gateway is up", func() bool { return fake.Readies() > 0 })
	cancel()
	<-done
	transport.CloseIdleConnections()
	_ = fake.Close()
	var left error
	defer func() {
		if left != nil {
			t.Log(left)
		}
	}()
	// Where the connection was cut the library takes a second to give up.
	eventually(t, "nothing runs any more", func() bool { left = goleak.Find(before); return left == nil })
}

// Who looks for the bot among the mentions finds its role of the same name beside it.
func TestAMentionOfTheBotsOwnRoleIsHeard(t *testing.T) {
	fake, in, _ := listening(t, nil)
	fake.Say(text, anna, "<@&880000000000000001> not you")
	fake.Say(text, anna, "<@&880000000000000003> nor you")
	id := fake.Say(text, anna, "<@&"+fakediscord.OwnRole+"> make a page")
	eventually(t, "it is heard", func() bool { return len(in.all()) > 0 })
	if got := in.all(); len(got) != 1 || got[0].Text != "make a page" || got[0].Place.Channel != id || !fake.HasThread(id) {
		t.Errorf("%+v", got)
	}
	clean(t, fake)
}
