package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/lanes"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/queue"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// maxAttempts is how often a mail is taken before it is parked with a problem in the thread.
const maxAttempts = 4

// Limits bound a worker's work. Zero values take the defaults.
type Limits struct {
	Workers int           // turns of one tenant that compute at the same time in this process, which has room for twice as many; 16
	Beside  int           // likewise while other tenants are at work, too; twice the processors
	Memory  int           // bytes that turns in hand may take up, of which one tenant has at most half; 128 MiB
	Tasks   int           // tasks of one tenant done at the same time, likewise; 32
	Shows   int           // places of one tenant that are shown something at the same time, likewise; 64
	Lease   time.Duration // how long a claim lives without being renewed; 15 s
	Grace   time.Duration // how long work in hand may go on after a stop; 10 s
}

// WithDefaults fills in what is zero.
func (l Limits) WithDefaults() Limits {
	if l.Workers <= 0 {
		l.Workers = 16
	}
	if l.Beside <= 0 {
		l.Beside = 2 * runtime.GOMAXPROCS(0)
	}
	if l.Memory <= 0 {
		l.Memory = 128 << 20
	}
	if l.Shows <= 0 {
		l.Shows = 64
	}
	if l.Tasks <= 0 {
		l.Tasks = 32
	}
	if l.Lease <= 0 {
		l.Lease = 15 * time.Second
	}
	if l.Grace <= 0 {
		l.Grace = 10 * time.Second
	}
	return l
}

// What turns take up at least while they are in hand: their goroutine, what they have read, the request on its way.
const turnBytes = 32 << 10

// Worker claims conversations and lets the supervisor take their mail, in order within one conversation.
type Worker struct {
	store    mailbox
	read     records
	queue    queue.Queue
	hints    hints
	teams    teams
	backends backends
	sups     *supervisors
	shows    *Couriers
	limits   Limits
	heart    *Heartbeat
	keeper   *keeper[assistant.Claim]
	now      func() time.Time
	log      *slog.Logger
	meter    *metrics.Metrics
	local    <-chan queue.Token // tokens made by the sweeper of this process

	received *reception
}

// Run works until ctx ends, then lets the mails in hand finish within the grace period and gives the claims back.
func (w *Worker) Run(ctx context.Context) error {
	work, stop := graceful(ctx, w.limits.Grace)
	defer stop()
	kept, end := context.WithCancel(context.WithoutCancel(ctx))
	var keeping sync.WaitGroup
	keeping.Go(func() { w.keeper.run(kept) })
	defer keeping.Wait()
	defer end()
	tokens := merge(ctx, w.queue.Tokens(ctx, queue.Turns), w.local)
	c := &tokenWorkers{
		queue: w.queue, lanes: lanes.Sharing(w.limits.Workers).Beside(w.limits.Beside, w.now), room: lanes.Sharing(w.limits.Memory / 2), base: turnBytes, log: w.log,
		claim: func(_ context.Context, s *laneHold) (func(), bool, error) { return w.claim(work, ctx, s) },
	}
	w.received.door.open(work, ctx, c)
	defer w.received.serve(func(h handed) {
		alive, done := h.alive(work)
		w.work(alive, ctx, done, &heldConversation{Worker: w, laneHold: h.laneHold, claim: h.taken.Claim, mails: []assistant.Mail{h.taken.Mail}, known: h.taken.Situation})
	})()
	c.run(work, ctx, tokens)
	return nil
}

// claim takes the tenant's longest-waiting conversation in hand.
func (w *Worker) claim(ctx, intake context.Context, s *laneHold) (work func(), more bool, err error) {
	ctx, done := w.heart.while(ctx)
	claim, mails, ok, err := w.store.Claim(ctx, s.tenant, w.limits.Lease)
	if err != nil {
		done()
		return nil, false, fmt.Errorf("claim a conversation of %s: %w", s.tenant, err)
	}
	if !ok {
		done()
		return nil, false, nil
	}
	return func() {
		w.work(ctx, intake, done, &heldConversation{Worker: w, laneHold: s, claim: claim, mails: mails})
	}, claim.More, nil
}

// work handles what is in hand, and hints for what is left of it.
func (w *Worker) work(ctx, intake context.Context, done func(), hand *heldConversation) {
	defer done()
	defer hand.laneHold.leave()
	again, err := w.conversation(ctx, intake, hand)
	if err != nil && !abandoned(ctx, err) {
		w.log.ErrorContext(ctx, "take mail", slog.String("tenant", string(hand.claim.Tenant)), slog.Any("err", err))
	}
	if again {
		w.hints.mail(ctx, hand.claim.Tenant)
	}
}

// conversation handles the mail of a claimed conversation. more says that there is mail left.
func (w *Worker) conversation(ctx, intake context.Context, hand *heldConversation) (more bool, err error) {
	full := len(hand.mails) >= assistant.MailsOfClaim
	err = w.keeper.hold(ctx, hand.claim, func(ctx context.Context) error { return hand.work(ctx, intake) })
	if errors.Is(err, assistant.ErrFenced) {
		w.meter.ClaimLost(metrics.HeldConversation)
		return false, err
	}
	if hand.given {
		return hand.more, err
	}
	// What came meanwhile has made it ready by itself. Where nothing is left, it may not be: a claim without mail would be taken for ever.
	more = err != nil || full || len(hand.mails) > 0
	if rerr := w.store.Release(context.WithoutCancel(ctx), hand.claim, more); rerr != nil && !errors.Is(rerr, assistant.ErrFenced) {
		err = errors.Join(err, fmt.Errorf("release conversation %s: %w", hand.claim.Conversation, rerr))
	}
	return more, err
}

// stopping tells whether this process takes no new work any more.
func stopping(intake context.Context) bool { return intake.Err() != nil }

// heldConversation is a claimed conversation with its mails.
type heldConversation struct {
	*Worker
	laneHold *laneHold
	claim    assistant.Claim
	mails    []assistant.Mail
	known    *assistant.Situation // of the first of them, where it came with it
	took     []int64              // mails that the newest turn has answered
	given    bool                 // the claim went back with the last mail
	more     bool                 // and mail had come meanwhile
}

// work handles the mails in order. The claim goes back with the last of them, unless there may be more.
func (h *heldConversation) work(ctx, intake context.Context) error {
	full := len(h.mails) >= assistant.MailsOfClaim
	for len(h.mails) > 0 {
		if stopping(intake) {
			return nil
		}
		together := alike(h.mails)
		last := together == len(h.mails) && !full
		if err := h.handle(ctx, h.mails[:together], last); err != nil {
			return fmt.Errorf("handle mail %d of conversation %s: %w", h.mails[0].ID, h.claim.Conversation, err)
		}
		h.mails = slices.DeleteFunc(h.mails[together:], func(m assistant.Mail) bool { return slices.Contains(h.took, m.ID) })
	}
	return nil
}

// alike counts the mails from the first on that one turn answers: ended tasks of one run, whose last one is read with
// all of them in place. What was taken before is taken again as it was: a planner that has begun to answer a question goes on with that.
func alike(mails []assistant.Mail) int {
	first, ok := mails[0].Message.Body.(assistant.TaskFinished)
	n := 1
	for ok && n < len(mails) {
		next, same := mails[n].Message.Body.(assistant.TaskFinished)
		if !same || next.Run != first.Run || mails[n].Attempt != mails[0].Attempt {
			break
		}
		n++
	}
	return n
}

// begun is a turn over the mails by the tenant's team and with the tenant's model as they stand, which is recorded where turns are.
func (h *heldConversation) begun(ctx context.Context, mails []assistant.Mail) *turn {
	by := cast{h.teams.Of(h.claim.Tenant), h.backends.Of(h.claim.Tenant)}
	return h.turn(ctx, by, h.beginTape(by, mails), mails)
}

// cast is who takes part in a turn or a task, from its beginning to its end.
type cast struct {
	team    *team.Team
	backend llm.Backend
}

// turn is one over the mails, caused by the last of them, put over a tape.
func (h *heldConversation) turn(ctx context.Context, by cast, on *tape.Tape, mails []assistant.Mail) *turn {
	t := &turn{
		store: h.store, hints: h.hints, shows: h.shows, laneHold: h.laneHold, claim: h.claim, mail: mails[len(mails)-1], tape: on,
		team: agents.Of(by.team), backend: by.backend, purse: tapedPurse{by.backend.Purse, on}, labels: map[string]int{}, decided: map[assistant.ApprovalID]assistant.ApprovalDecided{},
	}
	t.beside = &sideCommands{hand: h}
	t.doing = &indicator{show: func(a assistant.Activity) { h.hints.activity(ctx, h.claim.Tenant, h.claim.Conversation, a) }}
	for _, m := range mails {
		t.mails = append(t.mails, m.ID)
	}
	return t
}

// look reads the turn's situation.
func (h *heldConversation) look(ctx context.Context, t *turn) (err error) {
	t.sit, err = tape.Through(t.tape, tape.Read, "situation", "", func() (assistant.Situation, error) { return h.situation(ctx, t.cause()) })
	if err != nil {
		return fmt.Errorf("read situation: %w", err)
	}
	h.laneHold.grow(sizeOf(t.sit))
	return nil
}

// handle takes mails that belong together as one turn, caused by the last of them. An error means that they stay.
func (h *heldConversation) handle(ctx context.Context, mails []assistant.Mail, last bool) error {
	start := h.now()
	h.meter.Turn(metrics.StageWait, max(0, start.Sub(mails[len(mails)-1].Message.At)))
	t := h.begun(ctx, mails)
	defer t.doing.clear()
	defer t.close()
	if err := h.look(ctx, t); err != nil {
		return err
	}
	if err := h.supervise(ctx, h.sups.on(t.tape), t); err != nil {
		return err
	}
	// ErrDecided here means that somebody decided by a click while this turn was deciding by words: the click stands, and
	// the words are handled anew.
	if last {
		h.keeper.release(h.claim) // it goes back with what is written now
	}
	h.took = slices.Concat(t.mails, t.beside.done())
	ready, err := t.settle(ctx, last)
	if err != nil {
		return fmt.Errorf("settle: %w", err)
	}
	if last {
		h.given, h.more = true, ready
	}
	h.meter.Turn(metrics.StageHandle, h.now().Sub(start))
	h.meter.TurnOf(h.claim.Tenant)
	return nil
}

// A post that is on its way while somebody speaks is waited for, since what it shows may be what they mean.
const (
	postPatience = 2 * time.Second
	postGlance   = 25 * time.Millisecond
)

// situation reads the situation of a mail. Where something open is being posted at that moment, it is read again until it is
// known whether that stood there before the words.
func (h *heldConversation) situation(ctx context.Context, m assistant.Message) (assistant.Situation, error) {
	if known := h.known; known != nil {
		h.known = nil
		return *known, nil
	}
	for begun := h.now(); ; {
		sit, err := h.read.Situation(ctx, h.claim, m)
		if err != nil || !sit.Posting || h.now().Sub(begun) >= postPatience {
			return sit, err
		}
		m.Seen = sit.Seen
		if _, later := sit.Before(m); len(later) == 0 {
			return sit, nil
		}
		if err := h.laneHold.aside(ctx, func() error { return pause(ctx, postGlance) }); err != nil {
			return sit, err
		}
	}
}

// supervise lets the supervisor take the mail. One that fails for good is parked: the turn then says the problem.
func (h *heldConversation) supervise(ctx context.Context, sup *Supervisor, t *turn) error {
	err := sup.take(ctx, t)
	switch {
	case err == nil && t.told:
		return nil // the turn was stopped as it told of a run's end, which stands
	case errors.Is(err, errInterrupted), t.endedBy != nil && (err == nil || errors.Is(err, llm.ErrDisabled)):
		t.drop() // also of what went on without a model
		t.saysInterrupted()
		return sup.plans.unchanged(ctx, t)
	case err == nil:
		return nil
	case abandoned(ctx, err), t.mail.Attempt+1 < maxAttempts && !readable(err):
		return err
	}
	h.log.ErrorContext(ctx, "park mail", slog.String("conversation", string(h.claim.Conversation)), slog.Any("err", err))
	h.meter.Parked()
	t.drop()
	sup.fail(t, err)
	return sup.plans.unchanged(ctx, t)
}

// sizeOf is about how many bytes of memory a turn's situation takes up.
func sizeOf(sit assistant.Situation) int {
	n := 0
	for _, m := range sit.Recent {
		n += len(m.Content)
	}
	for _, f := range sit.Files {
		n += len(f.Text)
	}
	const each = 512 // a task or a project
	return n + each*(len(sit.Tasks)+len(sit.Projects)+len(sit.Recent))
}

// pause waits, or gives ctx's cause.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
