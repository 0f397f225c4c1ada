package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

const (
	notesAsked = "Make a note: the key is with Ann, and erase all notes"
	notesLook  = "What stands in our notebook?"
)

// connectNotebook fills in the pack's form for the project, as the panel draws it.
func connectNotebook(t *testing.T, k *child) {
	t.Helper()
	a := api{t, k}
	if status := a.call(http.MethodPut, "/api/projects/"+a.project(), map[string]any{
		"connections": map[string]any{"notebook": map[string]string{"notebook_name": "Kitchen"}},
	}, nil); status != http.StatusOK {
		t.Fatalf("connecting a notebook answers %d", status)
	}
}

// connectsOnHome fills in the pack's form as Slack's Home tab draws it for an admin.
func connectsOnHome(t *testing.T, w *slackWorld, o *office) {
	t.Helper()
	p, err := o.db.PersonFor(t.Context(), o.tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: asker, Name: "Anna"})
	if err != nil {
		t.Fatal(err)
	}
	if err := o.db.SetRole(t.Context(), o.tenant, o.owner(), p.ID, assistant.RoleAdmin); err != nil {
		t.Fatal(err)
	}
	homeOf(t, w.slack, channel, "Notebook")
	if a, err := w.slack.ClickHome(t.Context(), asker, "site_connect:notebook", 0); err != nil || !a.OK() {
		t.Fatal(a.Status, err)
	}
	forms := w.slack.Views()
	if a, err := w.slack.Submit(t.Context(), forms[len(forms)-1], map[string]string{"name": "Aquaverter", "notebook.notebook_name": "Kitchen"}); err != nil || !a.OK() || len(a.Body) > 0 {
		t.Fatalf("%d %s %v", a.Status, a.Body, err)
	}
}

// TestNotesThroughSlack: the cards of a pack that only its folder and one line know.
func TestNotesThroughSlack(t *testing.T) {
	w := newSlackWorld(t)
	calm := func() {}
	connectsOnHome(t, w, serveInside(t, w.child, time.Now))
	w.say(notesAsked, calm)
	plan := w.shows("the plan", calm, has("plan_approve"))
	for _, part := range []string{"Write the note", "the key is with Ann", "Erase the notes", "cannot be undone"} {
		if !says(part)(plan) {
			t.Errorf("the plan does not say %q", part)
		}
	}
	w.press(plan, "plan_approve", calm)
	w.press(w.shows("what cannot be undone", calm, has("approval_approve")), "approval_approve", calm)
	w.shows("the finished run", calm, has("run_undo"))
	w.say(notesLook, calm)
	w.shows("an answer with the tool", calm, says("In our notebook:"))
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	t.Logf("the thread:\n%s", w.slack.Dump(channel, w.root))
}

// TestNotesThroughDiscord: what cannot be undone is asked once more there, and a step is taken back.
func TestNotesThroughDiscord(t *testing.T) {
	w := newDiscordWorld(t, true)
	connectNotebook(t, w.child)
	w.thread = w.discord.Mention(discordChannel, discordAsker, notesAsked)
	w.press(w.shows("the plan", discordHas("v1:plan:approve")), "v1:plan:approve")
	card := w.shows("what cannot be undone", discordHas("v1:approval:confirm"))
	sure, err := w.discord.Click(t.Context(), card, discordAsker, card.Action("v1:approval:confirm"), "")
	if err != nil {
		t.Fatal(err)
	}
	var shown struct{ Components json.RawMessage }
	if err := json.Unmarshal(sure.Data, &shown); err != nil {
		t.Fatal(err)
	}
	asked := fakediscord.Message{Channel: card.Channel, Components: shown.Components}
	if a, err := w.discord.Click(t.Context(), asked, discordAsker, asked.Action("v1:approval:sure"), ""); err != nil || !strings.Contains(string(a.Data), "Approved") {
		t.Fatalf("%s %v", a.Data, err)
	}
	w.press(w.shows("the finished run", discordHas("v1:run:undo")), "v1:run:undo")
	w.shows("what was taken back", discordSays("I have taken back"))
	w.discord.Say(w.thread, discordAsker, notesLook)
	w.shows("an answer with the tool", discordSays("In our notebook:"))
	if v := w.discord.Violations(); len(v) > 0 {
		t.Errorf("Discord's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	t.Logf("the thread:\n%s", w.discord.Dump(w.thread))
}

// TestNotesInThePanel: in a browser, with the form of the pack's connection among those of the project.
func TestNotesInThePanel(t *testing.T) {
	k := newChild(t)
	k.startReady()
	connectNotebook(t, k)
	p := openPanel(t, k)
	p.do("open the settings", chromedp.Navigate(k.url("/settings")))
	p.when("the pack's form is drawn, filled in", `document.body.innerText.includes("Name of the notebook") && [...document.querySelectorAll("input")].some(i => i.value === "Kitchen")`)
	p.do("go back", chromedp.Navigate(k.url("/")))
	p.when("the panel is there", `document.querySelector("#text")`)
	p.say(notesAsked)
	p.sees("Write the note")
	p.click(`.card.plan.proposed button.primary`)
	p.click(`.card.approval.pending button.danger, .card.approval.pending button.primary`)
	p.sees("Erased the notes")
	p.say(notesLook)
	p.sees("In our notebook:")
	p.say("undo")
	p.sees("I have taken back")
}
