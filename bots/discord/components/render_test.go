package components_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/internal/cardkit"
)

func TestEveryCardLooksAsAgreedAndIsValid(t *testing.T) {
	check := checker(t)
	for name, card := range cards() {
		t.Run(name, func(t *testing.T) {
			raw := posts(t, on, card, "nonce-"+name[:min(len(name), 18)])[0]
			if err := check.Check("POST channels/messages", raw); err != nil {
				t.Error(err)
			}
			golden(t, name, message(t, raw).Components)
		})
	}
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
	check := checker(t)
	for name, card := range cardkit.Large() {
		all := posts(t, components.Renderer{}, card, name)
		for _, raw := range all {
			if err := check.Check("POST channels/messages", raw); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if m := message(t, all[0]); (name == "plan" || name == "approval" || name == "run" || name == "ask" || name == "gathered") && m.Action("v1:") == "" {
			t.Errorf("%s has lost its buttons", name)
		}
	}
}

func TestTheEmptiestCardsAreValidToo(t *testing.T) {
	check := checker(t)
	for _, card := range []bots.Card{
		bots.AnswerCard{Text: "."},
		bots.AnswerCard{},
		bots.AnswerCard{Status: true},
		bots.PlanCard{State: assistant.PlanOpen, Plan: assistant.Plan{Title: "x"}},
		bots.PlanCard{},
		bots.RunCard{Title: assistant.Say("x")},
		bots.RunCard{CanStop: true},
		bots.ClarificationCard{State: bots.AskOpen, Clarification: assistant.Clarification{Questions: []assistant.Question{{Text: "?"}}}},
		bots.ClarificationCard{State: bots.AskOpen},
		bots.ApprovalCard{State: assistant.ApprovalPending, Approval: assistant.Approval{Title: assistant.Say("x")}},
		bots.ApprovalCard{},
		bots.ErrorCard{Problem: assistant.Problem{Message: assistant.Say("x")}},
		bots.ErrorCard{},
		bots.ThinkingCard{Lines: []bots.ThinkingLine{{Text: "x"}}},
		bots.ThinkingCard{},
		bots.PlanCard{State: assistant.PlanExpired},
	} {
		for _, raw := range posts(t, components.Renderer{}, card, "n") {
			if err := check.Check("POST channels/messages", raw); err != nil {
				t.Errorf("%T: %v", card, err)
			}
		}
	}
}

func TestTextThatPeopleWroteHasNoForce(t *testing.T) {
	for name, card := range cards() {
		words := strings.Join(message(t, posts(t, components.Renderer{}, card, name)[0]).Lines(), "\n")
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
	r := components.Renderer{Hosts: []string{"evil.example", "x.example", "good.example", "a_b.example"}}
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
		lines := message(t, posts(t, r, bots.AnswerCard{Text: in}, "n")[0]).Lines()
		if got := strings.Join(lines[:len(lines)-1], "\n"); got != want {
			t.Errorf("%q became %q, not %q", in, got, want)
		}
	}
}

func TestTheHashFollowsTheLook(t *testing.T) {
	hash := func(c bots.Card) string {
		return components.Hashes(components.Renderer{}.Draw(c, components.MostParts))
	}
	seen := map[string]string{}
	for name, card := range cards() {
		h := hash(card)
		if h == "" || h != hash(card) || seen[h] != "" {
			t.Errorf("%s: hash %q, also of %q", name, h, seen[h])
		}
		seen[h] = name
	}
	if h := hash(bots.UserCard{Text: "x"}); h != "" {
		t.Errorf("a person's own words are drawn: %q", h)
	}
}

// TestMuchThinkingIsOpenedWhereNothingElseCanBePressed: the button stands among a run's others, and is there without them.
func TestMuchThinkingIsOpenedWhereNothingElseCanBePressed(t *testing.T) {
	run := bots.RunCard{Run: "01a19656-f660-7000-a621-4ba3c8418ea8", Title: assistant.Say("x"), Status: assistant.RunRunning, Thinking: []bots.ThinkingGroup{{Agents: []bots.ThinkingAgent{{}}}}}
	for range 9 {
		of := &run.Thinking[0].Agents[0]
		of.Lines = append(of.Lines, bots.ThinkingLine{Text: "Checking"})
	}
	m := message(t, posts(t, components.Renderer{Paged: true}, run, "run")[0])
	if m.Action("v1:thinking:run") == "" {
		t.Errorf("nothing opens it: %v", m.Lines())
	}
}
