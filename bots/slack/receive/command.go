package receive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/deliver"
	"github.com/aisteam/aisteam/bots/slack/home"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/people"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

const (
	noteHelp = "*How to talk with me*\n" +
		"Mention me in a channel, or write me a direct message, and I answer in the thread. In a thread where we talk already, just reply. " +
		"I plan bigger work with you first and change nothing before you approve.\n" +
		"• `%[1]s ask` _your question_: starts a thread here\n" +
		"• `%[1]s tasks`: what is being worked on, and what waits for you\n" +
		"• `%[1]s stop`: stops running work\n" +
		"• `%[1]s status`: how things stand\n" +
		"• `%[1]s agents`: who is on the team\n" +
		"• `%[1]s settings`: your language, your time zone, where you hear of what, who decides for you\n" +
		"• `%[1]s link`: gives a code for another account of yours, or takes one\n" +
		"• `%[1]s help`: this"
	noteInvite = "I am not in this channel, so I cannot start a thread here. Invite me first (`/invite`), or write me a direct message."
	noteBusy   = "There is too much going on here just now. Please try again in a moment."
	noteIdle   = "Nothing of yours is running."
)

// Commands answers the slash command.
type Commands struct {
	Spaces    *install.Registry
	People    *people.People
	Inbox     bots.Inbox
	Indicator *deliver.Indicator
	Clicks    *Clicks
	Home      *home.Home
	Drawings  *deliver.Drawings
	Work      bots.Going
	Links     bots.Linking // nil: accounts cannot be linked
	Roster    bots.Roster
	Log       *slog.Logger
}

// command answers `/aisteam`. Only asking leaves something for others to see; the rest is told to the person alone.
func (m *Commands) command(ctx context.Context, raw []byte) payload.Answer {
	var c payload.Command
	err := json.Unmarshal(raw, &c)
	switch {
	case err == nil && c.Check == "1":
		return payload.Answer{Outcome: bots.AckChallenge}
	case err != nil, c.ID == "":
		return payload.Malformed()
	}
	w, err := m.Spaces.WorkspaceIn(ctx, c.Enterprise(), c.Team)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return privately("I am not set up for this workspace.", nil, bots.AckIgnored)
	case err != nil:
		return m.commandFailed(ctx, m.words(ctx, c).Say(view.NoteUnread), err)
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(c.Text), " ")
	in := m.words(ctx, c)
	var do func() payload.Answer
	switch strings.ToLower(word) {
	case "ask":
		do = func() payload.Answer { return m.commandAsk(ctx, w, c, blocks.Spoken(rest, w.Who().User)) }
	case "tasks":
		do = func() payload.Answer { return m.commandTasks(ctx, w, c) }
	case "stop":
		do = func() payload.Answer { return m.commandStop(ctx, w, c) }
	case "status":
		do = func() payload.Answer { return m.commandStatus(ctx, w, c) }
	case "link":
		do = func() payload.Answer { return m.commandLink(ctx, w, c, rest) }
	case "settings":
		do = func() payload.Answer { return m.commandSettings(ctx, w, c) }
	case "agents":
		return privately(m.team(w.Tenant, in), nil, bots.AckTaken)
	default:
		return privately(help(in, c.ID), nil, bots.AckTaken)
	}
	if note := people.Outsider(m.People.Whole(ctx, c.From())); note != "" {
		m.Log.InfoContext(ctx, "slack command refused", slog.String("tenant", string(w.Tenant)), slog.String("rule", "commands are for the workspace's people"))
		return privately(in.Label(note), nil, bots.AckRefused)
	}
	return do()
}

func help(in wording.Words, command string) string {
	return in.Say(noteHelp, blocks.Escape(bots.OneLine(command), 40))
}

// privately answers a command for the person's eyes alone. The text is mrkdwn.
func privately(safe string, blocks []slackapi.Block, outcome bots.Ack) payload.Answer {
	said := map[string]any{"response_type": "ephemeral", "text": safe}
	if len(blocks) > 0 {
		said["blocks"] = blocks
	}
	return payload.Answer{Payload: said, Outcome: outcome}
}

// commandFailed tells the person: Slack does not send commands again.
func (m *Commands) commandFailed(ctx context.Context, note string, err error) payload.Answer {
	m.Log.ErrorContext(ctx, "slack command failed", slog.Any("err", err))
	return privately(note, nil, bots.AckUnavailable)
}

// commandAsk starts a conversation: what was asked becomes the root of a thread, where the answer will be.
func (m *Commands) commandAsk(ctx context.Context, w *workspace.Workspace, c payload.Command, text string) payload.Answer {
	in := m.words(ctx, c)
	if text == "" || c.Channel == "" || c.User == "" {
		return privately(in.Say("What would you like to ask? For example: `%s ask is our site up?`", blocks.Escape(bots.OneLine(c.ID), 40)), nil, bots.AckRefused)
	}
	if w.Pace.Post(c.Channel) != nil {
		return privately(in.Say(noteBusy), nil, bots.AckRefused)
	}
	c.Name = cmp.Or(m.People.Named(ctx, c.Team, c.User), c.Name)
	_, ts, err := w.Client.PostMessageContext(ctx, c.Channel,
		slackapi.MsgOptionText("*"+blocks.Escape(bots.OneLine(cmp.Or(c.Name, "Somebody")), 100)+"* asks: "+blocks.Escape(text, blocks.LimitSection), false),
		slackapi.MsgOptionDisableLinkUnfurl(), slackapi.MsgOptionDisableMediaUnfurl())
	if err = w.Answered(ctx, "chat.postMessage", err); err != nil {
		return m.notAsked(ctx, in, err)
	}
	said := assistant.Inbound{
		Tenant: w.Tenant, From: m.People.Whole(ctx, c.From()), Change: assistant.ChangeSaid, Text: text, Key: c.Key(), ExternalID: c.Channel + "/" + ts,
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: c.Team, Channel: c.Channel, Thread: ts}, At: payload.Moment(ts),
	}
	got, err := m.Inbox.Receive(ctx, said)
	switch {
	case err != nil:
		// The question is posted, but nothing works on it; it says so.
		failed := m.commandFailed(ctx, in.Say(view.NoteAgain), err)
		failed.Then = func(ctx context.Context) { m.takeBack(ctx, w, c.Channel, ts) }
		return failed
	case got.Known:
		// Slack delivered it twice: the answer goes where it was posted first.
		return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { m.takeBack(ctx, w, c.Channel, ts) }}
	}
	m.Indicator.Heard(ctx, said.Place)
	return payload.Answer{Outcome: bots.AckTaken}
}

// notAsked says why a question could not be put into its channel.
func (m *Commands) notAsked(ctx context.Context, in wording.Words, err error) payload.Answer {
	if _, later := errors.AsType[*bots.LaterError](err); later {
		return privately(in.Say(noteBusy), nil, bots.AckRefused)
	}
	if refused, ok := errors.AsType[*bots.RefusedError](err); ok {
		switch refused.Reason {
		case "channel_not_found", "not_in_channel", "is_archived", "restricted_action":
			return privately(in.Say(noteInvite), nil, bots.AckRefused)
		}
	}
	return m.commandFailed(ctx, in.Say(view.NoteAgain), err)
}

// takeBack removes a question that could not be stored.
func (m *Commands) takeBack(ctx context.Context, w *workspace.Workspace, channel, ts string) {
	if _, _, err := w.Client.DeleteMessageContext(ctx, channel, ts); err != nil {
		m.Log.WarnContext(ctx, "slack question not taken back", slog.Any("err", w.Answered(ctx, "chat.delete", err)))
	}
}

// commandTasks lists what is being worked on and what waits for the person.
func (m *Commands) commandTasks(ctx context.Context, w *workspace.Workspace, c payload.Command) payload.Answer {
	v, err := m.Home.Outlook(ctx, w, c.From())
	if err != nil {
		return m.commandFailed(ctx, m.words(ctx, c).Say(view.NoteUnread), err)
	}
	r := m.drawn(ctx, w, c)
	l := r.List("*"+v.Summary(r.In)+"*", v, true)
	tasks, has, err := m.Home.BackgroundTasks(ctx, w, c.From(), r)
	if err != nil {
		return m.commandFailed(ctx, r.In.Say(view.NoteUnread), err)
	}
	if has && len(tasks) > 0 {
		l.Blocks = append(l.Blocks, blocks.Section(r.TaskLines(tasks)))
	}
	return privately(l.Text, l.Blocks, bots.AckTaken)
}

// commandStatus says how things stand in one line.
func (m *Commands) commandStatus(ctx context.Context, w *workspace.Workspace, c payload.Command) payload.Answer {
	v, err := m.Home.Outlook(ctx, w, c.From())
	if err != nil {
		return m.commandFailed(ctx, m.words(ctx, c).Say(view.NoteUnread), err)
	}
	in := m.words(ctx, c)
	text := in.Say("I am here.") + " " + v.Summary(in)
	if panel := w.Panel.Now().URL; panel != "" {
		text += " <" + panel + "|" + in.Say("Open the panel") + ">"
	}
	return privately(text, nil, bots.AckTaken)
}

// commandStop stops the person's run, here or anywhere; where there are several, they choose.
func (m *Commands) commandStop(ctx context.Context, w *workspace.Workspace, c payload.Command) payload.Answer {
	v, err := m.Home.Outlook(ctx, w, c.From())
	if err != nil {
		return m.commandFailed(ctx, m.words(ctx, c).Say(view.NoteUnread), err)
	}
	here, err := bots.RunsFor(ctx, m.Work, w.Tenant, v.Person, assistant.Place{Surface: assistant.SurfaceSlack, Space: c.Team, Channel: c.Channel})
	if err != nil {
		return m.commandFailed(ctx, m.words(ctx, c).Say(view.NoteUnread), err)
	}
	if len(here) > 0 {
		v.Runs = here
	}
	switch len(v.Runs) {
	case 0:
		return privately(m.words(ctx, c).Say(noteIdle), nil, bots.AckRefused)
	case 1:
		run := v.Runs[0].Run
		if note := m.Clicks.act(ctx, workspace.Click{At: w, Click: payload.Click{From: c.From(), Key: c.Key()}}, assistant.StopRequested{Run: run.ID}); note != "" {
			return privately(blocks.Escape(note, blocks.LimitSection), nil, bots.AckRefused)
		}
		return privately(m.words(ctx, c).Say("I am stopping “%s” before its next step.", blocks.Escape(bots.OneLine(run.Title), 150)), nil, bots.AckTaken)
	default:
		r := m.drawn(ctx, w, c)
		l := r.List(r.In.Say("Several things are running. Which one should stop?"), v, false)
		return privately(l.Text, l.Blocks, bots.AckTaken)
	}
}

// words returns the language of private answers: the one the person chose in Slack.
func (m *Commands) words(ctx context.Context, c payload.Command) wording.Words {
	return wording.In(m.People.Whole(ctx, c.From()).Language)
}

// drawn draws for the person alone.
func (m *Commands) drawn(ctx context.Context, w *workspace.Workspace, c payload.Command) blocks.Renderer {
	r := m.Drawings.Of(ctx, w)
	r.In = m.words(ctx, c)
	return r
}

// team is who is on the roster, a line each.
func (m *Commands) team(of assistant.TenantID, in wording.Words) string {
	lines := []string{"*" + in.Say("The team") + "*"}
	for _, a := range m.Roster.Of(of) {
		if a.Visible {
			lines = append(lines, strings.TrimSpace(blocks.Escape(a.Avatar, 16)+" *"+blocks.Escape(bots.OneLine(a.Called()), 80)+"*: "+blocks.Escape(bots.OneLine(a.Role), 200)))
		}
	}
	if len(lines) == 1 {
		return in.Say("I work alone just now.")
	}
	return bots.Clip(strings.Join(lines, "\n"), blocks.LimitText)
}
