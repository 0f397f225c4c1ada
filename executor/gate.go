package executor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// admit resolves the task's parameters and applies the laws to it. It returns why it may not run.
func (h *hand) admit() error {
	t := h.work.Task
	if h.work.Project.ID != t.Project || (h.work.Project.ID != "" && h.work.Project.Tenant != h.claim.Tenant) {
		return scope("this task belongs to another project")
	}
	tool, ok := h.tools.Get(string(t.Type))
	if !ok {
		return scope(fmt.Sprintf("nobody here can do %q", t.Type))
	}
	h.tool = tool
	if tool.Class == assistant.ClassMeta {
		return scope(fmt.Sprintf("%s only steers the conversation and is no task", t.Type))
	}
	step := assistant.Step{Key: t.Key, Owner: t.Owner, Type: t.Type, Summary: t.Summary}
	if found := assistant.Blocking(assistant.CheckScope(step, h.work.Project, h.rules)); len(found) > 0 {
		return scope(messages(found))
	}
	resolved, err := assistant.Resolve(t.Parameters, h.value)
	if err != nil {
		return unclear(err.Error())
	}
	h.args, step.Parameters = resolved, resolved
	if found := assistant.Blocking(assistant.CheckClarity(step, h.rules)); len(found) > 0 {
		return unclear(messages(found))
	}
	if err := h.tools.Validate(tool.Name, resolved); err != nil {
		return unclear(err.Error())
	}
	return nil
}

// value is what an earlier step of the run has brought about.
func (h *hand) value(r assistant.Reference) (string, error) {
	result, done := h.work.Results[r.From]
	if !done {
		return "", fmt.Errorf("the step %q it builds on has no result", r.From)
	}
	text, ok := result.Fields[r.Field]
	if !ok {
		return "", fmt.Errorf("the step %q it builds on has no %q among its results", r.From, r.Field)
	}
	return text, nil
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
		Message:  "I did not do this, because it is outside the allowed scope: " + why + ".",
		Recovery: "Someone who runs this assistant can change what is allowed in the project settings, or we plan it differently.",
		Steps:    []string{"checking what is allowed for the project", "The law of allowed scope forbids it"},
	}}
}

func unclear(why string) error {
	return &assistant.Trouble{Problem: assistant.Problem{
		Side:     assistant.SideInput,
		Message:  "I did not do this, because something it needs is missing or unclear: " + why + ".",
		Recovery: "Please tell me what is missing and I will plan the step again.",
		Steps:    []string{"checking that everything needed is there", "Something it needs is missing or unclear"},
	}}
}

// ask compares what the change looks like now with what a person has approved, and makes an approval where that is not
// enough.
func (h *hand) ask(ctx context.Context) (Ending, bool, error) {
	if h.tool.Effect == assistant.EffectNone {
		return Ending{}, false, nil
	}
	now, err := h.present(ctx)
	if ctx.Err() != nil {
		return Ending{}, false, context.Cause(ctx)
	}
	if err != nil {
		ending, err := h.fail(ctx, nil, err)
		return ending, true, err
	}
	t := h.work.Task
	t.Effect = h.tool.Effect // the tool knows; a plan made before it changed does not
	consent := assistant.NeedsConsent(t, now)
	if consent == assistant.ConsentNone {
		return Ending{}, false, nil
	}
	irreversible := t.Effect == assistant.EffectIrreversible
	a := assistant.Approval{
		ID: assistant.NewID[assistant.ApprovalID](h.ids), Run: t.Run, Task: t.ID, Tool: h.tool.Name, Arguments: h.args,
		Title: t.Summary, Why: why(consent, irreversible), Preview: now, Irreversible: irreversible,
		RequestedBy: h.work.Run.RequestedBy, ExpiresAt: h.now().Add(h.ttl),
	}
	if a.Title == "" {
		a.Title = now.Title
	}
	a.Hash = hashOf(a.Tool, a.Arguments, a.Preview, a.Irreversible)
	if err := h.think(ctx, "is waiting for a person to approve this: "+now.Title); err != nil {
		return Ending{}, false, err
	}
	h.called(h.tool.Name, "waiting", 0)
	return Ending{Waiting: &a}, true, nil
}

// present previews the call. A preview always has a state, so that an approval is of something.
func (h *hand) present(ctx context.Context) (assistant.Preview, error) {
	now := assistant.Preview{Title: h.tool.Label}
	if h.tool.Preview != nil {
		ctx, cancel := context.WithTimeout(ctx, h.timeout)
		defer cancel()
		err := contained(func() (err error) {
			now, err = h.tool.Preview(ctx, h.call(""))
			return err
		})
		if err != nil {
			return now, err
		}
	}
	if now.State == "" {
		now.State = hashOf("stateless", h.tool.Name, json.RawMessage(h.args))
	}
	return now, nil
}

func why(c assistant.Consent, irreversible bool) string {
	switch c {
	case assistant.ConsentFirst:
		if irreversible {
			return "Nobody has approved this yet, and it cannot be undone."
		}
		return "Nobody has approved this yet."
	case assistant.ConsentMoved:
		if irreversible {
			return "Things have changed since you approved this. Here is what it would change now. It cannot be undone."
		}
		return "Things have changed since you approved this. Here is what it would change now."
	case assistant.ConsentConfirm:
		return "This cannot be undone. Please confirm once more that it shall be done."
	case assistant.ConsentNone:
	}
	return ""
}

// call is the use of the tool under that key.
func (h *hand) call(key string) tools.Call {
	return tools.Call{
		Tenant: h.claim.Tenant, Conversation: h.claim.Conversation, Project: h.work.Project, Task: h.work.Task, Key: key, Arguments: bytes.Clone(h.args),
	}
}
