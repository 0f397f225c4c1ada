package storagetest

import (
	"strconv"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// spending: what models used is counted once for the day, by whatever road it comes, and one answer is chosen to tell of it.
func spending(_ *testing.T, w *world) {
	got, err := w.Spending.Spending(w.ctx, w.tenant)
	w.ok(err)
	equal(w, []any{got.Tokens, got.Micros, got.ToldBy, got.Bounds}, []any{int64(0), int64(0), assistant.MessageID(""), assistant.DefaultSettings()})
	set := assistant.DefaultSettings()
	set.DailyTokens = 1000
	w.ok(w.Tenants.SaveSettings(w.ctx, w.tenant, w.owner.ID, set))

	c, mail := w.held()
	call := assistant.ModelCall{Key: "turn/1", Usage: assistant.Usage{Input: 100, Cached: 40, Output: 20, Thought: 5}, Micros: 7}
	free := assistant.ModelCall{Key: "turn/2", Usage: assistant.Usage{Input: 100}, Free: true}
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{ModelCalls: []assistant.ModelCall{call, free}}))
	w.ok(w.Settle(w.ctx, c, mail.ID, assistant.Batch{ModelCalls: []assistant.ModelCall{call}})) // the turn again
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			err := w.Spending.Spend(w.ctx, w.tenant, assistant.ModelCall{Key: strconv.Itoa(i), Usage: assistant.Usage{Output: 10}, Micros: 1})
			if err != nil {
				w.t.Error(err)
			}
		})
	}
	all.Wait()
	got, err = w.Spending.Spending(w.ctx, w.tenant)
	w.ok(err)
	equal(w, []any{got.Tokens, got.Micros, got.Bounds}, []any{int64(200), int64(15), set})

	first, second := id[assistant.MessageID](w), id[assistant.MessageID](w)
	for _, c := range []struct {
		by     assistant.MessageID
		chosen bool
	}{{first, true}, {second, false}, {first, true}} {
		chosen, err := w.Spending.TellSpending(w.ctx, w.tenant, c.by)
		w.ok(err)
		equal(w, chosen, c.chosen)
	}
	got, err = w.Spending.Spending(w.ctx, w.tenant)
	w.ok(err)
	equal(w, []any{got.Tokens, got.ToldBy}, []any{int64(200), first})
}
