package fakeslack

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// apps is what the fake knows of where the app is installed.
type apps struct {
	teams     map[string]*Server // by id
	owners    map[string]string  // whose a channel is
	grants    map[string]*grant  // by access token
	refreshes map[string]*grant  // by refresh token
	codes     map[string]*consent
	life      time.Duration // of tokens; 0: they do not rotate
	refreshed int
}

func newApps() apps {
	return apps{
		teams: map[string]*Server{}, owners: map[string]string{}, grants: map[string]*grant{}, refreshes: map[string]*grant{}, codes: map[string]*consent{},
	}
}

// grant is what a token was given for.
type grant struct {
	team    string // "" for all of the organisation's
	org     string
	user    string
	expires time.Time
	spent   bool   // its refresh token has been used
	ended   string // the error that it is answered with
}

// consent is a user's agreement until it is exchanged.
type consent struct {
	grant    grant
	redirect string
	spent    bool
}

// Workspace is another workspace of the same Slack, in an organisation or in none: its users' events come from there. The fake's
// own token does not open it.
func (s *Server) Workspace(id, enterprise string) *Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.Config
	c.Team, c.Enterprise, c.Token, c.BotUser = id, enterprise, "", "UBOT"+cmp.Or(enterprise, id) // an organisation's bot is one
	view := &Server{Config: c, world: s.world}
	s.apps.teams[id] = view
	return view
}

// Rotate makes tokens that are given from now on end after the time.
func (s *Server) Rotate(life time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.apps.life = life
}

// Refreshes counts the refresh tokens that were exchanged.
func (s *Server) Refreshes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.apps.refreshed
}

// Consent is what Slack's page does when the user allows what the address asks for, in this workspace or, where whole
// says so, in all of its organisation: it gives the address that the browser is sent back to.
func (s *Server) Consent(authorize, user string, whole bool) (string, error) {
	q, err := s.asked(authorize)
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g := grant{team: s.Team, org: s.Enterprise, user: user}
	if whole {
		g.team = ""
	}
	code := "code-" + s.stamp()
	s.apps.codes[code] = &consent{grant: g, redirect: q.Get("redirect_uri")}
	return q.Get("redirect_uri") + "?" + url.Values{"code": {code}, "state": {q.Get("state")}}.Encode(), nil
}

// Decline is Consent for who says no.
func (s *Server) Decline(authorize string) (string, error) {
	q, err := s.asked(authorize)
	if err != nil {
		return "", err
	}
	return q.Get("redirect_uri") + "?" + url.Values{"error": {"access_denied"}, "state": {q.Get("state")}}.Encode(), nil
}

// asked reads an authorize address as Slack's page does.
func (s *Server) asked(authorize string) (url.Values, error) {
	u, err := url.Parse(authorize)
	if err != nil {
		return nil, fmt.Errorf("read the authorize address: %w", err)
	}
	q := u.Query()
	switch {
	case u.Host != s.listen.Addr().String() || u.Path != "/oauth/v2/authorize":
		return nil, fmt.Errorf("%s is not where Slack asks", authorize)
	case q.Get("client_id") != s.ClientID:
		return nil, fmt.Errorf("invalid_client_id %q", q.Get("client_id"))
	case !strings.Contains(q.Get("scope"), "chat:write"), q.Get("redirect_uri") == "":
		return nil, fmt.Errorf("no scopes or no way back in %s", authorize)
	}
	return q, nil
}

// access answers oauth.v2.access. The caller holds the lock.
func (s *Server) access(v url.Values) reply {
	switch {
	case v.Get("client_id") != s.ClientID:
		return refusal("invalid_client_id")
	case v.Get("client_secret") != s.ClientSecret:
		return refusal("bad_client_secret")
	case v.Get("grant_type") == "refresh_token":
		return s.refresh(v.Get("refresh_token"))
	}
	c := s.apps.codes[v.Get("code")]
	switch {
	case c == nil:
		return refusal("invalid_code")
	case c.spent:
		return refusal("code_already_used")
	case c.redirect != v.Get("redirect_uri"):
		return refusal("bad_redirect_uri")
	}
	c.spent = true
	return s.give(c.grant)
}

func (s *Server) refresh(token string) reply {
	old := s.apps.refreshes[token]
	switch {
	case old == nil || old.spent:
		return refusal("invalid_refresh_token")
	case old.ended != "":
		return refusal("token_revoked")
	}
	old.spent = true // the access token it belongs to goes on until it ends
	s.apps.refreshed++
	return s.give(grant{team: old.team, org: old.org, user: old.user})
}

// give makes tokens.
func (s *Server) give(g grant) reply {
	token := "xoxb-" + g.team + g.org + "-" + s.stamp()
	out := reply{
		"ok": true, "access_token": token, "token_type": "bot", "app_id": s.AppID, "scope": "app_mentions:read,chat:write",
		"authed_user": reply{"id": g.user}, "team": nil, "enterprise": nil, "is_enterprise_install": g.team == "",
	}
	if g.org != "" {
		out["enterprise"] = reply{"id": g.org, "name": "Org " + g.org}
		out["bot_user_id"] = "UBOT" + g.org
	}
	if g.team != "" {
		out["team"] = reply{"id": g.team, "name": "Team " + g.team}
		out["bot_user_id"] = s.apps.teams[g.team].BotUser
	}
	if s.apps.life > 0 {
		g.expires = s.Now().Add(s.apps.life)
		refresh := "xoxe-1-" + token
		out["refresh_token"], out["expires_in"] = refresh, int(s.apps.life/time.Second)
		s.apps.refreshes[refresh] = &g
	}
	s.apps.grants[token] = &g
	return out
}

// opens returns the workspace in which a call with the token is made, or the error code for refusing it. A channel of another
// workspace does not exist. The caller holds the lock.
func (s *Server) opens(token string, v url.Values) (*Server, string) {
	channel := v.Get("channel") + v.Get("channel_id")
	owner := s.apps.teams[s.apps.owners[channel]]
	for _, team := range s.apps.teams {
		if team.Token != "" && team.Token == token {
			if owner != nil && owner != team {
				return nil, "channel_not_found"
			}
			return team, ""
		}
	}
	g := s.apps.grants[token]
	switch {
	case g == nil:
		return nil, "invalid_auth"
	case g.ended != "":
		return nil, g.ended
	case !g.expires.IsZero() && s.Now().After(g.expires):
		return nil, "token_expired"
	case g.team == "" && owner != nil && owner.Enterprise == g.org:
		return owner, ""
	case g.team == "" && owner == nil:
		if team := s.apps.teams[v.Get("team_id")]; team != nil && team.Enterprise == g.org {
			return team, ""
		}
		if v.Get("user") != "" { // of the organisation, in whichever of its workspaces
			return &Server{Config: Config{Enterprise: g.org}, world: s.world}, ""
		}
		return s, ""
	case g.team == "" || owner != nil && owner.Team != g.team:
		s.breach("the token of %s%s was used in a channel of %s", g.team, g.org, s.apps.owners[channel])
		return nil, "channel_not_found"
	default:
		return s.apps.teams[g.team], ""
	}
}

// organisations tells whether a token is good for all of an organisation. The caller holds the lock.
func (s *Server) organisations(token string) bool {
	g := s.apps.grants[token]
	return g != nil && g.team == ""
}

func (s *Server) revoke(token string) reply {
	if g := s.apps.grants[token]; g != nil {
		g.ended = "token_revoked"
	}
	return reply{"ok": true, "revoked": true}
}

// Void makes every token of the workspace refused, without a word to the app.
func (s *Server) Void(code string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.apps.grants {
		if g.team == s.Team {
			g.ended = code
		}
	}
}

// Uninstall takes the app out of the workspace and tells it so, as Slack does: twice, in any order.
func (s *Server) Uninstall(ctx context.Context) (Answer, error) {
	s.mu.Lock()
	auth := s.authorization() // as it was
	s.mu.Unlock()
	s.Void("account_inactive")
	a, err := s.eventFor(ctx, auth, map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"oauth": []any{}, "bot": []any{s.BotUser}}})
	if err != nil || !a.OK() {
		return a, err
	}
	return s.eventFor(ctx, auth, map[string]any{"type": "app_uninstalled"})
}

// authorization is whose an event of the workspace is. The caller holds the lock.
func (s *Server) authorization() map[string]any {
	if s.wholly() {
		return map[string]any{"enterprise_id": s.Enterprise, "team_id": nil, "user_id": "UBOT" + s.Enterprise, "is_bot": true, "is_enterprise_install": true}
	}
	return map[string]any{"enterprise_id": nil, "team_id": s.Team, "user_id": s.BotUser, "is_bot": true, "is_enterprise_install": false}
}

// wholly tells whether the workspace has no install of its own, but its organisation has. The caller holds the lock.
func (s *Server) wholly() bool {
	whole := false
	for _, g := range s.apps.grants {
		if g.ended != "" {
			continue
		}
		if g.team == s.Team {
			return false
		}
		whole = whole || g.team == "" && g.org == s.Enterprise && g.org != ""
	}
	return whole
}

func (s *Server) served() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wholly()
}

func (s *Server) place() map[string]any {
	if s.Enterprise == "" {
		return map[string]any{"id": s.Team}
	}
	return map[string]any{"id": s.Team, "enterprise_id": s.Enterprise}
}

func (s *Server) organisation() map[string]any {
	if s.Enterprise == "" {
		return nil
	}
	return map[string]any{"id": s.Enterprise}
}
