package executor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// history is what the log knows of the task's calls.
type history struct {
	over int                 // calls that make room for another
	last *assistant.ToolCall // the one whose outcome counts, or is not known
}

func keyOf(t assistant.TaskID, n int) string { return fmt.Sprintf("task:%s/%d", t, n) }

// key is of the call to be made now.
func (h *hand) key() string { return keyOf(h.work.Task.ID, h.past.over) }

// read reads the task's calls. A call without an effect to count makes room for another one; an uncertain call of a tool
// for which twice is once keeps its key.
func (h *hand) read(ctx context.Context) error {
	calls, err := h.ledger.Calls(ctx, h.claim.Tenant, h.work.Task.Run)
	if err != nil {
		return fmt.Errorf("calls of run %s: %w", h.work.Task.Run, err)
	}
	out := &h.past
	for _, c := range calls {
		if c.Task != h.work.Task.ID {
			continue
		}
		if h.earlier(c) {
			out.over++
			continue
		}
		if out.last == nil && c.State != assistant.CallRefused && c.State != assistant.CallUndone {
			out.last = &c
		}
		if c.State != assistant.CallStarted && c.State != assistant.CallSettled && (c.State != assistant.CallUncertain || !h.again(c)) {
			out.over++
		}
	}
	return nil
}

// earlier tells whether a call wrote an earlier version of what is to be written now. A tool that only writes is run again if its
// input has changed.
func (h *hand) earlier(c assistant.ToolCall) bool {
	if h.tool.Rewrite.Words == "" || c.State != assistant.CallSettled {
		return false
	}
	was, errWas := assistant.ConsentHash("", c.Arguments, assistant.Preview{})
	is, errIs := assistant.ConsentHash("", h.args, assistant.Preview{})
	return errWas == nil && errIs == nil && was != is
}

// same tells whether the tool is the one that the call was made of. Nobody has said yes to what a changed one does; what changed nothing
// needed no yes.
func (h *hand) same(c assistant.ToolCall) bool {
	return c.Effect == assistant.EffectNone || c.Definition == h.tool.Definition()
}

// again tells whether doing the call twice is doing it once.
func (h *hand) again(c assistant.ToolCall) bool {
	return h.same(c) && (h.tool.Idempotent || h.tool.Effect == assistant.EffectNone)
}

// next is what the past calls leave to do.
type next int

const (
	nextFresh next = iota // no call stands: start one
	nextEnd               // the task ends with what is known
	nextAgain             // do the same call again: twice is once, and it has had its consent
	nextAnew              // the call certainly has not happened: ask whether things have moved, then do it
)

// resume ends the task with what an earlier call has brought about, or says how to go on.
func (h *hand) resume(ctx context.Context) (Ending, next, error) {
	if h.past.last == nil {
		return Ending{}, nextFresh, nil
	}
	call := *h.past.last
	if call.State == assistant.CallSettled && call.Receipt != nil {
		ending, err := h.completed(ctx, call, *call.Receipt, OutcomeReused)
		return ending, nextEnd, err
	}
	if h.tool.Recover != nil && h.same(call) {
		// Operators are told, people are not: a recovery that succeeds leaves nothing for them to know.
		h.log.InfoContext(ctx, "look up a call of unknown outcome", slog.String("call", string(call.ID)), slog.String("tool", call.Tool))
		receipt, found, err := h.recover(ctx, call)
		switch {
		case ctx.Err() != nil:
			return Ending{}, nextEnd, context.Cause(ctx)
		case err == nil && found:
			ending, err := h.completed(ctx, call, receipt, OutcomeRecovered)
			return ending, nextEnd, err
		case err == nil:
			return Ending{}, nextAnew, nil
		case !h.again(call):
			ending, err := h.fail(ctx, &call, unsure(h.work.Task.Summary, err))
			return ending, nextEnd, err
		}
	}
	switch {
	case h.again(call):
		return Ending{}, nextAgain, nil
	case call.State == assistant.CallUncertain:
		return Ending{}, nextFresh, nil // a person was told to look, and asked for another try
	}
	ending, err := h.fail(ctx, &call, unsure(h.work.Task.Summary, nil))
	return ending, nextEnd, err
}

// completed ends the task with what an earlier holder brought about. Its line may have died with that holder.
func (h *hand) completed(ctx context.Context, call assistant.ToolCall, r assistant.Receipt, outcome Outcome) (Ending, error) {
	if err := h.say(ctx, h.doing()); err != nil {
		return Ending{}, err
	}
	return h.complete(ctx, call, r, outcome, 0), nil
}

func (h *hand) newCall(key string) assistant.ToolCall {
	t := h.work.Task
	return assistant.ToolCall{
		ID: assistant.NewID[assistant.CallID](h.ids), Key: key, Run: t.Run, Task: t.ID, Project: t.Project, Tool: h.tool.Name, Definition: h.tool.Definition(),
		Arguments: h.args, Effect: h.tool.Effect, State: assistant.CallStarted, StartedAt: h.now(),
	}
}

// run uses the tool for a call that is logged as started.
func (h *hand) run(ctx context.Context, call assistant.ToolCall) (Ending, error) {
	if err := h.say(ctx, h.doing()); err != nil {
		return Ending{}, err
	}
	began := h.now()
	receipt, err := h.use(ctx, call.Key)
	took := h.now().Sub(began)
	switch {
	case err == nil:
		if err := h.went(ctx, receipt); err != nil {
			return Ending{}, err
		}
		return h.complete(ctx, call, receipt, "settled", took), nil
	case ctx.Err() != nil:
		return Ending{}, context.Cause(ctx) // the call stays started; the next holder checks what became of it
	case h.tool.Effect != assistant.EffectNone && errors.Is(err, assistant.ErrMoved) && !errors.Is(err, assistant.ErrUncertain):
		h.settle(&call, assistant.CallRefused, nil)
		h.called(h.tool.Counted(), OutcomeRefused, took)
		return h.moved(ctx, call, err)
	case h.tool.Effect == assistant.EffectNone && Outward(err) != "":
		h.settle(&call, assistant.CallRefused, nil)
		h.called(h.tool.Counted(), OutcomeRefused, took)
		return h.outside(ctx, call, Outward(err), err)
	case h.tool.Effect == assistant.EffectNone || certain(err):
		h.settle(&call, assistant.CallRefused, nil)
		h.called(h.tool.Counted(), OutcomeRefused, took)
		return h.fail(ctx, &call, err)
	}
	return h.lost(ctx, call, err, took)
}

// lost handles a call whose answer did not arrive: it is looked up at once where that is possible. What is not found may
// still be under way, so the call stays uncertain and is looked up again before another try.
func (h *hand) lost(ctx context.Context, call assistant.ToolCall, cause error, took time.Duration) (Ending, error) {
	looked := false
	if h.tool.Recover != nil {
		if err := h.say(ctx, assistant.Say("%s got no clear answer and is looking whether it went through", h.name())); err != nil {
			return Ending{}, err
		}
		receipt, found, err := h.recover(ctx, call)
		switch {
		case ctx.Err() != nil:
			return Ending{}, context.Cause(ctx)
		case err == nil && found:
			return h.complete(ctx, call, receipt, OutcomeRecovered, took), nil
		}
		looked = err == nil
	}
	h.settle(&call, assistant.CallUncertain, nil)
	h.called(h.tool.Counted(), OutcomeUncertain, took)
	var words error
	switch {
	case looked:
		words = notSeen(h.work.Task.Summary, cause)
	case h.tool.Idempotent:
		words = retriable(cause)
	default:
		words = unsure(h.work.Task.Summary, cause)
	}
	return h.fail(ctx, &call, words)
}

// certain tells whether an error promises that nothing was changed.
func certain(err error) bool {
	_, words := errors.AsType[*assistant.Trouble](err)
	return words && !errors.Is(err, assistant.ErrUncertain)
}

func (h *hand) use(ctx context.Context, key string) (assistant.Receipt, error) {
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	var out assistant.Receipt
	err := contained(func() (err error) {
		out, err = h.tool.Run(ctx, h.call(key))
		return err
	})
	return out, err
}

func (h *hand) recover(ctx context.Context, call assistant.ToolCall) (assistant.Receipt, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, h.timeout)
	defer cancel()
	var out assistant.Receipt
	var found bool
	err := contained(func() (err error) {
		c := h.call(call.Key)
		c.Arguments = call.Arguments
		out, found, err = h.tool.Recover(ctx, c)
		return err
	})
	return out, found, err
}

// contained turns a tool's panic into an error: the tool is broken, not the executor.
func contained(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errPanicked, p)
		}
	}()
	return f()
}

var errPanicked = errors.New("the tool panicked")

func (h *hand) settle(call *assistant.ToolCall, s assistant.CallState, r *assistant.Receipt) {
	call.State, call.Receipt, call.SettledAt = s, r, h.now()
}
