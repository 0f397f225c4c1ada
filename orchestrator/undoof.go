package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

const mostUndone = 9 // of what fits is named, the newest

// undoOf takes back the one of what was done in the conversation that words name. Where several fit, it asks; words that fit nothing
// may ask for something of their own.
func (r *runs) undoOf(ctx context.Context, t *turn, text string) (bool, error) {
	u, ok := t.team.UndoOf(text)
	if !ok {
		return false, nil
	}
	all, err := r.ongoing.Runs(ctx, t.claim.Tenant, t.claim.Conversation)
	if err != nil {
		return false, fmt.Errorf("read what was done: %w", err)
	}
	if u.Number == 0 && slices.ContainsFunc(u.Of(all), func(v assistant.RunView) bool { return !v.Run.Status.Ended() }) {
		t.reply(t.words().Say("Something of that is still at work, so I have taken nothing back. Say “stop” first, or try again once it is done."), false)
		return true, nil
	}
	done := slices.DeleteFunc(all, func(v assistant.RunView) bool { return !undoable(v) || v.Run.Seq > t.cause().Seq })
	switch fit := u.Of(done); len(fit) {
	case 0:
		return false, nil
	case 1:
		return r.runByWords(ctx, t, fit[0], agents.Reply{Intent: agents.ReplyUndo})
	default:
		t.reply(whichUndone(fit, done, t.words()), false)
		return true, nil
	}
}

// undoable tells whether something of a run that has ended may be taken back.
func undoable(v assistant.RunView) bool {
	return v.Run.Status.Ended() && slices.ContainsFunc(v.Tasks, func(k assistant.Task) bool {
		return k.Status == assistant.TaskCompleted && k.Effect == assistant.EffectReversible && !k.Undone
	})
}

// whichUndone asks which of what fits is to be taken back, by its number among all that was done.
func whichUndone(fit, done []assistant.RunView, w wording.Words) string {
	lines := []string{w.Say("Several things that were done fit that, so I have taken nothing back yet. Say which one:")}
	for _, v := range fit[max(0, len(fit)-mostUndone):] {
		at := slices.IndexFunc(done, func(d assistant.RunView) bool { return d.Run.ID == v.Run.ID })
		lines = append(lines, "- "+w.Say("“undo number %d”: %s", at+1, plainly(v.Run.Title)))
	}
	return strings.Join(lines, "\n")
}
