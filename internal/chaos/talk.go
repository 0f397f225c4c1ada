package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
)

const (
	approveAction = "approval_approve"
	ticketEvery   = 5 // messages, of which one asks for a ticket
	planWithin    = time.Minute
)

// talk is one person's thread.
type talk struct {
	chaos         *chaos
	channel, user string

	mu       sync.Mutex
	root     string
	sent     []string // acknowledged, in order
	tickets  []string // titles whose plans were approved
	problems []string
}

func newTalk(c *chaos, i int) *talk {
	n := strconv.Itoa(i + 1)
	t := &talk{chaos: c, channel: "D" + n, user: "U" + n}
	c.slack.AddChannel(t.channel)
	c.slack.AddUser(t.user, "Person "+n)
	return t
}

// run talks until the time is over: a question, a pause, and now and then a request whose plan is approved.
func (t *talk) run(ctx context.Context, until time.Time) {
	for n := 1; time.Now().Before(until) && ctx.Err() == nil; n++ {
		if n%ticketEvery == 0 {
			t.ticket(ctx, n)
		} else {
			t.say(ctx, fmt.Sprintf("What can you do for me? (%s/%d)", t.user, n))
		}
		select {
		case <-time.After(time.Second + rand.N(2*time.Second)):
		case <-ctx.Done():
		}
	}
}

func (t *talk) say(ctx context.Context, text string) bool {
	ts, answer, err := t.chaos.slack.Say(ctx, t.channel, t.root, t.user, text)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.root == "" {
		t.root = ts
	}
	if err != nil || !answer.OK() {
		t.problems = append(t.problems, fmt.Sprintf("%s was never acknowledged: %d %v", text, answer.Status, err))
		return false
	}
	t.sent = append(t.sent, text)
	return true
}

// ticket asks for one, approves it on its card and waits until the run has ended.
func (t *talk) ticket(ctx context.Context, n int) {
	title := fmt.Sprintf("form %s-%d", strings.ToLower(t.user), n)
	if !t.say(ctx, "Create a ticket about the broken "+title) {
		return
	}
	plan := ""
	err := rig.Await(ctx, "the card for "+title+" is shown", planWithin, func() bool {
		plan = t.plan(title)
		return plan != ""
	})
	if err != nil {
		t.trouble(err.Error())
		return
	}
	if err := t.approve(ctx, title, plan); err != nil {
		t.trouble(err.Error())
		return
	}
	t.mu.Lock()
	t.tickets = append(t.tickets, title)
	t.mu.Unlock()
	done := func() bool {
		var ended bool
		err := t.chaos.sql.QueryRow(ctx, `select exists(select from assistant_runs r join assistant_tasks t on t.run_id = r.id
			where r.status in ('completed', 'failed', 'cancelled') and t.summary ilike '%' || $1 || '%')`, title).Scan(&ended)
		return err == nil && ended
	}
	if err := rig.Await(ctx, "the run for "+title+" has ended", planWithin, done); err != nil {
		t.trouble(err.Error())
	}
}

// approve clicks, and clicks again if a private message asks for that, as it does while the database is down. The person reads the
// message before clicking again.
func (t *talk) approve(ctx context.Context, title, plan string) error {
	told := ""
	for range 20 {
		if told != "" && !t.open(plan) {
			return nil // it was taken while they read what they were told
		}
		before := len(t.told())
		answer, err := t.chaos.slack.Click(ctx, t.channel, plan, t.user, approveAction, "")
		if err != nil || !answer.OK() {
			return fmt.Errorf("approving %s was answered with %d: %w", title, answer.Status, err)
		}
		again := rig.Await(ctx, "a private word", 3*time.Second, func() bool { return len(t.told()) > before || !t.open(plan) }) == nil && len(t.told()) > before
		if !again || !t.open(plan) {
			return nil
		}
		told = t.told()[before]
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return fmt.Errorf("approving %s: %w", title, ctx.Err())
		}
	}
	return fmt.Errorf("approving %s was never taken; the last answer was %q", title, told)
}

// told lists what was said to the person alone.
func (t *talk) told() (all []string) {
	for _, w := range t.chaos.slack.Whispers() {
		if w.User == t.user {
			all = append(all, w.Text)
		}
	}
	return all
}

// open tells whether the plan still shows its buttons.
func (t *talk) open(plan string) bool {
	for _, m := range t.chaos.slack.Posted(t.channel, t.root) {
		if m.TS == plan {
			return m.HasAction(approveAction)
		}
	}
	return false
}

func (t *talk) trouble(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.problems = append(t.problems, t.channel+": "+text)
}

// plan is the message that asks before the ticket is made; "" while there is none.
func (t *talk) plan(title string) string {
	for _, m := range t.chaos.slack.Posted(t.channel, t.root) {
		if m.HasAction(approveAction) && strings.Contains(string(m.Blocks), title) {
			return m.TS
		}
	}
	return ""
}
