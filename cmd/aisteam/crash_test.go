package main

import (
	"context"
	"os"
	"slices"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/orchestrator"
)

// The child process of these tests is the test binary itself, told by these variables to be the command and when to die.
const (
	childVar = "AISTEAM_TEST_CHILD" // "1": be the command
	crashVar = "AISTEAM_TEST_CRASH" // die at the n-th point
	traceVar = "AISTEAM_TEST_TRACE" // append every point passed to this file
	slowVar  = "AISTEAM_TEST_SLOW"  // how long every tool call takes at least
)

// mine is a process that may have to die: it counts the points where a crash would be felt.
type mine struct {
	passed atomic.Int64
	at     int64
	trace  *os.File
	slow   time.Duration
}

// newMine reads what the parent wants. A nil mine never goes off.
func newMine() *mine {
	at, _ := strconv.ParseInt(os.Getenv(crashVar), 10, 64)
	m := &mine{at: at}
	m.slow, _ = time.ParseDuration(os.Getenv(slowVar))
	if path := os.Getenv(traceVar); path != "" {
		m.trace, _ = os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	}
	return m
}

// point is a place to die at: no deferred call, no flushed buffer, like a power cut for the process.
func (m *mine) point(name string) {
	n := m.passed.Add(1)
	if m.trace != nil {
		_, _ = m.trace.WriteString(strconv.FormatInt(n, 10) + " " + name + "\n")
	}
	if n == m.at {
		_ = syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		select {}
	}
}

// mined wraps a database so that the process may die on both sides of every write that matters.
type mined struct {
	database
	*mine
}

func (m *mined) Receive(ctx context.Context, in assistant.Inbound) (assistant.Received, error) {
	m.point("before receive")
	got, err := m.database.Receive(ctx, in)
	m.point("after receive")
	return got, err
}

func (m *mined) ReceiveTaking(ctx context.Context, in assistant.Inbound, lease time.Duration) (assistant.Received, *assistant.Taken, error) {
	m.point("before receive")
	got, taken, err := m.database.ReceiveTaking(ctx, in, lease)
	m.point("after receive")
	return got, taken, err
}

func (m *mined) Post(ctx context.Context, msg assistant.Message) (assistant.Message, error) {
	m.point("before post")
	got, err := m.database.Post(ctx, msg)
	m.point("after post")
	return got, err
}

func (m *mined) MakeBackground(ctx context.Context, t assistant.TenantID, o assistant.BackgroundOrder) (assistant.BackgroundTask, error) {
	m.point("before make background")
	b, err := m.database.MakeBackground(ctx, t, o)
	m.point("after make background")
	return b, err
}

func (m *mined) TakeEvent(ctx context.Context, t assistant.TenantID, e assistant.HookEvent, revision int) (assistant.HookEvent, error) {
	m.point("before take event")
	got, err := m.database.TakeEvent(ctx, t, e, revision)
	m.point("after take event")
	return got, err
}

func (m *mined) MintHookToken(ctx context.Context, t assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID, token, secret assistant.Secret, keep time.Duration) (assistant.Hook, error) {
	m.point("before mint token")
	h, err := m.database.MintHookToken(ctx, t, by, task, token, secret, keep)
	m.point("after mint token")
	return h, err
}

func (m *mined) FireHook(ctx context.Context, due assistant.Timer) (assistant.Fired, error) {
	m.point("before fire hook")
	got, err := m.database.FireHook(ctx, due)
	m.point("after fire hook")
	return got, err
}

func (m *mined) FireBackground(ctx context.Context, f assistant.Firing) (assistant.Fired, error) {
	m.point("before fire background")
	got, err := m.database.FireBackground(ctx, f)
	m.point("after fire background")
	return got, err
}

func (m *mined) Append(ctx context.Context, c assistant.Claim, b assistant.Batch) error {
	m.point("before append")
	err := m.database.Append(ctx, c, b)
	m.point("after append")
	return err
}

func (m *mined) SettleAll(ctx context.Context, c assistant.Claim, s assistant.Settling) (assistant.Settled, error) {
	m.point("before settle")
	done, err := m.database.SettleAll(ctx, c, s)
	m.point("after settle")
	return done, err
}

func (m *mined) WriteTasks(ctx context.Context, ws []assistant.TaskWrite) error {
	what := "append task"
	if slices.ContainsFunc(ws, func(w assistant.TaskWrite) bool { return w.Ends }) {
		what = "settle task"
	}
	m.point("before " + what)
	err := m.database.WriteTasks(ctx, ws)
	m.point("after " + what)
	return err
}

func (m *mined) StartCall(ctx context.Context, c assistant.TaskClaim, call assistant.ToolCall) (assistant.ToolCall, bool, error) {
	m.point("before start call")
	got, fresh, err := m.database.StartCall(ctx, c, call)
	m.point("after start call")
	return got, fresh, err
}

func (m *mined) Intend(ctx context.Context, c assistant.DeliveryClaim, ds []assistant.Delivery, p assistant.Pace) (time.Duration, error) {
	m.point("before intend")
	wait, err := m.database.Intend(ctx, c, ds, p)
	m.point("after intend")
	return wait, err
}

func (m *mined) ReleaseDelivery(ctx context.Context, c assistant.DeliveryClaim, shown []assistant.Delivery, upto int64, wait time.Duration) (bool, error) {
	m.point("before release delivery")
	ready, err := m.database.ReleaseDelivery(ctx, c, shown, upto, wait)
	m.point("after release delivery")
	return ready, err
}

// tool lets the process die on both sides of every tool call.
func (m *mine) tool(t tools.Tool) tools.Tool {
	if stage, unstage := t.Stage, t.Unstage; stage != nil && unstage != nil {
		t.Stage = func(ctx context.Context, c tools.Call) (string, error) {
			m.point("before stage " + t.Name)
			link, err := stage(ctx, c)
			m.point("after stage " + t.Name)
			return link, err
		}
		t.Unstage = func(ctx context.Context, c tools.Call) error {
			m.point("before unstage " + t.Name)
			err := unstage(ctx, c)
			m.point("after unstage " + t.Name)
			return err
		}
	}
	run := t.Run
	t.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
		m.point("before " + t.Name)
		m.dawdle(ctx)
		r, err := run(ctx, c)
		m.point("after " + t.Name)
		return r, err
	}
	return t
}

// dawdle makes a tool call take its time, for who wants to see it at work.
func (m *mine) dawdle(ctx context.Context) {
	wait := time.NewTimer(m.slow)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
	}
}

// hooks put the mine between the parts. Leases are those that people have: a busy machine renews no shorter ones in time, and then two
// do the same. Nobody waits for one to end, for what a dead process held is free at the next start, or when its silence is noticed.
func (m *mine) hooks() hooks {
	return hooks{
		store:  func(db database) database { return &mined{database: db, mine: m} },
		tool:   m.tool,
		env:    []string{childVar + "=1"}, // what reads files is this test again
		limits: orchestrator.Limits{Grace: 2 * time.Second},
		bodies: testBodies(),
		pace:   slack.Pace{Posts: 1000, PostBurst: 1000, EditEvery: time.Millisecond, EditBurst: 1000},
	}
}
