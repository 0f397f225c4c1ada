package payload

import "cmp"

// authorization is an install that an event is for. The first one is the one that it was sent to.
type authorization struct {
	Enterprise string `json:"enterprise_id"`
	Team       string `json:"team_id"`
	User       string `json:"user_id"`
	Bot        bool   `json:"is_bot"`
	Whole      bool   `json:"is_enterprise_install"`
}

// Whole tells whether the event is for an organisation's install.
func (e Envelope) Whole() bool { return len(e.Authorizations) > 0 && e.Authorizations[0].Whole }

// Workspace tells which workspace an event is for, and which organisation when its install is. In channels that are shared
// with others an event may name a workspace of theirs: that one is never taken for the organisation's.
func (e Envelope) Workspace() (enterprise, team string) {
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
