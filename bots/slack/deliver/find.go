package deliver

import (
	"context"
	"errors"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// Find implements [bots.Surface]: it reads the thread, or the channel, back and looks for the nonce.
func (o *Posts) Find(ctx context.Context, p assistant.Place, nonce string) (string, bool, error) {
	if user, ok := p.Direct(); ok {
		return o.findDirectly(ctx, p, user, nonce)
	}
	w, err := o.Spaces.Workspace(ctx, p.Space)
	if err != nil {
		return "", false, workspace.NotThere(err)
	}
	there, of, err := o.posted(ctx, w, p, nonce)
	if err != nil || len(there) < max(1, of) {
		return "", false, err
	}
	return there[min(of, 1)], true, nil
}

// backPage is how many messages are read back at once.
const backPage = 200

// threadPage reads messages of a thread back; next is "" where there are no more.
func threadPage(ctx context.Context, w *workspace.Workspace, p assistant.Place, cursor string) (ms []slackapi.Message, next string, err error) {
	const method = "conversations.replies"
	if err := w.Pace.Hold(method); err != nil {
		return nil, "", err
	}
	ms, more, next, err := w.Client.GetConversationRepliesContext(ctx, &slackapi.GetConversationRepliesParameters{
		ChannelID: p.Channel, Timestamp: p.Thread, Limit: backPage, Cursor: cursor, IncludeAllMetadata: true,
	})
	if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok && said.Err == "thread_not_found" {
		return nil, "", nil
	}
	if err != nil || !more {
		return ms, "", w.Answered(ctx, method, err)
	}
	return ms, next, nil
}

// channelPage is threadPage for what stands in a channel itself.
func channelPage(ctx context.Context, w *workspace.Workspace, p assistant.Place, cursor string) (ms []slackapi.Message, next string, err error) {
	const method = "conversations.history"
	if err := w.Pace.Hold(method); err != nil {
		return nil, "", err
	}
	h, err := w.Client.GetConversationHistoryContext(ctx, &slackapi.GetConversationHistoryParameters{
		ChannelID: p.Channel, Limit: backPage, Cursor: cursor, IncludeAllMetadata: true,
	})
	if err != nil {
		return nil, "", w.Answered(ctx, method, err)
	}
	if !h.HasMore {
		return h.Messages, "", nil
	}
	return h.Messages, h.ResponseMetaData.NextCursor, nil
}

// posted reads the thread back for the messages of a nonce: their timestamps by part, 0 for a card in one message, and of
// how many they are.
func (o *Posts) posted(ctx context.Context, w *workspace.Workspace, p assistant.Place, nonce string) (there map[int]string, of int, err error) {
	page, pages := threadPage, 50
	if p.Thread == "" {
		page, pages = channelPage, 5 // the newest come first
	}
	cursor, shared := "", ""
	there = map[int]string{}
	for range pages {
		ms, next, err := page(ctx, w, p, cursor)
		if err != nil {
			return nil, 0, err
		}
		for _, m := range ms {
			k, marked := markOf(m)
			switch {
			case marked && k.Nonce == nonce:
				there[k.Part], of = m.Timestamp, max(of, k.Of)
			case !marked && bots.IsDraft(nonce) && there[1] == "" && unmarked(m, w.Who(), p):
				there[1], of = m.Timestamp, max(of, 1)
			}
			if m.User == w.Who().User || m.BotID != "" {
				for _, f := range m.Files {
					if strings.Contains(f.Name, fileTag(nonce)) {
						shared = m.Timestamp
					}
				}
			}
		}
		if cursor = next; next == "" {
			break
		}
	}
	if shared != "" {
		there[max(of, 2)] = shared // the files are the last message of a card
	}
	return there, of, nil
}
