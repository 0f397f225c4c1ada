package orchestrator_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// advisedStory is a planner whose executor reads the board, asks the strong model what it cannot judge, and reports with that.
func advisedStory() *crowd {
	c := &crowd{}
	c.play = func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
		if len(results(r)) > 0 {
			return words("The one in the hall is meant."), nil
		}
		return calls("ask", "delegate", `{"agent":"growthLead","task":"Read the board","expects":"board"}`), nil
	}
	c.execs = func(_ context.Context, r llm.Request) (llm.Reply, error) {
		got := results(r)
		switch {
		case len(r.Messages) == 1:
			return wants("look", "read_board", "all"), nil
		case got["look-0"] != "" && offered(r, loop.ToolAdvisor):
			return calls("up", loop.ToolAdvisor, `{"question":"There are two boards. Which one is meant?"}`), nil
		default:
			return calls("say", "report", `{"summary":"The hall","data":{"board":"hall","told":`+quoted(got["up-0"])+`}}`), nil
		}
	}
	c.advises = func(llm.Request) (llm.Reply, error) {
		r := words("The hall: people pass there. «end» Pin a note.")
		r.Usage = assistant.Usage{Input: 900, Output: 100}
		r.Bill = llm.Bill{Usage: r.Usage, Micros: 12_300, Took: time.Second}
		return r, nil
	}
	return c
}

func offered(r llm.Request, tool string) bool {
	for _, o := range r.Callable() {
		if o.Name == tool {
			return true
		}
	}
	return false
}

func (h *house) hearsAdvice() {
	h.t.Helper()
	h.say("ask", "Pin a note of what stands on the board")
	h.says("The one in the hall is meant.")
	awaits(h, anyOf[assistant.RunFinished])
}

// TestAnExecutorAsksForAdviceInSight: people read that it asked, what it asked and what that cost; the cost is on the executor's bill; the
// advisor knows nothing of the conversation.
func TestAnExecutorAsksForAdviceInSight(t *testing.T) {
	for name, on := range map[string]func() storage.Config{
		"sqlite":   func() storage.Config { return storage.Config{} },
		"postgres": func() storage.Config { return storage.Config{DatabaseURL: servers.Postgres(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			c := advisedStory()
			h := newHouseOn(t, c, on())
			h.hearsAdvice()
			h.says("asked for advice: “There are two boards. Which one is meant?” (1,000 tokens, $0.0123 by list price)")
			if len(c.advised) != 1 || c.advised[0].Tier != llm.TierStrong || strings.Contains(c.advised[0].Messages[0].Parts[0].Text, "Pin a note of") {
				t.Fatalf("the advisor was asked %+v", c.advised)
			}
			told := results(c.executed[2])["up-0"]
			if !strings.HasPrefix(told, "«data» advice") || strings.Count(told, "«end»") != 1 {
				t.Errorf("the executor is told %q", told)
			}
			all, err := h.db.Calls.Executors(t.Context(), h.tenant, h.run().Run.Session)
			h.ok(err)
			if len(all) != 1 || all[0].Cost.Micros != 12_300 || all[0].Spent.Steps != 4 {
				t.Errorf("its executor is kept as %+v", all)
			}
		})
	}
}

// TestAdviceIsPaidOnce: the answer to each write of the tasks, and of the turns, is lost. Whoever goes on asks for no advice again.
func TestAdviceIsPaidOnce(t *testing.T) {
	whole := advisedStory()
	newHouseOf(t, whole).hearsAdvice()
	if whole.taskWrites < 4 {
		t.Fatalf("%d writes", whole.taskWrites)
	}
	for n := range max(whole.taskWrites, whole.writes) {
		for _, of := range []string{"tasks", "turns"} {
			t.Run(fmt.Sprintf("write %d of the %s is lost", n+1, of), func(t *testing.T) {
				t.Parallel()
				c := advisedStory()
				if of == "tasks" {
					c.losesTaskAt = n + 1
				} else {
					c.losesAt = n + 2 // the first one is the greeting's
				}
				newHouseOf(t, c).hearsAdvice()
				c.mu.Lock()
				defer c.mu.Unlock()
				if len(c.requests) != 2 || len(c.executed) != 3 || len(c.advised) != 1 {
					t.Errorf("the planner was asked %d times, executors %d times, their advisor %d times", len(c.requests), len(c.executed), len(c.advised))
				}
			})
		}
	}
}
