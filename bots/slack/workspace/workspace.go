package workspace

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
)

// Workspace is one workspace that the bot is installed in: whose it is, the client that holds its token, its pace, and
// who the bot is there.
type Workspace struct {
	Tenant  assistant.TenantID
	Client  *slackapi.Client
	Token   string // for files, which are not part of the Web API
	Pace    *Pacer
	Agent   atomic.Bool      // its app is of the agent generation: no assistant threads, but sessions
	Panel   assistant.Public // where its people open the panel; nil where they cannot
	calls   *Refusals
	lacking *lacking
	Install assistant.Install // what the token is from; none for the one workspace of Token

	mu sync.RWMutex
	me Identity
}

// Opening is what it takes to reach a workspace. Who the bot is there may be unknown until Slack has said it.
type Opening struct {
	Tenant   assistant.TenantID
	Me       Identity
	Install  assistant.Install // none for the one workspace of a configured token
	Panel    assistant.Public
	Token    string
	AppToken string
	APIURL   string
	Through  Doer
	Pace     Pace
	Calls    *Refusals
	Now      func() time.Time
}

// Open returns a workspace. It asks Slack nothing.
func Open(o Opening) *Workspace {
	lacks := newLacking(o.Now)
	return &Workspace{
		Tenant: o.Tenant, Token: o.Token, Panel: o.Panel, Pace: newPacer(o.Pace, o.Now), me: o.Me, Install: o.Install, calls: o.Calls, lacking: lacks,
		Client: slackapi.New(o.Token, slackapi.OptionAPIURL(o.APIURL), slackapi.OptionHTTPClient(knowing{o.Through, lacks}), slackapi.OptionAppLevelToken(o.AppToken)),
	}
}

// Succeed takes over the workspace's rate limits and what was learned of it: both outlive a token.
func (w *Workspace) Succeed(old *Workspace) {
	w.Pace = old.Pace
	w.Agent.Store(old.Agent.Load())
	w.lacking.take(old.lacking)
}

// Identity is who the bot is in its workspace.
type Identity struct{ User, Bot, Team, org string }

// Identify asks Slack who the bot is and keeps it.
func (w *Workspace) Identify(ctx context.Context, space string) error {
	r, err := w.Client.AuthTestContext(ctx)
	if err != nil {
		return fmt.Errorf("slack auth.test: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.me = Identity{User: r.UserID, Bot: r.BotID, Team: cmp.Or(space, r.TeamID), org: r.EnterpriseID}
	return nil
}

// Who is who the bot is there, as far as Slack has said.
func (w *Workspace) Who() Identity {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.me
}

// Learn keeps what an event says of the bot's own user.
func (w *Workspace) Learn(user string) {
	if user == "" || w.Who().User != "" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.me.User = cmp.Or(w.me.User, user)
}

// NewerThan tells whether the workspace has the tokens of the install, or newer ones of it: who looked it up earlier may
// come to keep it later.
func (w *Workspace) NewerThan(in assistant.Install) bool {
	if w.Install.Space() != in.Space() || w.Install.App != in.App {
		return false
	}
	return w.Install.Tokens.Access == in.Tokens.Access || in.Tokens.At.Before(w.Install.Tokens.At)
}

// Org is the organisation of the workspace, "" outside of one.
func (w *Workspace) Org() string {
	if w.Install.Enterprise != "" {
		return w.Install.Enterprise
	}
	return w.Who().org
}

// Listed is the team whose channels are listed, which an organisation's token has to name; "" where it needs no name.
func (w *Workspace) Listed() string {
	if w.Install.Enterprise != "" && w.Install.Whole() {
		return w.Who().Team
	}
	return ""
}
