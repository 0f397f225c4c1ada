package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// What people say in their own words while an agent at work waits for them.

// refused takes words as a no. Where an agent at work proposed what they refuse, the agent hears them with it, and goes on: a no is never
// too bold, since it can only keep something from happening.
func (r *runs) refused(ctx context.Context, t *turn, a assistant.ApprovalRecord, text string) error {
	var note string
	if a.Run != "" {
		view, err := r.lookups.Run(ctx, t.claim.Tenant, a.Run)
		if err != nil {
			return fmt.Errorf("read run %s: %w", a.Run, err)
		}
		if view.Run.Session != "" {
			note = text
		}
	}
	return r.approvalByWords(ctx, t, a, agents.ReplyNo, note)
}

// beforeAsked takes a yes or no that comes before an agent at work has put before people what it wants to do: a yes decides
// nothing, a no stops it. Where something is looked up alone, nothing will be put before people: a yes is told so.
func (r *runs) beforeAsked(ctx context.Context, t *turn, reply agents.Reply) (bool, error) {
	run := t.sit.Run
	if run != nil && !run.Status.Ended() && onlyLooksUp(t.sit.Tasks) && reply.Intent == agents.ReplyYes {
		t.reply(t.words().Say("There is nothing to decide on yet: %s is having something looked up, and tells you here what comes of it.", t.team.Name(run.CreatedBy)), false)
		return true, nil
	}
	if run == nil || run.Session == "" || run.Status.Ended() || len(t.sit.Approvals) > 0 || begun(t.sit.Tasks) {
		return false, nil
	}
	switch reply.Intent {
	case agents.ReplyYes:
		t.reply(tooEarlyText(assistant.Subject{Kind: assistant.SubjectApproval, Title: run.Title}, t.words()), false)
		return true, nil
	case agents.ReplyNo:
		return r.runByWords(ctx, t, assistant.RunView{Run: *run, Tasks: t.sit.Tasks}, agents.Reply{Intent: agents.ReplyStop})
	default:
		return false, nil
	}
}

// begun tells whether people were asked about any of the tasks, or one has come to an end.
func begun(tasks []assistant.Task) bool {
	for _, t := range tasks {
		if t.Approval != "" || t.Status.Ended() {
			return true
		}
	}
	return false
}
