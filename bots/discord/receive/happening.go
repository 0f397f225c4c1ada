package receive

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// eventReacted tells of a reaction.
const eventReacted = "MESSAGE_REACTION_ADD"

// typeJoined is the kind of message by which Discord greets somebody who joins a server, in the channel that the server has for it.
// It tells of who joins without the intent that lists a server's members.
const typeJoined = 7

// happened is what an event reports of a channel, apart from what is said to the bot.
type happened struct {
	all     []assistant.Happening
	message string // that it is about, whose words the event does not tell; "" where it tells them, or there are none
}

// reaction is the part of a reaction event that is read.
type reaction struct {
	User    string `json:"user_id"`
	Channel string `json:"channel_id"`
	Message string `json:"message_id"`
	Guild   string `json:"guild_id"`
	Author  string `json:"message_author_id"` // of the message
	Member  struct {
		Nick string    `json:"nick"`
		User rest.User `json:"user"`
	} `json:"member"`
	Emoji struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	} `json:"emoji"`
}

// readHappened reads what has happened in a channel of a server, for those who look at it: a message, the files in it, a reaction,
// somebody who joins. What bots do is none of it, and neither is what speaks to the bot, or a reaction to what it said. It is pure.
func readHappened(kind string, raw []byte, me self, tenant assistant.TenantID) happened {
	switch kind {
	case eventSaid:
		var m rest.Message
		if json.Unmarshal(raw, &m) == nil {
			return saidIn(m, me, tenant)
		}
	case eventReacted:
		var r reaction
		if json.Unmarshal(raw, &r) == nil {
			return reactedIn(r, me, tenant)
		}
	}
	return happened{}
}

func saidIn(m rest.Message, me self, tenant assistant.TenantID) happened {
	var out happened
	if !rest.IsID(m.ID) || !rest.IsID(m.Channel) || !rest.IsID(m.Guild) || m.Author.Bot || m.Author.ID == me.user {
		return out
	}
	at := func(kind assistant.HappeningKind, about map[string]any) {
		out.all = append(out.all, happening(tenant, kind, m.Guild, m.Channel, m.ID, m.Author.ID, cmp.Or(m.Member.Nick, m.Author.Name()), about))
		out.all[len(out.all)-1].At = rest.Moment(m.Timestamp)
	}
	switch {
	case m.Type == typeJoined && rest.IsID(m.Author.ID):
		at(assistant.HappenedJoin, map[string]any{})
	case fromPerson(m, me) && !me.mentioned(m) && !repliesTo(m, me):
		in := inbound(m, me)
		about := func() map[string]any { return map[string]any{"text": in.Text, "id": m.ID, "files": filesOf(in.Files)} }
		at(assistant.HappenedMessage, about())
		if len(in.Files) > 0 {
			at(assistant.HappenedFile, about())
		}
	}
	return out
}

// repliesTo tells whether a message replies to what the bot said.
func repliesTo(m rest.Message, me self) bool {
	return m.ReplyTo != nil && m.ReplyTo.Author.ID == me.user
}

func reactedIn(r reaction, me self, tenant assistant.TenantID) happened {
	emoji := strings.ReplaceAll(r.Emoji.Name, "\ufe0f", "")
	if !rest.IsID(r.User) || !rest.IsID(r.Channel) || !rest.IsID(r.Message) || !rest.IsID(r.Guild) || emoji == "" ||
		r.User == me.user || r.Member.User.Bot || r.Author == me.user {
		return happened{}
	}
	h := happening(tenant, assistant.HappenedReaction, r.Guild, r.Channel, strings.Join([]string{r.Message, r.User, cmp.Or(r.Emoji.ID, emoji)}, "/"), r.User,
		cmp.Or(r.Member.Nick, r.Member.User.Name()), map[string]any{"reaction": emoji, "id": r.Message, "author": r.Author})
	return happened{all: []assistant.Happening{h}, message: r.Message}
}

// happening is one thing that happened, as those who look at the channel are told of it.
func happening(t assistant.TenantID, kind assistant.HappeningKind, guild, channel, key, user, name string, about map[string]any) assistant.Happening {
	about["user"], about["name"], about["channel"] = user, name, channel
	return assistant.Happening{
		Tenant: t, Key: strings.Join([]string{"discord", channel, key}, "/"), Payload: about,
		Watch: assistant.Watch{Kind: kind, Channel: assistant.Channel{Surface: assistant.SurfaceDiscord, Space: guild, ID: channel}},
	}
}

func filesOf(files []assistant.File) []any {
	out := []any{}
	for _, f := range files {
		out = append(out, map[string]any{"name": f.Name, "type": f.Type, "size": float64(f.Size)})
	}
	return out
}
