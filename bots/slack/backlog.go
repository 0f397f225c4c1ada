package slack

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
)

// Backlog tells what was heard before this process began, so that what people said while nobody listened is read back.
type Backlog interface {
	// Served lists the workspaces that an install serves, and whose they are.
	Served(ctx context.Context, limit int) ([]assistant.Served, error)
	// NewestHeardIn returns the newest message known of each of a workspace's places, the newest first: the place and the
	// platform's id of the message.
	NewestHeardIn(ctx context.Context, t assistant.TenantID, s assistant.Surface, space string, limit int) ([]assistant.Inbound, error)
}

const (
	backPlaces = 100 // of a workspace
	backAtOnce = 8   // workspaces
	backWithin = 10 * time.Minute
	backInAll  = time.Hour
)

// CatchUp reads back what was said while nobody listened, in every workspace that is served: in the threads where people
// talk with the bot, in its direct messages, and where it was mentioned in the channels it is known in. What was heard
// before is known by its key, so that reading too much does no harm.
//
// Each workspace goes at its own pace and for itself, a few at a time: one that Slack puts off, or whose token is good for
// nothing, holds no other back. A workspace is given up after ten minutes: some apps may read once a minute only, and then
// the newest places are what there is time for. All together end after an hour. What cannot be read is logged.
func (b *Bot) CatchUp(ctx context.Context) {
	if b.Backlog == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, backInAll)
	defer cancel()
	var all errgroup.Group
	all.SetLimit(backAtOnce)
	for _, w := range b.served(ctx) {
		all.Go(func() error {
			b.catchUpIn(ctx, w)
			return nil
		})
	}
	_ = all.Wait()
}

// served are the workspaces to read in: that of Token, and those that the app is installed in.
func (b *Bot) served(ctx context.Context) []assistant.Served {
	var all []assistant.Served
	if b.Token != "" {
		if me := b.home.who(); me.user == "" || me.team == "" {
			if err := b.Identify(ctx); err != nil {
				// Until Slack has said which workspace the token is of, nobody knows which ones it is not of.
				b.Log.WarnContext(ctx, "slack not read back", slog.Any("err", err))
				return nil
			}
		}
		all = append(all, assistant.Served{Tenant: b.Tenant, Space: b.home.who().team})
	}
	if b.Installs == nil {
		return all
	}
	installed, err := b.Backlog.Served(ctx, teamLimit)
	if err != nil {
		b.Log.WarnContext(ctx, "slack workspaces not recalled", slog.Any("err", err))
	}
	for _, w := range installed {
		if b.Token == "" || w.Space != b.home.who().team {
			all = append(all, w)
		}
	}
	return all
}

// awayError says that a whole workspace cannot be had, not only a place in it.
type awayError struct{ error }

func (e *awayError) Unwrap() error { return e.error }

// catchUpIn reads one workspace back.
func (b *Bot) catchUpIn(ctx context.Context, w assistant.Served) {
	ctx, cancel := context.WithTimeout(ctx, backWithin)
	defer cancel()
	logger := b.Log.With(slog.String("tenant", string(w.Tenant)), slog.String("team", w.Space))
	heard, err := b.Backlog.NewestHeardIn(ctx, w.Tenant, assistant.SurfaceSlack, w.Space, backPlaces)
	if err != nil {
		logger.WarnContext(ctx, "slack places not recalled", slog.Any("err", err))
		return
	}
	for _, s := range b.spots(heard) {
		err := b.readBack(ctx, s)
		if ctx.Err() != nil {
			return
		}
		if _, away := errors.AsType[*awayError](err); away {
			logger.WarnContext(ctx, "slack workspace not read back", slog.Any("err", err))
			return
		}
		if err != nil {
			logger.WarnContext(ctx, "slack place not read back", slog.Any("err", err))
		}
	}
}
