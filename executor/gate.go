package executor

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// admit resolves the task's parameters and applies the laws to it. It returns why it may not run.
func (h *hand) admit() error {
	t := h.work.Task
	if h.work.Project.ID != t.Project || (h.work.Project.ID != "" && h.work.Project.Tenant != h.claim.Tenant) {
		return scope("this task belongs to another project")
	}
	tool, ok := h.team.Tools().Get(string(t.Type))
	switch {
	case !ok && (t.Definition != "" || t.Team != "" && t.Team != h.team.Hash()):
		return goneTool(t.Summary)
	case !ok:
		return scope(fmt.Sprintf("nobody here can do %q", t.Type))
	}
	tool = watched(tool)
	if h.through != nil {
		tool = h.through(tool)
	}
	h.tool = tool
	switch tool.Class {
	case assistant.ClassMeta:
		return scope(fmt.Sprintf("%s only steers the conversation and is no task", t.Type))
	case assistant.ClassOwn:
		return scope(fmt.Sprintf("%s changes a setting of whoever asks for it, and is no task", t.Type))
	case assistant.ClassQuery, assistant.ClassAction:
	}
	if h.work.Run.Session != "" && !tool.Direct && tool.Class != assistant.ClassQuery {
		return scope(fmt.Sprintf("%s takes a plan, and nobody may propose it without one", t.Type))
	}
	step := assistant.Step{Key: t.Key, Owner: t.Owner, Type: t.Type, Summary: t.Summary}
	if found := assistant.Blocking(assistant.CheckScope(step, h.work.Project, h.team.Rules())); len(found) > 0 {
		return scope(messages(found))
	}
	resolved, err := assistant.Resolve(t.Parameters, h.fitting)
	if err != nil {
		return unclear(err.Error())
	}
	h.args, step.Parameters = resolved, resolved
	if found := assistant.Blocking(assistant.CheckClarity(step, h.team.Rules())); len(found) > 0 {
		return unclear(messages(found))
	}
	if err := h.team.Tools().Validate(tool.Name, resolved); err != nil {
		return unclear(err.Error())
	}
	return nil
}

// value is what an earlier step of the run has brought about.
func (h *hand) value(r assistant.Reference) (json.RawMessage, error) {
	result, done := h.work.Results[r.From]
	if !done {
		return nil, fmt.Errorf("the step %q it builds on has no result", r.From)
	}
	value, err := result.Fields.At(r.Field)
	if err != nil {
		return nil, fmt.Errorf("the step %q it builds on %w", r.From, err)
	}
	return value, nil
}

func messages(found []assistant.Finding) string {
	out := make([]string, len(found))
	for i, f := range found {
		out[i] = f.Message
	}
	return strings.Join(out, "; ")
}

func scope(why string) error {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side:     assistant.SideContext,
		Message:  assistant.Say("I did not do this, because it is outside the allowed scope: %s.", why),
		Recovery: assistant.Say("Someone who runs this assistant can change what is allowed in the project settings, or we plan it differently."),
		Steps:    []assistant.Sentence{assistant.Say("checking what is allowed for the project"), assistant.Say("The law of allowed scope forbids it")},
	}}
}

// mayOnlyRead refuses an executor what changes something, whatever its planner may do.
func mayOnlyRead(tool string) error {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side:     assistant.SideContext,
		Message:  assistant.Say("You may only read. %s changes something, so it was not done.", tool),
		Recovery: assistant.Say("Whoever delegated the task may propose it."),
	}}
}

func unclear(why string) error {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side:     assistant.SideInput,
		Message:  assistant.Say("I did not do this, because something it needs is missing or unclear: %s.", why),
		Recovery: assistant.Say("Please tell me what is missing and I will plan the step again."),
		Steps:    []assistant.Sentence{assistant.Say("checking that everything needed is there"), assistant.Say("Something it needs is missing or unclear")},
	}}
}
