package executor

import (
	"context"
	"log/slog"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
)

// complete ends the task with a receipt. The log keeps it as the tool gave it; later steps are given what fits the tool's own schema.
func (h *hand) complete(ctx context.Context, call assistant.ToolCall, r assistant.Receipt, outcome Outcome, took time.Duration) Ending {
	r.Result.Undo, r.Result.Link = r.Undo != nil && h.tool.Undo != nil, h.tool.Link
	r.Result.Allowed = h.allowed
	if call.State != assistant.CallSettled {
		h.settle(&call, assistant.CallSettled, &r)
	}
	h.called(h.tool.Counted(), outcome, took)
	t := h.work.Task
	return Ending{Call: &call, Finished: &assistant.TaskFinished{
		Run: t.Run, Task: t.ID, Status: assistant.TaskCompleted, Result: h.fits(ctx, h.tool.Name, r.Result),
	}}
}

// fits is a result without what does not fit its tool's schema: what was done is done, and operators are told that the tool is wrong.
func (e *Executor) fits(ctx context.Context, tool string, r assistant.Result) assistant.Result {
	fitting, err := e.team.Tools().Fitting(tool, r)
	if err != nil {
		e.log.WarnContext(ctx, "a tool's result does not fit its schema", slog.String("tool", tool), slog.String("error", clean(err.Error())))
	}
	return fitting
}

// cancelled ends a task that is to be left out, or whose run was stopped, before it started.
func (h *hand) cancelled() Ending {
	t := h.work.Task
	return Ending{Finished: &assistant.TaskFinished{
		Run: t.Run, Task: t.ID, Status: assistant.TaskCancelled,
		Result: assistant.Result{Summary: assistant.Say("Stopped before it started; nothing was changed")},
	}}
}

// fail ends the task with a problem that people can read; the private half goes to operators.
func (h *hand) fail(ctx context.Context, call *assistant.ToolCall, cause error) (Ending, error) {
	t := h.work.Task
	p := problemOf(cause, t.Summary)
	if call != nil && call.State == assistant.CallStarted {
		h.settle(call, assistant.CallUncertain, nil)
		h.called(h.label(), OutcomeUncertain, 0)
	}
	if p.ID == "" {
		p.ID = h.ids.New()
	}
	p.Run = t.Run
	for _, line := range p.Steps {
		var err error
		if first, _ := utf8.DecodeRuneInString(line.String()); unicode.IsLower(first) {
			err = h.say(ctx, assistant.Say("%s is %s", h.name(), line))
		} else {
			err = h.say(ctx, line)
		}
		if err != nil {
			return Ending{}, err
		}
	}
	if err := h.say(ctx, assistant.Say("Marking the task as failed")); err != nil {
		return Ending{}, err
	}
	if !p.Recovery.IsZero() {
		if err := h.say(ctx, assistant.Say("Suggesting a way on")); err != nil {
			return Ending{}, err
		}
	}
	details := map[string]string{"problem": p.ID, "tool": string(t.Type), "error": clean(cause.Error())}
	if call != nil {
		details["call"], details["key"] = string(call.ID), call.Key
	}
	return Ending{Call: call, Private: details, rule: assistant.RuleOf(cause), Finished: &assistant.TaskFinished{
		Run: t.Run, Task: t.ID, Status: assistant.TaskFailed, Problem: &p,
	}}, nil
}

// label names the tool for a metric: unknown ones share a name.
func (h *hand) label() string {
	if h.tool.Name == "" {
		return "unknown"
	}
	return h.tool.Counted()
}

// name is what the task's owner is called.
func (h *hand) name() string { return h.team.Name(h.work.Task.Owner) }

// say notes what the task's owner is seen to do.
func (h *hand) say(ctx context.Context, line assistant.Sentence) error {
	return h.journal.Think(ctx, h.work.Task.Owner, line)
}

// doing says what the tool's use looks like: its label, in progress, and what the task is about.
func (h *hand) doing() assistant.Sentence {
	does := assistant.Label(Progressive(h.tool.Label))
	if about := h.tool.About(h.args); about != "" {
		return assistant.Say("%s is %s: %s", h.name(), does, about)
	}
	return assistant.Say("%s is %s", h.name(), does)
}

// Progressive turns "Create a page" into "creating a page". The catalogue has that of the label of every tool of the packs.
func Progressive(label string) string {
	verb, rest, _ := strings.Cut(strings.TrimSpace(label), " ")
	if verb == "" {
		return "working"
	}
	first, size := utf8.DecodeRuneInString(verb)
	verb = string(unicode.ToLower(first)) + verb[size:]
	switch {
	case verb == "run" || verb == "set" || verb == "let" || verb == "get" || verb == "put" || verb == "stop" || verb == "plan":
		verb += verb[len(verb)-1:] + "ing"
	case strings.HasSuffix(verb, "e") && !strings.HasSuffix(verb, "ee"):
		verb = verb[:len(verb)-1] + "ing"
	default:
		verb += "ing"
	}
	return strings.TrimSpace(verb + " " + rest)
}
