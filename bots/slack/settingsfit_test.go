package slack_test

import (
	"encoding/json"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

func TestFormsAndHomesFitAtEveryLimit(t *testing.T) {
	check, err := fakeslack.NewChecker(fakeslack.FindSchema())
	if err != nil {
		t.Fatal(err)
	}
	bot := slack.New(slack.Config{PublicURL: "https://panel.example"})
	for _, text := range append(cardkit.Lengths(24, 75, 150, 500, 1000, 3000), "", " ") {
		var runs []assistant.RunView
		var waiting []assistant.Pending
		var talks []assistant.Conversation
		var sites []assistant.Project
		for range len(text) % 14 {
			v := assistant.RunView{Run: assistant.Run{ID: "r", Title: text}, Tasks: []assistant.Task{{Summary: text, Status: assistant.TaskInProgress}}}
			runs, waiting = append(runs, v), append(waiting, assistant.Pending{Title: text, Why: text, Conversation: "c", Until: noon})
			talks = append(talks, assistant.Conversation{ID: "c", Title: text})
			sites = append(sites, assistant.Project{ID: "p", Name: text, Domain: text})
		}
		views := []any{
			bot.Home(assistant.Person{Name: text, Zone: text, Role: assistant.Role(text)}, runs, waiting, talks, sites),
			bot.Home(assistant.Person{Role: assistant.RoleAdmin}, runs, waiting, talks, sites),
		}
		q := assistant.Clarification{ID: "ask", Intro: text}
		for i := range len(text) % 60 {
			one := assistant.Question{Key: text, Text: text, Reason: text, Default: text, Free: i%2 == 0}
			for range i {
				one.Options = append(one.Options, assistant.Option{Label: text, Value: text, Description: text})
			}
			q.Questions = append(q.Questions, one)
		}
		for _, form := range slack.Forms(q, text) {
			views = append(views, form)
		}
		for i, v := range views {
			raw, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if err := check.View(raw); err != nil {
				t.Errorf("view %d with %d units of %.4q: %v", i, cardkit.Width(text), text, err)
			}
		}
	}
}
