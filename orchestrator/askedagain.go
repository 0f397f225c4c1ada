package orchestrator

import (
	"context"
	"slices"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// What people are told of work that was left undone, and that it can be asked for again with all that was made before it.

// cancelledText says how a run ended that has not come to its end. Only where somebody stopped it, it was stopped.
func cancelledText(why assistant.NotDone, w wording.Words) string {
	switch why {
	case assistant.NotDoneExpired:
		return w.Say("This run has ended, because nobody decided in time")
	case assistant.NotDoneDeclined:
		return w.Say("This run has ended, because a step of it was declined")
	default:
		return w.Say("This run was stopped")
	}
}

// againText says how what was left undone comes about after all.
func againText(run assistant.Run, tasks []assistant.Task, w wording.Words) string {
	if run.Session == "" && slices.ContainsFunc(tasks, assistant.Task.Done) {
		return w.Say("Say “try again” and I go on with it: what is made already is kept, and you are asked once more.")
	}
	return w.Say("Say “try again” and you are asked once more.")
}

func toTryAgain(w wording.Words) []string { return []string{w.Say("Try again")} }

// yesTooLate answers a yes to what has expired, where nothing else was said since: it decides nothing, and is told the way on.
func (r *runs) yesTooLate(t *turn, v assistant.RunView) bool {
	if !atRest(t.sit) || v.Run.Status != assistant.RunCancelled || assistant.WhyCancelled(v.Tasks) != assistant.NotDoneExpired || !lastSaid(t, v.Run.ID) {
		return false
	}
	at := slices.IndexFunc(v.Tasks, func(k assistant.Task) bool { return k.WhyNotDone() == assistant.NotDoneExpired })
	t.replyWith(t.words().Say("Nobody decided on “%s” in time, so a yes does nothing any more.", firstLine(v.Tasks[at].Summary))+" "+
		againText(v.Run, v.Tasks, t.words()), toTryAgain(t.words()))
	return true
}

// pressedAgain tries again what a run has left undone, where the answer that told of it offered so.
func (r *runs) pressedAgain(ctx context.Context, t *turn, text string) (bool, error) {
	said, ok := t.cause().Body.(assistant.Said)
	if !ok || said.Pressed == nil || t.team.ReadReply(text).Intent != agents.ReplyRetry {
		return false, nil
	}
	var of assistant.RunView
	if t.sit.Run != nil {
		of = assistant.RunView{Run: *t.sit.Run, Tasks: t.sit.Tasks}
	}
	for _, m := range t.sit.Recent {
		if m.ID != said.Pressed.Message || m.Run == "" {
			continue
		}
		var err error
		if of, err = r.turnTo(ctx, t, m.Run); err != nil {
			return false, err
		}
	}
	if of.Run.ID == "" {
		return false, nil
	}
	return r.runByWords(ctx, t, of, agents.Reply{Intent: agents.ReplyRetry})
}

// lastSaid tells whether the newest that was said to people before the words at hand is of that run.
func lastSaid(t *turn, run assistant.RunID) bool {
	for _, m := range slices.Backward(t.sit.Recent) {
		if m.Author != assistant.AuthorUser {
			return m.Run == run
		}
	}
	return false
}
