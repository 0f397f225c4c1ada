package slack

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

// greet shows what somebody who opened the app should find. It is best effort: it is drawn anew each time.
func (b *Bot) greet(ctx context.Context, w *workspace, o payload.Opened) {
	if o.Tab == payload.TabHome {
		b.showHome(ctx, w, assistant.Identity{Surface: assistant.SurfaceSlack, Space: o.Team, External: o.User})
		return
	}
	b.suggest(ctx, w, o.At)
}

// showHome publishes the person's home: what waits for them, what is at work, what they talked about.
func (b *Bot) showHome(ctx context.Context, w *workspace, from assistant.Identity) {
	const method = "views.publish"
	if w.pace.hold(method) != nil {
		return
	}
	v, err := b.outlook(ctx, w, from)
	if err != nil {
		b.Log.ErrorContext(ctx, "slack home not read", slog.Any("err", err))
		return
	}
	if v.Person.Role == assistant.RoleGuest {
		b.publish(ctx, w, from.External, blocks.GuestHome())
		return
	}
	talks, err := b.talks(ctx, w, v.Person)
	if err != nil {
		b.Log.ErrorContext(ctx, "slack home not read", slog.Any("err", err))
		return
	}
	sites, err := b.sites(ctx, w)
	if err != nil {
		b.Log.ErrorContext(ctx, "slack home not read", slog.Any("err", err))
		return
	}
	decide, err := b.deciders(ctx, w, v.Person)
	if err != nil {
		b.Log.ErrorContext(ctx, "slack home not read", slog.Any("err", err))
		return
	}
	r := b.drawing(ctx, w)
	b.publish(ctx, w, from.External, r.Home(v, talks, settings(sites, b.Projects != nil, v.Person, decide, r.Hosts)))
}

// settings draws what the home lets people look up and change: the sites, and to an admin who decides.
func settings(sites []shownSite, kept bool, p assistant.Person, decide *deciders, hosts []string) []slackapi.Block {
	var out []slackapi.Block
	if len(sites) > 0 || kept {
		out = siteBlocks(sites, p, hosts)
	}
	if decide != nil {
		out = append(out, decide.draw()...)
	}
	return out
}

func (b *Bot) publish(ctx context.Context, w *workspace, user string, view slackapi.HomeTabViewRequest) {
	_, err := w.client.PublishViewContext(ctx, slackapi.PublishViewContextRequest{UserID: user, View: view})
	if err := b.answered(ctx, w, "views.publish", err); err != nil {
		b.Log.WarnContext(ctx, "slack home not shown", slog.Any("err", err))
	}
}

const shownTalks = 8

// talks reads the newest conversations that a person started. Others' are theirs, whatever the person's role.
func (b *Bot) talks(ctx context.Context, w *workspace, p assistant.Person) ([]assistant.Conversation, error) {
	all, err := b.Work.Conversations(ctx, w.tenant, 200)
	if err != nil {
		return nil, fmt.Errorf("read conversations: %w", err)
	}
	var out []assistant.Conversation
	for _, c := range all {
		if c.Person == p.ID && p.ID != "" && len(out) < shownTalks {
			out = append(out, c)
		}
	}
	return out, nil
}

// suggest offers what one could ask. An app of the agent generation has no thread yet, and giving one would fail there
// without a word.
func (b *Bot) suggest(ctx context.Context, w *workspace, at blocks.Origin) {
	const method = "assistant.threads.setSuggestedPrompts"
	prompts := b.prompts()
	if at.Channel == "" || len(prompts) == 0 || w.pace.hold(method) != nil {
		return
	}
	err := w.client.SetAssistantThreadsSuggestedPromptsContext(ctx, slackapi.AssistantThreadsSetSuggestedPromptsParameters{
		Title: "You could ask", ChannelID: at.Channel, ThreadTS: at.Thread, Prompts: prompts,
	})
	if err := b.answered(ctx, w, method, err); err != nil {
		b.Log.DebugContext(ctx, "slack prompts not shown", slog.Any("err", err))
	}
}

const morePrompts = 4 // Slack's limit

// prompts are the roster's examples, one of each agent.
func (b *Bot) prompts() []slackapi.AssistantThreadsPrompt {
	var out []slackapi.AssistantThreadsPrompt
	for _, a := range b.Roster {
		if a.Visible && len(a.Examples) > 0 && len(out) < morePrompts {
			out = append(out, slackapi.AssistantThreadsPrompt{Title: bots.Clip(bots.OneLine(a.Examples[0]), blocks.LimitButton), Message: a.Examples[0]})
		}
	}
	return out
}

// entitle names a direct message's thread by the words that began it.
func (b *Bot) entitle(ctx context.Context, w *workspace, p assistant.Place, text string) {
	text = bots.Clip(bots.OneLine(text), blocks.LimitTitle)
	if text == "" {
		return
	}
	if w.agent.Load() {
		_, err := w.client.SetAgentSessionStatusContext(ctx, slackapi.AgentSessionSetStatusParameters{
			Status: slackapi.AgentSessionStatusActive, ChannelID: p.Channel, ThreadTS: p.Thread, Title: text,
		})
		if err := b.answered(ctx, w, "agents.sessions.setStatus", err); err != nil {
			b.Log.DebugContext(ctx, "slack session not entitled", slog.Any("err", err))
		}
		return
	}
	err := w.client.SetAssistantThreadsTitleContext(ctx, slackapi.AssistantThreadsSetTitleParameters{
		ChannelID: p.Channel, ThreadTS: p.Thread, Title: text,
	})
	if err := b.answered(ctx, w, "assistant.threads.setTitle", err); err != nil {
		b.Log.DebugContext(ctx, "slack thread not entitled", slog.Any("err", err))
	}
}

// stopped takes Slack's own stop button: every run of the thread is stopped, as by the buttons of their cards.
func (b *Bot) stopped(ctx context.Context, w *workspace, a payload.Arrival) payload.Answer {
	from := a.In.From
	runs, err := b.Work.Ongoing(ctx, w.tenant, a.In.Place, 20)
	if err != nil {
		return b.unavailable(ctx, err)
	}
	out := payload.Answer{Outcome: bots.AckIgnored}
	for _, r := range runs {
		note := b.act(ctx, clicked{at: w, Click: payload.Click{From: from, Key: a.In.Key + "/" + string(r.Run.ID)}}, assistant.StopRequested{Run: r.Run.ID})
		if note == noteAgain {
			return b.unavailable(ctx, fmt.Errorf("stop run %s", r.Run.ID))
		}
		out.Outcome = bots.AckTaken
	}
	out.Then = func(ctx context.Context) { b.session(ctx, w, a.In.Place, slackapi.AgentSessionStatusActive) }
	return out
}

// busy tells Slack whether the card leaves the assistant at work: an app of the agent generation in its session, where
// Slack shows its stop button as long as it is, and elsewhere in the thread's status.
func (b *Bot) busy(ctx context.Context, w *workspace, p assistant.Place, c bots.Card) {
	_, run := c.(bots.RunCard)
	if !w.agent.Load() || !strings.HasPrefix(p.Channel, "D") {
		switch {
		case run && !c.Settled():
			b.keepStatus(ctx, p, assistant.ActivityExecuting)
		case run && b.shown(p):
			b.Status(ctx, p, assistant.ActivityNone, "") // an edit, unlike a post, clears nothing
		}
		return
	}
	switch at := b.waiting.atWork(p); {
	case run && !c.Settled() && !at:
		b.session(ctx, w, p, slackapi.AgentSessionStatusProcessing)
	case c.Settled() && at:
		b.session(ctx, w, p, slackapi.AgentSessionStatusActive)
	}
}

// session sets the state of an agent session; after a stop, too, Slack leaves that to the app.
func (b *Bot) session(ctx context.Context, w *workspace, p assistant.Place, status string) {
	const method = "agents.sessions.setStatus"
	if w.pace.hold(method) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	b.waiting.work(p, status == slackapi.AgentSessionStatusProcessing)
	_, err := w.client.SetAgentSessionStatusContext(ctx, slackapi.AgentSessionSetStatusParameters{
		Status: status, ChannelID: p.Channel, ThreadTS: p.Thread,
	})
	if err := b.answered(ctx, w, method, err); err != nil {
		b.Log.DebugContext(ctx, "slack session status not set", slog.Any("err", err))
	}
}

// outlook reads what a person may see of what is going on; see [bots.Outlook].
func (b *Bot) outlook(ctx context.Context, w *workspace, from assistant.Identity) (bots.Outlook, error) {
	p, err := b.Work.PersonFor(ctx, w.tenant, b.whole(ctx, from))
	if err != nil {
		return bots.Outlook{}, fmt.Errorf("find person: %w", err)
	}
	return bots.OutlookOf(ctx, b.Work, w.tenant, p) //nolint:wrapcheck // it says what was being done
}
