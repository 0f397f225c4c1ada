package slack

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
)

// workspace is one workspace that the bot is installed in: whose it is, the client that holds its token, its pace, and
// who the bot is there.
type workspace struct {
	tenant  assistant.TenantID
	client  *slackapi.Client
	token   string // for files, which are not part of the Web API
	pace    *pacer
	agent   atomic.Bool // its app is of the agent generation: no assistant threads, but sessions
	panel   string      // where its people open the panel; "" where they cannot
	calls   *refusals
	install assistant.Install // what the token is from; none for the one workspace of Token

	mu sync.RWMutex
	me identity
}

// identity is who the bot is in its workspace.
type identity struct{ user, bot, team, org string }

// identify asks Slack who the bot is and keeps it.
func (w *workspace) identify(ctx context.Context, space string) error {
	r, err := w.client.AuthTestContext(ctx)
	if err != nil {
		return fmt.Errorf("slack auth.test: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.me = identity{user: r.UserID, bot: r.BotID, team: cmp.Or(space, r.TeamID), org: r.EnterpriseID}
	return nil
}

func (w *workspace) who() identity {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.me
}

// learn keeps what an event says of the bot's own user.
func (w *workspace) learn(user string) {
	if user == "" || w.who().user != "" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.me.user = cmp.Or(w.me.user, user)
}

// newerThan tells whether the workspace has the tokens of the install, or newer ones of it: who looked it up earlier may
// come to keep it later.
func (w *workspace) newerThan(in assistant.Install) bool {
	if w.install.Space() != in.Space() || w.install.App != in.App {
		return false
	}
	return w.install.Tokens.Access == in.Tokens.Access || in.Tokens.At.Before(w.install.Tokens.At)
}

// org is the organisation of the workspace, "" outside of one.
func (w *workspace) org() string {
	if w.install.Enterprise != "" {
		return w.install.Enterprise
	}
	return w.who().org
}
