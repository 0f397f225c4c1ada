package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Seen lists the channels of a server, of that name or id, that people write in and that every one of some accounts may look at. There
// is none where one of them is not in the server.
func (c *Client) Seen(ctx context.Context, guild, name string, users ...string) ([]discordgo.Channel, error) {
	all, err := c.layout(ctx, guild)
	if Refused(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all.Channels = slices.DeleteFunc(all.Channels, func(ch *discordgo.Channel) bool {
		return ch == nil || !Kind(ch.Type).Threadable() || ch.ID != name && !strings.EqualFold(ch.Name, name)
	})
	if len(all.Channels) == 0 {
		return nil, nil
	}
	all.Roles = slices.DeleteFunc(all.Roles, func(r *discordgo.Role) bool { return r == nil })
	for _, ch := range all.Channels {
		ch.GuildID, ch.PermissionOverwrites = guild, slices.DeleteFunc(ch.PermissionOverwrites, func(o *discordgo.PermissionOverwrite) bool { return o == nil })
	}
	for _, user := range users {
		var m discordgo.Member
		err := c.Patient(ctx, RouteOf(http.MethodGet, "guilds/members", guild), "guilds/"+guild+"/members/"+user, nil, &m)
		if Refused(err) {
			return nil, nil // not in it
		}
		if err != nil {
			return nil, fmt.Errorf("look up a member: %w", err)
		}
		m.GuildID, m.User = guild, &discordgo.User{ID: user}
		all.Members = append(all.Members, &m)
	}
	return seen(all, users)
}

// layout is a server with its roles and channels.
func (c *Client) layout(ctx context.Context, guild string) (*discordgo.Guild, error) {
	if !IsID(guild) {
		return nil, errors.New("not a server's id")
	}
	all := &discordgo.Guild{}
	if err := c.Patient(ctx, RouteOf(http.MethodGet, "guilds", guild), "guilds/"+guild, nil, all); err != nil {
		return nil, fmt.Errorf("look at a server: %w", err)
	}
	all.ID = guild
	if err := c.Patient(ctx, RouteOf(http.MethodGet, "guilds/channels", guild), "guilds/"+guild+"/channels", nil, &all.Channels); err != nil {
		return nil, fmt.Errorf("list a server's channels: %w", err)
	}
	return all, nil
}

// seen lists of a server's channels those that all of the users may look at, by the server's roles and what the channel says besides.
func seen(all *discordgo.Guild, users []string) ([]discordgo.Channel, error) {
	state := discordgo.NewState()
	if err := state.GuildAdd(all); err != nil {
		return nil, fmt.Errorf("reckon what may be seen of a server: %w", err)
	}
	var out []discordgo.Channel
	for _, ch := range all.Channels {
		everybody := true
		for _, user := range users {
			may, err := state.UserChannelPermissions(user, ch.ID)
			if err != nil {
				return nil, fmt.Errorf("reckon what may be seen of a channel: %w", err)
			}
			everybody = everybody && may&discordgo.PermissionViewChannel != 0
		}
		if everybody {
			out = append(out, *ch)
		}
	}
	return out, nil
}
