package discord_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

func TestAnAnswerCanBeRatedAgainAndThePersonAloneIsThanked(t *testing.T) {
	in := newInbox()
	fake, bot := fakeAndBot(t, in.use)
	card, _ := essay()
	card.Message = "m1"
	if _, err := bot.Post(t.Context(), here(), card, "n"); err != nil {
		t.Fatal(err)
	}
	posted := fake.Posted(text)
	for i, m := range posted {
		if has := m.Action("v1:rate:") != ""; has != (i == len(posted)-1) {
			t.Errorf("message %d of %d: %v", i, len(posted), has)
		}
	}
	last := posted[len(posted)-1]
	keys := map[string]bool{}
	var got []assistant.Body
	for _, action := range []string{"v1:rate:up:m1", "v1:rate:down:m1"} {
		a, err := fake.Click(t.Context(), last, bob, action, "")
		if err != nil || !strings.HasPrefix(a.Note(), "Thank you") || !strings.Contains(string(a.Data), `"flags":68`) {
			t.Errorf("%s: %s, %v", action, a.Data, err)
		}
		act := in.lastAct(t)
		got, keys[act.Key] = append(got, act.Body), true
	}
	want := []assistant.Body{assistant.Rated{Message: "m1", Good: true}, assistant.Rated{Message: "m1"}}
	if d := cmp.Diff(want, got); d != "" || len(keys) != 2 {
		t.Error(keys, d)
	}
	id, err := bot.Post(t.Context(), here(), bots.AnswerCard{Text: "Run created", Status: true, Message: "m2"}, "n2")
	if err != nil || shown(t, fake, id).Action("v1:rate") != "" {
		t.Errorf("a status chip is rated: %v", err)
	}
	clean(t, fake)
}

// thinks is so much thinking of a run, of two agents in each of two groups.
func thinks(n int) []assistant.Message {
	out := []assistant.Message{{
		Seq: 1, ID: "s", Slot: "run:05e0", Author: assistant.AuthorAssistant, Kind: assistant.KindStatus,
		Body: assistant.RunStarted{Run: assistant.Run{ID: "05e0", Title: "Services", Status: assistant.RunRunning}},
	}}
	for i := range n {
		agent := []assistant.AgentID{assistant.GrowthLead, assistant.CreativeLead}[i%2]
		out = append(out, assistant.Message{
			Seq: int64(i + 2), ID: assistant.MessageID(fmt.Sprint("t", i)), Slot: "run:05e0", Run: "05e0", Agent: agent,
			Author: assistant.AuthorAssistant, Kind: assistant.KindThinking, Content: fmt.Sprintf("entry %d of @everyone", i),
			Body: assistant.Thought{Run: "05e0", Group: []string{"A", "B"}[2*i/max(1, n)], Phase: assistant.PhaseExecution},
		})
	}
	return out
}

func TestMuchThinkingIsShownPageByPageToWhoAsks(t *testing.T) {
	in := newInbox()
	in.places[here()] = true
	in.log = thinks(300)
	fake, bot := fakeAndBot(t, func(c *discord.Config) {
		in.use(c)
		c.History, c.Roster = in, bots.Always([]assistant.Agent{{ID: assistant.GrowthLead, Name: "Dana"}, {ID: assistant.CreativeLead, Name: "Mak"}})
	})
	card, ok := bots.Fold("run:05e0", in.log, bots.NewNames(bot.Roster.Of(""), nil, assistant.Settings{}))
	if !ok {
		t.Fatal("no card")
	}
	id, err := bot.Post(t.Context(), here(), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	m := shown(t, fake, id)
	if words := strings.Join(m.Lines(), "\n"); !strings.Contains(words, "300 entries") || strings.Contains(words, "||") {
		t.Errorf("the card shows %s", words)
	}
	a, err := fake.Click(t.Context(), m, bob, m.Action("v1:thinking:run:"), "")
	if err != nil || a.Type != 4 || !strings.Contains(string(a.Data), `"flags":32836`) {
		t.Fatalf("%s, %v", a.Data, err)
	}
	var all []string
	for page := 1; ; page++ {
		leaf := fakediscord.Message{Channel: text}
		var d struct{ Components json.RawMessage }
		if err := json.Unmarshal(a.Data, &d); err != nil {
			t.Fatal(err)
		}
		leaf.Components = d.Components
		all = append(all, leaf.Lines()...)
		later := leaf.Action(fmt.Sprintf("v1:thinking:runpage:05e0:%d", page))
		if a, err = fake.Click(t.Context(), leaf, bob, later, ""); err != nil {
			break // the last page has nothing later
		}
		if a.Type != 7 {
			t.Fatalf("page %d came as %d", page, a.Type)
		}
	}
	words := strings.Join(all, "\n")
	for i := range 300 {
		if !strings.Contains(words, fmt.Sprintf("• entry %d of @\u200beveryone", i)) {
			t.Errorf("entry %d is missing", i)
		}
	}
	a1, b1 := strings.Index(words, "**Group A**"), strings.Index(words, "**Group B**")
	if a1 < 0 || b1 < a1 || !strings.Contains(words, "Dana") || !strings.Contains(words, "Mak") || !strings.Contains(words, "page 2 of ") {
		t.Errorf("not by group and agent: %s", words[:min(len(words), 400)])
	}
	elsewhere := m
	elsewhere.Channel = direct
	if a, err := fake.Click(t.Context(), elsewhere, bob, m.Action("v1:thinking:run:"), ""); err != nil || !strings.Contains(a.Note(), "I do not know this") {
		t.Errorf("another conversation's thinking is shown: %s, %v", a.Data, err)
	}
	clean(t, fake)
}

func TestALittleThinkingStaysOnTheCard(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *discord.Config) { c.History = newInbox() })
	for n, button := range map[int]bool{5: false, 6: true} {
		card := bots.ThinkingCard{Slot: "thinking:0190"}
		for i := range n {
			card.Lines = append(card.Lines, bots.ThinkingLine{Text: fmt.Sprint("entry ", i)})
		}
		id, err := bot.Post(t.Context(), here(), card, fmt.Sprint("n", n))
		if err != nil {
			t.Fatal(err)
		}
		m := shown(t, fake, id)
		if has := m.Action("v1:thinking:turn:0190") != ""; has != button || strings.Contains(strings.Join(m.Lines(), ""), "||") == button {
			t.Errorf("%d entries: %q", n, m.Lines())
		}
	}
	clean(t, fake)
}
