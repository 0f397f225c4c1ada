package orchestrator_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/backends"
	"github.com/aisteam/aisteam/agents/llm/prices"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/sampled"
)

// counter counts tokens as the tiers would, about four bytes each. What a request begins with as the newest one of its session did is read
// from the provider's cache, where it is long enough to be kept.
type counter struct {
	mu     sync.Mutex
	before map[string]string
	calls  []counted
}

// counted is one call of a model.
type counted struct {
	tier  llm.Tier
	first bool // of its session
	used  assistant.Usage
}

const leastCached = 1_024 // tokens

func (c *counter) strong(o office, r llm.Request, reply llm.Reply) (llm.Reply, error) {
	return c.count(llm.TierStrong, fmt.Sprint("planner ", o.n), r, reply)
}

func (c *counter) fast(r llm.Request, reply llm.Reply) (llm.Reply, error) {
	return c.count(llm.TierFast, r.Messages[0].Parts[0].Text, r, reply)
}

func (c *counter) count(tier llm.Tier, session string, r llm.Request, reply llm.Reply) (llm.Reply, error) {
	raw, err := json.Marshal([]any{r.Tools, r.Instructions.Stable, r.Messages, r.Instructions.Varying})
	if err != nil {
		return reply, err
	}
	wrote, err := json.Marshal(reply.Message.Parts)
	if err != nil {
		return reply, err
	}
	sent := string(raw)
	used := assistant.Usage{Input: len(sent) / 4, Output: len(wrote) / 4}
	c.mu.Lock()
	defer c.mu.Unlock()
	if kept := alike(c.before[session], sent) / 4; kept >= leastCached {
		used.Cached = kept
	}
	if r.Cache.Again {
		used.CacheWritten = used.Input - used.Cached
	}
	c.before[session], c.calls = sent, append(c.calls, counted{tier, c.before[session] == "", used})
	reply.Usage = used
	reply.Bill = llm.Bill{Usage: used, Micros: 1} // so that each call is found on a bill
	return reply, nil
}

// alike is how many bytes two texts begin with alike.
func alike(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// contexts are the sizes of what a tier was asked, in order.
func (c *counter) contexts(of llm.Tier) (out []int) {
	for _, call := range c.calls {
		if call.tier == of {
			out = append(out, call.used.Input)
		}
	}
	slices.Sort(out)
	return out
}

// first are the sizes of what executors were asked first, in order.
func (c *counter) first() (out []int) {
	for _, call := range c.calls {
		if call.tier == llm.TierFast && call.first {
			out = append(out, call.used.Input)
		}
	}
	slices.Sort(out)
	return out
}

// costs is what a finished request costs by the list prices of a pair of models, in dollars.
func (w worked) costs(t *testing.T, pair backends.Pair) float64 {
	t.Helper()
	table, err := prices.Listed()
	if err != nil {
		t.Fatal(err)
	}
	var micros int64
	for _, call := range w.calls {
		model := map[llm.Tier]string{llm.TierStrong: pair.Strong, llm.TierFast: pair.Fast}[call.tier]
		cost, known := table.Cost(model, call.used, time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC))
		if !known {
			t.Fatalf("nobody knows what %s costs", model)
		}
		micros += cost
	}
	return float64(micros) / float64(max(1, w.done())) / 1e6
}

func percentile(sorted []int, p int) int {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, len(sorted)*p/100)]
}

// worked is what came of doing the work in a way.
type worked struct {
	*counter

	finished  map[int]bool // by the number of the request
	executors map[int]int
}

// works has all of it done, several requests at a time, and looks at what came of them.
func works(t *testing.T, all []office, delegates func(o office) bool) worked {
	t.Helper()
	out := worked{&counter{before: map[string]string{}}, map[int]bool{}, map[int]int{}}
	w := &worker{all: all, delegates: delegates, counts: out.counter}
	h := newHouseOf(t, &crowd{of: officeTeam(t), play: w.plans, execs: w.executes})
	g, ctx := errgroup.WithContext(t.Context())
	g.SetLimit(4)
	var mu sync.Mutex
	for _, o := range all {
		g.Go(func() error {
			got, err := h.Receive(ctx, assistant.Inbound{
				Tenant: h.tenant, From: account("UANNA"), Text: o.asks(), Key: fmt.Sprint("office", o.n),
				Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: fmt.Sprint("office", o.n)},
			})
			if err != nil {
				return err
			}
			answer, executors, err := h.hearsAnswer(got.Conversation)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			out.executors[o.n] = executors
			out.finished[o.n] = !slices.ContainsFunc(o.finds(), func(ref string) bool { return !strings.Contains(answer, ref) })
			if !out.finished[o.n] {
				t.Logf("request %d is not finished: %s", o.n, cmp.Or(answer, "nobody answered"))
			}
			return nil
		})
	}
	h.ok(g.Wait())
	out.allBilled(h)
	return out
}

// hearsAnswer waits for the answer of a conversation, and gives it with how many executors worked for it.
func (h *house) hearsAnswer(c assistant.ConversationID) (answer string, executors int, err error) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		ms, err := h.db.Conversations.MessagesAfter(h.t.Context(), h.tenant, c, 0, 1000)
		if err != nil {
			return "", 0, err
		}
		executors = 0
		for _, m := range ms {
			switch b := m.Body.(type) { //nolint:gochecksumtype // the rest is no answer
			case assistant.RunStarted:
				executors += len(b.Tasks)
			case assistant.Said:
				if m.Author == assistant.AuthorAssistant {
					answer = m.Content
				}
			case assistant.Failed:
				return m.Content, executors, nil
			}
		}
		if answer != "" {
			return answer, executors, nil
		}
	}
	return "", executors, nil
}

// allBilled tells whether every call of a model stands on the bill of a session, or of the answer that needed none.
func (w worked) allBilled(h *house) {
	h.t.Helper()
	var billed int64
	all, err := h.db.Conversations.Conversations(h.t.Context(), h.tenant, 1_000)
	h.ok(err)
	for _, c := range all {
		ms, err := h.db.Conversations.MessagesAfter(h.t.Context(), h.tenant, c.ID, 0, 1_000)
		h.ok(err)
		for _, m := range ms {
			s, found, err := h.db.Calls.AgentSession(h.t.Context(), h.tenant, assistant.SessionOf(m.ID))
			h.ok(err)
			if !found {
				continue
			}
			billed += s.Cost.Micros
			xs, err := h.db.Calls.Executors(h.t.Context(), h.tenant, s.ID)
			h.ok(err)
			for _, x := range xs {
				billed += x.Cost.Micros
			}
		}
	}
	if billed != int64(len(w.calls)) {
		h.t.Errorf("%d calls of models are on a bill, of %d", billed, len(w.calls))
	}
}

// done is how many requests are finished.
func (w worked) done() (n int) {
	for _, finished := range w.finished {
		if finished {
			n++
		}
	}
	return n
}

// What is aimed at.
const (
	aim              = 0.5   // of what a request costs that one strong agent finishes
	cheaply          = 5     // so many times less, at least, a fast model costs for that
	plannersContext  = 5_000 // tokens
	executorsContext = 1_500 // of the task, its inputs and its tools
	withResults      = 2_000 // of any call of an executor
)

// TestDelegatingCostsHalfOfWhatOneAgentDoes: sixty requests of five to fifteen look-ups are done by one strong agent, and by a planner that
// delegates; and some that take fewer, by a planner that wants to delegate all of them, and may not. What is printed with -sample.all stands
// in docs/recorded/delegating.txt.
func TestDelegatingCostsHalfOfWhatOneAgentDoes(t *testing.T) {
	many, few := sampled.Of(t, offices(60, 5, loop.MaxQueries), 12), sampled.Of(t, offices(20, 1, 4), 5)
	alone, delegates := works(t, many, func(office) bool { return false }), works(t, many, func(office) bool { return true })
	small, eager := works(t, few, func(office) bool { return false }), works(t, few, func(office) bool { return true })
	var out strings.Builder
	fmt.Fprintf(&out, "%d requests of five to fifteen look-ups: %d are finished by one strong agent, %d by a planner with %d executors\n", len(many), alone.done(), delegates.done(), delegates.helped())
	fmt.Fprintf(&out, "%d of at most four: %d are finished by one that wants to delegate each; %d are delegated, %d%% of all\n", len(few), eager.done(), eager.shared(), 100*delegates.shared()/(len(many)+len(few)))
	for _, w := range []struct {
		who string
		of  worked
	}{{"one agent", alone}, {"a planner", delegates}, {"one that looks up itself what is little", small}} {
		fmt.Fprintf(&out, "context of %s: %s\n", w.who, sizes(w.of.contexts(llm.TierStrong)))
	}
	allowed := aim
	if !sampled.All() {
		allowed *= 1.15 // a sample leans to one side
	}
	planners, executors := delegates.contexts(llm.TierStrong), delegates.contexts(llm.TierFast)
	fmt.Fprintf(&out, "context of executors: %s; to begin with: %s\n", sizes(executors), sizes(delegates.first()))
	for _, provider := range []string{assistant.ProviderAnthropic, assistant.ProviderOpenAI, assistant.ProviderGemini} {
		pair := backends.Recommended(provider)
		one, two := alone.costs(t, pair), delegates.costs(t, pair)
		ratio := two / one
		fmt.Fprintf(&out, "%-46s $%.5f a finished request, %.2fx of $%.5f; with those of at most four %.2fx; wanting to delegate these, too, %.2fx\n", pair.Strong+" and "+pair.Fast, two, ratio, one,
			all(t, pair, delegates, small)/all(t, pair, alone, small), all(t, pair, delegates, eager)/all(t, pair, alone, small))
		if strong, fast := alone.costs(t, pair), alone.costs(t, backends.Pair{Strong: pair.Fast}); strong > cheaply*fast && ratio > allowed || ratio > 1 {
			t.Errorf("%s and %s: %.2fx", pair.Strong, pair.Fast, ratio)
		}
	}
	t.Log("\n" + out.String())
	switch p95, e95, begins := percentile(planners, 95), percentile(executors, 95), percentile(delegates.first(), 95); {
	case eager.shared() > 0:
		t.Errorf("%d requests are delegated that take no more than four look-ups", eager.shared())
	case delegates.done() < alone.done() || eager.done() < len(few):
		t.Error("some are not finished")
	case p95 > plannersContext || e95 > withResults || begins > executorsContext:
		t.Errorf("a planner has %d tokens of context, an executor %d, and %d to begin with", p95, e95, begins)
	}
}

// all is what the requests of two lots cost together, for a finished one.
func all(t *testing.T, pair backends.Pair, a, b worked) float64 {
	t.Helper()
	return (a.costs(t, pair)*float64(a.done()) + b.costs(t, pair)*float64(b.done())) / float64(a.done()+b.done())
}

func sizes(sorted []int) string {
	return fmt.Sprintf("%d calls, p50 %d, p95 %d, most %d tokens", len(sorted), percentile(sorted, 50), percentile(sorted, 95), percentile(sorted, 100))
}

// shared is how many requests executors worked on, and helped how many those were.
func (w worked) shared() (n int) {
	for _, of := range w.executors {
		n += min(1, of)
	}
	return n
}

func (w worked) helped() (n int) {
	for _, of := range w.executors {
		n += of
	}
	return n
}
