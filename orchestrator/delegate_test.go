package orchestrator_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// twoLook is a planner that has two things looked up at once and says what came of it. Its executors look once and report what they saw.
func twoLook() *crowd {
	c := &crowd{}
	c.play = func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
		if got := results(r); len(got) > 0 {
			return words("Both have reported."), nil
		}
		return calls("ask", "delegate", `{"agent":"growthLead","task":"Read the board in the hall","expects":"count"}`,
			"delegate", `{"agent":"researchAgent","task":"Read the board in the yard","inputs":"it is behind the house"}`), nil
	}
	c.execs = looksAndReports
	return c
}

func looksAndReports(_ context.Context, r llm.Request) (llm.Reply, error) {
	if len(results(r)) == 0 {
		return wants("look", "read_board", orderedOf(r)), nil
	}
	return calls("say", "report", `{"summary":"There is nothing on it.","data":{"count":0,"where":`+quoted(orderedOf(r))+`}}`), nil
}

// orderedOf is what an executor is told to look up.
func orderedOf(r llm.Request) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(r.Messages[0].Parts[0].Text, "Task: "), "\n")
	return first
}

// TestExecutorsWorkBesideEachOther: both are at work at the same time, each knows its task alone, and the planner, whose turn has ended
// meanwhile, is told what each has reported, as data.
func TestExecutorsWorkBesideEachOther(t *testing.T) {
	c := twoLook()
	in, both := make(chan struct{}, 2), make(chan struct{})
	c.looks = func(ctx context.Context) error {
		in <- struct{}{}
		select {
		case <-both:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note of what stands on the two boards")
	for range 2 {
		<-in // neither ends before the other has begun
	}
	close(both)
	h.says("Both have reported.")
	run := awaits(h, anyOf[assistant.RunStarted])
	if got := []assistant.AgentID{run.Tasks[0].Owner, run.Tasks[1].Owner}; got[0] != assistant.GrowthLead || got[1] != assistant.ResearchAgent {
		t.Errorf("the tasks are of %v", got)
	}
	h.executorsEnded(run.Run.Session, assistant.OutcomeReported)
	asked := c.asked()
	if len(asked) != 2 || len(c.executed) != 4 {
		t.Fatalf("the planner was asked %d times, executors %d times", len(asked), len(c.executed))
	}
	told := results(asked[1])
	for id, where := range map[string]string{"ask-0": "in the hall", "ask-1": "in the yard"} {
		if !strings.Contains(told[id], "«data»") || !strings.Contains(told[id], where) || !strings.Contains(told[id], `"count":0`) {
			t.Errorf("of %s it is told %q", id, told[id])
		}
	}
	for _, r := range c.executed {
		raw, err := json.Marshal(r)
		h.ok(err)
		if strings.Contains(string(raw), "two boards") || r.Tier != llm.TierFast {
			t.Errorf("an executor is told of the conversation: %s", raw)
		}
	}
}

// TestNoExecutorIsPaidTwice: the answer to each write of the tasks, and of the turns, is lost. Whoever goes on asks no model again.
func TestNoExecutorIsPaidTwice(t *testing.T) {
	whole := twoLook()
	newHouseOf(t, whole).looksUp()
	if whole.taskWrites < 4 || whole.writes < 3 {
		t.Fatalf("%d and %d writes", whole.taskWrites, whole.writes)
	}
	for n := range max(whole.taskWrites, whole.writes) {
		for _, of := range []string{"tasks", "turns"} {
			t.Run(fmt.Sprintf("write %d of the %s is lost", n+1, of), func(t *testing.T) {
				t.Parallel()
				c := twoLook()
				if of == "tasks" {
					c.losesTaskAt = n + 1
				} else {
					c.losesAt = n + 2 // the first one is the greeting's
				}
				newHouseOf(t, c).looksUp()
				c.mu.Lock()
				defer c.mu.Unlock()
				if len(c.requests) != 2 || len(c.executed) != 4 {
					t.Errorf("the planner was asked %d times, executors %d times", len(c.requests), len(c.executed))
				}
			})
		}
	}
}

// looksUp plays the story to its end.
func (h *house) looksUp() {
	h.t.Helper()
	h.say("ask", "Pin a note of what stands on the two boards")
	h.says("Both have reported.")
	awaits(h, anyOf[assistant.RunFinished])
}

// TestAStopReachesExecutors: it ends what their models are asked, nobody is asked anything after it, and no executor goes on.
func TestAStopReachesExecutors(t *testing.T) {
	c := twoLook()
	begun, ended := make(chan struct{}, 4), make(chan struct{}, 4)
	c.execs = func(ctx context.Context, _ llm.Request) (llm.Reply, error) {
		begun <- struct{}{}
		<-ctx.Done()
		ended <- struct{}{}
		return llm.Reply{}, context.Cause(ctx)
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note of what stands on the two boards")
	run := awaits(h, anyOf[assistant.RunStarted]).Run
	for range 2 {
		<-begun
	}
	h.say("stop", "stop")
	for range 2 {
		<-ended
	}
	over := awaits(h, func(b assistant.RunFinished) bool { return b.Run == run.ID })
	if over.Status != assistant.RunCancelled || len(c.executed) != 2 || len(c.asked()) != 1 {
		t.Errorf("%s, executors were asked %d times, the planner %d times", over.Status, len(c.executed), len(c.asked()))
	}
	h.executorsEnded(run.Session, assistant.OutcomeStopped)
}

// executorsEnded looks at what is kept of the executors of a planner's session.
func (h *house) executorsEnded(planner assistant.AgentSessionID, how assistant.SessionOutcome) {
	h.t.Helper()
	all, err := h.db.Calls.Executors(h.t.Context(), h.tenant, planner)
	h.ok(err)
	for _, s := range all {
		if s.Outcome != how || s.Task == "" || s.Tier != string(llm.TierFast) || s.RequestedBy != h.anna {
			h.t.Errorf("an executor is kept as %+v", s)
		}
	}
	if len(all) != 2 {
		h.t.Errorf("%d executors are kept", len(all))
	}
}

// TestAnExecutorThatWantsToChangeSomethingIsRefused: it is told that it may only read, and nobody is asked about it.
func TestAnExecutorThatWantsToChangeSomethingIsRefused(t *testing.T) {
	c := twoLook()
	c.execs = func(ctx context.Context, r llm.Request) (llm.Reply, error) {
		if got := results(r); len(got) > 0 && got["pin-0"] == "" {
			return looksAndReports(ctx, r)
		}
		if len(results(r)) == 0 {
			return wants("pin", "pin_note", "I was here"), nil
		}
		return wants("look", "read_board", "a"), nil
	}
	h := newHouseOf(t, c)
	h.looksUp()
	refused := 0
	for _, r := range c.executed {
		if strings.Contains(results(r)["pin-0"], "You may only read.") {
			refused++
		}
	}
	if refused != 2 || len(c.board()) > 0 {
		t.Errorf("refused %d times, on the board %v", refused, c.board())
	}
}

// TestMoreExecutorsThanThereMayBeAreRefused: forty at once become eight; the model is told of each of the others, and of the budget's end.
func TestMoreExecutorsThanThereMayBeAreRefused(t *testing.T) {
	c := &crowd{execs: looksAndReports}
	c.play = func(_ context.Context, step int, _ llm.Request) (llm.Reply, error) {
		var all []string
		for i := range 40 {
			all = append(all, "delegate", fmt.Sprintf(`{"task":"Read board %d of step %d"}`, i, step))
		}
		if step > 3 {
			return words("Both have reported."), nil
		}
		return calls("ask", all...), nil
	}
	h := newHouseOf(t, c)
	h.looksUp()
	started := 0
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.RunStarted); ok {
			if started += len(b.Tasks); len(b.Tasks) > assistant.MostDelegated {
				t.Errorf("%d tasks at once", len(b.Tasks))
			}
		}
	}
	told := results(c.asked()[1])
	refused := 0
	for _, said := range told {
		if strings.HasPrefix(said, "Not d") {
			refused++
		}
	}
	if len(told) != 40 || refused != 32 || started == 0 || started > 16 {
		t.Errorf("of %d calls %d are refused; %d executors in all", len(told), refused, started)
	}
}

// TestAnExecutorWithoutAResultIsToldOfSo: the planner goes on with what the other one has found.
func TestAnExecutorWithoutAResultIsToldOfSo(t *testing.T) {
	c := twoLook()
	c.execs = func(ctx context.Context, r llm.Request) (llm.Reply, error) {
		if strings.Contains(orderedOf(r), "yard") {
			return words("I have delegated that to Dana."), nil
		}
		return looksAndReports(ctx, r)
	}
	h := newHouseOf(t, c)
	h.looksUp()
	told := results(c.asked()[1])
	if !strings.Contains(told["ask-0"], `"count":0`) || !strings.Contains(told["ask-1"], "no result") {
		t.Errorf("it is told %q", told)
	}
}
