package tasks

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
)

// TaskTrigger makes a task that begins with events.
const TaskTrigger assistant.TaskType = "create_event_trigger"

// Trigger are the arguments of createEventTrigger. Secrets are none of them: what opens a hook is shown to its owner alone, and never
// to a model.
type Trigger struct {
	Title  string `json:"title,omitempty" jsonschema:"what it is called, in a few words"`
	Prompt string `json:"prompt" jsonschema:"what is to be done with each event, as a request"`
	Sender string `json:"sender,omitempty" jsonschema:"how the sender signs: github, stripe, slack, standard, generic, or none; none when left out"`
	Filter string `json:"filter,omitempty" jsonschema:"a CEL expression about payload, event and headers that has to be true, like payload.action == \"opened\""`
	Group  string `json:"groupBy,omitempty" jsonschema:"a CEL expression: events of which it gives the same are told together"`
	Until  string `json:"until,omitempty" jsonschema:"a CEL expression: the event of which it is true is the last"`
	Allow  string `json:"allow,omitempty" jsonschema:"what it may do without asking, in the person's own words, with what it may be done to; left out where they said nothing of that"`
	Window string `json:"window,omitempty" jsonschema:"how long events are gathered before they are told together, like 30s; ten seconds when left out, 0 tells each on its own"`

	On      string `json:"on,omitempty" jsonschema:"what happens in a channel of Slack or Discord that begins it: message, reaction, join or file; left out where another system tells"`
	Channel string `json:"channel,omitempty" jsonschema:"that channel, with # before its name"`
	Emoji   string `json:"emoji,omitempty" jsonschema:"the name of the emoji of a reaction; any when left out"`
	Found   string `json:"found,omitempty" jsonschema:"leave it out"`
}

func (a Trigger) task() background.Wish {
	return background.Wish{Title: a.Title, Prompt: a.Prompt, Event: true, Allow: a.Allow}
}

func (a Trigger) hook() hooks.Wish {
	return hooks.Wish{Sender: a.Sender, Filter: a.Filter, Group: a.Group, Until: a.Until, Window: a.Window, On: a.On, Channel: a.Channel, Emoji: a.Emoji}
}

// read reads what is asked for, and refuses what cannot be.
func (a Trigger) read(now time.Time) (assistant.BackgroundTask, assistant.HookRules, error) {
	b, err := a.task().Task(now)
	if err != nil {
		return b, assistant.HookRules{}, err
	}
	rules, err := a.hook().Rules()
	if found := strings.Split(a.Found, "/"); err == nil && rules.Watch.Kind != "" && len(found) == foundParts {
		rules.Watch.Channel.Surface, rules.Watch.Channel.Space, rules.Watch.Channel.ID = assistant.Surface(found[0]), found[1], found[2]
	}
	return b, rules, err
}

// foundParts are surface, space and id of a channel that was found.
const foundParts = 3

func (p pack) trigger() (tools.Tool, bool) {
	schema := tools.Arguments[Trigger]()
	if schema == nil || schema.Properties["sender"] == nil {
		return tools.Tool{}, false
	}
	schema.Properties["sender"].Enum = senders()
	t := p.making(TaskTrigger, "Make a task that events begin", schema)
	t.Description = "Makes a background task that begins when another system tells of an event, by a web hook, or with what happens in a channel of Slack or Discord, where an admin lets it. Its results are told in this conversation. " +
		"Its secret address is shown to its owner alone, on the panel. It asks for approval of what it wants to change each time."
	t.Examples = happenings()
	t.Fix, t.Preview, t.Run = p.fixTrigger, p.previewTrigger, p.runTrigger
	return t, true
}

func senders() []any {
	var out []any
	for _, s := range assistant.HookSchemes() {
		out = append(out, string(s))
	}
	return out
}

// fixTrigger makes what is asked for regular: what runs is what was shown.
func (p pack) fixTrigger(ctx context.Context, c tools.Call) (json.RawMessage, error) {
	a, err := said[Trigger](c)
	if err != nil {
		return nil, err
	}
	a.Found = "" // whoever asks is in the channel, or it is none
	b, rules, err := a.read(p.now())
	if err != nil {
		return nil, err
	}
	allows, err := p.allowed(ctx, c, c.Asker.ID, a.task())
	if err != nil {
		return nil, err
	}
	out := Trigger{Title: b.Title, Prompt: b.Prompt, Sender: string(rules.Scheme), Filter: rules.Filter, Group: rules.Group, Until: rules.Until, Allow: background.AllowSaid(allows), Window: rules.Window.String()}
	if rules.Watch.Kind != "" {
		if rules, err = hooks.Found(ctx, p.channels, c.Tenant, c.Asker.ID, rules); err != nil {
			return nil, err
		}
		ch := rules.Watch.Channel
		out.Sender, out.On, out.Channel, out.Found = "", string(rules.Watch.Kind), ch.Called(), strings.Join([]string{string(ch.Surface), ch.Space, ch.ID}, "/")
	}
	return written(out)
}

func (p pack) previewTrigger(ctx context.Context, c tools.Call) (assistant.Preview, error) {
	a, err := tools.Read[Trigger](c)
	if err != nil {
		return assistant.Preview{}, err
	}
	b, rules, err := a.read(p.now())
	if err != nil {
		return assistant.Preview{}, err
	}
	fields := []assistant.Field{{Name: "Title", Key: "title", New: b.Title}, {Name: "What", Key: "prompt", New: b.Prompt}, shown("When", "when", whenWords(rules.Watch))}
	if rules.Watch.Kind == "" {
		fields = append(fields, shown("Signed", "scheme", signedWords(rules.Scheme)))
	}
	for _, f := range []assistant.Field{{Name: "Only where", Key: "filter", New: rules.Filter}, {Name: "Told together where the same", Key: "group", New: rules.Group}, {Name: "Over when", Key: "until", New: rules.Until}} {
		if f.New != "" {
			fields = append(fields, f)
		}
	}
	if rules.Window > 0 {
		fields = append(fields, assistant.Field{Name: "Events are gathered for", Key: "window", New: rules.Window.String()})
	}
	allows, err := p.allowed(ctx, c, c.Asker.ID, a.task())
	if err != nil {
		return assistant.Preview{}, err
	}
	cost, err := p.mayCost(ctx, c, b.Prompt)
	if err != nil {
		return assistant.Preview{}, err
	}
	fields = append(fields, cost...)
	return assistant.Preview{
		Title: assistant.Say("Make a task that events begin"), Target: "your automations", Entity: assistant.Entity{Type: entityType}, State: noTask(c.Project),
		Fields: append(fields, background.AllowFields(b, allows)...), Warnings: background.AllowWarnings(b, allows),
		Wanted: site.HashOf("background task of events", string(c.Project.ID), b.Title, b.Prompt, string(rules.Scheme), a.On, a.Found, rules.Filter, rules.Group, rules.Until,
			strconv.FormatInt(int64(rules.Window), 10), background.AllowSaid(allows)),
	}, nil
}

// shown is a field of the task whose value is said by us.
func shown(name, key string, becomes assistant.Sentence) assistant.Field {
	f := assistant.Shown(name, becomes)
	f.Key = key
	return f
}

// whenWords say what begins the task.
func whenWords(w assistant.Watch) assistant.Sentence {
	switch w.Kind {
	case assistant.HappenedMessage:
		return assistant.Say("somebody writes in %s", w.Channel.Called())
	case assistant.HappenedReaction:
		return assistant.Say("somebody reacts to a message in %s", w.Channel.Called())
	case assistant.HappenedJoin:
		return assistant.Say("somebody joins %s", w.Channel.Called())
	case assistant.HappenedFile:
		return assistant.Say("somebody shares a file in %s", w.Channel.Called())
	}
	return assistant.Say("another system tells of an event at its secret address")
}

func signedWords(s assistant.HookScheme) assistant.Sentence {
	switch s {
	case assistant.HookGitHub:
		return assistant.Say("as GitHub does")
	case assistant.HookStripe:
		return assistant.Say("as Stripe does")
	case assistant.HookSlack:
		return assistant.Say("as Slack does")
	case assistant.HookStandard:
		return assistant.Say("by Standard Webhooks")
	case assistant.HookGeneric:
		return assistant.Say("with an HMAC of the body in X-Signature")
	case assistant.HookUnsigned, assistant.HookPlatform:
	}
	return assistant.Say("not: whoever has the address is believed")
}

// runTrigger makes the task and its hook for whoever asked for the run. Nobody has the address yet: its owner makes it where nobody
// else reads it.
func (p pack) runTrigger(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[Trigger](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	b, rules, err := a.read(p.now())
	if err != nil {
		return assistant.Receipt{}, err
	}
	b.Project = c.Project.ID
	allows, err := p.allowing(ctx, c, a.task())
	if err != nil {
		return assistant.Receipt{}, err
	}
	made, err := p.book.MakeBackground(ctx, c.Tenant, assistant.BackgroundOrder{Key: c.Key, Run: c.Task.Run, Task: b, Hook: &assistant.HookOrder{Rules: rules}, Allows: background.Allowances(allows)})
	if err != nil {
		return assistant.Receipt{}, err
	}
	r, err := receipt(made)
	if rules.Watch.Kind != "" {
		r.Result.Summary = assistant.Say("Made the automation “%s”, which begins when %s", made.Title, whenWords(rules.Watch))
		return r, err
	}
	r.Result.Summary = assistant.Say("Made the automation “%s”, which events begin. It needs an address: its owner makes it on the panel, under “Automations”", made.Title)
	return r, err
}
