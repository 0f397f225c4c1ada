package main

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// storyRoom is where a story is told, with a person in it who sees cards and their buttons as a surface shows them.
type storyRoom interface {
	talker
	decider
	reader
}

type talker interface {
	// opens says something where nothing was said before.
	opens(text string)
	// says says something more there.
	says(text string)
	// returns goes to what was opened.
	returns()
}

type decider interface {
	// waits waits until a button of that label is to be seen.
	waits(label string)
	// presses presses a button of that label.
	presses(label string)
	// rewrites approves the open action with another title, by the surface's form.
	rewrites(title string)
}

type reader interface {
	// reads waits until a text is to be seen.
	reads(text string)
	// shown is all that is to be seen.
	shown() string
	// buttons are the labels of all buttons that are to be seen.
	buttons() []string
}

// slackRoom is a thread on Slack.
type slackRoom struct{ *slackWorld }

func newSlackRoom(w *slackWorld) *slackRoom {
	room := *w
	room.root = ""
	return &slackRoom{&room}
}

func calm() {}

func (r *slackRoom) opens(text string) { r.say(text, calm) }
func (r *slackRoom) says(text string)  { r.say(text, calm) }
func (*slackRoom) returns()            {}

func (r *slackRoom) reads(text string) {
	r.tb.Helper()
	r.shows(strconv.Quote(text), calm, says(text))
}

func (r *slackRoom) shown() string { return asRead(r.slack.Dump(channel, r.root)) }

func (r *slackRoom) waits(label string) {
	r.tb.Helper()
	r.shows("the button "+label, calm, func(m fakeslack.Message) bool { return slackButton(m, label) != nil })
}

func (r *slackRoom) presses(label string) {
	r.tb.Helper()
	card := r.shows("the button "+label, calm, func(m fakeslack.Message) bool { return slackButton(m, label) != nil })
	r.deliver("the click on "+label, calm, func(ctx context.Context) (fakeslack.Answer, error) {
		return r.slack.Press(ctx, card, asker, slackButton(card, label))
	})
}

func (r *slackRoom) rewrites(title string) {
	r.tb.Helper()
	before := len(r.slack.Views())
	r.presses("Change it")
	eventually(r.tb, patience, "the form opens", func() bool { return len(r.slack.Views()) > before })
	form := r.slack.Views()[before]
	values := map[string]string{}
	for block, argument := range slackInputs(r.tb, form) {
		values[block] = argument.now
		if argument.label == "Title" {
			values[block] = title
		}
	}
	r.deliver("the form", calm, func(ctx context.Context) (fakeslack.Answer, error) { return r.slack.Submit(ctx, form, values) })
}

func (r *slackRoom) buttons() (labels []string) {
	for _, m := range r.slack.Posted(channel, r.root) {
		for _, b := range slackButtons(m) {
			labels = append(labels, b.Text.Text)
		}
	}
	return labels
}

// slackPress is a button as Slack is told of it.
type slackPress struct {
	Type   string
	Text   struct{ Text string }
	Action string `json:"action_id"`
	Value  string
}

func slackButtons(m fakeslack.Message) (all []slackPress) {
	var blocks []struct {
		Type     string
		Elements []json.RawMessage
	}
	if json.Unmarshal(m.Blocks, &blocks) != nil {
		return nil
	}
	for _, b := range blocks {
		for _, e := range b.Elements {
			var one slackPress
			if b.Type == "actions" && json.Unmarshal(e, &one) == nil && one.Type == "button" {
				all = append(all, one)
			}
		}
	}
	return all
}

// slackButton is the button of a label as a click on it is sent; nil if there is none.
func slackButton(m fakeslack.Message, label string) map[string]any {
	for _, b := range slackButtons(m) {
		if b.Text.Text == label {
			return map[string]any{"type": "button", "action_id": b.Action, "value": b.Value}
		}
	}
	return nil
}

type slackArgument struct{ label, now string }

// slackInputs are the inputs of a form by their blocks.
func slackInputs(tb testing.TB, form fakeslack.View) map[string]slackArgument {
	tb.Helper()
	var v struct {
		Blocks []struct {
			Type    string
			ID      string `json:"block_id"`
			Label   struct{ Text string }
			Element struct {
				Initial string `json:"initial_value"`
			}
		}
	}
	if err := json.Unmarshal(form.JSON, &v); err != nil {
		tb.Fatal(err)
	}
	out := map[string]slackArgument{}
	for _, b := range v.Blocks {
		if b.Type == "input" {
			out[b.ID] = slackArgument{b.Label.Text, b.Element.Initial}
		}
	}
	return out
}

// discordRoom is a thread on Discord.
type discordRoom struct{ *discordWorld }

func newDiscordRoom(w *discordWorld) *discordRoom {
	room := *w
	room.thread = ""
	return &discordRoom{&room}
}

func (r *discordRoom) opens(text string) {
	r.thread = r.discord.Mention(discordChannel, discordAsker, text)
}
func (r *discordRoom) says(text string) { r.discord.Say(r.thread, discordAsker, text) }
func (*discordRoom) returns()           {}

func (r *discordRoom) reads(text string) {
	r.tb.Helper()
	r.shows(strconv.Quote(text), func(m fakediscord.Message) bool {
		return strings.Contains(unescaped(strings.Join(m.Lines(), "\n")), text)
	})
}

// unescaped is Discord's markdown as people read it.
func unescaped(text string) string { return strings.ReplaceAll(asRead(text), `\`, "") }

func (r *discordRoom) shown() string { return unescaped(r.discord.Dump(r.thread)) }

func (r *discordRoom) waits(label string) {
	r.tb.Helper()
	r.shows("the button "+label, func(m fakediscord.Message) bool { return discordButtons(m)[label] != "" })
}

func (r *discordRoom) click(label string) fakediscord.Answer {
	r.tb.Helper()
	card := r.shows("the button "+label, func(m fakediscord.Message) bool { return discordButtons(m)[label] != "" })
	a, err := r.discord.Click(r.tb.Context(), card, discordAsker, discordButtons(card)[label], "")
	if err != nil {
		r.tb.Fatalf("%s: %v; the thread:\n%s", label, err, r.shown())
	}
	return a
}

func (r *discordRoom) presses(label string) {
	r.tb.Helper()
	if a := r.click(label); a.Note() != "" {
		r.tb.Fatalf("%s is answered with %q; the thread:\n%s", label, a.Note(), r.shown())
	}
}

func (r *discordRoom) rewrites(title string) {
	r.tb.Helper()
	form := r.click("Change it")
	var inputs struct {
		Components []struct {
			Label     string
			Component struct {
				ID      string `json:"custom_id"`
				Value   string
				Options []struct {
					Label   string
					Default bool
				}
			}
		}
	}
	if err := json.Unmarshal(form.Data, &inputs); err != nil {
		r.tb.Fatalf("no form: %s: %v", form.Data, err)
	}
	values := map[string]string{}
	for _, c := range inputs.Components {
		if c.Component.ID == "" {
			continue // a text, which takes nothing
		}
		values[c.Component.ID] = c.Component.Value
		for _, o := range c.Component.Options {
			if o.Default {
				values[c.Component.ID] = o.Label
			}
		}
		if c.Label == "Title" {
			values[c.Component.ID] = title
		}
	}
	if a, err := r.discord.Submit(r.tb.Context(), form, r.thread, discordAsker, values); err != nil || a.Note() != "" {
		r.tb.Fatalf("the form is answered with %q, %v", a.Note(), err)
	}
}

func (r *discordRoom) buttons() (labels []string) {
	for _, m := range r.discord.Posted(r.thread) {
		for label := range discordButtons(m) {
			labels = append(labels, label)
		}
	}
	return labels
}

// discordButtons are a message's buttons: their ids by their labels.
func discordButtons(m fakediscord.Message) map[string]string {
	var tree any
	out := map[string]string{}
	if json.Unmarshal(m.Components, &tree) != nil {
		return out
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			label, _ := v["label"].(string)
			if id, _ := v["custom_id"].(string); label != "" && id != "" {
				out[label] = id
			}
			walk(v["components"])
		}
	}
	walk(tree)
	return out
}

// panelRoom is a conversation in the panel.
type panelRoom struct {
	*panel

	child *child
	at    string // its address
}

func (r *panelRoom) opens(text string) {
	r.t.Helper()
	r.do("begin a conversation", chromedp.Navigate(r.child.url("/")))
	r.when("the panel is there", `document.querySelector("#text")`)
	r.say(text)
	r.when("the conversation has an address", `location.pathname.startsWith("/c/")`)
	path, err := chromedp.Run(r.ctx, chromedp.Evaluate[string](`location.pathname`))
	if err != nil {
		r.t.Fatal(err)
	}
	r.at = path
}

// enters opens the panel as somebody who was not there.
func (p *panel) enters(k *child) {
	p.t.Helper()
	p.signsIn(k)
	p.when("the panel is there", `document.querySelector("#text")`)
}

func (r *panelRoom) returns() {
	r.t.Helper()
	r.do("go to the conversation", chromedp.Navigate(r.child.url(r.at)))
	r.when("the panel is there", `document.querySelector("#text")`)
}

func (r *panelRoom) says(text string)  { r.say(text) }
func (r *panelRoom) reads(text string) { r.t.Helper(); r.sees(text) }

func (r *panelRoom) shown() string {
	r.t.Helper()
	text, err := chromedp.Run(r.ctx, chromedp.Evaluate[string](`document.querySelector("#feed").innerText`))
	if err != nil {
		r.t.Fatal(err)
	}
	return text
}

// body is all that the page says, whichever it is.
func (r *panelRoom) body() string {
	r.t.Helper()
	text, err := chromedp.Run(r.ctx, chromedp.Evaluate[string](`document.body.innerText`))
	if err != nil {
		r.t.Fatal(err)
	}
	return text
}

// panelButtons finds the feed's buttons that one can see and press; in forms that are folded away one sees none.
const panelButtons = `[...document.querySelectorAll("#feed .card button")].filter(b => b.closest("details:not([open])") === null)`

// panelForms finds the headings that unfold a form, where one can see them: a button opens one on Slack and Discord.
const panelForms = `[...document.querySelectorAll("#feed .card details > summary")].filter(s => s.parentElement.querySelector("button") && s.parentElement.parentElement.closest("details:not([open])") === null)`

func panelButton(label string) string {
	return `[...` + panelButtons + `, ...` + panelForms + `].filter(b => b.textContent.trim() === ` + strconv.Quote(label) + `).pop()`
}

func (r *panelRoom) waits(label string) {
	r.t.Helper()
	r.when("the button "+label, panelButton(label))
}

func (r *panelRoom) presses(label string) {
	r.t.Helper()
	r.waits(label)
	r.when("it is pressed", "("+panelButton(label)+".click(), true)")
}

func (r *panelRoom) rewrites(title string) {
	r.t.Helper()
	r.click(`.card.approval.pending details.wanted summary`)
	r.when("the title is written", `(f => f && (f.value = `+strconv.Quote(title)+`, true))(document.querySelector('.card.approval.pending form.rewrite [name="arg.title"]'))`)
	r.presses("Compare with what was proposed")
	r.presses("Approve with these changes")
}

func (r *panelRoom) buttons() []string {
	r.t.Helper()
	labels, err := chromedp.Run(r.ctx, chromedp.Evaluate[[]string](panelButtons+`.map(b => b.textContent.trim())`))
	if err != nil {
		r.t.Fatal(err)
	}
	return labels
}

// howOften counts a label among a room's buttons.
func howOften(r storyRoom, label string) int {
	return len(slices.DeleteFunc(r.buttons(), func(l string) bool { return l != label }))
}

// lacks tells that a text is nowhere to be seen.
func lacks(t *testing.T, r storyRoom, text string) {
	t.Helper()
	if shown := r.shown(); strings.Contains(shown, text) {
		t.Errorf("it says %q:\n%s", text, shown)
	}
}
