package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/fakediscord"
)

const (
	discordChannel = "700000000000000001"
	discordAsker   = "600000000000000001"
)

// discordWorld is a fake Discord with a person in it, and a command that it talks to.
type discordWorld struct {
	tb      testing.TB
	discord *fakediscord.Server
	child   *child
	thread  string
}

func newDiscordWorld(tb testing.TB, overHTTP bool, more ...string) *discordWorld {
	tb.Helper()
	w := prepareDiscord(tb, overHTTP, more...)
	w.child.startReady()
	eventually(tb, patience, "the gateway is up and the commands are known", func() bool { return w.discord.Readies() > 0 && w.discord.Registered() > 0 })
	return w
}

// prepareDiscord is newDiscordWorld before the command is started.
func prepareDiscord(tb testing.TB, overHTTP bool, more ...string) *discordWorld {
	tb.Helper()
	fake, err := fakediscord.New(tb.Context(), fakediscord.Config{Schema: fakediscord.FindSchema(), IdentifyEvery: 50 * time.Millisecond})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel(discordChannel, fakediscord.Text)
	fake.AddUser(discordAsker, "Anna")
	env := []string{"DISCORD_TOKEN=" + fake.Token, "DISCORD_APPLICATION_ID=" + fake.Application, "DISCORD_API_URL=" + fake.APIURL(), "DISCORD_GUILD_ID=" + fake.Guild}
	if overHTTP {
		env = append(env, "DISCORD_PUBLIC_KEY="+fake.PublicKey())
	}
	k := newChild(tb, append(env, more...)...)
	if overHTTP {
		fake.ConnectURL("http://"+k.addr, &http.Client{Timeout: patience})
	}
	return &discordWorld{tb: tb, discord: fake, child: k}
}

// shows waits for a message of the bot that satisfies the wish, and returns it.
func (w *discordWorld) shows(what string, wish func(fakediscord.Message) bool) fakediscord.Message {
	w.tb.Helper()
	var found fakediscord.Message
	ok := until(w.tb.Context(), patience, func() bool {
		for _, m := range w.discord.Posted(w.thread) {
			if wish(m) {
				found = m
				return true
			}
		}
		return false
	})
	if ok != nil {
		w.tb.Fatalf("Discord never showed %s; the thread:\n%s", what, w.discord.Dump(w.thread))
	}
	return found
}

func (w *discordWorld) press(m fakediscord.Message, action string) fakediscord.Answer {
	w.tb.Helper()
	a, err := w.discord.Click(w.tb.Context(), m, discordAsker, m.Action(action), "")
	if err != nil || a.Note() != "" {
		w.tb.Fatalf("%s: %q, %v; the thread:\n%s", action, a.Note(), err, w.discord.Dump(w.thread))
	}
	return a
}

func discordSays(text string) func(fakediscord.Message) bool {
	return func(m fakediscord.Message) bool { return strings.Contains(asRead(strings.Join(m.Lines(), "\n")), text) }
}

func discordHas(action string) func(fakediscord.Message) bool {
	return func(m fakediscord.Message) bool { return m.Action(action) != "" }
}

// TestServicesPageThroughDiscord: the whole road through the gateway and through interactions, over HTTP and over the
// gateway, against a fake Discord that holds every payload against Discord's schema and rules.
func TestServicesPageThroughDiscord(t *testing.T) {
	t.Parallel()
	for _, overHTTP := range []bool{true, false} {
		t.Run(fmt.Sprintf("interactions over HTTP %v", overHTTP), func(t *testing.T) {
			w := newDiscordWorld(t, overHTTP)
			w.thread = w.discord.Mention(discordChannel, discordAsker, "Please create a new webpage called Services.")
			questions := w.shows("the questions", discordSays("Which language"))
			if overHTTP {
				form := w.press(questions, "v1:ask:form")
				t.Logf("the form: %s", form.Data)
			}
			w.discord.Say(w.thread, discordAsker, "English, for homeowners, found by water filters")
			w.press(w.shows("the forks", discordHas("v1:ask:opt")), "v1:ask:opt")
			w.press(w.shows("the plan", discordHas("v1:plan:approve")), "v1:plan:approve")
			text := w.shows("the finished text", discordHas("v1:approval:approve"))
			if status, _, _ := get(t.Context(), w.child.url("/sites/aquaverter/services")); status != http.StatusNotFound {
				t.Errorf("before anybody has read it the page answers %d", status)
			}
			if a, err := w.discord.Click(t.Context(), text, discordAsker, text.Action("v1:approval:read"), ""); err != nil || !strings.Contains(string(a.Data), "Services") {
				t.Errorf("the whole text: %s, %v", a.Data, err)
			}
			w.press(text, "v1:approval:approve")
			run := w.shows("the finished run", discordHas("v1:run:undo"))
			w.shows("the summary", discordSays("1 step can be undone"))
			status, page, err := get(t.Context(), w.child.url("/sites/aquaverter/services"))
			if err != nil || status != http.StatusOK || !strings.Contains(page, "<h1") {
				t.Errorf("the page answers %d, %v", status, err)
			}
			if a, err := w.discord.Command(t.Context(), w.thread, discordAsker, "status"); err != nil || !strings.Contains(a.Note(), "completed") {
				t.Errorf("/status: %q, %v", a.Note(), err)
			}
			w.press(run, "v1:run:undo")
			w.shows("what was taken back", discordSays("I have taken back"))
			if status, _, _ := get(t.Context(), w.child.url("/sites/aquaverter/services")); status != http.StatusNotFound {
				t.Errorf("after undo the page answers %d", status)
			}
			if v := w.discord.Violations(); len(v) > 0 {
				t.Errorf("Discord's rules were broken:\n%s", strings.Join(v, "\n"))
			}
			t.Logf("the thread:\n%s", w.discord.Dump(w.thread))
		})
	}
}

// TestWhatWasSaidWhileDownIsReadBack: a thread's words are found again after a crash and a restart.
func TestWhatWasSaidWhileDownIsReadBack(t *testing.T) {
	t.Parallel()
	w := newDiscordWorld(t, false)
	w.thread = w.discord.Mention(discordChannel, discordAsker, "Please create a new webpage called Services.")
	w.shows("the questions", discordSays("Which language"))
	w.child.kill()
	w.discord.Write(w.thread, discordAsker, "English, for homeowners, found by water filters")
	w.child.startReady()
	w.shows("the forks", discordHas("v1:ask:opt"))
	if n := w.discord.Registered(); n != 1 {
		t.Errorf("commands registered %d times", n)
	}
}
