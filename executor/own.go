package executor

import (
	"context"
	"errors"
	"fmt"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// OwnCalls is the log of calls of tools that change a setting of whoever asks. No task makes them, so they are written behind the claim
// of the conversation in which they were asked for.
type OwnCalls interface {
	// StartOwnCall logs a call before it is made. A key that is known writes nothing and gives the call there is, with false.
	StartOwnCall(ctx context.Context, c assistant.Claim, call assistant.ToolCall) (assistant.ToolCall, bool, error)
	// SettleOwnCall logs how it ended.
	SettleOwnCall(ctx context.Context, c assistant.Claim, call assistant.ToolCall) error
}

// mayset tells why a setting of the asker may not be changed: only where they are here, have asked for it themselves, and nobody else
// has spoken to the agent meanwhile.
func (e *Executor) mayset(tool tools.Tool, q Query) error {
	switch {
	case q.Guest || q.Asker.Role == assistant.RoleGuest:
		return scope(tool.Name + " changes a setting of somebody who belongs here, and a guest has none")
	case q.Unasked != "" || q.Alone:
		return scope(tool.Name + " changes a setting of whoever asks, and nobody has asked just now")
	case q.Asker.ID == "" || q.Asker.Role == "":
		return scope(tool.Name + " changes a setting of whoever asks, and they are not here")
	case q.Others:
		return scope(tool.Name + " changes a setting of whoever asks, and several people have spoken here, so they have to ask for it in a message of their own")
	case e.own == nil:
		return scope(tool.Name + " cannot be logged here")
	}
	return nil
}

// sets changes a setting of the asker and logs that. A call that is found settled is not made again; one that was begun is, since to set
// something twice is to set it once.
func (e *Executor) sets(ctx context.Context, tool tools.Tool, q Query) (assistant.Receipt, error) {
	call, fresh, err := e.own.StartOwnCall(ctx, q.Claim, assistant.ToolCall{
		ID: assistant.NewID[assistant.CallID](e.ids), Key: q.Key, Tool: tool.Name, Definition: tool.Definition(), Arguments: q.Arguments, Effect: tool.Effect,
	})
	switch {
	case err != nil:
		return assistant.Receipt{}, fmt.Errorf("log that %s is called: %w", tool.Name, err)
	case !fresh && call.State == assistant.CallSettled && call.Receipt != nil:
		e.called(tool.Counted(), OutcomeReused, 0)
		return *call.Receipt, nil
	}
	q.began = call.StartedAt
	out, err := e.uses(ctx, tool, q)
	if _, refused := errors.AsType[*assistant.Trouble](err); err != nil && !refused {
		return assistant.Receipt{}, err
	}
	call.State, call.Receipt = assistant.CallSettled, &out
	if err != nil {
		call.State, call.Receipt = assistant.CallRefused, nil
	}
	if logged := e.own.SettleOwnCall(ctx, q.Claim, call); logged != nil {
		return assistant.Receipt{}, fmt.Errorf("log what came of %s: %w", tool.Name, logged)
	}
	return out, err
}
