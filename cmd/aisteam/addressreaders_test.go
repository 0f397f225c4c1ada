package main

import (
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	eventhooks "github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/away"
	"github.com/aisteam/aisteam/bots/away/mail"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/bots/web/address"
	"github.com/aisteam/aisteam/executor/connect/sitefolder"
	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakemail"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// addressed is a server of which only its address is known, and that may change.
func addressed() *server {
	s := &server{log: slog.New(slog.DiscardHandler), ids: assistant.NewIDs(time.Now, rand.Reader)}
	s.token = testToken
	s.openAddress("http://127.0.0.1:8080")
	return s
}

// TestWhoeverReadsThePublicAddressFollowsItsChange: each reader, with what it was made of at the start; and where nothing is set, what is sent leads
// to where the server listens, or has no link. The panel itself has a table of its own.
func TestWhoeverReadsThePublicAddressFollowsItsChange(t *testing.T) {
	s := addressed()
	const local = "http://127.0.0.1:8080"
	for name, c := range map[string]struct {
		read    func() string
		without string // what it reads where nothing is set; "" for no address at all
	}{
		"a card in Slack":          {cardInSlack(t, s), ""},
		"a card on Discord":        {cardOnDiscord(t, s), ""},
		"an install in Slack":      {installing(t, s), ""},
		"a mail":                   {byMail(t, s), local},
		"whom push services reach": {s.contact, ownContact},
		"the address of a hook":    {func() string { return (&eventhooks.Desk{Public: s.reached}).Address("t") }, local},
		"a page":                   {onSite(t, s), local},
		"where pages are the own":  {func() string { return strings.Join(s.house(), " ") }, local},
		"the line at a start":      {func() string { line, _ := s.invitation(t.Context(), true); return line }, local},
	} {
		for _, host := range []string{"https://one.example", "https://two.example"} {
			set := assistant.PartSettings{Part: assistant.SetupAddress, Given: map[string]string{address.Field: host}, At: time.Now()}
			if err := s.address.Take(set); err != nil {
				t.Fatal(err)
			}
			other := map[string]string{"https://one.example": "two.example", "https://two.example": "one.example"}[host]
			if got := c.read(); !strings.Contains(plainly(got), host) || strings.Contains(got, other) {
				t.Errorf("%s at %s: %.300s", name, host, got)
			}
		}
		if err := s.address.Take(assistant.PartSettings{Part: assistant.SetupAddress}); err != nil {
			t.Fatal(err)
		}
		if got := c.read(); strings.Contains(got, "two.example") || !strings.Contains(got, c.without) {
			t.Errorf("%s, where nothing is set: %.300s", name, got)
		}
	}
}

// plainly is an address that stands in another one.
func plainly(text string) string { return strings.NewReplacer("%3A", ":", "%2F", "/").Replace(text) }

// long is an answer of which there is more to read on the panel.
func long() bots.AnswerCard {
	return bots.AnswerCard{Agent: bots.Speaker{Called: "Hans"}, Text: "Here:\n\n```\n" + strings.Repeat("a line of code\n", 4000) + "```", Conversation: "c"}
}

func cardInSlack(t *testing.T, s *server) func() string {
	t.Helper()
	fake, err := fakeslack.New(t.Context(), fakeslack.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel("C1")
	fake.AddUser("U1", "alice")
	bot := slack.New(slack.Config{
		SigningSecret: fake.SigningSecret, Token: fake.Token, APIURL: fake.APIURL(), Tenant: "tenant", Public: s.public, Reached: s.reached,
		Pace: slack.Pace{Posts: 1e6, PostBurst: 1e6, EditEvery: time.Nanosecond, EditBurst: 1e6, MoreEvery: time.Nanosecond},
	})
	return func() string {
		fake.Fault("files.getUploadURLExternal", fakeslack.Fault{Error: "missing_scope"})
		root := fake.Write("C1", "", "U1", "hi")
		// The file is missing, and the post says so.
		_, _ = bot.Post(t.Context(), assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: root}, long(), s.ids.New())
		var said strings.Builder
		for _, m := range fake.Posted("C1", root) {
			said.Write(m.Blocks)
		}
		return said.String()
	}
}

func cardOnDiscord(t *testing.T, s *server) func() string {
	t.Helper()
	fake, err := fakediscord.New(t.Context(), fakediscord.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel(discordChannel, fakediscord.Text)
	bot := discord.New(discord.Config{Token: fake.Token, ApplicationID: fake.Application, APIURL: fake.APIURL(), Tenant: "tenant", Public: s.public, Reached: s.reached})
	return func() string {
		before := len(fake.Posted(discordChannel))
		if _, err := bot.Post(t.Context(), assistant.Place{Surface: assistant.SurfaceDiscord, Space: fake.Guild, Channel: discordChannel}, long(), s.ids.New()); err != nil {
			t.Error(err)
		}
		var said []string
		for _, m := range fake.Posted(discordChannel)[before:] {
			said = append(said, m.Lines()...)
		}
		return strings.Join(said, "\n")
	}
}

func installing(t *testing.T, s *server) func() string {
	t.Helper()
	bot := slack.New(slack.Config{ClientID: "1.2", ClientSecret: "secret", SigningSecret: "secret", Tenant: "tenant", Public: s.public})
	return func() string {
		w := httptest.NewRecorder()
		bot.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/slack/install", nil))
		return w.Header().Get("Location")
	}
}

func byMail(t *testing.T, s *server) func() string {
	t.Helper()
	server, err := fakemail.Start("", "", false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	by, err := mail.ReadServer("smtp://"+server.Addr, "AISTEAM <aisteam@example.com>", server.Roots)
	if err != nil {
		t.Fatal(err)
	}
	surface := mail.New(mail.Config{Desk: away.Desk{}, Server: by, Panel: s.reached, Log: s.log})
	return func() string {
		if err := surface.SignIn(t.Context(), "anna@example.com", assistant.English, "/?code=x"); err != nil {
			t.Error(err)
		}
		taken, _ := server.Taken()
		return taken[len(taken)-1].Text
	}
}

func onSite(t *testing.T, s *server) func() string {
	t.Helper()
	sites, err := sitefolder.New(sitefolder.Config{Dir: t.TempDir(), Public: s.reached})
	if err != nil {
		t.Fatal(err)
	}
	return func() string { return sites.Address(assistant.Project{Slug: "shop"}, "services") }
}
