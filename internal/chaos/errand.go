package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
)

const (
	planAction  = "plan_approve"
	errandEvery = 4 * time.Second
)

// errand is a person's recurring task, which comes due again and again while things break. What it wants to do is asked of the
// person by direct message, and approved there.
type errand struct {
	*talk

	direct  *talk  // the person's direct messages
	gate    string // what its tickets are about
	task    string // its id
	woken   int
	pressed map[string]bool // cards
}

// newErrands are as many people with a task each. They are made before anything breaks.
func (c *chaos) newErrands(ctx context.Context) error {
	for i := range c.errands {
		t := newTalk(c, 9000+i)
		e := &errand{talk: t, direct: &talk{chaos: c, channel: c.slack.Direct(t.user), user: t.user}, gate: "gate " + strings.ToLower(t.user), pressed: map[string]bool{}}
		c.errandsOf = append(c.errandsOf, e)
		if err := e.make(ctx); err != nil {
			return fmt.Errorf("make a background task: %w", err)
		}
	}
	return nil
}

func (e *errand) make(ctx context.Context) error {
	if !e.say(ctx, "Every day at 9 create a ticket about the broken "+e.gate+" and tell me its number") {
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
	return rig.Await(ctx, "the task is made", planWithin, func() bool {
		return e.chaos.sql.QueryRow(ctx, `select id::text from background_tasks where prompt ilike '%' || $1 || '%'`, e.gate).Scan(&e.task) == nil
	})
}

// run lets the task come due every few seconds, and its person decide on what it wants. In the end everything that was asked is
// decided.
func (e *errand) run(ctx context.Context, until time.Time) {
	for time.Now().Before(until) && ctx.Err() == nil {
		if done, err := e.chaos.sql.Exec(ctx, `update timers set due_at = now() where kind = 'background' and ref = $1::uuid`, e.task); err == nil {
			e.woken += int(done.RowsAffected())
		}
		e.decide(ctx)
		select {
		case <-time.After(errandEvery/2 + rand.N(errandEvery)):
		case <-ctx.Done():
		}
	}
	err := rig.Await(ctx, "nothing of "+e.gate+" waits for a person", 2*planWithin, func() bool {
		e.decide(ctx)
		open := -1
		err := e.chaos.sql.QueryRow(ctx, `select (select count(*) from pending_actions a where a.status = 'pending' and a.conversation_id = b.conversation_id)
			+ (select count(*) from mail m where m.conversation_id = b.conversation_id) + (select count(*) from timers w where w.kind = 'background' and w.ref = b.id and w.due_at <= now())
			+ (select count(*) from assistant_runs r where r.conversation_id = b.conversation_id and r.status in ('planning', 'running'))
			from background_tasks b where b.id = $1::uuid`, e.task).Scan(&open)
		return err == nil && open == 0
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
		if err := e.direct.approve(ctx, e.gate, m.TS); err != nil {
			e.trouble(err.Error())
		}
	}
}

// errandVerdict: every due time that was taken up is answered once, and each effect was approved by its person, each approval done
// once.
func (c *chaos) errandVerdict(ctx context.Context) (found []string, err error) {
	woken, done := 0, 0
	for _, e := range c.errandsOf {
		woken += e.woken
		found = append(found, e.problems...)
		for _, check := range []func(context.Context, *talk) ([]string, error){c.replies, c.shown} {
			wrong, err := check(ctx, e.talk)
			if err != nil {
				return found, err
			}
			for _, w := range wrong {
				found = append(found, e.gate+": "+w)
			}
		}
		var began, words, approved, tickets int
		err := c.sql.QueryRow(ctx, `select (select count(*) from background_runs w where w.task_id = b.id and w.message_id is not null),
				(select count(*) from assistant_messages m where m.conversation_id = b.conversation_id and m.body_type = 'said' and m.key like 'background/' || b.id || '/%' and m.author = 'user'),
				(select count(*) from pending_actions a where a.conversation_id = b.conversation_id and a.status = 'approved' and a.decided_by is not null),
				(select count(*) from tickets t where t.title ilike '%' || $2)
			from background_tasks b where b.id = $1::uuid`, e.task, e.gate).Scan(&began, &words, &approved, &tickets)
		if err != nil {
			return found, fmt.Errorf("look at %s: %w", e.gate, err)
		}
		done += tickets
		switch {
		case began == 0:
			found = append(found, e.gate+": it never began")
		case words != began:
			found = append(found, fmt.Sprintf("%s: it began %d times, and %d times its words are in the log", e.gate, began, words))
		case tickets > approved:
			found = append(found, fmt.Sprintf("%s: %d tickets, of which %d were approved", e.gate, tickets, approved))
		case tickets < approved:
			found = append(found, fmt.Sprintf("%s: %d were approved, and %d tickets are on the list", e.gate, approved, tickets))
		}
	}
	fmt.Println("background: " + strconv.Itoa(len(c.errandsOf)) + " tasks, due " + strconv.Itoa(woken) + " times, " + strconv.Itoa(done) + " tickets by approvals in direct messages")
	return found, nil
}
