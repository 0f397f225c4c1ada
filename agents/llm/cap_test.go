package llm_test

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/prices"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// vendor is a model whose maker charges for all that it does, whether or not anybody hears of it: some replies break off, and some
// requests are cancelled while they are answered.
type vendor struct {
	name   string
	table  *prices.Table
	now    func() time.Time
	billed atomic.Int64
	calls  atomic.Int64
}

// Info implements [llm.Model].
func (v *vendor) Info() llm.Info { return llm.Info{Provider: "vendor", Model: v.name} }

// Generate implements [llm.Model].
func (v *vendor) Generate(_ context.Context, r llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		v.calls.Add(1)
		text := r.Messages[0].Parts[0].Text
		used := assistant.Usage{Input: 1 + rand.IntN(len(text)), Output: rand.IntN(r.MaxOutput + 1)}
		used.Cached = rand.IntN(used.Input)
		used.CacheWritten = rand.IntN(used.Input - used.Cached)
		micros, known := v.table.Cost(v.name, used, v.now())
		if !known {
			yield(nil, errors.New("it has no price"))
			return
		}
		v.billed.Add(micros)
		switch rand.IntN(6) {
		case 0: // it breaks off after having said what it has taken
			if yield(llm.Alive{Used: used}, nil) {
				yield(nil, llm.ErrTruncated)
			}
		default:
			yield(llm.Done{Reply: llm.Reply{Usage: used, Message: llm.TextMessage(llm.RoleAssistant, "ok")}}, nil)
		}
	}
}

// mortal is an account of a process that dies between putting aside and counting, in one of so many calls.
type mortal struct {
	llm.Account

	oneOf  int
	deaths *atomic.Int64
	most   *atomic.Int64 // that was put aside for one call
}

func (m mortal) Spend(ctx context.Context, t assistant.TenantID, c assistant.ModelCall) error {
	if m.oneOf > 0 && rand.IntN(m.oneOf) == 0 {
		m.deaths.Add(1)
		return errors.New("the process is dead")
	}
	return m.Account.Spend(ctx, t, c)
}

func (m mortal) Reserve(ctx context.Context, t assistant.TenantID, of assistant.PersonID, id assistant.ReserveID, micros int64) (assistant.Spending, error) {
	for {
		old := m.most.Load()
		if old >= micros || m.most.CompareAndSwap(old, micros) {
			break
		}
	}
	return m.Account.Reserve(ctx, t, of, id, micros)
}

// TestABoundOfMoneyHoldsForEachPricedModel over three replicas that die between putting aside and counting: whatever the vendor charges
// for, and however much of it is read from a cache, written to one, or in a long request, it is never more than the bound and what was
// put aside for one call. Where nobody dies, what is counted is what the vendor charges.
func TestABoundOfMoneyHoldsForEachPricedModel(t *testing.T) {
	table, err := prices.Listed()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range table.Prices() {
		if !slices.Contains(names, p.Model) {
			names = append(names, p.Model)
		}
	}
	t.Run("embedded", func(t *testing.T) {
		one := ledgerkit.Open(t, storage.Config{})
		capped(t, names, table, one, one, one)
	})
	t.Run("Postgres", func(t *testing.T) {
		c := storage.Config{DatabaseURL: servers.Postgres(t)}
		capped(t, names, table, ledgerkit.Open(t, c), ledgerkit.Open(t, c), ledgerkit.Open(t, c))
	})
}

func capped(t *testing.T, names []string, table *prices.Table, replicas ...*ledgerkit.Ledger) {
	db := replicas[0]
	var all, died int64
	for i, name := range names {
		var deaths, most atomic.Int64
		at := time.Date(2026, 11, 29+i%4, 12, 0, 0, 0, time.UTC)
		v := &vendor{name: name, table: table, now: func() time.Time { return at }}
		client, err := llm.NewClient(llm.Config{Model: v, Prices: table, Log: db.Log, Now: v.now, FirstWait: time.Nanosecond})
		if err != nil {
			t.Fatal(err)
		}
		size := []int{3_000, 290_000}[i%2]
		request := llm.Request{Purpose: llm.PurposeSummary, MaxOutput: 16_384, Messages: []llm.Message{llm.TextMessage(llm.RoleUser, strings.Repeat("a", size))}}
		before, err := db.Spending.Spending(t.Context(), db.Tenant, "")
		if err != nil {
			t.Fatal(err)
		}
		set := assistant.DefaultSettings()
		set.DailyCents = (before.Micros+before.Reserved+2*client.Most(request).Micros)/10_000 + 1
		if err := db.Tenants.SaveSettings(t.Context(), db.Tenant, db.Owner.ID, set); err != nil {
			t.Fatal(err)
		}
		mortality := []int{0, 4}[i%3%2]
		var work sync.WaitGroup
		for _, replica := range replicas {
			purse := llm.NewPurse(mortal{replica.Spending, mortality, &deaths, &most}, client, replica.IDs, nil, replica.Log)
			for range 2 {
				work.Go(func() { exhaust(t, purse, db.Tenant, client, request) })
			}
		}
		work.Wait()
		after, err := db.Spending.Spending(t.Context(), db.Tenant, "")
		if err != nil {
			t.Fatal(err)
		}
		left := set.DailyCents*10_000 - before.Micros - before.Reserved
		if v.billed.Load() > left+most.Load() || v.calls.Load() == 0 {
			t.Fatalf("%s: the vendor charges %d for %d calls, where %d were left and %d put aside for one", name, v.billed.Load(), v.calls.Load(), left, most.Load())
		}
		if deaths.Load() == 0 && (after.Micros-before.Micros != v.billed.Load() || after.Reserved != before.Reserved) {
			t.Errorf("%s: %d are counted and %d put aside, the vendor charges %d", name, after.Micros-before.Micros, after.Reserved-before.Reserved, v.billed.Load())
		}
		all += v.calls.Load()
		died += deaths.Load()
	}
	if died < 10 {
		t.Errorf("only %d processes died", died)
	}
	t.Logf("%d models, %d calls, %d deaths", len(names), all, died)
}

// exhaust asks until nothing is left.
func exhaust(t *testing.T, p *llm.Purse, tenant assistant.TenantID, model llm.Asker, r llm.Request) {
	for range 60 {
		if t.Failed() {
			return
		}
		_, err := p.Within(tenant, llm.Of{}, model).Ask(t.Context(), r, nil)
		if errors.Is(err, assistant.ErrTooMuch) {
			return
		}
		if err != nil && !errors.Is(err, llm.ErrTruncated) {
			t.Error(err)
			return
		}
	}
	t.Error("the bound is never reached")
}
