package people

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// People knows what Slack says of the accounts of its workspaces.
type People struct {
	spaces *install.Registry
	names  *names
	groups *groups
	Log    *slog.Logger
}

// New returns an empty cache of people.
func New(spaces *install.Registry, log *slog.Logger, now func() time.Time) *People {
	e := &People{spaces: spaces, Log: log}
	e.names, e.groups = newNames(e.askName, now), newGroups(e.askGroups, now)
	return e
}

// Named is what a user is called, "" when it cannot be had quickly.
func (e *People) Named(ctx context.Context, team, user string) string {
	return e.names.of(ctx, team, user)
}

// Whole is an account with all that Slack says of it: its name and time zone, whether it is a guest's, and its groups.
func (e *People) Whole(ctx context.Context, from assistant.Identity) assistant.Identity {
	p := e.names.profile(ctx, from.Space, from.External)
	from.Name, from.Zone, from.Standing = cmp.Or(p.name, from.Name), p.zone, p.stands(from.Standing)
	from.Language = p.language
	from.Groups = e.groups.of(ctx, from.Space, from.External)
	return from
}

// askName asks Slack what a user is called.
func (e *People) askName(ctx context.Context, who Account) (profile, error) {
	w, err := e.spaces.Workspace(ctx, who.Team)
	if err != nil {
		return profile{}, err
	}
	u, err := userInfo(ctx, w, who.User)
	if err != nil {
		return profile{}, err
	}
	p := profile{name: cmp.Or(u.Profile.DisplayName, u.Profile.RealName, u.RealName, u.Name)}
	p.language = assistant.LanguageOf(u.Locale)
	if _, err := time.LoadLocation(u.TZ); err == nil {
		p.zone = u.TZ
	}
	p.standing, p.sister = standingOf(u, who.Team, w.Org())
	return p, nil
}

// userInfo asks Slack about a user: once more where the first answer says neither yes nor no, because one bad answer is no reason to refuse
// what a person says.
func userInfo(ctx context.Context, w *workspace.Workspace, user string) (u *slackapi.User, err error) {
	const method = "users.info"
	for range 2 {
		if err := w.Pace.Hold(method); err != nil {
			return nil, err
		}
		u, err = w.Client.GetUserInfoContext(ctx, user)
		err = w.Answered(ctx, method, err)
		if _, later := errors.AsType[*bots.LaterError](err); err == nil || later {
			return u, err
		}
		if _, refused := errors.AsType[*bots.RefusedError](err); refused || ctx.Err() != nil {
			return nil, err
		}
	}
	return nil, err
}

// askGroups asks Slack who is in which group. Groups that were switched off are not among them.
func (e *People) askGroups(ctx context.Context, team string) (map[string][]string, error) {
	const method = "usergroups.list"
	w, err := e.spaces.Workspace(ctx, team)
	if err != nil {
		return nil, err
	}
	if err := w.Pace.Hold(method); err != nil {
		return nil, err
	}
	all, err := w.Client.GetUserGroupsContext(ctx, slackapi.GetUserGroupsOptionIncludeUsers(true))
	if err != nil {
		err = w.Answered(ctx, method, err)
		e.Log.DebugContext(ctx, "slack groups not read", slog.Any("err", err))
		return nil, err
	}
	of := map[string][]string{}
	for _, g := range all {
		if g.ID == "" || g.DateDelete != 0 || g.IsExternal {
			continue
		}
		for _, user := range g.Users {
			of[user] = append(of[user], g.ID)
		}
	}
	for _, ids := range of {
		slices.Sort(ids)
	}
	return of, nil
}

// standingOf returns the standing of a user according to Slack. A person of a sister workspace in the same organisation is no
// stranger.
func standingOf(u *slackapi.User, team, org string) (s assistant.Standing, sister bool) {
	sister = org != "" && (u.Enterprise.EnterpriseID == org || u.TeamID == org)
	own := u.TeamID == "" || u.TeamID == team
	if u.Deleted {
		return assistant.StandingGone, sister
	}
	if u.IsRestricted || u.IsUltraRestricted || u.IsStranger || !own && !sister {
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

// Outsider returns what to tell a person who is no member of the workspace, and "" for members.
func Outsider(from assistant.Identity) string {
	switch from.Standing {
	case assistant.StandingGuest, assistant.StandingGone:
		return noteGuest
	case assistant.StandingUnknown:
		return noteUnknown
	case assistant.StandingUnsaid, assistant.StandingMember:
	}
	return ""
}

const noteGuest = "You are a guest here, or of another workspace, so this is not for you. Ask somebody of this workspace to do it."

const noteUnknown = "I could not ask Slack just now whether you belong to this workspace, so I have done nothing. Please try again in a minute."

// profile is what a user says of themselves.
type profile struct {
	name string
	zone string // IANA time zone

	language assistant.Language // of Slack, as they have set it; "" for none of ours
	standing assistant.Standing // in the workspace, "" when it could not be asked
	sister   bool               // of another workspace of the same organisation
}

// Account is a user of a workspace.
type Account struct{ Team, User string }
