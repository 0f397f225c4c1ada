package hooks

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// Store keeps hooks for the people who have them.
type Store interface {
	MakeBackground(ctx context.Context, t assistant.TenantID, o assistant.BackgroundOrder) (assistant.BackgroundTask, error)
	Hook(ctx context.Context, t assistant.TenantID, task assistant.BackgroundID) (assistant.Hook, error)
	HookEvents(ctx context.Context, t assistant.TenantID, task assistant.BackgroundID, limit int) ([]assistant.HookEvent, error)
	HookEvent(ctx context.Context, t assistant.TenantID, task assistant.BackgroundID, id assistant.HookEventID) (assistant.HookEvent, error)
	TakeEvent(ctx context.Context, t assistant.TenantID, e assistant.HookEvent, revision int) (assistant.HookEvent, error)
}

// Changes are what owners and admins do to hooks.
type Changes interface {
	MintHookToken(ctx context.Context, t assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID, token, secret assistant.Secret, keep time.Duration) (assistant.Hook, error)
	EndHookTokens(ctx context.Context, t assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID) (assistant.Hook, error)
	ChangeHook(ctx context.Context, t assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID, rules assistant.HookRules, secret *assistant.Secret) (assistant.Hook, error)
}

// Channels finds channels that people are in.
type Channels interface {
	// FindChannel gives the channel of that name, or id, in which both the person and the bot are; [assistant.ErrChannelUnknown]
	// where there is none.
	FindChannel(ctx context.Context, t assistant.TenantID, who assistant.PersonID, name string) (assistant.Channel, error)
	// EventChannels lists those in which what happens may start tasks.
	EventChannels(ctx context.Context, t assistant.TenantID) ([]assistant.Channel, error)
}

// Rulings say in which channels what happens may start tasks.
type Rulings interface {
	RuleChannel(ctx context.Context, t assistant.TenantID, by assistant.Actor, r assistant.ChannelRule) (assistant.Channel, error)
	EventChannels(ctx context.Context, t assistant.TenantID) ([]assistant.Channel, error)
}

// Desk is where people make hooks, look at what they were told of, and change them.
type Desk struct {
	Store
	Changes
	Rulings

	Starts   background.Starter
	Permits  background.Permits // nil: nothing is allowed before it is asked for
	IDs      *assistant.IDs
	Channels Channels         // nil: no channel can be looked at
	Public   assistant.Public // how senders reach this service
	Now      func() time.Time
}

// Wish is a hook as somebody asks for it.
type Wish struct {
	Sender string // a scheme; "" does not sign
	Secret string // that the sender signs with; "" where it is made here, or given later
	Filter string
	Group  string
	Until  string
	Window string // such as “10s” or “5m”; "" is ten seconds, “0” tells each event on its own
	Minute int    // events a minute; 0 is 600
	Repeat string // such as “5m”, in which the same again is a repetition; "" is five minutes, “0” takes each as news

	On      string // what happens in a channel: message, reaction, join or file; "" where another system tells
	Channel string // its name or id
	Emoji   string // of a reaction; "" is any
}

// Rules reads a wish: expressions are compiled, and what cannot be is refused with a way on.
func (w Wish) Rules() (assistant.HookRules, error) {
	r := assistant.HookRules{
		Scheme: assistant.HookScheme(cmp.Or(strings.ToLower(strings.TrimSpace(w.Sender)), string(assistant.HookUnsigned))),
		Filter: strings.TrimSpace(w.Filter), Group: strings.TrimSpace(w.Group), Until: strings.TrimSpace(w.Until),
		Window: assistant.HookWindow, Minute: cmp.Or(w.Minute, assistant.HookMinute), Repeat: assistant.HookRepeat,
	}
	if !slices.Contains(assistant.HookSchemes(), r.Scheme) {
		return r, assistant.BadInput(assistant.Say("“%s” is no sender whose signatures I know.", w.Sender), assistant.Say("Say github, stripe, slack, standard, generic, or none."))
	}
	if r.Minute < 1 || r.Minute > assistant.HookMinuteMost {
		return r, assistant.BadInput(assistant.Say("A hook may take between 1 and %d events a minute.", assistant.HookMinuteMost), assistant.Say("Choose a number in between."))
	}
	if w.Window != "" {
		d, err := time.ParseDuration(strings.TrimSpace(w.Window))
		if w.Window == "0" {
			d, err = 0, nil
		}
		if err != nil || d < 0 || d > assistant.HookWindowMost || d > 0 && d < time.Second {
			return r, assistant.BadInput(assistant.Say("“%s” is no time in which events are told together.", w.Window), assistant.Say("Say a time between 1s and 24h, like 30s or 5m, or 0 to tell each on its own."))
		}
		r.Window = d
	}
	if w.Repeat != "" {
		d, err := time.ParseDuration(strings.TrimSpace(w.Repeat))
		if w.Repeat == "0" {
			d, err = 0, nil
		}
		if err != nil || d < 0 || d > assistant.HookRepeatMost || d > 0 && d < time.Second {
			return r, assistant.BadInput(assistant.Say("“%s” is no time in which the same again is a repetition.", w.Repeat), assistant.Say("Say a time between 1s and 24h, like 5m, or 0 to take each as news."))
		}
		r.Repeat = d
	}
	if err := w.watch(&r); err != nil {
		return r, err
	}
	_, err := Compile(r)
	return r, err
}

// watch reads which channel is looked at, and what for. Whoever makes the hook finds the channel.
func (w Wish) watch(r *assistant.HookRules) error {
	on := assistant.HappeningKind(strings.ToLower(strings.TrimSpace(w.On)))
	name := strings.Trim(strings.TrimSpace(w.Channel), "#<>")
	name, _, _ = strings.Cut(name, "|")
	emoji := strings.ReplaceAll(strings.Trim(strings.TrimSpace(w.Emoji), ":"), "\ufe0f", "") // platforms differ in whether it follows
	switch {
	case on == "" && name == "" && emoji == "":
		return nil
	case !on.Valid():
		return assistant.BadInput(assistant.Say("“%s” is nothing that I can look at in a channel.", w.On), assistant.Say("Say message, reaction, join or file."))
	case name == "":
		return assistant.BadInput(assistant.Say("It is not said in which channel this is to be looked at."), assistant.Say("Name it with # before its name."))
	case r.Scheme != assistant.HookUnsigned && r.Scheme != assistant.HookPlatform:
		return assistant.BadInput(assistant.Say("An automation begins with what happens in a channel or with what another system tells, not with both."), assistant.Say("Make two of them."))
	}
	r.Scheme, r.Watch = assistant.HookPlatform, assistant.Watch{Kind: on, Channel: assistant.Channel{Name: name}}
	if emoji != "" {
		only := "payload.reaction == " + strconv.Quote(emoji)
		if r.Filter != "" && r.Filter != only {
			only = "(" + r.Filter + ") && " + only
		}
		r.Filter = only
	}
	return nil
}

// Found gives rules the channel that they name, as one that a person is in and whose events may start tasks.
func Found(ctx context.Context, in Channels, t assistant.TenantID, who assistant.PersonID, r assistant.HookRules) (assistant.HookRules, error) {
	if r.Watch.Kind == "" {
		return r, nil
	}
	c, err := FindIn(ctx, in, t, who, r.Watch.Channel.Name)
	if err != nil {
		return r, err
	}
	open, err := in.EventChannels(ctx, t)
	if err != nil {
		return r, err
	}
	if !slices.ContainsFunc(open, func(o assistant.Channel) bool { return o.Surface == c.Surface && o.Space == c.Space && o.ID == c.ID }) {
		return r, assistant.ErrChannelClosed
	}
	r.Watch.Channel = c
	return r, nil
}

// FindIn finds a channel among those that a person is in; where there are no channels there is none.
func FindIn(ctx context.Context, in Channels, t assistant.TenantID, who assistant.PersonID, name string) (assistant.Channel, error) {
	if in == nil {
		return assistant.Channel{}, assistant.ErrChannelUnknown
	}
	return in.FindChannel(ctx, t, who, name)
}

// Address is where a sender posts events to.
func (d *Desk) Address(token assistant.Secret) string {
	return d.Public.Now().URL + "/api/hooks/" + string(token)
}

// Made is a hook with what is shown of it once, to its owner alone.
type Made struct {
	Task   assistant.BackgroundTask
	Hook   assistant.Hook
	Token  assistant.Secret // "" where it was shown before
	Secret assistant.Secret // that the sender has to sign with, where it was made here
}

// Make makes a task that begins with events, and its hook, in the name of its owner. The same key makes one, whose token is shown
// the first time alone.
func (d *Desk) Make(ctx context.Context, t assistant.TenantID, key string, whose assistant.BackgroundTask, task background.Wish, hook Wish) (Made, error) {
	task.Event = true
	b, err := task.Task(d.Now())
	if err != nil {
		return Made{}, err
	}
	rules, err := hook.Rules()
	if err != nil {
		return Made{}, err
	}
	if rules, err = Found(ctx, d.Channels, t, whose.Owner, rules); err != nil {
		return Made{}, err
	}
	given, err := secretOf(hook.Secret)
	if err != nil {
		return Made{}, err
	}
	b.Owner, b.Conversation, b.Project = whose.Owner, whose.Conversation, whose.Project
	allows, err := task.Allows(d.Now())
	if err == nil {
		allows, err = background.Permitted(ctx, d.Permits, t, b.Owner, b, allows)
	}
	if err != nil {
		return Made{}, err
	}
	if b.Conversation == "" {
		c, err := d.Starts.StartConversation(ctx, t, assistant.Beginning{Person: b.Owner, Project: b.Project, Title: b.Title, Key: key})
		if err != nil {
			return Made{}, fmt.Errorf("begin a conversation: %w", err)
		}
		b.Conversation = c.ID
	}
	made, err := d.MakeBackground(ctx, t, assistant.BackgroundOrder{Key: key, Task: b, Hook: &assistant.HookOrder{Rules: rules, Secret: given}, Allows: background.Allowances(allows), Language: task.Spoken()})
	if err != nil {
		return Made{}, fmt.Errorf("make hook: %w", err)
	}
	h, err := d.Hook(ctx, t, made.ID)
	if err != nil || !h.TokenAt.IsZero() || h.Rules.Watch.Kind != "" {
		return Made{Task: made, Hook: h}, err
	}
	out, err := d.Mint(ctx, t, b.Owner, made.ID, 0)
	out.Task = made
	return out, err
}

// Mint makes a new token in the name of the task's owner. The one before is good for as long as keep says.
func (d *Desk) Mint(ctx context.Context, t assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID, keep time.Duration) (Made, error) {
	h, err := d.Hook(ctx, t, task)
	if err != nil {
		return Made{}, err
	}
	out := Made{Token: assistant.Secret(d.IDs.Secret())}
	if h.Rules.Scheme != assistant.HookUnsigned && !h.Signed {
		out.Secret = assistant.Secret(d.IDs.Secret())
	}
	out.Hook, err = d.MintHookToken(ctx, t, by, task, out.Token, out.Secret, min(keep, assistant.HookOldToken))
	if err != nil {
		return Made{}, err
	}
	return out, nil
}

// Change changes the rules of a hook, and its secret where one is given.
func (d *Desk) Change(ctx context.Context, t assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID, w Wish) (assistant.Hook, error) {
	rules, err := w.Rules()
	if err != nil {
		return assistant.Hook{}, err
	}
	given, err := secretOf(w.Secret)
	if err != nil {
		return assistant.Hook{}, err
	}
	var secret *assistant.Secret
	if given != "" {
		secret = &given
	}
	return d.ChangeHook(ctx, t, by, task, rules, secret)
}

// secretOf is a secret as somebody gives it.
func secretOf(given string) (assistant.Secret, error) {
	given = strings.TrimSpace(given)
	if n := len(given); n > assistant.HookSecretLimit || n > 0 && n < assistant.HookSecretLeast {
		return "", assistant.BadInput(assistant.Say("The secret of a hook has between %d and %d characters.", assistant.HookSecretLeast, assistant.HookSecretLimit), assistant.Say("Give the one that the sender shows you."))
	}
	return assistant.Secret(given), nil
}

// Again tells the task of an event once more, on its own, in the name of the task's owner. What was filtered then is not now.
func (d *Desk) Again(ctx context.Context, t assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID, id assistant.HookEventID) (assistant.HookEvent, error) {
	h, err := d.Hook(ctx, t, task)
	if err != nil {
		return assistant.HookEvent{}, err
	}
	if h.Owner != by {
		return assistant.HookEvent{}, assistant.ErrNotYourHook
	}
	e, err := d.HookEvent(ctx, t, task, id)
	if err != nil {
		return e, err
	}
	switch {
	case e.Outcome != assistant.HookAccepted && e.Outcome != assistant.HookCoalesced && e.Outcome != assistant.HookFiltered:
		return e, assistant.BadInput(assistant.Say("This event was not let in, so it cannot be sent again from here."), assistant.Say("Let its sender send it again."))
	case e.Payload == "" && e.Size > 0:
		return e, assistant.BadInput(assistant.Say("Of this event nothing is kept but that it came."), assistant.Say("Let its sender send it again."))
	}
	again := assistant.HookEvent{Hook: e.Hook, Kind: e.Kind, Payload: e.Payload, Size: e.Size, Alone: true, Note: "Sent again by its owner."}
	got, err := d.TakeEvent(ctx, t, again, h.Revision)
	switch {
	case err != nil:
		return got, err
	case got.Outcome == assistant.HookPaused:
		return got, assistant.ErrBackgroundPaused
	case got.Outcome == assistant.HookOver:
		return got, assistant.ErrBackgroundOver
	case !got.Outcome.Stored():
		return got, assistant.BadInput(assistant.Say("Too many of its events wait to be told."), assistant.Say("Try again in a minute."))
	}
	return got, nil
}
