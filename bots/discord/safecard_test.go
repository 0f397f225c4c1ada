package discord_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/cardkit"
)

// TestNoCardLeadsWhereModelsMayNot: Discord makes a link of every address that it finds, whatever stands around it.
func TestNoCardLeadsWhereModelsMayNot(t *testing.T) {
	fake, bot := fakeAndBot(t, func(c *discord.Config) { c.Reached = assistant.PublicAt("https://panel.example") })
	for name, card := range cardkit.Lures("See https://evil.example/login or https://panel.example/x.") {
		id, err := bot.Post(t.Context(), here(), card, "n"+name)
		if err != nil {
			t.Fatal(err)
		}
		if id == "" {
			continue // it is not shown
		}
		all := strings.Join(shown(t, fake, id).Lines(), "\n")
		if strings.Contains(all, "://evil.example") {
			t.Errorf("%s leads to another host: %s", name, all)
		}
		if !strings.Contains(all, "https://panel.example/x") {
			t.Errorf("%s lost the address of an allowed host: %s", name, all)
		}
	}
	id, err := bot.Post(t.Context(), here(), bots.AnswerCard{Text: "See https://evil.example/login."}, "answer")
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(t, fake, id).Lines()[0]; got != "See `https://evil.example/login`." {
		t.Errorf("an answer says %s", got)
	}
	clean(t, fake)
}

// TestStatusSaysWhatIsSoNow: what was taken back is not done, and what a run is called leads nowhere.
func TestStatusSaysWhatIsSoNow(t *testing.T) {
	in := newInbox()
	in.places[here()] = true
	in.runs = []assistant.RunView{{
		Run: assistant.Run{ID: "r1", Title: "Copy https://evil.example/x", Status: assistant.RunCompleted},
		Tasks: []assistant.Task{
			{Summary: "Write", Status: assistant.TaskCompleted}, {Summary: "Create the page", Status: assistant.TaskCompleted, Undone: true},
		},
	}}
	fake, bot := fakeAndBot(t, in.use)
	fake.Connect(bot)
	a, err := fake.Command(t.Context(), text, anna, "status")
	if err != nil {
		t.Fatal(err)
	}
	note := a.Note()
	if !strings.Contains(note, "1 of 2 done, 1 taken back") || !strings.Contains(note, "Create the page · taken back") || strings.Contains(note, "://evil") {
		t.Errorf("it says %s", note)
	}
}
