package llm_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/prices"
	"github.com/aisteam/aisteam/assistant"
)

// attempts is a model that plays one sequence of events after the other.
type attempts struct {
	name  string
	plays []func(ctx context.Context, yield func(llm.Event, error) bool)
}

// Info implements [llm.Model].
func (m *attempts) Info() llm.Info { return llm.Info{Provider: "test", Model: m.name} }

// Generate implements [llm.Model].
func (m *attempts) Generate(ctx context.Context, _ llm.Request) iter.Seq2[llm.Event, error] {
	next := m.plays[0]
	if len(m.plays) > 1 {
		m.plays = m.plays[1:]
	}
	return func(yield func(llm.Event, error) bool) { next(ctx, yield) }
}

// TestARequestIsBilledWithAllAttemptsAtIt: what broke off or was stopped costs what the provider reported up to then, else an estimate of
// what was asked and of what came; what was refused, or never began, costs nothing. Two that have to be paid for end it.
func TestARequestIsBilledWithAllAttemptsAtIt(t *testing.T) {
	table, err := prices.Listed()
	if err != nil {
		t.Fatal(err)
	}
	used := assistant.Usage{Input: 1000, Cached: 200, CacheWritten: 300, Output: 100}
	type play = func(ctx context.Context, yield func(llm.Event, error) bool)
	whole := func(_ context.Context, yield func(llm.Event, error) bool) {
		yield(llm.Done{Reply: llm.Reply{Usage: used}}, nil)
	}
	busy := func(_ context.Context, yield func(llm.Event, error) bool) {
		yield(nil, &llm.StatusError{Provider: "test", Code: 503})
	}
	never := func(context.Context, func(llm.Event, error) bool) {}
	words := func(_ context.Context, yield func(llm.Event, error) bool) {
		yield(llm.TextDelta{Text: strings.Repeat("a", 30)}, nil)
	}
	reported := func(_ context.Context, yield func(llm.Event, error) bool) {
		if yield(llm.Alive{Used: assistant.Usage{Input: 900, Cached: 400, Output: 1}}, nil) {
			yield(llm.TextDelta{Text: strings.Repeat("a", 60)}, nil)
		}
	}
	hanging := func(ctx context.Context, yield func(llm.Event, error) bool) {
		if yield(llm.TextDelta{Text: strings.Repeat("a", 30)}, nil) {
			<-ctx.Done()
			yield(nil, ctx.Err())
		}
	}
	deaf := func(ctx context.Context, yield func(llm.Event, error) bool) {
		<-ctx.Done()
		yield(nil, ctx.Err())
	}
	const asked = 300 // bytes, by estimate 100 tokens
	for name, c := range map[string]struct {
		model string
		plays []play
		stop  bool
		want  llm.Bill
		fails bool
	}{
		// 500×2 + 200×0.10 + 300×2.50 + 100×10
		"whole":                     {"gpt-6.2-sol", []play{whole}, false, llm.Bill{Usage: used, Micros: 2770}, false},
		"busy, then whole":          {"gpt-6.2-sol", []play{busy, busy, whole}, false, llm.Bill{Usage: used, Micros: 2770}, false},
		"never begun, then whole":   {"gpt-6.2-sol", []play{never, whole}, false, llm.Bill{Usage: used, Micros: 2770}, false},
		"broken off, then whole":    {"gpt-6.2-sol", []play{words, whole}, false, llm.Bill{Usage: used.Plus(assistant.Usage{Input: 100, Output: 10}), Micros: 2770 + 300}, false},
		"broken off for ever":       {"gpt-6.2-sol", []play{words}, false, llm.Bill{Usage: assistant.Usage{Input: 200, Output: 20}, Micros: 600}, true},
		"broken off, but reported":  {"gpt-6.2-sol", []play{reported, whole}, false, llm.Bill{Usage: used.Plus(assistant.Usage{Input: 900, Cached: 400, Output: 20}), Micros: 2770 + 1240}, false},
		"refused":                   {"gpt-6.2-sol", []play{busy}, false, llm.Bill{}, true},
		"stopped in the middle":     {"gpt-6.2-sol", []play{hanging}, true, llm.Bill{Usage: assistant.Usage{Input: 100, Output: 10}, Micros: 300}, true},
		"stopped before any word":   {"gpt-6.2-sol", []play{deaf}, true, llm.Bill{Usage: assistant.Usage{Input: 100}, Micros: 200}, true},
		"of nobody knows what cost": {"unheard-of-1", []play{words, whole}, false, llm.Bill{Usage: used.Plus(assistant.Usage{Input: 100, Output: 10}), Unpriced: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seen := &meter{}
				client, err := llm.NewClient(llm.Config{Model: &attempts{c.model, c.plays}, Prices: table, Meter: seen, Log: slog.New(slog.DiscardHandler), Now: time.Now})
				if err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				if c.stop {
					time.AfterFunc(time.Second, stop)
				}
				reply, err := client.Ask(ctx, llm.Request{Purpose: llm.PurposeAnswer, Messages: []llm.Message{llm.TextMessage(llm.RoleUser, strings.Repeat("b", asked))}}, func(string) {})
				reply.Bill.Took = 0
				if d := cmp.Diff(c.want, reply.Bill); d != "" || (err != nil) != c.fails {
					t.Errorf("%v (-want +got):\n%s", err, d)
				}
				if seen.micros != c.want.Micros {
					t.Errorf("the meter counts %d", seen.micros)
				}
				most := client.Most(llm.Request{Purpose: llm.PurposeAnswer, Messages: []llm.Message{llm.TextMessage(llm.RoleUser, strings.Repeat("b", asked))}})
				if most.Unpriced != c.want.Unpriced || most.Micros < reply.Bill.Micros {
					t.Errorf("at most it was to be %+v", most)
				}
			})
		})
	}
}

// TestACallIsChargedByThePriceOfItsMoment, by what the tenant has set where nobody knows a price, and not at all where it cost nothing.
func TestACallIsChargedByThePriceOfItsMoment(t *testing.T) {
	table, err := prices.Listed()
	if err != nil {
		t.Fatal(err)
	}
	used := assistant.Usage{Input: 1_000_000, Output: 100_000}
	done := func(_ context.Context, yield func(llm.Event, error) bool) {
		yield(llm.Done{Reply: llm.Reply{Usage: used}}, nil)
	}
	set := assistant.Settings{InputCents: 100, OutputCents: 300}
	for _, c := range []struct {
		model string
		at    time.Time
		set   assistant.Settings
		want  assistant.ModelCall
	}{
		{"gemini-4-argon", time.Date(2026, 11, 30, 23, 59, 0, 0, time.UTC), set, assistant.ModelCall{Usage: used, Micros: 3_000_000}},
		{"gemini-4-argon", time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), set, assistant.ModelCall{Usage: used, Micros: 6_000_000}},
		{"mine", time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), set, assistant.ModelCall{Usage: used, Micros: 1_300_000}},
		{"mine", time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), assistant.Settings{}, assistant.ModelCall{Usage: used, Unpriced: true}},
	} {
		client, err := llm.NewClient(llm.Config{
			Model: &attempts{c.model, []func(context.Context, func(llm.Event, error) bool){done}}, Prices: table, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return c.at },
		})
		if err != nil {
			t.Fatal(err)
		}
		reply, err := client.Ask(t.Context(), llm.Request{Purpose: llm.PurposeAnswer}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got assistant.ModelCall
		reply.Settle(&got, c.set, nil)
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s at %s (-want +got):\n%s", c.model, c.at, d)
		}
	}
	var free assistant.ModelCall
	llm.Reply{Usage: used, Info: llm.Info{Rehearsal: true}}.Settle(&free, set, nil)
	var failed assistant.ModelCall
	llm.Reply{}.Settle(&failed, set, errors.New("refused"))
	if !free.Free || free.Micros != 0 || !failed.Free {
		t.Errorf("the rehearsal: %+v; a refusal: %+v", free, failed)
	}
}
