package payload

import (
	"encoding/json"

	slackapi "github.com/slack-go/slack"
)

// Profile reads from an event a person's standing in the workspace: user_change covers everybody whose data changed, including who
// was deactivated or made a guest, and team_join covers new people. It is pure.
func (e Envelope) Profile() (user *slackapi.User, ok bool) {
	var ev struct {
		Type string         `json:"type"`
		User *slackapi.User `json:"user"`
	}
	if e.Type != "event_callback" || json.Unmarshal(e.Event, &ev) != nil || ev.User == nil || ev.User.ID == "" || ev.User.IsBot {
		return nil, false
	}
	return ev.User, ev.Type == "user_change" || ev.Type == "team_join"
}

// LeftChannel reads who left which channel. It is pure.
func (e Envelope) LeftChannel() (user, channel string, ok bool) {
	var ev Event
	if e.Type != "event_callback" || json.Unmarshal(e.Event, &ev) != nil {
		return "", "", false
	}
	return ev.User, ev.Channel, ev.Type == "member_left_channel" && ev.User != "" && ev.Channel != ""
}
