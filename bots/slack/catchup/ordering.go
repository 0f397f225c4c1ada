package catchup

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/ingest"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

const (
	// aheadWithin is what a message may wait for those before it. Of the time that Slack leaves for an answer it leaves enough
	// to ask for a name and the groups, and to store.
	aheadWithin = 1200 * time.Millisecond
)

// Order takes live messages in the order in which they were said, even while missed ones are still being read back.
type Order struct {
	catchup *Catchup
	reader  *reader
	ingest  *ingest.Ingest
	Threads Known
	Log     *slog.Logger
}

// Known tells which places are conversations already.
type Known interface {
	// Known tells whether a conversation is bound to the place.
	Known(ctx context.Context, t assistant.TenantID, p assistant.Place) (bool, error)
}

// NewOrder returns an order of live messages alongside the catching up of c.
func NewOrder(c *Catchup, threads Known) *Order {
	return &Order{catchup: c, reader: c.reader, ingest: c.ingest, Threads: threads, Log: c.Log}
}

// InOrder takes what has just been said. If something was missed and not yet read back, "no, red" may arrive before the "make it
// blue" that it answers: then the place is read back first, once, and later messages wait in line. The wait is short: what cannot
// be read within it is read later, because late is better than lost. If nothing was missed, nothing is read and nothing waits.
func (o *Order) InOrder(ctx context.Context, w *workspace.Workspace, a payload.Arrival) payload.Answer {
	g := o.catchup.lag.in(a.In.Place.Space)
	if g == nil || o.catchup.Backlog == nil {
		return o.ingest.Take(ctx, w, a)
	}
	at, ok := o.ahead(ctx, w, a)
	var then []func(context.Context)
	if ok {
		t, ok := g.queue(at)
		if ok {
			defer t.end()
			then = o.await(ctx, w, g, at, t)
		}
	}
	out := o.ingest.Take(ctx, w, a)
	if out.Status == http.StatusServiceUnavailable {
		g.forget(at)
	}
	if out.Then != nil {
		then = append(then, out.Then)
	}
	if len(then) > 0 {
		out.Then = func(ctx context.Context) {
			for _, do := range then {
				do(ctx)
			}
		}
	}
	return out
}

// await waits for the turn of a message in its place; the first one there catches the place up. It returns what is left to be
// done once Slack has its answer.
func (o *Order) await(ctx context.Context, w *workspace.Workspace, g *gap, at assistant.Place, t queued) []func(context.Context) {
	if t.first {
		return o.readAhead(ctx, w, g, at)
	}
	wait := time.NewTimer(aheadWithin)
	defer wait.Stop()
	select {
	case <-t.before:
	case <-wait.C:
	}
	return nil
}

// ahead is what has to be read before something is taken: the thread, where people talk with the bot there, or the direct
// messages in which somebody begins something new. A thread that the bot is summoned to is read anyway, see [ingest.Ingest.Before].
func (o *Order) ahead(ctx context.Context, w *workspace.Workspace, a payload.Arrival) (assistant.Place, bool) {
	p := a.In.Place
	if a.In.Change == assistant.ChangeSaid && a.In.ExternalID == p.Channel+"/"+p.Thread {
		p.Thread = ""
		return p, strings.HasPrefix(p.Channel, "D")
	}
	known, err := o.Threads.Known(ctx, w.Tenant, p)
	return p, err == nil && known
}

// readAhead catches one place up before a waiting message is handled.
func (o *Order) readAhead(ctx context.Context, w *workspace.Workspace, g *gap, at assistant.Place) (then []func(context.Context)) {
	within, cancel := context.WithTimeout(ctx, aheadWithin)
	defer cancel()
	since, err := o.sinceIn(within, g)
	if err == nil && since.IsZero() {
		return nil // the bot has never listened before
	}
	var all []found
	if err == nil {
		s := spot{Place: at, after: payload.Timestamp(o.reader.youngest(since)), compare: at.Thread != ""}
		all, err = o.reader.visit(within, w, s, o.reader.atOnce)
	}
	for _, f := range all {
		if err == nil {
			err = within.Err()
		}
		if err != nil {
			break
		}
		var out payload.Answer
		// Under the time of all: what is being stored is not to fail because the next one waits.
		if out, err = o.catchup.retake(ctx, w, f); out.Then != nil {
			then = append(then, out.Then)
		}
		if out.IsUnavailable() {
			o.catchup.Missed()
		}
	}
	if err != nil {
		o.Log.DebugContext(ctx, "slack place not read before what has come there", slog.Any("err", err))
	}
	return then
}

// sinceIn returns the time of the earliest message that a gap may hide.
func (o *Order) sinceIn(ctx context.Context, g *gap) (time.Time, error) {
	g.mu.Lock()
	since, looked := g.since, g.looked
	g.mu.Unlock()
	if looked {
		return since, nil
	}
	since, err := o.catchup.since(ctx, g.began)
	if err != nil {
		return time.Time{}, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.since, g.looked = since, true
	return since, nil
}

// atOnce makes a call for a waiting message: now or not at all.
func (x *reader) atOnce(ctx context.Context, w *workspace.Workspace, method string, call func(context.Context) error) error {
	if err := w.Pace.Ahead(method); err != nil {
		return err
	}
	return w.Answered(ctx, method, call(ctx))
}
