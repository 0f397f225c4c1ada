package executor

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// ask compares what the change would be now with what a person has approved, and makes an approval where that is not
// enough.
func (h *hand) ask(ctx context.Context) (Ending, bool, error) {
	if h.tool.Effect == assistant.EffectNone {
		return Ending{}, false, nil
	}
	now, err := h.present(ctx)
	if ctx.Err() != nil {
		return Ending{}, false, context.Cause(ctx)
	}
	t := h.work.Task
	t.Effect = h.tool.Effect // the tool knows; a plan made before it changed does not
	consent := assistant.ConsentFirst
	if err == nil {
		consent, err = assistant.NeedsConsent(t, h.tool.Definition(), h.args, now)
	}
	if err == nil && consent == assistant.ConsentNone && !h.decidedByRule() {
		consent = assistant.ConsentRule
	}
	if err != nil {
		ending, err := h.fail(ctx, nil, err)
		return ending, true, err
	}
	if consent == assistant.ConsentNone {
		return Ending{}, false, nil
	}
	if stands, err := h.stands(ctx, now); stands || err != nil {
		return Ending{}, false, err
	}
	ending, err := h.wait(ctx, consent, now)
	return ending, true, err
}

// wait asks the people who may decide, showing the complete result of the action. If the tool supports it, they can look at it in
// its place before anybody else does.
func (h *hand) wait(ctx context.Context, consent assistant.Consent, now assistant.Preview) (Ending, error) {
	if h.work.Run.Status == assistant.RunCancelled {
		return h.cancelled(), nil // nothing is put up for a decision that nobody needs any more
	}
	t := h.work.Task
	if now.Whole == "" && assistant.Unfinished(t.Parameters) {
		now.Whole = h.written(now.Fields)
	}
	irreversible := h.tool.Effect == assistant.EffectIrreversible
	a := assistant.Approval{
		ID: assistant.NewID[assistant.ApprovalID](h.ids), Run: t.Run, Task: t.ID, Tool: h.tool.Name, Definition: h.tool.Definition(), Arguments: h.args, Form: h.tool.FormOf(h.args),
		Title: h.tool.Titled(t.Summary), Why: why(consent, irreversible), Preview: now, Irreversible: irreversible,
		RequestedBy: h.work.Run.RequestedBy, ExpiresAt: h.now().Add(h.approvalTTL()), Rule: h.rule(), Standing: consent != assistant.ConsentOutward && h.mayStand(now), Background: h.work.Background,
		Heard: h.between, Revisable: h.work.Run.Plan != "" && consent != assistant.ConsentOutward,
	}
	if a.Standing {
		a.Like = assistant.Like{What: h.tool.Label, Where: h.work.Project.Name}
	}
	if back := t.SentBack; back != nil && consent != assistant.ConsentOutward {
		a.Wish, a.Since = back.Words, assistant.ChangedSince(back.Shown, assistant.VersionOf(now))
		a.Why = assistant.Say("This is the next version, with what you wanted otherwise.")
		if irreversible {
			a.Why = a.Why.Then(assistant.Say("It cannot be undone."))
		}
	}
	if a.Title.IsZero() || consent == assistant.ConsentOutward { // what a model calls it is no name for where it leads
		a.Title = now.Title
	}
	if h.work.Run.Session != "" && consent == assistant.ConsentFirst && t.Attempt <= 1 {
		a.Number = t.Order // what is asked again later has a card of its own: nobody looks for it up there
	}
	var err error
	if a.Hash, err = assistant.ConsentHash(h.bound(), h.args, now); err != nil {
		return Ending{}, err
	}
	err = h.stage(ctx, &a)
	if ctx.Err() != nil {
		return Ending{}, context.Cause(ctx)
	}
	if err != nil {
		return Ending{}, err
	}
	if err := h.say(ctx, assistant.Say("%s is waiting for a person to approve this: %s", h.name(), now.Title)); err != nil {
		return Ending{}, err
	}
	h.called(h.tool.Counted(), OutcomeWaiting, 0)
	return Ending{Waiting: &a}, nil
}

// moved ends the use of a tool that found, at the write, another state than the approved one. Nothing was changed, and
// people are asked again with what it would change now.
func (h *hand) moved(ctx context.Context, call assistant.ToolCall, cause error) (Ending, error) {
	h.unstage(ctx, call.Key)
	now, err := h.present(ctx)
	if ctx.Err() != nil {
		return Ending{}, context.Cause(ctx)
	}
	if err != nil {
		return h.fail(ctx, &call, fmt.Errorf("%w, after: %w", err, cause))
	}
	h.past.over++ // the refused call makes room for the next
	ending, err := h.wait(ctx, assistant.ConsentMoved, now)
	ending.Call = &call
	return ending, err
}

// present previews the call. A preview always has a state, so that an approval is of something.
func (h *hand) present(ctx context.Context) (assistant.Preview, error) {
	now := assistant.Preview{Title: assistant.Label(h.tool.Label)}
	h.approved = ""
	if h.tool.Preview != nil {
		ctx, cancel := context.WithTimeout(ctx, h.timeout)
		defer cancel()
		err := contained(func() (err error) {
			now, err = h.tool.Previewed(ctx, h.call(""))
			return err
		})
		if err != nil {
			return now, err
		}
		h.approved = now.State // that it is, the gate says next
	}
	if now.State == "" {
		now.State = hashOf("stateless", h.tool.Name, json.RawMessage(h.args))
	}
	return now, nil
}

// written is what earlier steps have written for this one, whole, for a tool whose fields do not show it.
func (h *hand) written(shown []assistant.Field) string {
	open, err := assistant.References(h.work.Task.Parameters)
	if err != nil {
		return ""
	}
	var all []assistant.Field
	for _, r := range open {
		if value, err := h.value(r.Reference); err == nil {
			for _, f := range h.tool.Shown(value, r.At) {
				if !slices.ContainsFunc(shown, func(s assistant.Field) bool { return s.Name == f.Name && s.New == f.New }) {
					all = append(all, f)
				}
			}
		}
	}
	return assistant.Legible(all)
}

// noWayBack is said where it is not the whole of why something is asked.
const noWayBack = "It cannot be undone."

// why says why an action is asked about. Whoever draws it says it in their own language, sentence by sentence.
func why(c assistant.Consent, irreversible bool) assistant.Sentence {
	var out assistant.Sentence
	switch c {
	case assistant.ConsentFirst:
		if irreversible {
			return assistant.Say("Nobody has approved this yet, and it cannot be undone.")
		}
		return assistant.Say("Nobody has approved this yet.")
	case assistant.ConsentFinished:
		out = assistant.Say("The text is finished now. Nobody has read it yet: please look at it before it goes live.")
	case assistant.ConsentMoved:
		out = assistant.Say("Things have changed since you approved this. Here is what it would change now.")
	case assistant.ConsentChanged:
		out = assistant.Say("The tool for this was changed since you approved it. Here is what it would do now.")
	case assistant.ConsentRule:
		out = assistant.Say("Here it is laid down who approves this, and they have not done so yet.")
	case assistant.ConsentOutward:
		return assistant.Say("This leads outside: it is none of your own sites, and whoever asked did not write this address here themselves.")
	case assistant.ConsentConfirm:
		return assistant.Say("This cannot be undone. Please confirm once more that it shall be done.")
	case assistant.ConsentNone:
		return out
	}
	if irreversible {
		out = out.Then(assistant.Say(noWayBack))
	}
	return out
}

// bound returns what a yes binds of the tool as it is now.
func (h *hand) bound() string {
	return assistant.Bound(assistant.TaskType(h.tool.Name), h.tool.Definition())
}

// call is the use of the tool under that key.
func (h *hand) call(key string) tools.Call {
	return tools.Call{
		Tenant: h.claim.Tenant, Conversation: h.claim.Conversation, Project: h.work.Project, Asker: h.work.Asker, Task: h.work.Task, For: h.work.Run.RequestedBy, Key: key,
		Approved: h.approved, Arguments: bytes.Clone(h.args), Out: h.out(), Audience: h.audience,
	}
}

// approvalTTL is how long an approval waits: as long as the tenant's settings say. A step of an approved plan waits as long as the
// plan did, since its approver may be away. So does an action that nobody is watching, since its decider may be asleep.
func (h *hand) approvalTTL() time.Duration {
	ttl := cmp.Or(h.work.Settings.ApprovalTTL(), assistant.DefaultSettings().ApprovalTTL())
	if h.work.Unasked || h.work.Run.Plan != "" {
		return max(ttl, h.work.Settings.PlanTTL())
	}
	return ttl
}
