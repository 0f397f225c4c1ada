package payload

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/blocks"
)

// Happened is what an event reports of a channel, apart from what is said to the bot.
type Happened struct {
	All  []assistant.Happening
	From assistant.Identity // who did it
	TS   string             // of the message that it is about, whose words the event does not tell; "" where it tells them, or there is none
}

// Happened reads what happened in a channel for the tasks that watch it: a new top-level message, the files in it, a reaction,
// somebody joining. It leaves out what the bot does, mentions of the bot, replies in threads, and reactions to the bot's messages.
// In a channel shared by Slack Connect, the teams in the event tell whether the person is from another workspace: a message's
// user_team and source_team (docs.slack.dev/apis/slack-connect), or the team of member_joined_channel, which is the user's own
// (docs.slack.dev/reference/events/member_joined_channel). A reaction has none. Happened is pure.
func (e Envelope) Happened(me string, tenant assistant.TenantID) (Happened, bool) {
	var ev Event
	if e.Type != "event_callback" || json.Unmarshal(e.Event, &ev) != nil {
		return Happened{}, false
	}
	if me == "" {
		me = e.Bot()
	}
	out := Happened{From: assistant.Identity{
		Surface: assistant.SurfaceSlack, Space: e.Team, External: ev.User, Standing: StandingSeen(cmp.Or(ev.UserTeam, ev.SourceTeam, ev.Team), e.Team),
	}}
	if ev.User == "" || ev.User == me || ev.User == "USLACKBOT" || ev.Bot != "" {
		return out, false
	}
	at := func(kind assistant.HappeningKind, channel, key string, about map[string]any) {
		about["user"], about["channel"] = ev.User, channel
		out.All = append(out.All, assistant.Happening{
			Tenant: tenant, Key: strings.Join([]string{"slack", e.Team, channel, key}, "/"), Payload: about,
			Watch: assistant.Watch{Kind: kind, Channel: assistant.Channel{Surface: assistant.SurfaceSlack, Space: e.Team, ID: channel}},
		})
	}
	switch {
	case ev.Type == "message" && begins(ev, me):
		at(assistant.HappenedMessage, ev.Channel, ev.TS, map[string]any{"text": blocks.Spoken(ev.Text, me), "ts": ev.TS, "files": filesOf(ev)})
		if len(ev.Files) > 0 {
			at(assistant.HappenedFile, ev.Channel, ev.TS, map[string]any{"text": blocks.Spoken(ev.Text, me), "ts": ev.TS, "files": filesOf(ev)})
		}
	case ev.Type == "reaction_added" && ev.Item.Type == "message" && ev.Item.Channel != "" && ev.Reaction != "" && ev.ItemUser != me:
		out.TS = ev.Item.TS
		at(assistant.HappenedReaction, ev.Item.Channel, strings.Join([]string{ev.Item.TS, ev.User, ev.Reaction, ev.At}, "/"),
			map[string]any{"reaction": ev.Reaction, "ts": ev.Item.TS, "author": ev.ItemUser})
	case ev.Type == "member_joined_channel" && ev.Channel != "":
		at(assistant.HappenedJoin, ev.Channel, ev.User+"/"+ev.At, map[string]any{})
	}
	return out, len(out.All) > 0
}

// begins tells whether a message is a person's, begins something in a channel, and is not for the bot.
func begins(ev Event, me string) bool {
	return fromPerson(ev, me) && (ev.ChannelType == "channel" || ev.ChannelType == "group") && ev.Channel != "" && ev.TS != "" &&
		(ev.Thread == "" || ev.Thread == ev.TS) && !blocks.Mentions(ev.Text, me)
}

func filesOf(ev Event) []any {
	out := []any{}
	for _, f := range ev.Files {
		out = append(out, map[string]any{"name": f.Name, "type": f.Type, "size": float64(f.Size)})
	}
	return out
}
