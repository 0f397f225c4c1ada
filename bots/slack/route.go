package slack

import (
	"cmp"
	"context"
	"fmt"
)

// authorization is an install that an event is for. The first one is the one that it was sent to.
type authorization struct {
	Enterprise string `json:"enterprise_id"`
	Team       string `json:"team_id"`
	User       string `json:"user_id"`
	Bot        bool   `json:"is_bot"`
	Whole      bool   `json:"is_enterprise_install"`
}

// whole tells whether the event is for an organisation's install.
func (e envelope) whole() bool { return len(e.Authorizations) > 0 && e.Authorizations[0].Whole }

// route tells which workspace an event is for, and which organisation when its install is. In channels that are shared
// with others an event may name a workspace of theirs: that one is never taken for the organisation's.
func (e envelope) route() (enterprise, team string) {
	if len(e.Authorizations) == 0 {
		return "", e.Team
	}
	a := e.Authorizations[0]
	if !a.Whole {
		return "", cmp.Or(a.Team, e.Team)
	}
	enterprise = cmp.Or(a.Enterprise, e.Enterprise)
	switch enterprise {
	case e.Enterprise:
		team = e.Team
	case e.ContextOrg:
		team = e.ContextTeam
	}
	return enterprise, cmp.Or(team, enterprise)
}

// place finds out which workspace an interaction is of, and the organisation when its install is meant. Forms of an
// organisation's install name no workspace: then it is the person's, when that one is known to be the organisation's.
func (b *Bot) place(ctx context.Context, i *interaction) (enterprise string) {
	org := i.Enterprise.ID
	if !i.Whole || org == "" {
		return ""
	}
	switch {
	case i.Team.ID != "" && i.Team.Enterprise == org:
		return org
	case i.Team.ID != "":
		return ""
	}
	i.Team.ID = org
	if w, err := b.workspace(ctx, i.User.Team); err == nil && w.install.Enterprise == org {
		i.Team.ID = i.User.Team
	}
	return org
}

// enterprise is the organisation, when its install is meant.
func (c command) enterprise() string {
	if fmt.Sprint(c.Whole) != "true" {
		return ""
	}
	return c.Org
}
