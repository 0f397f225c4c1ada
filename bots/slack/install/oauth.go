package install

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
)

// Installing keeps new installs.
type Installing interface {
	// SaveInstall stores what a workspace granted; a workspace without a tenant becomes one.
	SaveInstall(ctx context.Context, in assistant.Install) (assistant.Install, error)
	// SpendNonce uses up what may be used once, on whichever replica: [assistant.ErrDecided] when it has been.
	SpendNonce(ctx context.Context, tenant assistant.TenantID, nonce string, keep time.Duration) error
}

const (
	installPath   = "/slack/install"
	callbackPath  = "/slack/oauth/callback"
	stateCookie   = "aisteam_slack_install"
	stateLife     = 10 * time.Minute
	installWithin = 20 * time.Second
	nonceSize     = 16
)

// Consent takes browsers to Slack's consent and back, and keeps the installs that come of it.
type Consent struct {
	Config
	Installing Installing
	Spaces     *Registry
}

// scopes are the app's scopes, the same as in the manifest in deploy/slack, each with its use.
func scopes() []string {
	return []string{
		"app_mentions:read", "assistant:write", "channels:history", "channels:read", "chat:write", "commands",
		"files:read", "files:write", "groups:history", "groups:read", "im:history", "im:read",
		"mpim:history", "mpim:read", "reactions:read", "usergroups:read", "users:read",
	}
}

// site is where Slack's own pages are.
func (c *Consent) site() string { return strings.TrimSuffix(c.APIURL, "api/") }

func (c *Consent) callbackURL() string { return c.Public.Now().URL + callbackPath }

// Routes are the pages of the way to an install, by pattern.
func (c *Consent) Routes() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{"GET " + installPath: c.startInstall, "GET " + callbackPath: c.finishInstall}
}

// startInstall sends a browser to Slack's consent. It keeps nothing here: the state carries its age and is signed, for
// this browser alone, so that any replica can finish what another one began.
func (c *Consent) startInstall(w http.ResponseWriter, r *http.Request) {
	if c.Public.Now().URL == "" {
		c.answer(w, r, pageNowhere())
		return
	}
	browser := rand.Text()
	cookie := c.stateCookie(browser)
	cookie.MaxAge = int(stateLife / time.Second)
	http.SetCookie(w, cookie)
	w.Header().Set("Cache-Control", "no-store")
	to := c.site() + "oauth/v2/authorize?" + url.Values{
		"client_id": {c.ClientID}, "scope": {strings.Join(scopes(), ",")}, "redirect_uri": {c.callbackURL()}, "state": {c.newState(browser)},
	}.Encode()
	http.Redirect(w, r, to, http.StatusFound)
}

func (c *Consent) stateCookie(value string) *http.Cookie {
	return &http.Cookie{
		Name: stateCookie, Value: value, Path: callbackPath, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: c.Public.Now().Secure(),
	}
}

// newState is a nonce and the time, signed together with the browser's cookie.
func (c *Consent) newState(browser string) string {
	state := make([]byte, nonceSize, nonceSize+8+sha256.Size)
	_, _ = rand.Read(state)
	state = binary.BigEndian.AppendUint64(state, uint64(c.Now().Unix())) // not before 1970
	return base64.RawURLEncoding.EncodeToString(append(state, c.sign(state, browser)...))
}

func (c *Consent) sign(state []byte, browser string) []byte {
	mac := hmac.New(sha256.New, []byte("slack install state\n"+c.ClientSecret))
	mac.Write(state)
	mac.Write([]byte(browser))
	return mac.Sum(nil)
}

// readState verifies a state and returns its nonce.
func (c *Consent) readState(r *http.Request) (nonce string, bad *page) {
	cookie, err := r.Cookie(stateCookie)
	given := r.URL.Query().Get("state")
	raw, coding := base64.RawURLEncoding.DecodeString(given)
	switch {
	case given == "":
		return "", pageNoState()
	case err != nil || cookie.Value == "":
		return "", pageNoCookie()
	case coding != nil || len(raw) != nonceSize+8+sha256.Size:
		return "", pageWrongState()
	}
	state, mac := raw[:nonceSize+8], raw[nonceSize+8:]
	if !hmac.Equal(mac, c.sign(state, cookie.Value)) {
		return "", pageWrongState()
	}
	at := time.Unix(int64(binary.BigEndian.Uint64(state[nonceSize:])), 0) // it is ours, the signature says
	if age := c.Now().Sub(at); age > stateLife || age < -time.Minute {
		return "", pageExpired()
	}
	return hex.EncodeToString(state[:nonceSize]), nil
}

// finishInstall takes a browser that comes back from Slack's consent.
func (c *Consent) finishInstall(w http.ResponseWriter, r *http.Request) {
	p := c.finish(r)
	gone := c.stateCookie("")
	gone.MaxAge = -1
	http.SetCookie(w, gone)
	c.answer(w, r, p)
}

func (c *Consent) answer(w http.ResponseWriter, r *http.Request, p *page) {
	if err := p.write(w); err != nil {
		c.Log.DebugContext(r.Context(), "slack install page not sent", slog.Any("err", err))
	}
}

func (c *Consent) finish(r *http.Request) *page {
	query := r.URL.Query()
	nonce, bad := c.readState(r) // checked first: a browser that did not start here must not be told anything in Slack's name
	if bad != nil {
		return bad
	}
	if said := query.Get("error"); said != "" {
		return pageRefused(said)
	}
	code := query.Get("code")
	if code == "" {
		return pageWrongState()
	}
	// A browser that leaves now does not take the install with it: the code is good for one use.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), installWithin)
	defer cancel()
	switch err := c.Installing.SpendNonce(ctx, c.Tenant, nonce, 2*stateLife); {
	case errors.Is(err, assistant.ErrDecided):
		return pageUsed()
	case err != nil:
		c.Log.ErrorContext(ctx, "slack install not stored", slog.Any("err", err))
		return pageUnsaved()
	}
	in, bad := c.exchange(ctx, code)
	if bad != nil {
		return bad
	}
	return c.save(ctx, in)
}

// exchange gives Slack the code and gets an install.
func (c *Consent) exchange(ctx context.Context, code string) (assistant.Install, *page) {
	r, err := slackapi.GetOAuthV2ResponseContext(ctx, c.HTTPClient, c.ClientID, c.ClientSecret, code, c.callbackURL(),
		slackapi.OAuthOptionAPIURL(c.APIURL))
	if err != nil {
		c.Log.WarnContext(ctx, "slack install refused", slog.Any("err", err))
		if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok {
			return assistant.Install{}, pageRefused(said.Err)
		}
		return assistant.Install{}, pageNoAnswer()
	}
	in, err := installFrom(r)
	if err != nil {
		c.Log.WarnContext(ctx, "slack install not understood", slog.Any("err", err))
		return assistant.Install{}, pageNoAnswer()
	}
	in.BotID = c.botOf(ctx, in.Tokens.Access)
	return in, nil
}

// installFrom reads what Slack gave, and refuses what could not be kept for one workspace or one organisation.
func installFrom(r *slackapi.OAuthV2Response) (assistant.Install, error) {
	in := assistant.Install{
		Enterprise: r.Enterprise.ID, Team: r.Team.ID, App: r.AppID, Name: cmp.Or(r.Team.Name, r.Enterprise.Name), BotUser: r.BotUserID,
		By: r.AuthedUser.ID, Tokens: assistant.Tokens{Access: r.AccessToken, Refresh: r.RefreshToken, Life: time.Duration(r.ExpiresIn) * time.Second},
	}
	if r.Scope != "" {
		in.Scopes = strings.Split(r.Scope, ",")
	}
	if r.IsEnterpriseInstall {
		in.Team, in.Name = "", r.Enterprise.Name
	}
	switch {
	case in.Space() == "" || in.App == "":
		return in, errors.New("it names no workspace, or no app")
	case in.Tokens.Access == "" || r.TokenType != "bot":
		return in, fmt.Errorf("it has no bot's token, but %q", r.TokenType)
	case (in.Tokens.Refresh == "") != (in.Tokens.Life <= 0):
		return in, errors.New("its token ends and cannot be rotated, or the other way round")
	}
	return in, nil
}

// botOf asks who a token's bot is, "" where Slack does not say: its user is known already.
func (c *Consent) botOf(ctx context.Context, token string) string {
	r, err := slackapi.New(token, slackapi.OptionAPIURL(c.APIURL), slackapi.OptionHTTPClient(c.HTTPClient)).AuthTestContext(ctx)
	if err != nil {
		return ""
	}
	return r.BotID
}

// save keeps an install, unless its workspace is served by the one configured token.
func (c *Consent) save(ctx context.Context, in assistant.Install) *page {
	if c.Token != "" {
		if c.Spaces.Own.Who().Team == "" {
			if err := c.Spaces.Identify(ctx); err != nil {
				c.Log.WarnContext(ctx, "slack install not stored", slog.Any("err", err))
				return pageUnsaved()
			}
		}
		if in.Team == c.Spaces.Own.Who().Team {
			return pageServed(in.Name)
		}
	}
	in, err := c.Installing.SaveInstall(ctx, in)
	if err != nil {
		c.Log.ErrorContext(ctx, "slack install not stored", slog.Any("err", err))
		return pageUnsaved()
	}
	c.Spaces.forget(in)
	c.Log.InfoContext(ctx, "slack app installed", slog.String("tenant", string(in.Tenant)), slog.String("team", in.Space()))
	return pageInstalled(in.Name, c.site()+"app_redirect?"+url.Values{"app": {in.App}, "team": {in.Space()}}.Encode())
}
