package receive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// asking brings questions of commands into conversations.
type asking struct {
	Config
	*opener

	whispers *whispers
	asked    *bots.Memory[string, bool] // interactions whose questions are on their way, or there
}

// later first answers that the question is being worked on, then begins or continues the conversation. Discord waits three seconds
// for the first answer, which leaves no time for requests to Discord itself.
func (a *asking) later(r request) reply {
	return reply{
		response: response{answerLater, map[string]int{"flags": components.FlagEphemeral}}, outcome: bots.AckTaken,
		then: func(ctx context.Context) {
			first := false
			a.asked.Change(r.id, func(_, known bool) bool {
				first = !known
				return true
			})
			if !first {
				return // Discord delivered it twice; the first delivery answers
			}
			said, err := a.ask(ctx, r)
			if err != nil {
				a.asked.Forget(r.id)
				a.Log.ErrorContext(ctx, "discord question not stored", slog.Any("err", err))
				said = r.words().Say(noteAgain)
			}
			if err := a.whispers.amend(ctx, r, said); err != nil {
				a.Log.WarnContext(ctx, "discord private word not delivered", slog.Any("err", err))
			}
		},
	}
}

// ask brings a question into the conversation it belongs to: that of the thread or the direct message it is asked in, or
// a new one in a thread. It returns what the person alone should read.
func (a *asking) ask(ctx context.Context, r request) (string, error) {
	prompt, at := r.prompt, place(r.guild, r.channel)
	start := r.guild != "" && r.Threadable()
	if r.target != "" {
		about, err := a.read(ctx, r.channel, r.target)
		if err != nil {
			return "", err
		}
		prompt += fmt.Sprintf("\n\nThis is about the message of %s:\n> %s", about.Author.Name(), strings.ReplaceAll(bots.Clip(about.Content, 2000), "\n", "\n> "))
		if start {
			if at, err = a.thread(ctx, r.guild, r.channel, r.target, r.prompt); err != nil {
				return "", err
			}
			start = false
		}
	}
	words := components.Posting{
		Content: "**" + components.Line(r.from.name, 80) + "** asks:\n> " + strings.ReplaceAll(components.Escape(r.prompt, 1700), "\n", "\n> "),
		Flags:   components.FlagSuppressEmbeds, Mentions: components.Nobody(), Nonce: "i" + r.id, Enforce: true,
	}
	var posted rest.Message
	if err := a.API.Patient(ctx, rest.PostRoute(at.Channel), "channels/"+at.Channel+"/messages", words, &posted); err != nil {
		return "", fmt.Errorf("show the question: %w", err)
	}
	if !rest.IsID(posted.ID) {
		return "", errors.New("discord: an answer without the message's id")
	}
	if start {
		var err error
		if at, err = a.thread(ctx, r.guild, r.channel, posted.ID, r.prompt); err != nil {
			return "", err
		}
	} else if at == place(r.guild, r.channel) && r.guild != "" && !r.IsThread() {
		at.Thread = posted.ID // a voice channel has no threads
	}
	before, err := a.beforeAsked(ctx, at, cmp.Or(r.target, posted.ID))
	if err != nil {
		return "", err
	}
	_, err = a.Inbox.Receive(ctx, assistant.Inbound{
		Tenant: a.Tenant, Place: at, From: r.from.identity(), Change: assistant.ChangeSaid, Text: prompt, Before: before,
		Key: "discord/interaction/" + r.id, ExternalID: posted.ID, Agent: a.agentMeant(r.agent), At: a.Now(),
	})
	if err != nil {
		return "", fmt.Errorf("receive: %w", err)
	}
	a.Typing.Show(ctx, at)
	return r.words().Say("Working on it in %s.", "<#"+at.Channel+">"), nil
}

// read fetches one message.
func (a *asking) read(ctx context.Context, channel, id string) (rest.Message, error) {
	var m rest.Message
	err := a.API.Patient(ctx, rest.RouteOf(http.MethodGet, "channels/messages/id", channel), "channels/"+channel+"/messages/"+id, nil, &m)
	if err != nil {
		return m, fmt.Errorf("read message: %w", err)
	}
	return m, nil
}

// agentMeant is the agent that was named, of those people can see; "" leaves it to the team.
func (a *asking) agentMeant(named string) assistant.AgentID {
	for _, one := range a.Roster.Of(a.Tenant) {
		if one.Visible && named != "" && (string(one.ID) == named || strings.EqualFold(one.Called(), named) || strings.EqualFold(one.Name, named)) {
			return one.ID
		}
	}
	return ""
}
