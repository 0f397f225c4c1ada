package payload

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Command is what Slack sends for `/aisteam …`.
type Command struct {
	Team    string `json:"team_id"`
	Channel string `json:"channel_id"`
	User    string `json:"user_id"`
	Name    string `json:"user_name"`
	Text    string `json:"text"`
	Trigger string `json:"trigger_id"` // of this one use
	ID      string `json:"command"`
	Org     string `json:"enterprise_id"`
	Check   string `json:"ssl_check"`             // "1": Slack only looks whether somebody is there
	Whole   any    `json:"is_enterprise_install"` // "true" of a form, true of a socket
}

// From is the account that the command was used with.
func (c Command) From() assistant.Identity {
	return assistant.Identity{Surface: assistant.SurfaceSlack, Space: c.Team, External: c.User, Name: c.Name}
}

// Key names this one use of the command.
func (c Command) Key() string {
	return strings.Join([]string{"slack/command", c.Team, c.User, c.Trigger}, "/")
}

// Enterprise is the organisation, when its install is meant.
func (c Command) Enterprise() string {
	if fmt.Sprint(c.Whole) != "true" {
		return ""
	}
	return c.Org
}
