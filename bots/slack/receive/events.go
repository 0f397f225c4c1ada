package receive

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/catchup"
	"github.com/aisteam/aisteam/bots/slack/deliver"
	"github.com/aisteam/aisteam/bots/slack/home"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/view"
)

// ongoing lists the runs of a place.
type ongoing interface {
	Ongoing(ctx context.Context, t assistant.TenantID, p assistant.Place, limit int) ([]assistant.RunView, error)
}

// Events takes what the Events API tells.
type Events struct {
	Spaces    *install.Registry
	Order     *catchup.Order
	Clicks    *Clicks
	Home      *home.Home
	Indicator *deliver.Indicator
	Work      ongoing
	Channels  *Channels
	Standings *Standings
	Log       *slog.Logger
}

// event takes an event.
func (e *Events) event(ctx context.Context, body []byte) payload.Answer {
	env, err := payload.ReadEnvelope(body)
	if err != nil {
		return payload.Malformed()
	}
	if env.Type == "url_verification" {
		return payload.Answer{Text: env.Challenge, Outcome: bots.AckChallenge}
	}
	if a, ends := e.Spaces.Ended(ctx, env); ends {
		return a
	}
	enterprise, team := env.Workspace()
	env.Team = team
	w, err := e.Spaces.WorkspaceIn(ctx, enterprise, team)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return stranger(ctx, e.Log, team)
	case err != nil:
		return payload.Unavailable(ctx, e.Log, err)
	}
	w.Learn(env.Bot())
	if a, taken := e.Standings.told(ctx, w, env); taken {
		return a
	}
	a := env.Read(w.Who().User, w.Tenant)
	taken, err := e.Channels.happened(ctx, w, env)
	switch {
	case err != nil:
		return payload.Unavailable(ctx, e.Log, err)
	case taken && a.Ignored != "":
		return payload.Answer{Outcome: bots.AckTaken}
	case a.Ignored != "":
		return payload.Ignored(ctx, e.Log, a.Ignored)
	}
	switch {
	case a.Opened != nil:
		if a.Opened.Tab != payload.TabHome {
			w.Agent.Store(a.Opened.Tab == payload.TabMessages)
		}
		return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { e.Home.Greet(ctx, w, *a.Opened) }}
	case a.Stops:
		return e.stopped(ctx, w, a)
	default:
		return e.Order.InOrder(ctx, w, a)
	}
}

// stranger takes what comes from a workspace that the app is not installed in: sent again, it would be no more welcome.
func stranger(ctx context.Context, logger *slog.Logger, team string) payload.Answer {
	logger.WarnContext(ctx, "slack workspace not known, its event is ignored", slog.String("team", bots.Clip(team, 40)))
	return payload.Answer{Outcome: bots.AckIgnored}
}

// stopped takes Slack's own stop button: every run of the thread is stopped, as by the buttons of their cards, and else the answer that is
// being written.
func (e *Events) stopped(ctx context.Context, w *workspace.Workspace, a payload.Arrival) payload.Answer {
	from := a.In.From
	runs, err := e.Work.Ongoing(ctx, w.Tenant, a.In.Place, 20)
	if err != nil {
		return payload.Unavailable(ctx, e.Log, err)
	}
	out := payload.Answer{Outcome: bots.AckIgnored}
	if len(runs) == 0 { // an answer is being written: the press says the word
		a.In.Text, a.In.Change = "stop", assistant.ChangeSaid
		if out = e.Order.InOrder(ctx, w, a); out.Status != 0 {
			return out
		}
	}
	for _, r := range runs {
		note := e.Clicks.act(ctx, workspace.Click{At: w, Click: payload.Click{From: from, Key: a.In.Key + "/" + string(r.Run.ID)}}, assistant.StopRequested{Run: r.Run.ID})
		if note == view.NoteAgain {
			return payload.Unavailable(ctx, e.Log, fmt.Errorf("stop run %s", r.Run.ID))
		}
		out.Outcome = bots.AckTaken
	}
	then := out.Then
	out.Then = func(ctx context.Context) {
		if then != nil {
			then(ctx)
		}
		e.Indicator.Session(ctx, w, a.In.Place, slackapi.AgentSessionStatusActive)
	}
	return out
}
