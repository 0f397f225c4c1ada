package receive

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// introducedKept is how long a member is not looked up again. After an outage many messages of few people are read back at once. It
// is short, since roles decide what a person may do.
const introducedKept = 30 * time.Second

// introduced is somebody's name and roles in a server.
type introduced struct {
	nick  string
	roles []string
	until time.Time
}

// introduce asks for somebody's roles and nickname where a message came without them, as those do that are read back. It is
// best effort: without roles nobody may do more.
func (m *messages) introduce(ctx context.Context, in *assistant.Inbound) {
	if in.Place.Space == "" || in.From.Groups != nil {
		return
	}
	who, err := m.member(ctx, in.Place.Space, in.From.External)
	if err != nil {
		m.Log.DebugContext(ctx, "discord member not read", slog.Any("err", err))
		return
	}
	in.From.Groups, in.From.GroupsIn, in.From.Name = who.roles, in.Place.Space, cmp.Or(who.nick, in.From.Name)
}

func (m *messages) member(ctx context.Context, guild, user string) (introduced, error) {
	key := guild + "/" + user
	if who, ok := m.introduced.Of(key); ok && m.Now().Before(who.until) {
		return who, nil
	}
	var is struct {
		Nick  string   `json:"nick"`
		Roles []string `json:"roles"`
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	err := m.API.Patient(ctx, rest.RouteOf(http.MethodGet, "guilds/members", guild), "guilds/"+guild+"/members/"+user, nil, &is)
	if err != nil {
		return introduced{}, err
	}
	who := introduced{nick: is.Nick, roles: rolesIn(guild, is.Roles), until: m.Now().Add(introducedKept)}
	m.introduced.Keep(key, who)
	return who, nil
}
