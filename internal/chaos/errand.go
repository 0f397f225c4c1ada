package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
	"github.com/aisteam/aisteam/internal/unasked"
)

const (
	planAction  = "plan_approve"
	errandEvery = 4 * time.Second
)

// errand is a person's recurring task, which comes due again and again while things break. What it wants to do is asked of the
// person by direct message, and approved there.
type errand struct {
	*talk

	task    unasked.Errand
	direct  *talk           // the person's direct messages
	pressed map[string]bool // cards
}

// newErrands are as many people with a task each. They are made before anything breaks.
func (c *chaos) newErrands(ctx context.Context) error {
	for i := range c.errands {
		t := newTalk(c, 9000+i)
		e := &errand{talk: t, direct: &talk{chaos: c, channel: c.slack.Direct(t.user), user: t.user}, task: unasked.Errand{Gate: "gate " + strings.ToLower(t.user), SQL: c.sql}, pressed: map[string]bool{}}
		c.errandsOf = append(c.errandsOf, e)
		if err := e.make(ctx); err != nil {
			return fmt.Errorf("make a background task: %w", err)
		}
	}
	return nil
}

func (e *errand) make(ctx context.Context) error {
	if !e.say(ctx, e.task.Words()) {
		return fmt.Errorf("%v", e.problems)
	}
	plan := ""
	if err := rig.Await(ctx, "the plan is shown", planWithin, func() bool {
		for _, m := range e.chaos.slack.Posted(e.channel, e.root) {
			if m.HasAction(planAction) {
				plan = m.TS
			}
		}
		return plan != ""
	}); err != nil {
		return err
	}
	if answer, err := e.chaos.slack.Click(ctx, e.channel, plan, e.user, planAction, ""); err != nil || !answer.OK() {
		return fmt.Errorf("approve the plan: %d %w", answer.Status, err)
	}
	return rig.Await(ctx, "the task is made", planWithin, func() bool { return e.task.Made(ctx) })
}

// run lets the task come due every few seconds, and its person decide on what it wants. In the end everything that was asked is
// decided.
func (e *errand) run(ctx context.Context, until time.Time) {
	for time.Now().Before(until) && ctx.Err() == nil {
		e.task.Wake(ctx)
		e.decide(ctx)
		select {
		case <-time.After(errandEvery/2 + rand.N(errandEvery)):
		case <-ctx.Done():
		}
	}
	err := rig.Await(ctx, "nothing of "+e.task.Gate+" waits for a person", 2*planWithin, func() bool {
		e.decide(ctx)
		return e.task.Settled(ctx)
	})
	if err != nil {
		e.trouble(err.Error())
	}
}

// decide approves what stands in the person's direct messages, once each.
func (e *errand) decide(ctx context.Context) {
	for _, m := range e.chaos.slack.Posted(e.direct.channel, "") {
		if e.pressed[m.TS] || !m.HasAction(approveAction) {
			continue
		}
		e.pressed[m.TS] = true
		if err := e.direct.approve(ctx, e.task.Gate, m.TS); err != nil {
			e.trouble(err.Error())
		}
	}
}

// errandVerdict: every due time that was taken up is answered once, and each effect was approved by its person, each approval done
// once.
func (c *chaos) errandVerdict(ctx context.Context) (found []string, err error) {
	woken, done := 0, 0
	for _, e := range c.errandsOf {
		woken += e.task.Woken
		found = append(found, e.problems...)
		for _, check := range []func(context.Context, *talk) ([]string, error){c.replies, c.shown} {
			wrong, err := check(ctx, e.talk)
			if err != nil {
				return found, err
			}
			for _, w := range wrong {
				found = append(found, e.task.Gate+": "+w)
			}
		}
		wrong, tickets, err := e.task.Verdict(ctx)
		if err != nil {
			return found, err
		}
		done += tickets
		found = append(found, wrong.All()...)
	}
	fmt.Println("background: " + strconv.Itoa(len(c.errandsOf)) + " tasks, due " + strconv.Itoa(woken) + " times, " + strconv.Itoa(done) + " tickets by approvals in direct messages")
	return found, nil
}
