package llm_test

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
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

// TestAPurseIsLookedIntoBeforeEachCall: for whoever asks without a turn, such as a task that writes; what is free is not
// counted, and without a purse nothing is bounded.
func TestAPurseIsLookedIntoBeforeEachCall(t *testing.T) {
	ids, log := assistant.NewIDs(time.Now, rand.Reader), slog.New(slog.DiscardHandler)
	db, err := storage.Open(t.Context(), storage.Config{Dir: t.TempDir(), IDs: ids, Now: time.Now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	home, owner, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	set := assistant.DefaultSettings()
	set.DailyTokens = 250
	if err := db.Tenants.SaveSettings(t.Context(), home.ID, owner.ID, set); err != nil {
		t.Fatal(err)
	}
	var said error
	ask := func(p *llm.Purse, m *spender) int {
		for range 5 {
			if _, err := p.Within(home.ID, m).Ask(t.Context(), llm.Request{}, nil); err != nil {
				said = err
			}
		}
		return m.asked
	}
	purse := llm.NewPurse(db.Spending, ids, nil, log)
	if n := ask(purse, &spender{free: true}); n != 5 || said != nil {
		t.Errorf("what is free was asked %d times, %v", n, said)
	}
	if n := ask(purse, &spender{}); n != 3 {
		t.Errorf("a model was asked %d times on a budget for three", n)
	}
	if p := llm.Explain(said); !errors.Is(said, assistant.ErrTooMuch) || !strings.Contains(p.Message, "used up: 300 of 250 tokens") || !strings.Contains(p.Recovery, "An admin can raise it") {
		t.Errorf("it was refused with %+v", p)
	}
	said = nil
	if n := ask(nil, &spender{}); n != 5 || said != nil {
		t.Errorf("without a purse a model was asked %d times, %v", n, said)
	}
}
