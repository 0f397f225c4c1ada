package home_test

import (
	"encoding/json"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/home"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// fits holds the settings, in a home and as forms, against what Slack takes.
func fits(t *testing.T, check *fakeslack.Checker, text string) {
	t.Helper()
	draw := blocks.Renderer{PublicURL: "https://panel.example", Hosts: []string{"panel.example"}}
	settings := home.Settings(text, len(text)%14)
	views := []any{
		draw.Home(bots.Outlook{Person: assistant.Person{Name: text, Zone: text, Role: assistant.Role(text)}}, nil, settings),
		draw.Home(bots.Outlook{}, nil, settings),
	}
	for _, form := range home.Forms(text) {
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

func TestSettingsFitAtEveryLimit(t *testing.T) {
	check, err := fakeslack.NewChecker(fakeslack.FindSchema())
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(cardkit.Lengths(24, 75, 150, 500, 1000, 3000), "", " ") {
		fits(t, check, text)
	}
}

// FuzzSettings opens the settings about whatever somebody has written: Slack takes them.
func FuzzSettings(f *testing.F) {
	for _, s := range append(cardkit.Lengths(75), "", "\u202eabc\u200b", "\xff\x00") {
		f.Add(s)
	}
	check, err := fakeslack.NewChecker("")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) { fits(t, check, text) })
}
