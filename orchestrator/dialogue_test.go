package orchestrator_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// dialogue is a planner whose executor finds two boards and asks which one. The planner knows, or asks Anna first.
func dialogue(asksAnna bool) *crowd {
	c := &crowd{}
	c.play = func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
		got := results(r)
		switch {
		case strings.Contains(got["ask-0"], "Which one?") && asksAnna:
			return calls("anna", "ask_user", `{"question":"Which board do you mean?","options":[{"label":"The hall","value":"the hall"},{"label":"The yard","value":"the yard"}]}`), nil
		case strings.Contains(got["ask-0"], "Which one?"):
			return answersExecutor(r, "Take the one in the hall."), nil
		case strings.Contains(got["anna-0"], "The person chooses"):
			return answersExecutor(r, "Take "+strings.TrimPrefix(got["anna-0"], "The person chooses: ")), nil
		case len(got) > 0:
			return words("There is nothing on it."), nil
		}
		return calls("ask", "delegate", `{"agent":"growthLead","task":"Read the board","expects":"count"}`), nil
	}
	c.execs = func(_ context.Context, r llm.Request) (llm.Reply, error) {
		got := results(r)
		switch {
		case len(r.Messages) == 1:
			return wants("look", "read_board", "all"), nil
		case got["look-0"] != "":
			return calls("up", "ask_planner", `{"question":"I have found two. Which one?","options":["hall","yard"]}`), nil
		default:
			return calls("say", "report", `{"summary":"There is nothing on it.","data":{"count":0,"told":`+quoted(got["up-0"])+`}}`), nil
		}
	}
	return c
}

var asker = regexp.MustCompile(`executor \\?"([0-9a-f-]{36})\\?"`)

// answersExecutor answers the question that a request tells of, wherever it stands.
func answersExecutor(r llm.Request, answer string) llm.Reply {
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			if p.Result == nil {
				continue
			}
			if found := asker.FindStringSubmatch(p.Result.Content); found != nil {
				return calls("tell", "answer_executor", fmt.Sprintf(`{"executor":%q,"answer":%q}`, found[1], answer))
			}
		}
	}
	return words("Nobody has asked.")
}

// talks plays the dialogue to its end.
func (h *house) talks(asksAnna bool) {
	h.t.Helper()
	h.say("ask", "Pin a note of what stands on the board")
	if asksAnna {
		awaits(h, anyOf[assistant.Asked])
		h.say("answer", "The yard")
	}
	h.says("There is nothing on it.")
	awaits(h, func(b assistant.Said) bool { return b.Final })
}

// TestAnExecutorAsksAndGoesOn: the question comes up as data, with who has asked it; the answer goes to the same executor, which goes on in
// its session; people read both as lines of the dialogue.
func TestAnExecutorAsksAndGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		asksAnna, apart bool
		told            string
	}{
		"its planner knows": {false, false, "Take the one in the hall."}, "a person knows": {true, false, "the yard"},
		"its planner knows, on another replica": {false, true, "Take the one in the hall."}, "a person knows, and it is on another replica": {true, true, "the yard"},
	} {
		t.Run(name, func(t *testing.T) {
			played := dialogue(c.asksAnna)
			played.apart = c.apart
			h := newHouseOf(t, played)
			h.talks(c.asksAnna)
			if len(played.executed) != 3 || !strings.Contains(results(played.executed[2])["up-0"], c.told) {
				t.Fatalf("executors were asked %d times, and told %q", len(played.executed), results(played.executed[len(played.executed)-1]))
			}
			if told := results(played.asked()[1])["ask-0"]; !strings.Contains(told, "«data»") || !strings.Contains(told, "It may be: hall; yard") {
				t.Errorf("the planner is told %q", told)
			}
			var lines []string
			parents := 0
			for _, m := range h.log() {
				if m.Kind == assistant.KindThinking {
					lines = append(lines, m.Content)
				}
				if b, ok := m.Body.(assistant.RunStarted); ok && b.Tasks[0].Parent != "" {
					parents++
				}
			}
			for _, want := range []string{"Dana asks Hans: “I have found two. Which one?”", "Hans answers Dana: “"} {
				if !strings.Contains(strings.Join(lines, "\n"), want) {
					t.Errorf("nobody reads %q:\n%s", want, strings.Join(lines, "\n"))
				}
			}
			if parents != 1 {
				t.Errorf("%d tasks go on from another", parents)
			}
		})
	}
}

// TestNoTurnOfADialogueIsPaidTwice: the answer to each write is lost, of the tasks and of the turns. No question is lost, and nothing is
// asked again.
func TestNoTurnOfADialogueIsPaidTwice(t *testing.T) {
	whole := dialogue(false)
	newHouseOf(t, whole).talks(false)
	for n := range max(whole.taskWrites, whole.writes) {
		for _, of := range []string{"tasks", "turns"} {
			t.Run(fmt.Sprintf("write %d of the %s is lost", n+1, of), func(t *testing.T) {
				t.Parallel()
				c := dialogue(false)
				if of == "tasks" {
					c.losesTaskAt = n + 1
				} else {
					c.losesAt = n + 2 // the first one is the greeting's
				}
				newHouseOf(t, c).talks(false)
				c.mu.Lock()
				defer c.mu.Unlock()
				if len(c.requests) != 3 || len(c.executed) != 3 || c.looked != 1 {
					t.Errorf("the planner was asked %d times, executors %d times, the board was read %d times", len(c.requests), len(c.executed), c.looked)
				}
			})
		}
	}
}
