package slack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/blocks"
)

// workspace is one workspace that the bot is installed in: whose it is, the client that holds its token, its pace, and
// who the bot is there.
type workspace struct {
	tenant   assistant.TenantID
	client   *slackapi.Client
	token    string // for files, which are not part of the Web API
	pace     *pacer
	agent    atomic.Bool       // its app is of the agent generation: no assistant threads, but sessions
	renderer blocks.Renderer   // see [Bot.drawing]
	install  assistant.Install // what the token is from; none for the one workspace of Token

	mu sync.RWMutex
	me identity
}

// identity is who the bot is in its workspace.
type identity struct{ user, bot, team, org string }

// newWorkspace makes one. Who the bot is there may be unknown until Slack has said it.
func (b *Bot) newWorkspace(tenant assistant.TenantID, me identity, token string, through doer) *workspace {
	r := b.renderer
	if tenant != b.Tenant {
		r.PublicURL = "" // the panel is the service's own tenant's
	}
	return &workspace{
		tenant: tenant, token: token, renderer: r, pace: newPacer(b.Pace, b.Now), me: me,
		client: slackapi.New(token, slackapi.OptionAPIURL(b.APIURL), slackapi.OptionHTTPClient(through),
			slackapi.OptionAppLevelToken(b.AppToken)),
	}
}

// drawing is how cards are drawn for a workspace: with links to the panel only where its people can open them, and to its
// own sites.
func (b *Bot) drawing(ctx context.Context, w *workspace) blocks.Renderer {
	r := w.renderer
	r.Hosts = b.hosts.Of(ctx, w.tenant)
	return r
}

// workspace gives the workspace of a team; one that the app is not in is [assistant.ErrNotFound].
func (b *Bot) workspace(ctx context.Context, team string) (*workspace, error) {
	return b.workspaceIn(ctx, "", team)
}

// workspaceIn is workspace for a team that Slack says an organisation's install is meant in.
func (b *Bot) workspaceIn(ctx context.Context, enterprise, team string) (*workspace, error) {
	mine := b.home.who().team
	switch {
	case b.Token != "" && (team == mine || mine == "" && b.Installs == nil):
		return b.home, nil
	case b.Installs == nil:
		return nil, fmt.Errorf("slack workspace %s: %w", team, assistant.ErrNotFound)
	case b.Token != "" && mine == "":
		return nil, errors.New("slack has not said yet which workspace the token is of")
	default:
		return b.installed(ctx, enterprise, team)
	}
}

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
