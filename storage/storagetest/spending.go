package storagetest

import (
	"strconv"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// spending: what models used is counted once for the day, by whatever road it comes, and one answer is chosen to tell of it.
func spending(_ *testing.T, w *world) {
	got, err := w.Spending.Spending(w.ctx, w.tenant, "")
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
	got, err = w.Spending.Spending(w.ctx, w.tenant, "")
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
	got, err = w.Spending.Spending(w.ctx, w.tenant, "")
	w.ok(err)
	equal(w, []any{got.Tokens, got.ToldBy}, []any{int64(200), first})
}

// reserves: the cost of a call is reserved while anything is left, until the call is counted. A reservation that is never settled
// stays spent.
func reserves(_ *testing.T, w *world) {
	reserve := func(micros int64) assistant.Spending {
		w.t.Helper()
		s, err := w.Spending.Reserve(w.ctx, w.tenant, "", id[assistant.ReserveID](w), micros)
		w.ok(err)
		return s
	}
	equal(w, reserve(1_000_000).Reserve, assistant.ReserveID("")) // nothing bounds it, so nothing is put aside
	set := assistant.DefaultSettings()
	set.DailyCents = 10
	w.ok(w.Tenants.SaveSettings(w.ctx, w.tenant, w.owner.ID, set))

	first, second := reserve(60_000), reserve(60_000)
	third := reserve(1)
	equal(w, []any{first.Reserve != "", second.Reserve != "", third.Reserve, third.Reserved, third.Full(), third.Over()}, []any{true, true, assistant.ReserveID(""), int64(120_000), true, false})
	call := assistant.ModelCall{Key: "beside/1", Purpose: "draft", Provider: "p", Model: "m", Request: "hash", Response: []byte("{}"), Usage: assistant.Usage{Input: 5, CacheWritten: 5}, Micros: 20_000, Unpriced: true}
	c, mail := w.held()
	call.Reserve, call.Conversation = first.Reserve, c.Conversation
	w.ok(w.Spending.Spend(w.ctx, w.tenant, call))
	again := reserve(10_000)
	equal(w, []any{again.Micros, again.Reserved, again.Reserve != ""}, []any{int64(20_000), int64(60_000), true})
	kept, ok, err := w.Calls.ModelCall(w.ctx, w.tenant, call.Key)
	w.ok(err)
	equal(w, []any{ok, kept.Usage, kept.Purpose}, []any{true, call.Usage, "draft"})

	// A turn records what is counted already, and counts it no more; who failed at no cost gives back what was put aside.
	w.ok(w.Settle(w.ctx, c, mail.ID, assistant.Batch{ModelCalls: []assistant.ModelCall{{Key: "turn/1", Response: []byte("{}"), Usage: assistant.Usage{Input: 9}, Micros: 9, Counted: true}}}))
	w.ok(w.Spending.Spend(w.ctx, w.tenant, assistant.ModelCall{Key: "failed", Free: true, Reserve: again.Reserve}))
	got, err := w.Spending.Spending(w.ctx, w.tenant, "")
	w.ok(err)
	equal(w, []any{got.Tokens, got.Micros, got.Reserved}, []any{int64(5), int64(20_000), int64(60_000)})
}

// reservesAtOnce: however many look into the purse at the same time, no more is put aside than is left and one call's share.
func reservesAtOnce(_ *testing.T, w *world) {
	set := assistant.DefaultSettings()
	set.DailyCents = 10
	w.ok(w.Tenants.SaveSettings(w.ctx, w.tenant, w.owner.ID, set))
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			if _, err := w.Spending.Reserve(w.ctx, w.tenant, "", id[assistant.ReserveID](w), 30_000); err != nil {
				w.t.Error(err)
			}
		})
	}
	all.Wait()
	got, err := w.Spending.Spending(w.ctx, w.tenant, "")
	w.ok(err)
	equal(w, []any{got.Micros, got.Reserved}, []any{int64(0), int64(120_000)})
}

// ownPart: a member uses no more than half of the day's bound, by tokens or by money, also with calls at once; an admin is not held to it,
// and neither are the others.
func ownPart(_ *testing.T, w *world) {
	member := w.say("1.0", "hello").Person
	set := assistant.DefaultSettings()
	set.DailyTokens, set.DailyCents = 1000, 10
	w.ok(w.Tenants.SaveSettings(w.ctx, w.tenant, w.owner.ID, set))
	look := func(of assistant.PersonID) assistant.Spending {
		w.t.Helper()
		s, err := w.Spending.Spending(w.ctx, w.tenant, of)
		w.ok(err)
		return s
	}
	reserve := func(of assistant.PersonID) assistant.Spending {
		w.t.Helper()
		s, err := w.Spending.Reserve(w.ctx, w.tenant, of, id[assistant.ReserveID](w), 30_000)
		w.ok(err)
		return s
	}
	one, two, three := reserve(member), reserve(member), reserve(member)
	equal(w, []any{one.Reserve != "", two.Reserve != "", three.Reserve, three.OwnFull(), three.OwnOver(), three.Full()}, []any{true, true, assistant.ReserveID(""), true, false, false})
	equal(w, reserve(w.owner.ID).Reserve != "", true)
	for i, r := range []assistant.ReserveID{one.Reserve, two.Reserve} {
		w.ok(w.Spending.Spend(w.ctx, w.tenant, assistant.ModelCall{Key: strconv.Itoa(i), Person: member, Usage: assistant.Usage{Input: 250}, Micros: 1, Reserve: r}))
	}
	got := look(member)
	equal(w, []any{got.Own, got.OwnOver(), got.Over()}, []any{assistant.OwnSpending{Held: true, Tokens: 500, Micros: 2}, true, false})
	equal(w, !got.Refusal().Problem.Message.Equal(look("").Refusal().Problem.Message), true)
	w.ok(w.Spending.Spend(w.ctx, w.tenant, assistant.ModelCall{Key: "admin", Person: w.owner.ID, Usage: assistant.Usage{Input: 499}}))
	got = look(w.owner.ID)
	equal(w, []any{got.Tokens, got.Own, got.OwnOver()}, []any{int64(999), assistant.OwnSpending{Tokens: 499, Reserved: 30_000}, false})
	equal(w, look(w.somebody("Olga")).OwnOver(), false)
}
