package orchestrator_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// pair is a planner with two executors: the one in the hall finds two boards and asks which one, the one in the yard takes its time.
type pair struct {
	*crowd

	yard    chan struct{} // lets the one in the yard go on
	release func()
}

// pairOf plays the planner's steps behind the first one.
func pairOf(then func(step int, r llm.Request) llm.Reply) *pair {
	p := &pair{crowd: &crowd{}, yard: make(chan struct{})}
	p.release = sync.OnceFunc(func() { close(p.yard) })
	p.play = func(_ context.Context, step int, r llm.Request) (llm.Reply, error) {
		if step > 1 {
			return then(step, r), nil
		}
		return calls("ask", "delegate", `{"agent":"growthLead","task":"Read the board in the hall","expects":"count"}`,
			"delegate", `{"agent":"researchAgent","task":"Read the board in the yard","expects":"count"}`), nil
	}
	p.execs = func(ctx context.Context, r llm.Request) (llm.Reply, error) {
		got := results(r)
		switch {
		case strings.Contains(orderedOf(r), "yard"):
			select {
			case <-p.yard:
			case <-ctx.Done():
				return llm.Reply{}, context.Cause(ctx)
			}
			return looksAndReports(ctx, r)
		case len(r.Messages) == 1:
			return wants("look", "read_board", "all"), nil
		case got["look-0"] != "":
			return calls("up", "ask_planner", `{"question":"I have found two. Which one?","options":["left","right"]}`), nil
		default:
			return calls("say", "report", `{"summary":"There is nothing on it.","data":{"count":0,"told":`+quoted(got["up-0"])+`}}`), nil
		}
	}
	return p
}

// toldIn is all that a request tells, in one text.
func toldIn(r llm.Request) string {
	var all []string
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			if p.Text != "" {
				all = append(all, p.Text)
			}
			if p.Result != nil {
				all = append(all, p.Result.ID+": "+p.Result.Content)
			}
		}
	}
	return strings.Join(all, "\n")
}

// knows is a planner that answers the question from what it knows.
func knows(_ int, r llm.Request) llm.Reply {
	switch {
	case strings.Contains(toldIn(r), "in the yard\""):
		return words("Both have reported.")
	case strings.Contains(results(r)["ask-0"], "Which one?"):
		return answersExecutor(r, "Take the left one.")
	default:
		return words("I cannot say yet.")
	}
}

// asksAnna is a planner that asks the person first.
func asksAnna(step int, r llm.Request) llm.Reply {
	switch got := results(r); {
	case strings.Contains(got["ask-0"], "Which one?"):
		return calls("anna", "ask_user", `{"question":"Which board do you mean?","options":[{"label":"The left one","value":"left"},{"label":"The right one","value":"right"}]}`)
	case strings.Contains(toldIn(r), "The person chooses") && !strings.Contains(toldIn(r), "tell-0"):
		return answersExecutor(r, "Take the one that the person chooses.")
	default:
		return knows(step, r)
	}
}

// ended waits until so many runs have ended.
func (h *house) ended(n int) {
	h.t.Helper()
	awaits(h, func(assistant.RunFinished) bool {
		over := map[assistant.RunID]bool{}
		for _, m := range h.log() {
			if b, ok := m.Body.(assistant.RunFinished); ok {
				over[b.Run] = true
			}
		}
		return len(over) >= n
	})
}

// TestAQuestionReachesItsPlannerWhileOthersWork: the planner is told of it at once, and that the other one is at work still; whoever asked goes
// on with the answer and reports. The planner is asked again once all have ended, and never in between.
func TestAQuestionReachesItsPlannerWhileOthersWork(t *testing.T) {
	for name, c := range map[string]struct {
		plays func(int, llm.Request) llm.Reply
		apart bool
		steps int
	}{
		"its planner knows": {knows, false, 3}, "a person knows": {asksAnna, false, 4},
		"its planner knows, on another replica": {knows, true, 3}, "a person knows, and it is on another replica": {asksAnna, true, 4},
	} {
		t.Run(name, func(t *testing.T) {
			p := pairOf(c.plays)
			defer p.release()
			p.apart = c.apart
			h := newHouseOf(t, p.crowd)
			h.say("ask", "Pin a note of what stands on the two boards")
			if c.steps == 4 {
				awaits(h, anyOf[assistant.Asked])
				h.say("answer", "The left one")
			}
			h.ended(1) // of the answer's run: the other one is at work
			asked := p.asked()
			if len(asked) != c.steps-1 {
				t.Fatalf("the planner was asked %d times while somebody is at work", len(asked))
			}
			if got := results(asked[1]); !strings.Contains(got["ask-0"], "Which one?") || !strings.Contains(got["ask-1"], "still at work") {
				t.Errorf("it is told %q", got)
			}
			p.release()
			h.says("Both have reported.")
			awaits(h, func(b assistant.Said) bool { return b.Final })
			asked = p.asked()
			last := asked[len(asked)-1]
			if len(asked) != c.steps || !strings.Contains(results(llm.Request{Messages: last.Messages[:len(last.Messages)-1]})["tell-0"], `"told"`) {
				t.Errorf("the planner was asked %d times, at last with\n%s", len(asked), toldIn(last))
			}
			if late := last.Messages[len(last.Messages)-1]; late.Role != llm.RoleUser || !strings.Contains(late.Parts[0].Text, "still at work has ended") || !strings.Contains(late.Parts[0].Text, "«data»") {
				t.Errorf("of the other one it is told %+v", late)
			}
			h.executorsEnded(awaits(h, anyOf[assistant.RunStarted]).Run.Session, assistant.OutcomeReported)
		})
	}
}

// TestWordsWhileOthersWorkAreShownToNobody, and end nothing: the planner goes on with the report, and may answer the question then.
func TestWordsWhileOthersWorkAreShownToNobody(t *testing.T) {
	p := pairOf(func(step int, r llm.Request) llm.Reply {
		switch step {
		case 2:
			return words("I wait for the yard.")
		case 3:
			return answersExecutor(r, "Take the left one.")
		default:
			return words("Both have reported.")
		}
	})
	defer p.release()
	h := newHouseOf(t, p.crowd)
	h.say("ask", "Pin a note of what stands on the two boards")
	h.says("Hans waits for what is still being looked up")
	p.release()
	h.says("Both have reported.")
	awaits(h, func(b assistant.Said) bool { return b.Final })
	if last := toldIn(p.asked()[3]); len(p.asked()) != 4 || !strings.Contains(last, "I wait for the yard") && !strings.Contains(last, "in the yard") {
		t.Errorf("asked %d times, at last with\n%s", len(p.asked()), last)
	}
	for _, m := range h.log() {
		if strings.Contains(m.Content, "I wait for the yard") {
			t.Errorf("people read %q", m.Content)
		}
	}
}

// TestNothingIsLostOfAQuestionBesideOthers: the answer to each write is lost, of the tasks and of the turns, while the other one reports whenever
// it likes. Nobody is asked twice, and both reports arrive.
func TestNothingIsLostOfAQuestionBesideOthers(t *testing.T) {
	plays := func(p **pair) func(int, llm.Request) llm.Reply {
		return func(step int, r llm.Request) llm.Reply {
			(*p).release()
			return knows(step, r)
		}
	}
	tell := func(t *testing.T, p *pair) {
		t.Helper()
		h := newHouseOf(t, p.crowd)
		h.say("ask", "Pin a note of what stands on the two boards")
		h.says("Both have reported.")
		awaits(h, func(b assistant.Said) bool { return b.Final })
		h.ended(2)
	}
	var whole *pair
	whole = pairOf(plays(&whole))
	tell(t, whole)
	for n := range max(whole.taskWrites, whole.writes) {
		for _, of := range []string{"tasks", "turns"} {
			t.Run(fmt.Sprintf("write %d of the %s is lost", n+1, of), func(t *testing.T) {
				t.Parallel()
				var p *pair
				p = pairOf(plays(&p))
				if of == "tasks" {
					p.losesTaskAt = n + 1
				} else {
					p.losesAt = n + 2 // the first one is the greeting's
				}
				tell(t, p)
				p.mu.Lock()
				defer p.mu.Unlock()
				if len(p.requests) != 3 || len(p.executed) != 5 || p.looked != 2 {
					t.Errorf("the planner was asked %d times, executors %d times, boards were read %d times", len(p.requests), len(p.executed), p.looked)
				}
			})
		}
	}
}

// TestNobodyWorksForAPlannerThatWasStopped: a stop while the planner thinks about a question, or while a person is asked, ends what others
// are at work on for it. "Continue" goes on with what there is.
func TestNobodyWorksForAPlannerThatWasStopped(t *testing.T) {
	for name, asks := range map[string]bool{"while it thinks": false, "while a person is asked": true} {
		t.Run(name, func(t *testing.T) {
			thinks := make(chan struct{})
			p := pairOf(nil)
			defer p.release()
			first := p.play
			p.play = func(ctx context.Context, step int, r llm.Request) (llm.Reply, error) {
				switch {
				case step == 1:
					return first(ctx, step, r)
				case step == 2 && asks:
					return asksAnna(step, r), nil
				case step == 2:
					close(thinks)
					<-ctx.Done()
					return llm.Reply{}, context.Cause(ctx)
				default:
					return words("That is how it went."), nil
				}
			}
			h := newHouseOf(t, p.crowd)
			h.say("ask", "Pin a note of what stands on the two boards")
			run := awaits(h, anyOf[assistant.RunStarted]).Run
			if asks {
				awaits(h, anyOf[assistant.Asked])
			} else {
				<-thinks
			}
			h.say("stop", "stop")
			h.cancelled(run.ID)
			h.offersToGoOn()
			h.say("on", "continue")
			h.says("That is how it went.")
			last := p.asked()[len(p.asked())-1]
			if !strings.Contains(toldIn(last), "It was stopped before") || !strings.Contains(toldIn(last), "wants you to go on") {
				t.Errorf("it goes on with\n%s", toldIn(last))
			}
			if len(p.executed) > 3 {
				t.Errorf("executors were asked %d times", len(p.executed))
			}
		})
	}
}

// TestAYesWhileSomethingIsLookedUpIsNotTooEarly: there is nothing that it could be about.
func TestAYesWhileSomethingIsLookedUpIsNotTooEarly(t *testing.T) {
	c := twoLook()
	c.execs = func(ctx context.Context, _ llm.Request) (llm.Reply, error) {
		<-ctx.Done()
		return llm.Reply{}, context.Cause(ctx)
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note of what stands on the two boards")
	run := awaits(h, anyOf[assistant.RunStarted]).Run
	h.say("yes", "yes")
	h.says("There is nothing to decide on yet: Hans is having something looked up")
	h.say("stop", "stop")
	h.cancelled(run.ID)
}
