package slack

import (
	"context"
	"errors"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// Find implements [bots.Surface]: it reads the thread back and looks for the nonce.
func (o *posts) Find(ctx context.Context, p assistant.Place, nonce string) (string, bool, error) {
	w, err := o.spaces.workspace(ctx, p.Space)
	if err != nil {
		return "", false, notThere(err)
	}
	there, of, err := o.posted(ctx, w, p, nonce)
	if err != nil || len(there) < max(1, of) {
		return "", false, err
	}
	return there[min(of, 1)], true, nil
}

// posted reads the thread back for the messages of a nonce: their timestamps by part, 0 for a card in one message, and of
// how many they are.
func (o *posts) posted(ctx context.Context, w *workspace, p assistant.Place, nonce string) (there map[int]string, of int, err error) {
	if err := w.pace.hold("conversations.replies"); err != nil {
		return nil, 0, err
	}
	const pages = 50
	cursor, shared := "", ""
	there = map[int]string{}
	for range pages {
		ms, more, next, err := w.client.GetConversationRepliesContext(ctx, &slackapi.GetConversationRepliesParameters{
			ChannelID: p.Channel, Timestamp: p.Thread, Limit: 200, Cursor: cursor, IncludeAllMetadata: true,
		})
		if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok && said.Err == "thread_not_found" {
			return there, 0, nil
		}
		if err != nil {
			return nil, 0, w.answered(ctx, "conversations.replies", err)
		}
		for _, m := range ms {
			k, marked := markOf(m)
			switch {
			case marked && k.Nonce == nonce:
				there[k.Part], of = m.Timestamp, max(of, k.Of)
			case !marked && bots.IsDraft(nonce) && there[1] == "" && unmarked(m, w.who(), p):
				there[1], of = m.Timestamp, max(of, 1)
			}
			if m.User == w.who().user || m.BotID != "" {
				for _, f := range m.Files {
					if strings.Contains(f.Name, fileTag(nonce)) {
						shared = m.Timestamp
					}
				}
			}
		}
		if !more || next == "" {
			break
		}
		cursor = next
	}
	if shared != "" {
		there[max(of, 2)] = shared // the files are the last message of a card
	}
	return there, of, nil
}
