package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
	"github.com/aisteam/aisteam/internal/unasked"
)

const (
	firstErrand  = 90_000           // the number of its talk
	errandsApart = 11               // numbers from one to the next: each has a channel and a person of its own, on Slack and Discord in turn
	pressWithin  = 4 * time.Second  // after which who still sees a button presses it again
	threadAfter  = 20 * time.Second // without a direct message, who was asked looks into the thread
)

// agreement is a button that says yes, by what the platforms call it.
type agreement struct{ slack, discord string }

var (
	toPlan   = agreement{"plan_approve", "v1:plan:approve"}
	toEffect = agreement{"approval_approve", "v1:approval:approve"}
)

// button is one that a card shows.
type button struct {
	card  string
	press func(context.Context)
}

// errand is a person's recurring task, made in words, which comes due again and again while the platforms misbehave. What it wants
// done is asked of the person by direct message, and approved there.
type errand struct {
	*talk

	task                 unasked.Errand
	directly, threadwise int                  // cards that were decided
	seen                 map[string]time.Time // cards of the thread
}

// newErrands makes the tasks, before anything goes wrong.
func (t *trial) newErrands(ctx context.Context) (err error) {
	if t.errands == 0 {
		return nil
	}
	if t.bell, err = unasked.NewBell(ctx, t.replicas[0].Base, &front{t}, t.sql); err != nil {
		return err
	}
	for i := range t.errands {
		k := t.newTalk(firstErrand + i*errandsApart)
		e := &errand{talk: k, task: unasked.Errand{Gate: fmt.Sprintf("gate g%d", k.n), SQL: t.sql}, seen: map[string]time.Time{}}
		t.errandsOf = append(t.errandsOf, e)
		if err := e.make(ctx); err != nil {
			return fmt.Errorf("make a background task: %w", err)
		}
	}
	return nil
}

func (e *errand) make(ctx context.Context) error {
	ids, err := e.on.mention(ctx, e.task.Words())
	if err != nil {
		return err
	}
	e.sent = append(e.sent, said{external: ids[0], at: time.Now()})
	var asks []button
	if err := e.await(ctx, "the plan for "+e.task.Gate+" is shown", func() bool {
		asks = e.on.buttons(false, toPlan)
		return len(asks) > 0
	}); err != nil {
		return err
	}
	pressing, end := context.WithTimeout(ctx, pressWithin)
	defer end()
	asks[0].press(pressing)
	return e.await(ctx, "the task about "+e.task.Gate+" is made", func() bool { return e.task.Made(ctx) })
}

// errandsAmong lets tasks come due and events arrive for as long as people talk, and then until nothing of them waits any more.
func (t *trial) errandsAmong(ctx context.Context, talk func()) (found []string) {
	var over atomic.Bool
	var working sync.WaitGroup
	goesOn := func() bool { return !over.Load() }
	for _, e := range t.errandsOf {
		working.Go(func() { e.run(ctx, goesOn) })
	}
	if t.bell != nil {
		working.Go(func() { t.bell.Ring(ctx, goesOn) })
	}
	talk()
	over.Store(true)
	working.Wait()
	for _, e := range t.errandsOf {
		found = append(found, e.trouble...)
	}
	return found
}

func (e *errand) run(ctx context.Context, goesOn func() bool) {
	for n := 0; goesOn() && ctx.Err() == nil; n++ {
		e.task.Wake(ctx)
		for until := time.Now().Add(e.errandEvery); goesOn() && time.Now().Before(until) && ctx.Err() == nil; {
			e.decide(ctx)
			select {
			case <-time.After(500 * time.Millisecond):
			case <-ctx.Done():
			}
		}
	}
	if err := e.await(ctx, "nothing of "+e.task.Gate+" waits for anybody", func() bool {
		e.decide(ctx)
		return e.task.Settled(ctx)
	}); err != nil {
		e.wrong(err)
	}
}

// decide approves what stands in the person's direct messages. Where none came, since its post met a mishap after which it could have
// been made twice, the person finds the same card in the thread.
func (e *errand) decide(ctx context.Context) {
	for _, b := range e.on.buttons(true, toEffect) {
		if e.agreeTo(ctx, b, true) {
			e.directly++
		}
	}
	for _, b := range e.on.buttons(false, toEffect) {
		if first, known := e.seen[b.card]; !known {
			e.seen[b.card] = time.Now()
		} else if time.Since(first) > threadAfter && e.agreeTo(ctx, b, false) {
			e.threadwise++
			e.count("a card that was decided in the thread, since no direct message came")
		}
	}
}

// agreeTo presses a button, and again while it is still shown, as people do. Sometimes two presses come at once.
func (e *errand) agreeTo(ctx context.Context, b button, direct bool) bool {
	shown := func() bool {
		return slices.ContainsFunc(e.on.buttons(direct, toEffect), func(o button) bool { return o.card == b.card })
	}
	for try := range 20 {
		var presses sync.WaitGroup
		pressing, end := context.WithTimeout(ctx, pressWithin) // then the platform says that it failed
		presses.Go(func() { b.press(pressing) })
		if e.chance("twice"+b.card, 0.2) {
			e.count("a button pressed twice at once")
			presses.Go(func() { b.press(pressing) })
		}
		presses.Wait()
		end()
		if rig.Await(ctx, "the card is decided", pressWithin, func() bool { return !shown() }) == nil {
			return true
		}
		if try == 0 {
			e.count("a button that was pressed again, since it was shown still")
		}
	}
	e.wrong(fmt.Errorf("a yes to %s was never taken", e.task.Gate))
	return false
}

// unasked looks at the background work.
func (t *trial) unasked(ctx context.Context, v *verdict) error {
	woken, directly, threadwise := 0, 0, 0
	for _, e := range t.errandsOf {
		f, done, err := e.task.Verdict(ctx)
		if err != nil {
			return err
		}
		v.add(f)
		v.errandTickets += done
		woken, directly, threadwise = woken+e.task.Woken, directly+e.directly, threadwise+e.threadwise
	}
	if t.bell == nil {
		return nil
	}
	fmt.Printf("background: %d tasks, due %d times, %d tickets by %d approvals in direct messages and %d in threads\n",
		len(t.errandsOf), woken, v.errandTickets, directly, threadwise)
	f, err := t.bell.Verdict(ctx)
	v.add(f)
	return err
}

func (v *verdict) add(f unasked.Found) {
	for to, lines := range map[*int][]string{&v.lost: f.Lost, &v.doubled: f.Doubled, &v.unapproved: f.Unapproved} {
		for _, x := range lines {
			v.wrong(to, "%s", x)
		}
	}
}
