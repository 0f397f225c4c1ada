package executor

import (
	"context"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// The bounds of looking: a run's summary waits for it.
const (
	verifyTime = 10 * time.Second // all calls of a run
	verifyOne  = 4 * time.Second
	verifyMost = 20
)

// Verify looks at what the calls of a run have brought about, where their tools can, within seconds. Calls that are undone or
// whose outcome is not known are not looked at; what cannot be looked at in time is said to be so.
func (e *Executor) Verify(ctx context.Context, w Whose, calls []assistant.ToolCall) []assistant.Seen {
	ctx, cancel := context.WithTimeout(ctx, verifyTime)
	defer cancel()
	e, calls = e.with(w.Team), newestFirst(calls)
	written := map[string]bool{} // addresses that a later call of the run has written: what it left there is looked at
	var out []assistant.Seen
	for _, c := range calls {
		tool, ok := e.team.Tools().Get(c.Tool)
		if !ok || tool.Verify == nil || c.Definition != tool.Definition() || c.State != assistant.CallSettled || c.Receipt == nil || len(out) == verifyMost {
			continue
		}
		w, ours := w.at(c.Project)
		if !ours {
			continue
		}
		if url := c.Receipt.Result.Address(); url != "" && written[url] {
			continue
		} else if url != "" {
			written[url] = true
		}
		seen, err := e.verifyOne(ctx, tool, w, c)
		if err != nil {
			e.log.WarnContext(ctx, "not looked at", slog.String("call", string(c.ID)), slog.String("tool", c.Tool), slog.String("error", clean(err.Error())))
			seen.Found, seen.Words = assistant.SightUnknown, assistant.Say("I could not look at it afterwards")
		}
		out = append(out, seen)
	}
	return out
}

func (e *Executor) verifyOne(ctx context.Context, tool tools.Tool, w Whose, c assistant.ToolCall) (assistant.Seen, error) {
	ctx, cancel := context.WithTimeout(ctx, min(verifyOne, e.timeout))
	defer cancel()
	seen := assistant.Seen{Task: c.Task}
	err := contained(func() (err error) {
		of := w.of(e, c)
		of.Out = e.permit(assistant.GroundsOf{Tenant: w.Tenant}, w.Project, nil)
		seen.Found, seen.Words, err = tool.Verify(ctx, of, *c.Receipt)
		return err
	})
	return seen, err
}
