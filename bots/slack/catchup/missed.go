package catchup

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/missed"
	"github.com/aisteam/aisteam/bots/slack/ingest"
	"github.com/aisteam/aisteam/bots/slack/install"
)

// Backlog lists what was heard before this process started, so that what people said during a gap is read back.
type Backlog interface {
	// Served lists the workspaces that an install serves, and whose they are.
	Served(ctx context.Context, limit int) ([]assistant.Served, error)
	// NewestHeardIn returns the newest message known of each of a workspace's places, newest first: the place and the
	// platform's id of the message.
	NewestHeardIn(ctx context.Context, t assistant.TenantID, s assistant.Surface, space string, limit int) ([]assistant.Inbound, error)
	missed.Heard
}

const (
	backPlaces = 100 // of a workspace
	backAtOnce = 8   // workspaces
	backWithin = 10 * time.Minute
	backInAll  = time.Hour

	// Slack brings an event three times, the last time about six minutes after the first: what was said before that has come,
	// or never will.
	backMargin = 10 * time.Minute
	backAgain  = 5 * time.Minute // what could not be read back is tried again after it
)

// Catchup reads back what was said while nobody listened.
type Catchup struct {
	Config
	spaces  *install.Registry
	reader  *reader
	ingest  *ingest.Ingest
	Backlog Backlog // nil: nothing is read back
	mark    missed.Mark

	lag  lag           // what may have been missed
	gaps chan struct{} // says that something may have been missed
	live atomic.Int32  // sockets
}

// Config is how it catches up.
type Config struct {
	Tenant  assistant.TenantID // under which it is noted until when all was heard
	Sockets bool               // they say what has come, and when nobody listens
	Log     *slog.Logger
	Now     func() time.Time
}

// New returns a Catchup. Over HTTP nothing was heard before the start; sockets report when they connect.
func New(from Backlog, spaces *install.Registry, to *ingest.Ingest, c Config) *Catchup {
	u := &Catchup{Config: c, spaces: spaces, ingest: to, Backlog: from, gaps: make(chan struct{}, 1)}
	if from != nil {
		u.mark = missed.Mark{Heard: from, Tenant: c.Tenant, Surface: assistant.SurfaceSlack, Log: c.Log}
	}
	u.reader = &reader{spaces: spaces, Backlog: from, Now: c.Now}
	if from != nil && !c.Sockets {
		u.Missed()
	}
	return u
}

// Connected counts a socket until it is gone. The first socket after none means that there was a gap.
func (c *Catchup) Connected() (gone func()) {
	if c.live.Add(1) == 1 {
		c.Behind()
	}
	return func() { c.live.Add(-1) }
}

// Hear notes until when everything has been heard, and reads back what was missed: at the start, after a gap between
// sockets, and once what could not be stored when it came can be stored again. It returns when ctx ends.
func (c *Catchup) Hear(ctx context.Context) {
	if c.Backlog == nil {
		return
	}
	if !c.Sockets {
		c.hurry() // behind by what was said before the start; sockets say so when they are there
	}
	tick := time.NewTicker(missed.NoteEvery)
	defer tick.Stop()
	var retry time.Time
	for {
		select {
		case <-c.gaps:
			retry = time.Time{}
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		retry = c.KeepUp(ctx, retry)
	}
}

// KeepUp notes that all is heard, or reads back what was missed where the time to try that has come. It returns when to try
// again.
func (c *Catchup) KeepUp(ctx context.Context, retry time.Time) time.Time {
	switch {
	case c.lag.none():
		c.note(ctx)
	case !c.Now().Before(retry):
		c.CatchUp(ctx)
		return c.Now().Add(backAgain)
	}
	return retry
}

// Missed notes that events may have been missed from now on; the next catch-up begins there at the latest.
func (c *Catchup) Missed() { c.lag.miss(c.Now(), false) }

// Behind notes that there was a gap, and wakes the catch-up loop.
func (c *Catchup) Behind() {
	c.lag.miss(c.Now(), true)
	c.hurry()
}

// hurry wakes the catch-up loop now.
func (c *Catchup) hurry() {
	select {
	case c.gaps <- struct{}{}:
	default:
	}
}

// note records that everything has been heard up to now, if somebody listens.
func (c *Catchup) note(ctx context.Context) {
	if c.Sockets && c.live.Load() == 0 {
		return
	}
	c.mark.Note(ctx, c.Now())
}

// since returns the time of the earliest message that may have been missed, or zero if unknown.
func (c *Catchup) since(ctx context.Context, began time.Time) (time.Time, error) {
	until, err := c.mark.Until(ctx)
	if err != nil || until.IsZero() {
		return until, err
	}
	if !began.IsZero() && began.Before(until) {
		until = began
	}
	return until.Add(-backMargin), nil
}

// CatchUp reads back what was said while nobody listened, in every workspace that is served: in the threads where people
// talk with the bot, in its direct messages, and where it was mentioned in the channels it is known in; what was changed or
// taken back in the newest conversations; and then, where there is a mark to begin from, whether it was mentioned in channels
// in which it is not known, or below what others have begun meanwhile. What was heard before is known by its key, so that reading too much does no harm.
//
// Each workspace goes at its own pace and for itself, a few at a time: one that Slack puts off, or whose token is good for
// nothing, holds no other back. A workspace is given up after ten minutes: some apps may read once a minute only, and then
// the newest places are what there is time for. All together end after an hour. What cannot be read is logged, and what may
// be read later leaves the bot behind.
func (c *Catchup) CatchUp(ctx context.Context) {
	if c.Backlog == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, backInAll)
	defer cancel()
	began, g := c.lag.begin()
	since, err := c.since(ctx, began)
	whole := err == nil
	if err != nil {
		c.Log.WarnContext(ctx, "slack: until when it was heard is not known", slog.Any("err", err))
	}
	var mu sync.Mutex
	var all errgroup.Group
	all.SetLimit(backAtOnce)
	served, known := c.spaces.Served(ctx, c.Backlog)
	for _, w := range served {
		all.Go(func() error {
			read := c.catchUpIn(ctx, w, since, g)
			if read {
				g.end(w.Space)
			}
			mu.Lock()
			defer mu.Unlock()
			whole = whole && read
			return nil
		})
	}
	_ = all.Wait()
	c.lag.done(g, cmp.Or(began, c.Now()), whole && known)
}

// awayError says that a whole workspace cannot be had, not only a place in it.
type awayError struct{ error }

func (e *awayError) Unwrap() error { return e.error }

// catchUpIn reads one workspace back. It tells whether trying again later would bring no more.
func (c *Catchup) catchUpIn(ctx context.Context, w assistant.Served, since time.Time, g *gap) bool {
	within, cancel := context.WithTimeout(ctx, backWithin)
	defer cancel()
	logger := c.Log.With(slog.String("tenant", string(w.Tenant)), slog.String("team", w.Space))
	heard, err := c.Backlog.NewestHeardIn(within, w.Tenant, assistant.SurfaceSlack, w.Space, backPlaces)
	if err != nil {
		logger.WarnContext(ctx, "slack places not recalled", slog.Any("err", err))
		return false
	}
	known, r := c.spots(heard, since), &round{listed: map[assistant.Place]bool{}}
	for _, s := range known {
		r.listed[s.Place] = true
	}
	done, whole := c.readAll(ctx, within, known, r, g, logger)
	if since.IsZero() || !done {
		return ctx.Err() == nil && whole // the bot has never listened before, or there is no time or no way to read more
	}
	more, err := c.reader.elsewhere(within, w.Space, since, known, logger)
	if err != nil {
		logger.WarnContext(ctx, "slack channels not listed", slog.Any("err", err))
		whole = whole && (final(err) || within.Err() != nil)
	}
	done, read := c.readAll(ctx, within, more, r, g, logger)
	whole = whole && read
	if done {
		_, read = c.readAll(ctx, within, r.others, r, g, logger)
	}
	return ctx.Err() == nil && whole && read
}

// readAll reads places back, one after the other. done tells whether it came to the last one, whole whether trying again
// later would bring no more.
func (c *Catchup) readAll(ctx, within context.Context, all []spot, r *round, g *gap, logger *slog.Logger) (done, whole bool) {
	whole = true
	for i, s := range all {
		err := c.readBack(within, s, r)
		switch _, away := errors.AsType[*awayError](err); {
		case within.Err() != nil:
			if ctx.Err() == nil { // its time is up, which it would be again
				logger.WarnContext(ctx, "slack places not read back in time", slog.Int("places", len(all)-i))
			}
			return false, whole
		case away:
			logger.WarnContext(ctx, "slack workspace not read back", slog.Any("err", err))
			return false, whole && final(err)
		case err != nil:
			logger.WarnContext(ctx, "slack place not read back", slog.Any("err", err))
			whole = whole && final(err)
		default:
			g.read(s.Place)
		}
	}
	return true, whole
}

// final tells whether trying again changes nothing: a channel or a workspace that is gone stays so.
func final(err error) bool {
	_, refused := errors.AsType[*bots.RefusedError](err)
	return refused || errors.Is(err, assistant.ErrNotFound)
}
