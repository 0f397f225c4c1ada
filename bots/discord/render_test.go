package discord_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

const (
	text   = "700000000000000001"
	direct = "700000000000000002"
	forum  = "700000000000000003"
	anna   = "600000000000000001"
	bob    = "600000000000000002"
)

// fakeAndBot starts a fake Discord with channels and people, and a bot that talks to it. Nothing paces it.
func fakeAndBot(tb testing.TB, change func(*discord.Config)) (*fakediscord.Server, *discord.Bot) {
	tb.Helper()
	schema := fakediscord.FindSchema()
	if schema == "" {
		tb.Log("Discord's OpenAPI file is not there: shapes are not checked")
	}
	fake, err := fakediscord.New(context.Background(), fakediscord.Config{Schema: schema, IdentifyEvery: time.Nanosecond})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = fake.Close() })
	fake.AddChannel(text, fakediscord.Text)
	fake.AddChannel(direct, fakediscord.Direct)
	fake.AddChannel(forum, fakediscord.Forum)
	fake.AddUser(anna, "Anna")
	fake.AddUser(bob, "Bob")
	key, ok := discord.PublicKey(fake.PublicKey())
	if !ok {
		tb.Fatal("the fake's key is none")
	}
	c := discord.Config{
		Token: fake.Token, ApplicationID: fake.Application, PublicKey: key, APIURL: fake.APIURL(), Tenant: "tenant",
		Pace: discord.Pace{Requests: rate.Inf, EditEvery: time.Nanosecond, EditBurst: 1e6, IdentifyEvery: time.Millisecond},
	}
	if change != nil {
		change(&c)
	}
	bot := discord.New(c)
	if c.PublicKey != nil {
		fake.Connect(bot)
	}
	return fake, bot
}

func here() assistant.Place {
	return assistant.Place{Surface: assistant.SurfaceDiscord, Space: "800000000000000001", Channel: text}
}

func shown(tb testing.TB, fake *fakediscord.Server, id string) fakediscord.Message {
	tb.Helper()
	for _, m := range fake.Messages(text) {
		if m.ID == id {
			return m
		}
	}
	tb.Fatalf("no message %s", id)
	return fakediscord.Message{}
}

func clean(tb testing.TB, fake *fakediscord.Server) {
	tb.Helper()
	if v := fake.Violations(); len(v) > 0 {
		s := strings.Join(v, "\n")
		tb.Errorf("rules broken:\n%s", s[:min(len(s), 4000)])
	}
}

func TestEveryCardLooksAsAgreedAndIsValid(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *discord.Config) { c.PublicURL = "https://panel.example" })
	for name, card := range cards() {
		t.Run(name, func(t *testing.T) {
			id, err := bot.Post(t.Context(), here(), card, "nonce-"+name[:min(len(name), 18)])
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name, shown(t, fake, id).Components)
			if err := bot.Edit(t.Context(), here(), id, card); err != nil {
				t.Error(err)
			}
		})
	}
	clean(t, fake)
}

func golden(t *testing.T, name string, raw json.RawMessage) {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	file := filepath.Join("testdata", name+".json")
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Error(d)
	}
}

func TestTheLargestCardsFitIntoAMessage(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	for name, card := range large() {
		id, err := bot.Post(t.Context(), here(), card, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		id, _, _ = strings.Cut(id, ",")
		if m := shown(t, fake, id); (name == "plan" || name == "approval" || name == "run" || name == "ask") && m.Action("v1:") == "" {
			t.Errorf("%s has lost its buttons", name)
		}
	}
	clean(t, fake)
}

func TestTheEmptiestCardsAreValidToo(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	for i, card := range []bots.Card{
		bots.AnswerCard{Text: "."},
		bots.AnswerCard{},
		bots.AnswerCard{Status: true},
		bots.PlanCard{State: assistant.PlanOpen, Plan: assistant.Plan{Title: "x"}},
		bots.PlanCard{},
		bots.RunCard{Title: "x"},
		bots.RunCard{CanStop: true},
		bots.ClarificationCard{State: bots.AskOpen, Clarification: assistant.Clarification{Questions: []assistant.Question{{Text: "?"}}}},
		bots.ClarificationCard{State: bots.AskOpen},
		bots.ApprovalCard{State: assistant.ApprovalPending, Approval: assistant.Approval{Title: "x"}},
		bots.ApprovalCard{},
		bots.ErrorCard{Problem: assistant.Problem{Message: "x"}},
		bots.ErrorCard{},
		bots.ThinkingCard{Lines: []bots.ThinkingLine{{Text: "x"}}},
		bots.ThinkingCard{},
		bots.PlanCard{State: assistant.PlanExpired},
	} {
		if _, err := bot.Post(t.Context(), here(), card, fmt.Sprint("n", i)); err != nil {
			t.Errorf("%T: %v", card, err)
		}
	}
	clean(t, fake)
}

func TestTextThatPeopleWroteHasNoForce(t *testing.T) {
	fake, bot := fakeAndBot(t, nil)
	for name, card := range cards() {
		id, err := bot.Post(t.Context(), here(), card, name)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Join(shown(t, fake, id).Lines(), "\n")
		for _, force := range []string{"@everyone", "<@1>", "<@U1>"} {
			for rest := words; ; {
				i := strings.Index(rest, force)
				if i < 0 {
					break
				}
				if i == 0 || rest[i-1] != '\\' {
					t.Errorf("%s: %s is alive", name, force)
				}
				rest = rest[i+1:]
			}
		}
	}
}

func TestMarkdownIsTranslatedByWhatItMeans(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *discord.Config) {
		c.AllowedHosts = []string{"evil.example", "x.example", "good.example", "a_b.example"}
	})
	for in, want := range map[string]string{
		"**bold** and __bold__ and *it*":                      "**bold** and **bold** and *it*",
		"#### deep":                                           "### deep",
		"[here](https://evil.example/x) go":                   "here (<https://evil.example/x>) go",
		"[https://good.example](https://evil.example)":        "https://good.example (<https://evil.example>) (evil.example)",
		"![chart](https://x.example/c.png)":                   "chart (<https://x.example/c.png>)",
		"[x](javascript:alert(1))":                            "x",
		"||spoiler|| ~~gone~~":                                `\|\|spoiler\|\| ~~gone~~`,
		"- a\n- b\n  - c":                                     "- a\n- b\n  - c",
		"3. x\n4. y":                                          "3. x\n4. y",
		"> said\n> twice":                                     "> said\n> twice",
		"`a*b`":                                               "`a*b`",
		"```go\nx := `y`\n```":                                "```go\nx := `y`\n```",
		"<b>x</b> <t:1:R>":                                    `\<b\>x\</b\> \<t\:1:R\>`,
		"| a | b |\n|---|---|\n| 1 | *two* |":                 "```\na  b\n1  two\n```",
		"~~~\n```\nfence in fence\n~~~":                       "```\n`\u200b`\u200b`\nfence in fence\n```",
		"1 < 2 @here #5 https://a_b.example/c_d?e=f_g (fine)": `1 \< 2 @` + "\u200b" + `here \#5 https://a_b.example/c_d?e=f_g (fine)`,
	} {
		id, err := bot.Post(t.Context(), here(), bots.AnswerCard{Text: in}, in[:min(20, len(in))])
		if err != nil {
			t.Fatal(err)
		}
		lines := shown(t, fake, id).Lines()
		if got := strings.Join(lines[:len(lines)-1], "\n"); got != want {
			t.Errorf("%q became %q, not %q", in, got, want)
		}
	}
	clean(t, fake)
}

func TestTheHashFollowsTheLook(t *testing.T) {
	_, bot := fakeAndBot(t, nil)
	seen := map[string]string{}
	for name, card := range cards() {
		h := bot.Hash(card)
		if h == "" || h != bot.Hash(card) || seen[h] != "" {
			t.Errorf("%s: hash %q, also of %q", name, h, seen[h])
		}
		seen[h] = name
	}
	if h := bot.Hash(bots.UserCard{Text: "x"}); h != "" {
		t.Errorf("a person's own words are drawn: %q", h)
	}
}
