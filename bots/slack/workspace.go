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
	tenant assistant.TenantID
	client *slackapi.Client
	pace   *pacer
	agent  atomic.Bool // its app is of the agent generation: no assistant threads, but sessions

	mu sync.RWMutex
	me identity
}

// identity is who the bot is in its workspace.
type identity struct{ user, bot, team string }

// newWorkspace makes one. team may be "" until Slack has said it.
func (b *Bot) newWorkspace(tenant assistant.TenantID, team, user, token string) *workspace {
	return &workspace{
		tenant: tenant, pace: newPacer(b.Pace, b.Now), me: identity{team: team, user: user},
		client: slackapi.New(token, slackapi.OptionAPIURL(b.APIURL), slackapi.OptionHTTPClient(b.HTTPClient),
			slackapi.OptionAppLevelToken(b.AppToken)),
	}
}

// workspace gives the workspace of a team; another one's is [assistant.ErrNotFound].
func (b *Bot) workspace(_ context.Context, team string) (*workspace, error) {
	if mine := b.home.who().team; mine != "" && team != mine {
		return nil, fmt.Errorf("slack workspace %s: %w", team, assistant.ErrNotFound)
	}
	return b.home, nil
}

// identify asks Slack who the bot is and keeps it.
func (w *workspace) identify(ctx context.Context, space string) error {
	r, err := w.client.AuthTestContext(ctx)
	if err != nil {
		return fmt.Errorf("slack auth.test: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.me = identity{user: r.UserID, bot: r.BotID, team: cmp.Or(space, r.TeamID)}
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
