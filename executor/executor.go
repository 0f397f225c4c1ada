// Package executor does one task: it is the only door to outside systems. Whatever a task would change passes the gate
// first (allowed scope, clarity, consent), is logged as a call before it starts and settled with a receipt after.
//
//	resolve ─▶ check ─▶ look at past calls ─▶ preview ─▶ consent ─▶ start call ─▶ tool ─▶ settled | refused | uncertain
//	              │             │                          │                       │
//	           failed      settled: its receipt       stage ─▶ waiting  ◀───────── moved
//	                       started: outcome unknown           for a person
//
// A person has approved exactly a tool, its resolved arguments, an old state and a new one: their hash is compared at the
// gate, and the tool gets the approved old state to compare with what it is about to write over.
//
// A call that was started and never settled has an unknown outcome. It is looked up where the tool can do that, done again
// where doing it twice is doing it once, and otherwise put before a person. Nobody guesses.
//
// The idempotency key of a call is "task:<task>/<n>". It stays the same however often the task is taken in hand, and n
// only grows when an earlier call is over without an effect to count: refused, given up as uncertain, or undone.
package executor

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Journal takes the thinking lines of a task.
type Journal interface {
	// Think notes a safe one-line summary of what an agent is seen to do.
	Think(ctx context.Context, a assistant.AgentID, line assistant.Sentence) error
	// Went notes where an agent has gone: a line that names the hosts, and the whole addresses.
	Went(ctx context.Context, a assistant.AgentID, line assistant.Sentence, addresses []string) error
	// Flush writes what was noted. From then on the log says that the task is in hand: who stops the run waits for its end.
	Flush(ctx context.Context) error
}

// Ledger is the log of calls.
type Ledger interface {
	// StartCall logs a call before it starts, synchronously and behind the claim. When the key is known it writes nothing
	// and returns the call there is, with false. ErrStopped: the run takes no further effect. ErrHalted: nothing
	// starts before a stop is handled.
	StartCall(ctx context.Context, c assistant.TaskClaim, call assistant.ToolCall) (assistant.ToolCall, bool, error)
	// UseStanding counts one use of a standing yes by the task in hand, and binds the task to the hash of what it was used for. It
	// tells how often the yes has been used with that. ErrDecided: it does not stand any more.
	UseStanding(ctx context.Context, c assistant.TaskClaim, id assistant.StandingID, hash string) (used int, err error)
	// Calls lists the calls of a run, newest first.
	Calls(ctx context.Context, t assistant.TenantID, r assistant.RunID) ([]assistant.ToolCall, error)
}

// Config gives an executor what it works with.
type Config struct {
	Team       *team.Team // whose tools are used where the inputs of a task do not say another
	Ledger     Ledger
	Own        OwnCalls        // nil: no tool changes a setting of the person who asks
	Provenance Provenance      // who wrote an address; nil: only the project's own are gone to without a yes
	Audience   tools.Audience  // who reads a conversation; nil: anybody may
	House      func() []string // where our own server shows pages; nil: nowhere
	IDs        *assistant.IDs
	Now        func() time.Time
	Timeout    time.Duration // of one call of a tool; a minute when zero
	Log        *slog.Logger
	// Called is told of every call: the tool, how it ended and how long the tool took. It may be nil.
	Called func(tool string, outcome Outcome, took time.Duration)
}

// Executor does tasks and undoes them. It is safe for concurrent use.
type Executor struct {
	team    *team.Team
	ledger  Ledger
	own     OwnCalls
	ids     *assistant.IDs
	now     func() time.Time
	timeout time.Duration
	log     *slog.Logger
	called  func(tool string, outcome Outcome, took time.Duration)
	house   func() []string

	provenance Provenance
	audience   tools.Audience

	through func(tools.Tool) tools.Tool // nil for the tools as they are
}

// Inputs are what comes into a task from outside in a way of its own: what is zero comes as it comes into all.
type Inputs struct {
	Team   *team.Team
	Ledger func(Ledger) Ledger // what is asked of the log of calls goes through it
	IDs    *assistant.IDs
	Now    func() time.Time
	Tool   func(tools.Tool) tools.Tool // likewise of tools
}

// At is the executor with the inputs of one task.
func (e *Executor) At(in Inputs) *Executor {
	mine := *e
	if in.Team != nil {
		mine.team = in.Team
	}
	if in.Ledger != nil {
		mine.ledger = in.Ledger(e.ledger)
	}
	if in.IDs != nil {
		mine.ids = in.IDs
	}
	if in.Now != nil {
		mine.now = in.Now
	}
	if in.Tool != nil {
		mine.through = in.Tool
	}
	return &mine
}

// with is the executor with the tools of a team.
func (e *Executor) with(t *team.Team) *Executor { return e.At(Inputs{Team: t}) }

// New returns an executor.
func New(c Config) (*Executor, error) {
	if c.Team == nil || c.Ledger == nil || c.IDs == nil || c.Now == nil {
		return nil, errors.New("executor: a team, a ledger, ids and a clock are needed")
	}
	e := &Executor{
		team: c.Team, ledger: c.Ledger, own: c.Own, ids: c.IDs, now: c.Now, timeout: c.Timeout,
		log: c.Log, called: c.Called, house: c.House, provenance: c.Provenance, audience: c.Audience,
	}
	if e.timeout <= 0 {
		e.timeout = time.Minute
	}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
	if e.called == nil {
		e.called = func(string, Outcome, time.Duration) {}
	}
	return e, nil
}

// Ending is how a task in hand ended: finished, or waiting for a person. The caller settles it in one transaction, behind
// the claim.
type Ending struct {
	Finished *assistant.TaskFinished
	Waiting  *assistant.Approval
	Call     *assistant.ToolCall // its new state, where a call was made
	Private  map[string]string   // for operators

	rule string // what failed, for the log, which is not told what anybody wrote
}

// Do does a task as far as it goes without a person. The error tells only of what is not the task's own: the claim is
// lost, the context ended, storage is away. The task then goes on elsewhere, from the log of calls.
func (e *Executor) Do(ctx context.Context, j Journal, c assistant.TaskClaim, w assistant.TaskWork) (Ending, error) {
	h := &hand{Executor: e, journal: j, claim: c, work: w}
	ending, err := h.do(ctx)
	if err == nil {
		h.cleared(ctx, ending)
	}
	if err != nil {
		return Ending{}, err
	}
	if f := ending.Finished; f != nil && f.Problem != nil {
		e.log.WarnContext(ctx, "task failed", slog.String("task", string(c.Task)), slog.String("tool", string(w.Task.Type)),
			slog.String("problem", f.Problem.ID), slog.String("rule", ending.rule))
	}
	return ending, nil
}

// hand is a task in hand.
type hand struct {
	*Executor
	journal Journal
	claim   assistant.TaskClaim
	work    assistant.TaskWork
	tool    tools.Tool
	args    []byte // resolved
	past    history

	approved string                // the state that a person has approved, once the gate has said so
	between  []string              // whose words are why it is asked about all the same
	allowed  *assistant.AllowedUse // by whose standing yes it needs nobody now
}

func (h *hand) do(ctx context.Context) (Ending, error) {
	if denied := h.admit(); denied != nil {
		h.called(h.label(), OutcomeDenied, 0)
		return h.fail(ctx, nil, denied)
	}
	if err := h.read(ctx); err != nil {
		return Ending{}, err
	}
	ending, next, err := h.resume(ctx)
	if next == nextEnd || err != nil {
		return ending, err
	}
	if h.work.Task.Stopping && next != nextAgain {
		return h.cancelled(), nil // nobody is asked about what is to be left out
	}
	if next != nextAgain {
		ending, asked, err := h.ask(ctx)
		if asked || err != nil {
			return ending, err
		}
	}
	call, fresh, err := h.ledger.StartCall(ctx, h.claim, h.newCall(h.key()))
	switch {
	case errors.Is(err, assistant.ErrStopped):
		h.called(h.tool.Counted(), OutcomeStopped, 0)
		return h.cancelled(), nil
	case err != nil:
		return Ending{}, err
	case !fresh && call.State == assistant.CallSettled && call.Receipt != nil:
		return h.complete(ctx, call, *call.Receipt, OutcomeReused, 0), nil
	case !fresh && next == nextFresh:
		// Somebody has started it since we looked. Its claim is gone, or we would not be here: look again from the log.
		return Ending{}, assistant.ErrFenced
	}
	return h.run(ctx, call)
}
