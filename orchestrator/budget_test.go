package orchestrator_test

import (
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/orchestrator"
)

// budget sets what the home tenant may spend in a day.
func (r *replica) budget(tokens, cents int64) {
	r.t.Helper()
	s := assistant.DefaultSettings()
	s.DailyTokens, s.DailyCents = tokens, cents
	if err := r.db.Tenants.SaveSettings(r.t.Context(), r.home, r.owner, s); err != nil {
		r.t.Fatal(err)
	}
}

// trusted makes whoever asks an admin, who is not held to a part of the budget.
func (r *replica) trusted() {
	r.t.Helper()
	p, err := r.db.People.PersonFor(r.t.Context(), r.home, assistant.Identity{Surface: assistant.SurfaceSlack, Space: string(r.home), External: "U", Name: "Somebody"})
	if err == nil {
		err = r.db.People.SetRole(r.t.Context(), r.home, r.owner, p.ID, assistant.RoleAdmin)
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

// TestNobodyUsesUpWhatAllMaySpend: a member is asked for no more than half of the day's budget, in words with a way on, while others go
// on; whoever may raise it is not held to that.
func TestNobodyUsesUpWhatAllMaySpend(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		r := newReplica(t, dir, &thinker{used: assistant.Usage{Input: 80, Output: 20}})
		defer r.end()
		r.budget(1000, 0)
		const question, half = "What can you do for me?", "You have used your half of what this team may spend"
		for i := 1; i <= 6; i++ {
			said := r.words(r.home, r.ask(r.home, strconv.Itoa(i), question))
			if refused := strings.Contains(said, half) && strings.Contains(said, "An admin can raise it"); refused != (i == 6) {
				t.Errorf("answer %d: %s", i, said)
			}
		}
		if n := r.model.asked.Load(); n != 5 {
			t.Errorf("a model was asked %d times", n)
		}
		r.trusted()
		if said := r.words(r.home, r.ask(r.home, "7", question)); strings.Contains(said, half) {
			t.Errorf("an admin is held to half of it: %s", said)
		}
	})
}

// TestABudgetOfMoneySaysWhenAPriceIsNotKnown: it would hold nothing back, and says so once with the way on. With a price set it
// holds.
func TestABudgetOfMoneySaysWhenAPriceIsNotKnown(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		r := newReplica(t, dir, &thinker{name: "unheard-of-1", used: assistant.Usage{Input: 80_000, Output: 20_000}})
		defer r.end()
		r.trusted()
		r.budget(0, 100)
		const unknown, price, over = "I do not know what unheard-of-1 costs", "set the price of a million tokens in the settings", "is used up: $1.00 / $1.00"
		for i := 1; i <= 3; i++ {
			c := r.ask(r.home, strconv.Itoa(i), "What can you do for me?")
			r.words(r.home, c)
			first := 0
			if i == 1 {
				first = 1
			}
			if d := cmp.Diff([]int{first, first, 0}, []int{r.count(r.home, c, unknown), r.count(r.home, c, price), r.count(r.home, c, "used")}); d != "" {
				t.Errorf("answer %d: %s", i, d)
			}
		}
		s := assistant.DefaultSettings()
		s.DailyCents, s.InputCents, s.OutputCents = 100, 375, 1000 // half a dollar for each answer
		if err := r.db.Tenants.SaveSettings(r.t.Context(), r.home, r.owner, s); err != nil {
			t.Fatal(err)
		}
		for i := 4; i <= 6; i++ {
			c := r.ask(r.home, strconv.Itoa(i), "What can you do for me?")
			said := r.words(r.home, c)
			if refused := strings.Contains(said, over); refused != (i == 6) || r.count(r.home, c, unknown) > 0 {
				t.Errorf("answer %d at half a dollar each: %s", i, said)
			}
		}
	})
}

// TestADailyBudgetIsToldBeforeItIsReachedAndThenHeld: at four fifths it is said, once; when it is used up no model is asked,
// in words with a way on; another tenant and the next day have budgets of their own.
func TestADailyBudgetIsToldBeforeItIsReachedAndThenHeld(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		r := newReplica(t, dir, &thinker{used: assistant.Usage{Input: 80, Output: 20}})
		defer r.end()
		r.trusted()
		r.budget(1000, 0)
		const question, near, over = "What can you do for me?", "has used 80 % of today's budget for language models: 800 / 1,000 tokens", "is used up: 1,000 / 1,000 tokens"
		told := 0
		for i := 1; i <= 12; i++ {
			c := r.ask(r.home, strconv.Itoa(i), question)
			said := r.words(r.home, c)
			n := r.count(r.home, c, near)
			told += n
			if n > 0 && i != 8 {
				t.Errorf("it was told with answer %d", i)
			}
			if refused := strings.Contains(said, over) && strings.Contains(said, "midnight UTC") && strings.Contains(said, "An admin can raise it"); refused != (i > 10) {
				t.Errorf("answer %d: %s", i, said)
			}
		}
		if n := r.model.asked.Load(); told != 1 || n != 10 {
			t.Errorf("it was told %d times, and a model asked %d times", told, n)
		}
		other := r.another("T2")
		if said := r.words(other, r.ask(other, "other", question)); strings.Contains(said, "used up") {
			t.Errorf("another tenant: %s", said)
		}
		r.ahead.Add(int64(24 * time.Hour))
		if said := r.words(r.home, r.ask(r.home, "tomorrow", question)); strings.Contains(said, "used up") {
			t.Errorf("the next day: %s", said)
		}
	})
}

// TestEveryModelCallOfATurnIsCounted: also where two parts of a turn ask, each of which begins anew.
func TestEveryModelCallOfATurnIsCounted(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		r := newReplica(t, dir, &thinker{used: assistant.Usage{Input: 80, Output: 20}, searches: true})
		defer r.end()
		r.words(r.home, r.ask(r.home, "unsure", "the services page somehow")) // it looks first, and then answers
		spent, err := r.db.Spending.Spending(t.Context(), r.home, "")
		if err != nil {
			t.Fatal(err)
		}
		if asked := r.model.asked.Load(); asked < 2 || spent.Tokens != 100*asked {
			t.Errorf("%d tokens are counted for %d calls of 100", spent.Tokens, asked)
		}
	})
}

// TestMoneyIsBoundedByListPrice: a budget in cents holds where the model's price is known.
func TestMoneyIsBoundedByListPrice(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		model := &thinker{name: "gemini-3.8-flash", used: assistant.Usage{Output: 100_000}} // 37.5 cents
		r := newReplica(t, dir, model)
		defer r.end()
		r.trusted()
		r.budget(0, 100)
		var said string
		for i := range 4 {
			said = r.words(r.home, r.ask(r.home, strconv.Itoa(i), "What can you do for me?"))
		}
		if n := model.asked.Load(); n != 3 || !strings.Contains(said, "$1.12 / $1.00") {
			t.Errorf("a model was asked %d times, then: %s", n, said)
		}
	})
}

// TestACallThatBrokeOffOrWasStoppedIsCharged, with a bound of money and without one, and nothing stays put aside for it.
func TestACallThatBrokeOffOrWasStoppedIsCharged(t *testing.T) {
	for name, c := range map[string]struct {
		cents int64
		stop  bool
	}{"broke off": {0, false}, "broke off within a bound": {1000, false}, "stopped": {0, true}, "stopped within a bound": {1000, true}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				model := &thinker{name: "gemini-3.8-flash", used: assistant.Usage{Input: 1000, CacheWritten: 400, Output: 1000}} // 4,500 millionths
				if c.stop {
					model.slow, model.quick = time.Hour, time.Hour
				} else {
					model.fails = llm.ErrTruncated
				}
				r := newReplica(t, dir, model)
				defer r.end()
				r.budget(0, c.cents)
				asked := r.ask(r.home, "1", "What can you do for me?")
				began := time.Now()
				if c.stop {
					time.Sleep(5 * time.Second)
					_, err := r.Inbox.Receive(t.Context(), assistant.Inbound{
						Tenant: r.home, From: assistant.Identity{Surface: assistant.SurfaceSlack, Space: string(r.home), External: "U", Name: "Somebody"}, Text: "stop", Key: "stop",
						Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: string(r.home), Channel: "C", Thread: "1"},
					})
					if err != nil {
						t.Fatal(err)
					}
				}
				r.words(r.home, asked)
				time.Sleep(time.Minute)
				if took := time.Since(began); took > 10*time.Minute {
					t.Errorf("it took %s", took)
				}
				spent, err := r.db.Spending.Spending(t.Context(), r.home, "")
				if err != nil {
					t.Fatal(err)
				}
				calls := model.asked.Load()
				if d := cmp.Diff([]int64{2000 * calls, 4500 * calls, 0}, []int64{spent.Tokens, spent.Micros, spent.Reserved}); d != "" || calls == 0 {
					t.Errorf("after %d calls (-want +got):\n%s", calls, d)
				}
			})
		})
	}
}

// TestWithoutABudgetAnAnswerIsRefusedAtTheDoorAndDecidingIsNot: nothing is half-written: the question stays open, and so
// does the plan whose changes a model would have to make. What no model is asked for goes on.
func TestWithoutABudgetAnAnswerIsRefusedAtTheDoorAndDecidingIsNot(t *testing.T) {
	d := newDoor(t, func(c *orchestrator.Config) {
		c.Backends = llm.Backend{Model: &thinker{}, Purse: llm.NewPurse(c.Store.(ledgerkit.Verbs), &thinker{}, c.IDs, nil, c.Log)}
	})
	ctx := t.Context()
	set := assistant.DefaultSettings()
	set.DailyTokens = 1
	d.ok(d.db.Tenants.SaveSettings(ctx, d.tenant, d.owner, set))
	d.ok(d.db.Spending.Spend(ctx, d.tenant, assistant.ModelCall{Key: "k", Usage: assistant.Usage{Input: 2}}))
	p := assistant.Plan{ID: assistant.NewID[assistant.PlanID](d.ids), Version: 1, Title: "Services", RequestedBy: d.anna, ExpiresAt: time.Now().Add(time.Hour)}
	d.post(assistant.PlanProposed{Plan: p})
	question := assistant.Clarification{ID: assistant.NewID[assistant.ClarificationID](d.ids), ExpiresAt: time.Now().Add(time.Hour)}
	d.post(assistant.Asked{Clarification: question})
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](d.ids), Conversation: d.conversation, RequestedBy: d.anna, Title: "R", Status: assistant.RunRunning}
	d.post(assistant.RunStarted{Run: run})
	for _, c := range []struct {
		what string
		body assistant.Body
		done bool
	}{
		{"changes", assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictChanges, Note: "other"}, false},
		{"answer", assistant.Answered{Clarification: question.ID, Text: "this"}, false},
		{"approve", assistant.PlanDecided{Plan: p.ID, Version: 1, Verdict: assistant.VerdictApproved}, true},
		{"stop", assistant.StopRequested{Run: run.ID}, true},
	} {
		out, err := d.Act(ctx, assistant.Act{Tenant: d.tenant, Person: d.anna, Body: c.body})
		d.ok(err)
		if out.Done != c.done || out.TooMuch == c.done || !c.done && !strings.Contains(out.Note, "used up: 2 / 1 tokens") {
			t.Errorf("%s: %+v", c.what, out)
		}
	}
	// Not every task needs a model: trying again is refused where one is asked, not here.
	if out, err := d.Act(ctx, assistant.Act{Tenant: d.tenant, Person: d.anna, Body: assistant.RetryRequested{Run: run.ID}}); err != nil || out.TooMuch {
		t.Errorf("retry: %+v, %v", out, err)
	}
}
