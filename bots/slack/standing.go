package slack

import (
	"context"
	"sync"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

const (
	standingLasts = 15 * time.Minute // that Slack does not answer, until nobody knows any more who somebody is
	guestTold     = time.Hour        // so long a guest is not told again that they are one

	noteGuest   = "You are a guest here, or of another workspace, so this is not for you. Ask somebody of this workspace to do it."
	noteUnknown = "I could not ask Slack just now whether you belong to this workspace, so I have done nothing. Please try again in a minute."
)

// standingOf is what Slack says of a user of a workspace. sister is somebody of another workspace of the same organisation,
// who is no stranger.
func standingOf(u *slackapi.User, team, org string) (s assistant.Standing, sister bool) {
	sister = org != "" && (u.Enterprise.EnterpriseID == org || u.TeamID == org)
	own := u.TeamID == "" || u.TeamID == team
	if u.IsRestricted || u.IsUltraRestricted || u.IsStranger || u.Deleted || !own && !sister {
		return assistant.StandingGuest, sister
	}
	return assistant.StandingMember, sister
}

// stands is an account's standing: what Slack says of the user, unless what they did comes from another workspace that is
// not of the same organisation. Of whom it says nothing, nobody knows.
func (p profile) stands(seen assistant.Standing) assistant.Standing {
	switch {
	case seen == assistant.StandingGuest && (p.standing != assistant.StandingMember || !p.sister):
		return assistant.StandingGuest
	case p.standing == assistant.StandingUnsaid:
		return assistant.StandingUnknown
	default:
		return p.standing
	}
}

// org is the organisation of the workspace, "" outside of one.
func (w *workspace) org() string {
	if w.install.Enterprise != "" {
		return w.install.Enterprise
	}
	return w.who().org
}

// outsider is what to tell somebody who may not use what is for the people of the workspace; "" for these.
func outsider(from assistant.Identity) string {
	switch from.Standing {
	case assistant.StandingGuest:
		return noteGuest
	case assistant.StandingUnknown:
		return noteUnknown
	case assistant.StandingUnsaid, assistant.StandingMember:
	}
	return ""
}

// guestsTold remembers who has been told lately that they are a guest.
type guestsTold struct {
	mu   sync.Mutex
	when map[nameKey]time.Time
}

// due tells whether somebody is to be told, and notes it.
func (g *guestsTold) due(who nameKey, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if at, ok := g.when[who]; ok && now.Sub(at) < guestTold {
		return false
	}
	if g.when == nil || len(g.when) >= nameLimit {
		g.when = map[nameKey]time.Time{}
	}
	g.when[who] = now
	return true
}

// turnAway tells a guest, alone and once in a while, why their words were not taken.
func (b *Bot) turnAway(w *workspace, in assistant.Inbound) payload.Answer {
	out := payload.Answer{Outcome: bots.AckRefused}
	if !b.guests.due(nameKey{in.Place.Space, in.From.External}, b.Now()) {
		return out
	}
	p := assistant.ProblemOf(assistant.ErrGuest)
	out.Then = func(ctx context.Context) {
		c := clicked{at: w, Click: payload.Click{From: in.From, Where: blocks.Origin{Channel: in.Place.Channel}}}
		if in.ExternalID != in.Place.Channel+"/"+in.Place.Thread {
			c.Where.Thread = in.Place.Thread
		}
		b.whisper(ctx, c, p.Message+" "+p.Recovery)
	}
	return out
}
