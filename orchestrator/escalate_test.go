package orchestrator_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// escalatingStory is an agent whose note is refused, which then puts before the supervisor what its client is to read.
func escalatingStory() *crowd {
	return &crowd{play: func(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
		got := results(r)
		switch {
		case got["up-0"] != "":
			return words("So be it: " + got["up-0"]), nil
		case got["pin-0"] != "" && offered(r, loop.ToolEscalate):
			return calls("up", loop.ToolEscalate, `{"reason":"client","question":"The client has to agree to the note. Shall I ask them?"}`), nil
		case len(got) == 0:
			return wants("pin", "pin_note", "closed on Monday"), nil
		default:
			return words("I do not know how to go on."), nil
		}
	}}
}

func (h *house) escalates() assistant.Clarification {
	h.t.Helper()
	h.say("ask", "Dana, pin a note that we are closed on Monday")
	h.decide(h.asksFor("closed on Monday"), assistant.VerdictRejected, "")
	return h.question()
}

// TestAnAgentEscalates: Hans asks whoever wanted the work, with the reason and the ways that there are; the work waits, and goes on with the
// answer, or stops.
func TestAnAgentEscalates(t *testing.T) {
	for name, c := range map[string]struct {
		value, text string
		told        string
	}{
		"goes on":             {value: assistant.EscalationGoOn, told: "So be it: The person chooses: Go on (go_on)"},
		"by its name":         {text: "Try another way", told: "So be it: The person chooses: Try another way (other_way)"},
		"in own words":        {text: "Ask Rita first, she knows them", told: "So be it: The person answers: Ask Rita first"},
		"stops here":          {value: assistant.EscalationStop, told: "All right, it stops here."},
		"stops, in own words": {text: "stop", told: "All right, I have dropped it."},
	} {
		for on, database := range map[string]func() storage.Config{
			"sqlite":   func() storage.Config { return storage.Config{} },
			"postgres": func() storage.Config { return storage.Config{DatabaseURL: servers.Postgres(t)} },
		} {
			t.Run(name+" on "+on, func(t *testing.T) {
				played := escalatingStory()
				h := newHouseOn(t, played, database())
				q := h.escalates()
				intro := strings.Contains(q.Intro, "needs a decision about the client")
				if q.Escalated != assistant.EscalatedClient || len(q.Questions[0].Options) != 3 || !intro {
					t.Errorf("it asks %+v", q)
				}
				for _, m := range h.log() {
					if _, asked := m.Body.(assistant.Asked); asked && (m.Agent != assistant.Chief || m.Person != h.anna) {
						t.Errorf("%s asks %s", m.Agent, m.Person)
					}
				}
				h.says("Dana has put this before Hans: Dana needs a decision about the client to go on.")
				if c.text != "" {
					h.say("answer", c.text)
				} else {
					h.fills(q, c.value)
				}
				h.says(c.told)
				if c.value != assistant.EscalationStop {
					return
				}
				before, run := len(played.asked()), h.run().Run.ID
				h.say("on", "continue")
				awaits(h, func(b assistant.RunStarted) bool { return b.Run.ID != run })
				if now := len(played.asked()); now != before+1 {
					t.Errorf("the agent was asked %d times after it was stopped", now-before)
				}
			})
		}
	}
}

// TestWhoMayNotResumeMayNotDecideWhatWasEscalated, by a press or in words: it lets work go on that somebody else has asked for.
func TestWhoMayNotResumeMayNotDecideWhatWasEscalated(t *testing.T) {
	h := newHouseOf(t, escalatingStory())
	q := h.escalates()
	const mayNot = "Only the person who asked for this, an approver or an admin may decide it."
	goesOn := assistant.Answered{Clarification: q.ID, Values: map[string]string{"answer": assistant.EscalationGoOn}}
	out, err := h.Act(t.Context(), assistant.Act{Tenant: h.tenant, From: account("UBERT"), Body: goesOn})
	if err != nil || out.Done || out.Note != mayNot {
		t.Errorf("Bert lets it go on: %+v, %v", out, err)
	}
	_, err = h.Receive(t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: account("UBERT"), Text: "Go on", Key: "bert",
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
	h.says(mayNot)
	h.fills(q, assistant.EscalationGoOn)
	h.says("So be it")
}

// TestWhatIsEscalatedSurvivesEveryLostWrite: nobody is asked twice, neither people nor models.
func TestWhatIsEscalatedSurvivesEveryLostWrite(t *testing.T) {
	tell := func(c *crowd) *house {
		h := newHouseOf(t, c)
		h.fills(h.escalates(), assistant.EscalationGoOn)
		h.says("So be it")
		return h
	}
	whole := escalatingStory()
	tell(whole)
	for n := range whole.writes - 1 {
		t.Run(fmt.Sprintf("write %d is lost", n+2), func(t *testing.T) {
			c := escalatingStory()
			c.losesAt = n + 2 // the first one is the greeting's
			asked := 0
			for _, m := range tell(c).log() {
				if _, ok := m.Body.(assistant.Asked); ok {
					asked++
				}
			}
			if asked != 1 || len(c.asked()) != 3 {
				t.Errorf("people were asked %d times, the model %d times", asked, len(c.asked()))
			}
		})
	}
}

// endless looks something up in every step, also where it may not any more.
func endless(finds func() error) *crowd {
	c := &crowd{}
	c.looks = func(context.Context) error { return finds() }
	c.play = func(_ context.Context, step int, r llm.Request) (llm.Reply, error) {
		if last := r.Messages[len(r.Messages)-1]; last.Role == llm.RoleUser && strings.Contains(last.Parts[0].Text, "this was put before the person") {
			return words("It goes on: " + last.Parts[0].Text), nil
		}
		return wants(fmt.Sprint("look", step), "read_board", strconv.Itoa(step)), nil
	}
	return c
}

// TestWhatOneRequestMayTakeIsUsedUp: where an agent wants more than there is, it is no failure yet: whoever asked may give as much again.
func TestWhatOneRequestMayTakeIsUsedUp(t *testing.T) {
	c := endless(func() error { return nil })
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note of all that stands on the board")
	q := h.question()
	if q.Escalated != assistant.EscalatedBudget || q.Questions[0].Options[0].Label != "Go on with as much again" {
		t.Errorf("it asks %+v", q)
	}
	if got := len(c.asked()); got != loop.MaxSteps {
		t.Errorf("the model was asked %d times", got)
	}
	h.fills(q, assistant.EscalationGoOn)
	h.says("The person chooses: Go on with as much again (go_on)")
}

// TestWhatFailsAgainAndAgainIsEscalated: the same failure in three steps, whatever was called with; another one in between does not count.
func TestWhatFailsAgainAndAgainIsEscalated(t *testing.T) {
	away := &assistant.Trouble{Problem: assistant.Problem{Side: assistant.SideExecution, Message: assistant.Say("The board is away.")}}
	c := endless(func() error { return away })
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note of all that stands on the board")
	q := h.question()
	if q.Escalated != assistant.EscalatedTechnical || !strings.Contains(q.Questions[0].Text, "The board is away.") || len(c.asked()) != 3 {
		t.Errorf("after %d steps it asks %+v", len(c.asked()), q)
	}
	h.fills(q, assistant.EscalationOther)
	h.says("It goes on")
}
