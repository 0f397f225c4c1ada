package payload

import (
	"encoding/json"

	slackapi "github.com/slack-go/slack"
)

// Profile reads of whom an event tells how they stand in the workspace: user_change tells of everybody whose data has changed, who
// was deactivated or made a guest among them, team_join of who has come. It is pure.
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

// LeftChannel reads who has left which channel. It is pure.
func (e Envelope) LeftChannel() (user, channel string, ok bool) {
	var ev Event
	if e.Type != "event_callback" || json.Unmarshal(e.Event, &ev) != nil {
		return "", "", false
	}
	return ev.User, ev.Channel, ev.Type == "member_left_channel" && ev.User != "" && ev.Channel != ""
}
