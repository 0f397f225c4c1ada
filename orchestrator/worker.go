package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// maxAttempts is how often a mail is taken before it is parked with a problem in the thread.
const maxAttempts = 4

// Limits bound a worker's work. Zero values take the defaults.
type Limits struct {
	Workers int           // conversations handled at the same time by this process; 16
	Tasks   int           // tasks done at the same time by this process; 16
	Lease   time.Duration // how long a claim lives without being renewed; 15 s
	Grace   time.Duration // how long work in hand may go on after a stop; 10 s
}

// WithDefaults fills in what is zero.
func (l Limits) WithDefaults() Limits {
	if l.Workers <= 0 {
		l.Workers = 16
	}
	if l.Tasks <= 0 {
		l.Tasks = 16
	}
	if l.Lease <= 0 {
		l.Lease = 15 * time.Second
	}
	if l.Grace <= 0 {
		l.Grace = 10 * time.Second
	}
	return l
}

// Worker claims conversations and lets the supervisor take their mail, in order within one conversation.
type Worker struct {
	store  mailbox
	read   records
	waits  ledger
	queue  queue.Queue
	hints  hints
	sup    *Supervisor
	limits Limits
	now    func() time.Time
	log    *slog.Logger
	meter  *metrics.Metrics
	local  <-chan queue.Token // tokens made by the sweeper of this process
}

// Run works until ctx ends, then lets the mails in hand finish within the grace period and gives the claims back.
func (w *Worker) Run(ctx context.Context) error {
	work, stop := graceful(ctx, w.limits.Grace)
	defer stop()
	tokens := merge(ctx, w.queue.Tokens(ctx, queue.Turns), w.local)
	var g errgroup.Group
	for range w.limits.Workers {
		g.Go(func() error {
			for token := range tokens {
				w.take(work, ctx, token)
			}
			return nil
		})
	}
	return g.Wait()
}

// take works for the token's tenant once. The order at the end matters: the token is done before the look for more, or
// the wake of a tenant at its cap of tokens would be lost.
func (w *Worker) take(ctx, intake context.Context, token queue.Token) {
	if err := w.conversation(ctx, intake, token.Tenant); err != nil && !abandoned(ctx, err) {
		w.log.ErrorContext(ctx, "take mail", slog.String("tenant", string(token.Tenant)), slog.Any("err", err))
	}
	finish(ctx, w.queue, w.waits, token)
}

// conversation claims the tenant's longest-waiting conversation and handles its mail.
func (w *Worker) conversation(ctx, intake context.Context, tenant assistant.TenantID) error {
	claim, mails, ok, err := w.store.Claim(ctx, tenant, w.limits.Lease)
	if err != nil {
		return fmt.Errorf("claim a conversation of %s: %w", tenant, err)
	}
	if !ok {
		return nil
	}
	more := false
	err = hold(ctx, w.limits.Lease, func(ctx context.Context) error { return w.store.Renew(ctx, claim, w.limits.Lease) },
		func(ctx context.Context) error {
			for _, mail := range mails {
				more = true // until all of it is handled
				if stopping(intake) {
					return nil
				}
				if err := w.handle(ctx, claim, mail); err != nil {
					return fmt.Errorf("handle mail %d of conversation %s: %w", mail.ID, claim.Conversation, err)
				}
			}
			more = len(mails) >= fullClaim
			return nil
		})
	if errors.Is(err, assistant.ErrFenced) {
		w.meter.ClaimLost("conversation")
		return err
	}
	if rerr := w.store.Release(context.WithoutCancel(ctx), claim, more); rerr != nil && !errors.Is(rerr, assistant.ErrFenced) {
		err = errors.Join(err, fmt.Errorf("release conversation %s: %w", claim.Conversation, rerr))
	}
	return err
}

// stopping tells whether this process takes no new work any more.
func stopping(intake context.Context) bool { return intake.Err() != nil }

// fullClaim is how much mail one claim brings at most; a full one may have left some.
const fullClaim = 16

// handle takes one mail. An error means that the mail stays.
func (w *Worker) handle(ctx context.Context, claim assistant.Claim, mail assistant.Mail) error {
	start := w.now()
	t := &turn{store: w.store, hints: w.hints, claim: claim, mail: mail, now: w.now, labels: map[string]int{}}
	t.doing = &indicator{show: func(a assistant.Activity) { w.hints.activity(ctx, claim.Tenant, claim.Conversation, a) }}
	defer t.doing.clear()
	defer t.close()
	sit, err := w.read.Situation(ctx, claim, mail.Message)
	if err != nil {
		return fmt.Errorf("read situation: %w", err)
	}
	t.sit = sit
	if err := w.sup.take(ctx, t); err != nil {
		if abandoned(ctx, err) {
			return err
		}
		if mail.Attempt+1 < maxAttempts && !readable(err) {
			return err
		}
		w.log.ErrorContext(ctx, "park mail", slog.String("conversation", string(claim.Conversation)), slog.Any("err", err))
		t.drop()
		w.sup.fail(t, err)
	}
	// ErrDecided here means that somebody decided by a click while this turn was deciding by words: the click stands, and
	// the words are handled anew.
	if err := t.settle(ctx); err != nil {
		return fmt.Errorf("settle: %w", err)
	}
	w.meter.Turn("handle", w.now().Sub(start))
	return nil
}
