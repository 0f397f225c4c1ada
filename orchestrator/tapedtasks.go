package orchestrator

import (
	"context"
	"io"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// tapes puts tasks over tapes.
type tapes struct {
	records bool
	ids     *assistant.IDs
	now     func() time.Time
	chance  io.Reader
}

// taskBeginning is what a task begins with.
type taskBeginning struct {
	Claim assistant.TaskClaim
	Work  assistant.TaskWork
	Team  string `json:",omitempty"` // the hash of the tenant's team

	Rehearsal bool `json:",omitempty"` // the offline model served
}

// begin is a tape that begins with what the task begins with; nil where nothing is recorded.
func (s tapes) begin(with taskBeginning) *tape.Tape {
	if !s.records {
		return nil
	}
	t := tape.New()
	with.Claim.Token = "" // it is nobody's business but the holder's
	_, _ = tape.Through(t, tape.Read, "beginning", "", func() (taskBeginning, error) { return with, nil })
	return t
}

// inputs are what comes into a task, through its tape.
func (s tapes) inputs(t *tape.Tape) executor.Inputs {
	if t == nil {
		return executor.Inputs{}
	}
	through := func(l executor.Ledger) executor.Ledger { return tapedLedger{l, t} }
	return executor.Inputs{Ledger: through, IDs: t.IDs(s.ids, s.now, s.chance), Now: t.Now(s.now), Tool: tapedTool(t)}
}

// tapedLedger is the log of calls, through the tape of the task that makes them.
type tapedLedger struct {
	ledger executor.Ledger
	tape   *tape.Tape
}

// startedCall is a call that is logged.
type startedCall struct {
	Call  assistant.ToolCall
	Fresh bool
}

func (l tapedLedger) StartCall(ctx context.Context, c assistant.TaskClaim, call assistant.ToolCall) (assistant.ToolCall, bool, error) {
	r, err := tape.Through(l.tape, tape.Write, "started call", call.Key, func() (r startedCall, err error) {
		r.Call, r.Fresh, err = l.ledger.StartCall(ctx, c, call)
		return r, err
	})
	return r.Call, r.Fresh, err
}

func (l tapedLedger) UseStanding(ctx context.Context, c assistant.TaskClaim, id assistant.StandingID, hash string) (int, error) {
	return tape.Through(l.tape, tape.Write, "standing yes", string(id), func() (int, error) { return l.ledger.UseStanding(ctx, c, id, hash) })
}

func (l tapedLedger) Calls(ctx context.Context, t assistant.TenantID, r assistant.RunID) ([]assistant.ToolCall, error) {
	return tape.Through(l.tape, tape.Read, "calls", string(r), func() ([]assistant.ToolCall, error) { return l.ledger.Calls(ctx, t, r) })
}
