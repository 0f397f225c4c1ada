package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// ownCallsOnce: a call outside any task is logged once for its key, and only by the holder of the conversation.
func ownCallsOnce(_ *testing.T, w *world) {
	c, _ := w.held()
	call := assistant.ToolCall{Key: "m/tool-1", Tool: "choose_language", Definition: "as it is", Arguments: []byte(`{"language": "de"}`), Effect: assistant.EffectNone}
	first, fresh, err := w.Calls.StartOwnCall(w.ctx, c, call)
	w.ok(err)
	equal(w, []any{fresh, first.State, first.Run, first.Task, first.Tool, first.Definition, first.SettledAt.IsZero()},
		[]any{true, assistant.CallStarted, assistant.RunID(""), assistant.TaskID(""), call.Tool, call.Definition, true})
	first.State, first.Receipt = assistant.CallSettled, &assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim("chosen")}}
	w.ok(w.Calls.SettleOwnCall(w.ctx, c, first))
	again, fresh, err := w.Calls.StartOwnCall(w.ctx, c, call)
	w.ok(err)
	equal(w, []any{fresh, again.ID, again.State, again.Receipt.Result.Summary.String(), again.SettledAt.IsZero()}, []any{false, first.ID, assistant.CallSettled, "chosen", false})
	w.is(w.Calls.SettleOwnCall(w.ctx, c, assistant.ToolCall{ID: id[assistant.CallID](w), State: assistant.CallSettled}), assistant.ErrNotFound)
	w.ok(w.Mailboxes.Release(w.ctx, c, true))
	_, _, err = w.Calls.StartOwnCall(w.ctx, c, assistant.ToolCall{Key: "m/tool-2", Tool: "choose_language"})
	w.is(err, assistant.ErrFenced)
	w.is(w.Calls.SettleOwnCall(w.ctx, c, first), assistant.ErrFenced)
}
