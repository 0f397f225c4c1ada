package receive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/rest"
	"github.com/aisteam/aisteam/wording"
)

const (
	boundKept    = 30 * time.Second // so long a server that was bound or taken away counts as it did
	memberKept   = 5 * time.Minute  // how long a person who left a server still counts as a member
	strangerKept = time.Minute

	noteUnbound = "I am not set up for this server, so I have kept nothing of what was said. " +
		"An admin can bind it on the panel's Settings page, under Discord servers; its number is %s."
	noteNoMember = "I work for the people of the servers that I am set up for, and I do not find you in one, so I have kept nothing of this. " +
		"Join your team's server, or ask an admin to bind it on the panel's Settings page, and write me again."
)

// servers remembers which servers are bound.
type servers struct {
	mu    sync.Mutex
	bound []string
	until time.Time
}

// membership is what was found out about somebody who wrote in private.
type membership struct {
	author
	member bool
	until  time.Time
}

// admission tells whose words and clicks are taken, and tells once those whose are not. It is safe for concurrent use.
type admission struct {
	Config
	servers servers
	members *bots.Memory[string, membership]
	strange *bots.Memory[string, bool] // servers that are left alone
	turned  *bots.Memory[string, bool] // servers and people that were told so
}

func newAdmission(c Config) *admission {
	return &admission{
		Config: c, members: bots.NewMemory[string, membership](rest.Kept),
		strange: bots.NewMemory[string, bool](rest.Kept), turned: bots.NewMemory[string, bool](rest.Kept),
	}
}

// serving lists the servers that are served. all says that it is every one that the bot is in.
func (a *admission) serving(ctx context.Context) (bound []string, all bool, err error) {
	if a.Space != "" {
		return []string{a.Space}, false, nil
	}
	if a.Spaces == nil {
		return nil, true, nil
	}
	a.servers.mu.Lock()
	defer a.servers.mu.Unlock()
	if a.Now().Before(a.servers.until) {
		return a.servers.bound, false, nil
	}
	bound, err = a.Spaces.Spaces(ctx, a.Tenant, assistant.SurfaceDiscord)
	if err != nil {
		return nil, false, fmt.Errorf("look up servers: %w", err)
	}
	a.servers.bound, a.servers.until = bound, a.Now().Add(boundKept)
	return bound, false, nil
}

// bound tells whether a server acts in the tenant.
func (a *admission) bound(ctx context.Context, guild string) (bool, error) {
	bound, all, err := a.serving(ctx)
	return all || slices.Contains(bound, guild), err
}

// memberOf finds somebody who wrote in private among the people of the servers that are served, with the roles they have
// there; false where they are in none. What Discord cannot tell is an error: nobody is taken for a member by mistake.
func (a *admission) memberOf(ctx context.Context, who author) (author, bool, error) {
	bound, all, err := a.serving(ctx)
	if all || err != nil {
		return who, all, err
	}
	if m, ok := a.members.Of(who.id); ok && a.Now().Before(m.until) {
		m.name = cmp.Or(m.name, who.name)
		return m.author, m.member, nil
	}
	m := membership{author: who, until: a.Now().Add(strangerKept)}
	for _, guild := range bound {
		var in struct {
			Nick  string   `json:"nick"`
			Roles []string `json:"roles"`
		}
		err := a.API.Patient(ctx, rest.RouteOf(http.MethodGet, "guilds/members", guild), "guilds/"+guild+"/members/"+who.id, nil, &in)
		if rest.Refused(err) {
			continue // not in it, or the bot is not
		}
		if err != nil {
			return who, false, fmt.Errorf("look up a member: %w", err)
		}
		m.member, m.until = true, a.Now().Add(memberKept)
		m.name, m.roles, m.in = cmp.Or(in.Nick, who.name), rolesIn(guild, in.Roles), guild
		break
	}
	a.members.Keep(who.id, m)
	return m.author, m.member, nil
}

// admit tells whether what was said is taken: in a bound server, or in private by somebody of one. Whoever spoke to the
// bot and is not is told so, once and alone; nothing is kept of what they said.
func (a *admission) admit(ctx context.Context, x *arrival) (bool, error) {
	guild := x.in.Place.Space
	if guild != "" {
		ok, err := a.bound(ctx, guild)
		if err != nil || ok {
			return ok, err
		}
		a.notBound(ctx, guild)
		if x.mention {
			a.turnAway(ctx, "server/"+guild, x.in, wording.In(wording.Heard(x.in.Text)).Say(noteUnbound, guild))
		}
		return false, nil
	}
	if x.in.Change == assistant.ChangeDeleted {
		return true, nil // of what was never taken, nothing is taken back
	}
	who, ok, err := a.memberOf(ctx, author{id: x.in.From.External, name: x.in.From.Name})
	if err != nil {
		return false, err
	}
	if !ok {
		a.Log.InfoContext(ctx, "discord words refused", slog.String("tenant", string(a.Tenant)), slog.String("person", who.id), slog.String("rule", "of no bound server"))
		a.turnAway(ctx, "user/"+who.id, x.in, wording.In(wording.Heard(x.in.Text)).Say(noteNoMember))
		return false, nil
	}
	x.in.From = who.identity()
	return true, nil
}

// admits is admit for an interaction: it gives what the person alone reads, "" where the interaction is taken.
func (a *admission) admits(ctx context.Context, r *request) (note string, err error) {
	if r.kind == requestPing {
		return "", nil
	}
	if r.guild != "" {
		ok, err := a.bound(ctx, r.guild)
		if err != nil || ok {
			return "", err
		}
		a.notBound(ctx, r.guild)
		if a.Space != "" {
			return noteSpace, nil
		}
		return r.words().Say(noteUnbound, r.guild), nil
	}
	who, ok, err := a.memberOf(ctx, r.from)
	if err != nil {
		return "", err
	}
	if !ok {
		a.Log.InfoContext(ctx, "discord interaction refused", slog.String("tenant", string(a.Tenant)), slog.String("person", r.from.id), slog.String("rule", "of no bound server"))
		return noteNoMember, nil
	}
	who.language = r.from.language
	r.from = who
	return "", nil
}

// turnAway says once, in private where that can be, why words were not taken.
func (a *admission) turnAway(ctx context.Context, once string, in assistant.Inbound, note string) {
	if _, said := a.turned.Of(once); said {
		return
	}
	a.turned.Keep(once, true)
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	channel := in.Place.Channel
	if in.Place.Space != "" {
		direct, err := a.API.DirectTo(ctx, in.From.External)
		if err == nil {
			channel = direct
		}
	}
	words := components.Posting{Content: note, Flags: components.FlagSuppressEmbeds, Mentions: components.Nobody(), Nonce: bots.Clip("t"+in.ExternalID, 25), Enforce: true}
	err := a.API.Patient(ctx, rest.PostRoute(channel), "channels/"+channel+"/messages", words, nil)
	if err != nil && channel != in.Place.Channel { // they take no direct messages
		err = a.API.Patient(ctx, rest.PostRoute(in.Place.Channel), "channels/"+in.Place.Channel+"/messages", words, nil)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		a.Log.WarnContext(ctx, "discord refusal not delivered", slog.Any("err", err))
	}
}

// notBound says once that a server is left alone.
func (a *admission) notBound(ctx context.Context, guild string) {
	if _, said := a.strange.Of(guild); said {
		return
	}
	a.strange.Keep(guild, true)
	a.Log.WarnContext(ctx, "discord server is not bound, so it is left alone", slog.String("tenant", string(a.Tenant)), slog.String("server", guild), slog.String("rule", "servers are bound by an admin"))
}

// notServed says once that a server is left alone.
func (a *admission) notServed(ctx context.Context, guild string) {
	if _, said := a.strange.Of(guild); said {
		return
	}
	a.strange.Keep(guild, true)
	a.Log.InfoContext(ctx, "discord server is not served, because another is", slog.String("server", guild))
}
