package executor

import (
	"cmp"
	"context"
	"log/slog"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// Undo takes back what the calls of a run changed, newest first. It tells of every call that had an effect, and lists those
// that were taken back. A later change that cannot be taken back does not keep the earlier ones from being tried.
func (e *Executor) Undo(ctx context.Context, w Whose, calls []assistant.ToolCall) ([]assistant.UndoneTask, []assistant.CallID) {
	e, calls = e.with(w.Team), newestFirst(calls)
	var told []assistant.UndoneTask
	var undone []assistant.CallID
	for _, c := range calls {
		if c.Effect == assistant.EffectNone || c.State == assistant.CallRefused || c.State == assistant.CallUndone {
			continue
		}
		what := summaryOf(c)
		one := assistant.UndoneTask{Task: c.Task, Summary: what.String(), Said: assistant.SaidAs("summary", what)}
		if err := e.undoOne(ctx, w, c); err != nil {
			problem := problemOf(err, one.Summary)
			problem.ID, problem.Run = e.ids.New(), c.Run
			one.Problem = &problem
			e.log.WarnContext(ctx, "undo failed", slog.String("call", string(c.ID)), slog.String("tool", c.Tool),
				slog.String("problem", problem.ID), slog.String("rule", assistant.RuleOf(err)))
		} else {
			undone = append(undone, c.ID)
		}
		told = append(told, one)
	}
	return told, undone
}

func newestFirst(calls []assistant.ToolCall) []assistant.ToolCall {
	calls = slices.Clone(calls)
	slices.SortStableFunc(calls, func(a, b assistant.ToolCall) int {
		return cmp.Or(b.StartedAt.Compare(a.StartedAt), cmp.Compare(b.ID, a.ID))
	})
	return calls
}

func (e *Executor) undoOne(ctx context.Context, w Whose, c assistant.ToolCall) error {
	tool, ok := e.team.Tools().Get(c.Tool)
	w, ours := w.at(c.Project)
	switch {
	case c.State != assistant.CallSettled:
		return cannot(assistant.Say("I do not know whether this happened, so I did not try to take it back."), assistant.Say("Please look, and take it back by hand where it did."))
	case c.Effect == assistant.EffectIrreversible:
		return cannot(assistant.Say("This cannot be undone."), assistant.Say("It was confirmed as such before it ran."))
	case !ok || tool.Undo == nil || c.Receipt == nil || c.Receipt.Undo == nil:
		return cannot(assistant.Say("What was there before is not known, so I cannot put it back."), assistant.Say("Please take it back by hand, or tell me what it should be."))
	case c.Definition != tool.Definition():
		return cannot(assistant.Say("The tool that did this was changed since, so I did not let it take this back."), assistant.Say("Please take it back by hand, or tell me what it should be."))
	case !ours:
		return cannot(assistant.Say("This belongs to another project, so I left it alone."), assistant.Say("Please undo it from a conversation about that project."))
	}
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	return contained(func() error {
		return tool.Undo(ctx, w.of(e, c), *c.Receipt)
	})
}

func cannot(message, recovery assistant.Sentence) error {
	return &assistant.Trouble{Problem: assistant.Problem{Side: assistant.SideExecution, Message: message, Recovery: recovery}}
}

func summaryOf(c assistant.ToolCall) assistant.Sentence {
	if c.Receipt != nil && !c.Receipt.Result.Summary.IsZero() {
		return c.Receipt.Result.Summary
	}
	return assistant.Verbatim(c.Tool)
}
