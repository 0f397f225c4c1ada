package orchestrator

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
)

// What people say in their own words while an agent at work waits for them.

// corrects tells whether words want something else than what waits for a decision: "no, the other form", "make it high priority".
// Whoever asks for something of their own beside it corrects nothing.
func (r *runs) corrects(t *turn, reply agents.Reply, text string) bool {
	return reply.Intent == agents.ReplyWords && (reply.Edits || t.team.Refuses(text)) && !asksAnew(t.team, t.cause())
}

// corrected takes words as a no that says what is wanted instead, where an agent at work proposed it: nothing is done, and the
// agent goes on with the words. A no is never too bold: it can only keep something from happening.
func (r *runs) corrected(ctx context.Context, t *turn, a assistant.ApprovalRecord, text string) (bool, error) {
	if a.Run == "" {
		return false, nil
	}
	view, err := r.works.Run(ctx, t.claim.Tenant, a.Run)
	if err != nil {
		return false, fmt.Errorf("read run %s: %w", a.Run, err)
	}
	if view.Run.Session == "" {
		return false, nil
	}
	return true, r.approvalByWords(ctx, t, a, agents.ReplyNo, text)
}

// beforeAsked takes a yes or no that comes before an agent at work has put before people what it wants to do: a yes decides
// nothing, a no stops it.
func (r *runs) beforeAsked(ctx context.Context, t *turn, reply agents.Reply) (bool, error) {
	run := t.sit.Run
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
