package llm_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/storage"
)

// spender is a model whose answers cost a hundred tokens, unless they are free.
type spender struct {
	asked int
	free  bool
}

// Ask implements [llm.Asker].
func (m *spender) Ask(context.Context, llm.Request, func(string)) (llm.Reply, error) {
	m.asked++
	return llm.Reply{Usage: assistant.Usage{Input: 60, Cached: 10, Output: 40}, Info: llm.Info{Model: "m", Rehearsal: m.free}}, nil
}

// Most implements [llm.Gauge].
func (m *spender) Most(llm.Request) llm.Bill {
	return llm.Bill{Usage: assistant.Usage{Input: 600, Output: 400}, Unpriced: true}
}

// TestAPurseIsLookedIntoBeforeEachCall: for whoever asks without a turn, such as a task that writes; what is free is not
// counted, and without a purse nothing is bounded.
func TestAPurseIsLookedIntoBeforeEachCall(t *testing.T) {
	db := ledgerkit.Open(t, storage.Config{})
	set := assistant.DefaultSettings()
	set.DailyTokens = 250
	if err := db.Tenants.SaveSettings(t.Context(), db.Tenant, db.Owner.ID, set); err != nil {
		t.Fatal(err)
	}
	var said error
	ask := func(p *llm.Purse, m *spender) int {
		for range 5 {
			if _, err := p.Within(db.Tenant, llm.Of{}, m).Ask(t.Context(), llm.Request{}, nil); err != nil {
				said = err
			}
		}
		return m.asked
	}
	purse := llm.NewPurse(db.Spending, &spender{}, db.IDs, nil, db.Log)
	if n := ask(purse, &spender{free: true}); n != 5 || said != nil {
		t.Errorf("what is free was asked %d times, %v", n, said)
	}
	if n := ask(purse, &spender{}); n != 3 {
		t.Errorf("a model was asked %d times on a budget for three", n)
	}
	if p := llm.Explain(said); !errors.Is(said, assistant.ErrTooMuch) || !strings.Contains(p.Message.String(), "used up: 300 / 250 tokens") || !strings.Contains(p.Recovery.String(), "An admin can raise it") {
		t.Errorf("it was refused with %+v", p)
	}
	said = nil
	if n := ask(nil, &spender{}); n != 5 || said != nil {
		t.Errorf("without a purse a model was asked %d times, %v", n, said)
	}
}
