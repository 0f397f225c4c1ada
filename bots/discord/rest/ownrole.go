package rest

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// roleKept is how long a server is not asked again for the bot's role: it is another once the bot was invited anew.
const roleKept = 10 * time.Minute

type ownRole struct {
	id    string // "" where the bot has none
	until time.Time
}

// OwnRole is the role that Discord has made for the bot in a server, "" if there is none. People who look for the bot
// among the mentions often take it instead of the bot.
func (c *Client) OwnRole(ctx context.Context, guild string) (string, error) {
	if r, ok := c.ownRoles.Of(guild); ok && c.Now().Before(r.until) {
		return r.id, nil
	}
	var all []struct {
		ID   string `json:"id"`
		Tags struct {
			Bot string `json:"bot_id"`
		} `json:"tags"`
	}
	err := c.Patient(ctx, RouteOf(http.MethodGet, "guilds/roles", guild), "guilds/"+guild+"/roles", nil, &all)
	if err != nil && !Refused(err) {
		return "", fmt.Errorf("read a server's roles: %w", err)
	}
	own := ownRole{until: c.Now().Add(roleKept)}
	for _, r := range all {
		if r.Tags.Bot == c.Me() && IsID(r.ID) {
			own.id = r.ID
		}
	}
	c.ownRoles.Keep(guild, own)
	return own.id, nil
}
