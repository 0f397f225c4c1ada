package receive

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// Standings stores the standing of accounts. It ends everything of a person who loses all rights.
type Standings interface {
	KeepStanding(ctx context.Context, t assistant.TenantID, of assistant.Identity) (ended bool, err error)
}

// eventLeft tells of who leaves a server, or is removed from it.
const eventLeft = "GUILD_MEMBER_REMOVE"

// The flags of an application that was given the intent by which Discord tells of the members of servers, and of one in few servers that
// was (docs.discord.com, Application Flags).
const (
	flagMembers        = 1 << 14
	flagMembersLimited = 1 << 15
)

const (
	askFlags   = 10 * time.Second
	leftWithin = 20 * time.Second // Discord is asked of every server that is served
)

// listensFor returns the intents to listen with. Discord reports who leaves a server only to applications granted that intent.
// Others may not ask for it, and learn of it when they query the account, within a day.
func (b *Receiver) listensFor(ctx context.Context) discordgo.Intent {
	if b.Standings == nil {
		return intents
	}
	ctx, cancel := context.WithTimeout(ctx, askFlags)
	defer cancel()
	var said struct {
		Flags int64 `json:"flags"`
	}
	if err := b.API.Patient(ctx, rest.RouteOf(http.MethodGet, "applications/@me", ""), "applications/@me", nil, &said); err != nil {
		b.Log.WarnContext(ctx, "discord does not say what the application may hear", slog.Any("err", err))
		return intents
	}
	if said.Flags&(flagMembers|flagMembersLimited) == 0 {
		return intents
	}
	return intents | discordgo.IntentsGuildMembers
}

// readLeft reads who has left which server. It returns false for other events and for bots. It is pure.
func readLeft(raw []byte) (guild, user string, ok bool) {
	var e struct {
		Guild string    `json:"guild_id"`
		User  rest.User `json:"user"`
	}
	if json.Unmarshal(raw, &e) != nil || !rest.IsID(e.Guild) || !rest.IsID(e.User.ID) || e.User.Bot {
		return "", "", false
	}
	return e.Guild, e.User.ID, true
}

// left ends what belongs to a person who left a server and is in no other one that is served. If Discord cannot say so now, it is
// asked again within a day.
func (b *Receiver) left(ctx context.Context, raw []byte) bots.Ack {
	guild, user, ok := readLeft(raw)
	if !ok {
		return bots.AckMalformed
	}
	if b.Standings == nil {
		return bots.AckIgnored
	}
	ctx, cancel := context.WithTimeout(ctx, leftWithin)
	defer cancel()
	if served, err := b.bound(ctx, guild); err != nil || !served {
		return bots.AckIgnored
	}
	b.members.Forget(user)
	of := assistant.Identity{Surface: assistant.SurfaceDiscord, External: user}
	var err error
	if of.Standing, err = b.Standing(ctx, of); err == nil && of.Standing == assistant.StandingGone {
		var ended bool
		if ended, err = b.Standings.KeepStanding(ctx, b.Tenant, of); ended {
			b.Log.InfoContext(ctx, "rights ended with an account", slog.String("tenant", string(b.Tenant)), slog.String("surface", string(of.Surface)), slog.String("person", user), slog.String("rule", string(of.Standing)))
		}
	}
	if err != nil {
		b.Log.WarnContext(ctx, "discord account that left a server not looked at", slog.Any("err", err))
		return bots.AckUnavailable
	}
	return bots.AckTaken
}
