package executor

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// stage puts what the approval is about where people who decide can look at it. It does not stand in the way of asking
// them: where it does not work, they are told that, and read the text.
//
// What is staged is known by the call's key, which is the same however often the task is taken in hand, and the log says
// before that it is in hand. So a holder that dies here leaves nothing that the next one would not replace, or, where the
// run was stopped, that would not be taken away by the key.
func (h *hand) stage(ctx context.Context, a *assistant.Approval) error {
	if h.tool.Stage == nil {
		return nil
	}
	if err := h.journal.Flush(ctx); err != nil {
		return err
	}
	key := h.key()
	link := ""
	err := func() error {
		ctx, cancel := context.WithTimeout(ctx, h.timeout)
		defer cancel()
		return contained(func() (err error) {
			link, err = h.tool.Stage(ctx, h.call(key))
			return err
		})
	}()
	a.Staged = key // half done is to be taken away as well
	if err != nil {
		h.log.WarnContext(ctx, "stage for an approval", slog.String("task", string(h.work.Task.ID)), slog.String("tool", h.tool.Name), slog.Any("err", err))
		a.Why = a.Why.Then(assistant.Say("I could not put up a preview to look at, so please read it here."))
		return nil
	}
	a.Preview.Link = link
	return nil
}

// cleared takes away whatever the task has staged, once the task has ended. A call of unknown outcome keeps it: it may be
// what is being published.
func (h *hand) cleared(ctx context.Context, e Ending) {
	waited := h.work.Task.Approval != "" || h.work.Task.Attempt > 0 // an earlier holder may have died before its question was kept
	if e.Finished == nil || !waited || e.Call != nil && e.Call.State == assistant.CallUncertain {
		return
	}
	for n := range h.past.over + 1 {
		h.unstage(ctx, keyOf(h.work.Task.ID, n))
	}
}

func (h *hand) unstage(ctx context.Context, key string) {
	if h.tool.Unstage == nil {
		return
	}
	if err := h.unstaged(ctx, h.tool, h.call(key)); err != nil {
		h.log.WarnContext(ctx, "take away what was staged", slog.String("task", string(h.work.Task.ID)), slog.String("tool", h.tool.Name), slog.Any("err", err))
	}
}

// Staged is the approval that a holder may have been about to ask for when it died with its task: what it has put up is
// known by the key.
func (e *Executor) Staged(t assistant.Task) assistant.Approval {
	return assistant.Approval{
		Run: t.Run, Task: t.ID, Tool: string(t.Type), Definition: t.Definition, Title: assistant.Verbatim(t.Summary), Arguments: t.Parameters, Staged: keyOf(t.ID, 0),
	}
}

// Unstage takes away what was put up for an approval that nobody needs any more. Doing it again does no harm.
func (e *Executor) Unstage(ctx context.Context, w Whose, a assistant.Approval) error {
	e = e.with(w.Team)
	tool, ok := e.team.Tools().Get(a.Tool)
	if a.Staged == "" || !ok || tool.Unstage == nil || a.Definition != tool.Definition() {
		return nil
	}
	if !w.ours() {
		return fmt.Errorf("unstage for approval %s: its project belongs to another tenant", a.ID)
	}
	c := w.call(e)
	c.Key, c.Arguments = a.Staged, a.Arguments
	c.Task = assistant.Task{ID: a.Task, Run: a.Run, Project: w.Project.ID, Type: assistant.TaskType(a.Tool)}
	return e.unstaged(ctx, tool, c)
}

func (e *Executor) unstaged(ctx context.Context, tool tools.Tool, c tools.Call) error {
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	return contained(func() error { return tool.Unstage(ctx, c) })
}
