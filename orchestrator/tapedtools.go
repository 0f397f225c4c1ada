package orchestrator

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/tape"
)

// recovered is what was found out of a call.
type recovered struct {
	Receipt assistant.Receipt
	Found   bool
}

// tapedAbilities puts the tape before everything that the tool does outside.
func tapedAbilities(on *tape.Tape, of tools.Tool) tools.Tool {
	t := of
	if of.Fix != nil {
		t.Fix = func(ctx context.Context, c tools.Call) (json.RawMessage, error) {
			return tape.Through(on, tape.Tool, of.Name+" fixed", hashOf(c.Arguments), func() (json.RawMessage, error) { return of.Fix(ctx, c) })
		}
	}
	if of.Preview != nil {
		t.Preview = func(ctx context.Context, c tools.Call) (assistant.Preview, error) {
			return tape.Through(on, tape.Tool, of.Name+" previewed", hashOf(c.Arguments), func() (assistant.Preview, error) { return of.Preview(ctx, c) })
		}
	}
	if of.Stage != nil {
		t.Stage = func(ctx context.Context, c tools.Call) (string, error) {
			return tape.Through(on, tape.Tool, of.Name+" staged", c.Key, func() (string, error) { return of.Stage(ctx, c) })
		}
	}
	if of.Unstage != nil {
		t.Unstage = func(ctx context.Context, c tools.Call) error {
			_, err := tape.Through(on, tape.Tool, of.Name+" unstaged", c.Key, func() (struct{}, error) { return struct{}{}, of.Unstage(ctx, c) })
			return err
		}
	}
	t.Run = func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
		return tape.Through(on, tape.Tool, of.Name, c.Key, func() (assistant.Receipt, error) { return of.Run(ctx, c) })
	}
	if of.Recover != nil {
		t.Recover = func(ctx context.Context, c tools.Call) (assistant.Receipt, bool, error) {
			r, err := tape.Through(on, tape.Tool, of.Name+" looked up", c.Key, func() (r recovered, err error) {
				r.Receipt, r.Found, err = of.Recover(ctx, c)
				return r, err
			})
			return r.Receipt, r.Found, err
		}
	}
	return t
}

// hashOf tells calls apart that are about other arguments.
func hashOf(arguments json.RawMessage) string {
	sum := sha256.Sum256(arguments)
	return hex.EncodeToString(sum[:6])
}
