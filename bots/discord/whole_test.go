package discord_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// TestTheFinishedTextIsReadWhole: behind a button, to who asks, page by page, as text and nothing else.
func TestTheFinishedTextIsReadWhole(t *testing.T) {
	for _, n := range []int{1, 100, 2999, 3000, 3001, 40_000} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			in := newInbox()
			in.places[here()] = true
			fake, bot := fakeAndBot(t, func(c *discord.Config) {
				in.use(c)
				c.History = in
			})
			card, _ := cards()["approval_finished"].(bots.ApprovalCard)
			var words []string
			for i := range n/10 + 1 {
				words = append(words, fmt.Sprintf("w%d **x**", i))
			}
			card.Approval.Preview.Whole = strings.Join(words, " ")
			in.log = []assistant.Message{{
				Seq: 1, ID: "m1", Slot: "approval:02b1", Author: assistant.AuthorAssistant, Kind: assistant.KindMessage,
				Body: assistant.ApprovalRequested{Approval: card.Approval},
			}}
			id, err := bot.Post(t.Context(), here(), card, "n")
			if err != nil {
				t.Fatal(err)
			}
			m := shown(t, fake, id)
			a, err := fake.Click(t.Context(), m, bob, m.Action("v1:approval:read:"), "")
			if err != nil || a.Type != 4 || !strings.Contains(string(a.Data), `"flags":32836`) {
				t.Fatalf("%s, %v", a.Data, err)
			}
			var pages strings.Builder
			for page := 1; ; page++ {
				leaf := fakediscord.Message{Channel: text}
				var d struct{ Components json.RawMessage }
				if err := json.Unmarshal(a.Data, &d); err != nil {
					t.Fatal(err)
				}
				leaf.Components = d.Components
				pages.WriteString(strings.Join(leaf.Lines(), "\n") + "\n")
				if a, err = fake.Click(t.Context(), leaf, bob, leaf.Action(fmt.Sprintf("v1:approval:readpage:02b1:%d", page)), ""); err != nil {
					break // the last page has nothing later
				}
			}
			all := pages.String()
			for i := range words {
				if !strings.Contains(all, fmt.Sprintf("w%d", i)) || strings.Count(all, `\*\*x\*\*`) != len(words) {
					t.Fatalf("word %d is missing, or what follows one", i)
				}
			}
			if !strings.Contains(all, "adds a form") || strings.Contains(all, "**x**") {
				t.Errorf("not as text: %s", all[:min(len(all), 500)])
			}
			if len(in.acts) != 0 {
				t.Errorf("reading decided: %+v", in.acts)
			}
			elsewhere := m
			elsewhere.Channel = direct
			if a, err := fake.Click(t.Context(), elsewhere, bob, m.Action("v1:approval:read:"), ""); err != nil || !strings.Contains(a.Note(), "I do not know this") {
				t.Errorf("another conversation's text is shown: %s, %v", a.Data, err)
			}
			clean(t, fake)
		})
	}
}

func TestOneStepIsTakenBackByASelect(t *testing.T) {
	in := newInbox()
	fake, bot := fakeAndBot(t, in.use)
	id, err := bot.Post(t.Context(), here(), cards()["run_unseen"], "n")
	if err != nil {
		t.Fatal(err)
	}
	m := shown(t, fake, id)
	if _, err := fake.Click(t.Context(), m, anna, m.Action("v1:run:undostep"), "Undo step 3: Write a ticket"); err != nil {
		t.Fatal(err)
	}
	same(t, assistant.UndoRequested{Run: "05e0", Task: "t3"}, in.lastAct(t).Body)
	clean(t, fake)
}
