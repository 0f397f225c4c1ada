package own

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// Channels keep what the channels of Slack and Discord are about, and in which of them what happens may start automations.
type Channels interface {
	Projects(ctx context.Context, t assistant.TenantID) ([]assistant.Project, error)
	Post(ctx context.Context, m assistant.Message) (assistant.Message, error)
	RuleChannel(ctx context.Context, t assistant.TenantID, by assistant.Actor, r assistant.ChannelRule) (assistant.Channel, error)
}

// ChannelProject are the arguments of choose_channel_project.
type ChannelProject struct {
	Project string `json:"project,omitempty" jsonschema:"the project, by the name that they wrote"`
	None    bool   `json:"none,omitempty" jsonschema:"true where the channel is to be about no project any more"`
}

// channelProject is a setting of a channel. It starts nothing and every member may change it, so nobody is asked about it.
func (p pack) channelProject() tools.Tool {
	return setting(TaskChannelProject, "Choose what a channel is about",
		"Chooses the project that the channel of this conversation is about: what begins there is about it, and nobody has to name it each time. Call it only with a project that stands in their own message.",
		tools.Arguments[ChannelProject](), channelProjects(), inAChannel, p.runChannelProject)
}

func (p pack) runChannelProject(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[ChannelProject](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	w := words(c)
	if a.None {
		said := []string{w.Say("All right: this channel is about no project any more, so I ask which one where it matters.")}
		if c.Project.Name != "" {
			said = append(said, w.Say("Say “%s” to take that back.", w.Say("this channel is about the project %s", c.Project.Name)))
		}
		return saying(" ", said...), p.binds(ctx, c, assistant.ChannelBound{}, w.Say("This channel is about no project any more."))
	}
	project, err := p.project(ctx, c, a.Project)
	if err != nil {
		return assistant.Receipt{}, err
	}
	said := w.Say("Noted: what begins in this channel is about %s. Name another project where you mean one, or say “this channel is about no project”.", project.Name)
	return saying("", said), p.binds(ctx, c, assistant.ChannelBound{Project: project.ID}, w.Say("This channel is about %s.", project.Name))
}

// project is the project of that name, which has to stand in the asker's own words: what others wrote, or a page, binds no channel.
func (p pack) project(ctx context.Context, c tools.Call, name string) (assistant.Project, error) {
	all, err := p.Channels.Projects(ctx, c.Tenant)
	if err != nil {
		return assistant.Project{}, fmt.Errorf("read which projects there are: %w", err)
	}
	name = strings.ToLower(name)
	at := slices.IndexFunc(all, func(one assistant.Project) bool {
		return name != "" && slices.Contains([]string{strings.ToLower(one.Name), strings.ToLower(one.Slug), strings.ToLower(one.Domain)}, name)
	})
	if at >= 0 && strings.Contains(strings.ToLower(c.Said), name) {
		return all[at], nil
	}
	const most = 8
	var known []string
	for _, one := range all[:min(len(all), most)] {
		known = append(known, one.Name)
	}
	like := assistant.Say("Say “%s”.", assistant.Say("this channel is about the project %s", assistant.Verbatim("…")))
	if len(known) == 0 || at >= 0 {
		return assistant.Project{}, assistant.BadInput(assistant.Say("It is not said which project this channel is about, so nothing was changed."), like)
	}
	return assistant.Project{}, assistant.BadInput(assistant.Say("I do not know a project called %s. I know %s.", plainly(name), words(c).List(known)), like)
}

// binds says in the log what the channel is about, once for each call.
func (p pack) binds(ctx context.Context, c tools.Call, b assistant.ChannelBound, said string) error {
	_, err := p.Channels.Post(ctx, assistant.Message{
		Tenant: c.Tenant, Conversation: c.Conversation, Author: assistant.AuthorUser, Person: c.Asker.ID, Kind: assistant.KindStatus, Content: said, Body: b, Key: "channel/" + c.Key,
	})
	if err != nil {
		return fmt.Errorf("say what a channel is about: %w", err)
	}
	return nil
}

// channelStarts lets what happens in a channel start automations. That gives a right, so it is asked about: an admin alone has it to give.
func (p pack) channelStarts() tools.Tool {
	return tools.Tool{
		Name: string(TaskChannelStarts), Label: "Let a channel start automations",
		Description: "Lets what happens in the channel of this conversation start automations of people who are in it. Only an admin can.",
		Class:       assistant.ClassAction, Effect: assistant.EffectReversible, Idempotent: true, Direct: true, Standing: true,
		Arguments: tools.Arguments[struct{}](), Examples: channelStartsAsked(), Run: p.runChannelStarts,
		Preview: func(_ context.Context, c tools.Call) (assistant.Preview, error) {
			if c.Asker.Role != assistant.RoleAdmin {
				return assistant.Preview{}, assistant.ErrNotAdmin
			}
			return assistant.Preview{
				Title: assistant.Say("Let a channel start automations"), Target: "this channel", State: site.HashOf("channel events", string(c.Conversation)), Wanted: site.HashOf("channel events start automations", string(c.Conversation)),
				Warnings: []assistant.Sentence{assistant.Say("From then on what happens in this channel may start automations of people who are in it.")},
			}, nil
		},
		Undo: func(ctx context.Context, c tools.Call, _ assistant.Receipt) error { return p.rules(ctx, c, false) },
	}
}

func (p pack) runChannelStarts(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	return assistant.Receipt{Result: assistant.Result{Summary: assistant.Say("What happens in this channel may start automations of people who are in it."), Undo: true}}, p.rules(ctx, c, true)
}

// channelRests takes that right back, at once.
func (p pack) channelRests() tools.Tool {
	return setting(TaskChannelRests, "Let a channel start no automations",
		"Lets what happens in the channel of this conversation start no automations any more. Only an admin can.", tools.Arguments[struct{}](), channelRestsAsked(), inAChannel,
		func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			w := words(c)
			said := []string{
				w.Say("All right: what happens in this channel starts no automations any more. Those that it has started are paused."),
				w.Say("Say “%s” to take that back.", w.Say("what happens here may start automations")),
			}
			return saying(" ", said...), p.rules(ctx, c, false)
		})
}

// rules says whether what happens in the channel may start automations, in the name of whoever asks.
func (p pack) rules(ctx context.Context, c tools.Call, allowed bool) error {
	_, err := p.Channels.RuleChannel(ctx, c.Tenant, assistant.Actor{Person: c.Asker.ID}, assistant.ChannelRule{Conversation: c.Conversation, Allowed: allowed})
	return err
}
