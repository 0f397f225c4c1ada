package deliver

import (
	"context"
	"maps"
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

// channelPage reads messages of a channel itself back, newest first; next is "" where there are no more.
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

// channelPages are read back at most.
const channelPages = 5

// posted reads the thread, or the channel, back for the messages of a nonce: their timestamps by part, 0 for a card in one
// message, and of how many they are.
func (o *Posts) posted(ctx context.Context, w *workspace.Workspace, p assistant.Place, nonce string) (there map[int]string, of int, err error) {
	if p.Thread != "" {
		return o.Threads.posted(ctx, w, p, nonce)
	}
	found, cursor := sighting{}, ""
	for range channelPages {
		ms, next, err := channelPage(ctx, w, p, cursor)
		if err != nil {
			return nil, 0, err
		}
		found.see(ms, w.Who(), p, nonce)
		if cursor = next; next == "" {
			break
		}
	}
	there, of = found.all()
	return there, of, nil
}

// sighting is what was seen so far of a nonce's messages.
type sighting struct {
	parts  map[int]string
	of     int
	shared string // the message with its files
}

func (s *sighting) see(ms []slackapi.Message, me workspace.Identity, p assistant.Place, nonce string) {
	if s.parts == nil {
		s.parts = map[int]string{}
	}
	for _, m := range ms {
		k, marked := markOf(m)
		switch {
		case marked && k.Nonce == nonce:
			s.parts[k.Part], s.of = m.Timestamp, max(s.of, k.Of)
		case !marked && streamOf(m) == nonce:
			s.parts[0] = m.Timestamp
		case !marked && bots.IsDraft(nonce) && s.parts[1] == "" && unmarked(m, me, p):
			s.parts[1], s.of = m.Timestamp, max(s.of, 1)
		}
		if m.User == me.User || m.BotID != "" {
			for _, f := range m.Files {
				if strings.Contains(f.Name, fileTag(nonce)) {
					s.shared = m.Timestamp
				}
			}
		}
	}
}

// all is a copy of the timestamps by part: the files are the last message of a card.
func (s *sighting) all() (there map[int]string, of int) {
	there = map[int]string{}
	maps.Copy(there, s.parts)
	if s.shared != "" {
		there[max(s.of, 2)] = s.shared
	}
	return there, s.of
}
