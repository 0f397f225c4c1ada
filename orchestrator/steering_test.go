package orchestrator_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// pondering is an agent that is at its first step until somebody lets it go on, or gives the step up; then it reads the board once, and
// says what it was told last.
type pondering struct {
	*crowd

	begun, goOn, given chan struct{}
}

func ponders() *pondering {
	p := &pondering{crowd: &crowd{}, begun: make(chan struct{}), goOn: make(chan struct{}), given: make(chan struct{})}
	p.play = func(ctx context.Context, step int, r llm.Request) (llm.Reply, error) {
		newest := r.Messages[len(r.Messages)-1]
		switch {
		case step == 1:
			close(p.begun)
			select {
			case <-p.goOn:
				return wants("look", "read_board", "a"), nil
			case <-ctx.Done():
				close(p.given)
				return llm.Reply{}, context.Cause(ctx)
			}
		case newest.Role == llm.RoleTool:
			return words("I have looked."), nil
		default:
			return words("I heard: " + newest.Parts[len(newest.Parts)-1].Text), nil
		}
	}
	return p
}

// set changes what holds for everybody.
func (h *house) set(change func(*assistant.Settings)) {
	h.t.Helper()
	s, err := h.db.Tenants.Settings(h.t.Context(), h.tenant)
	h.ok(err)
	change(&s)
	h.ok(h.db.Tenants.SaveSettings(h.t.Context(), h.tenant, h.owner, s))
}

// TestWordsThatAreToWaitHaveATurnOfTheirOwn, where it is set so.
func TestWordsThatAreToWaitHaveATurnOfTheirOwn(t *testing.T) {
	p := ponders()
	h := newHouseOf(t, p.crowd)
	h.set(func(s *assistant.Settings) { s.Steering = assistant.SteeringQueue })
	h.say("ask", "Pin a note about the opening hours")
	<-p.begun
	h.say("more", "who are you?")
	close(p.goOn)
	h.says("I have looked.")
	h.says("I heard: ")
	for _, m := range h.log() {
		if strings.Contains(m.Content, "said meanwhile") {
			t.Errorf("they were taken up: %s", m.Content)
		}
	}
	if asked := p.asked(); len(asked) != 3 || !strings.Contains(string(asked[2].Facts)+fmt.Sprint(asked[2].Messages), "who are you?") {
		t.Errorf("asked %d times: %+v", len(asked), asked)
	}
}

// TestWordsThatInterruptAreHeardAtOnce: what was asked before is left within a quarter of a second, nothing of it is done, and the words
// have their turn.
func TestWordsThatInterruptAreHeardAtOnce(t *testing.T) {
	p := ponders()
	h := newHouseOf(t, p.crowd)
	h.set(func(s *assistant.Settings) { s.Steering = assistant.SteeringInterrupt })
	h.say("ask", "Pin a note about the opening hours")
	<-p.begun
	start := time.Now()
	h.say("more", "who are you?")
	<-p.given
	if took := time.Since(start); took > 250*time.Millisecond {
		t.Errorf("it took %v", took)
	}
	h.says("I have left this for what you say now: “who are you?”. Nothing was changed by it.")
	h.says("I heard: ")
}

// TestNobodyInterruptsAnother: where it is set so that words interrupt, it is one's own work that is left for them.
func TestNobodyInterruptsAnother(t *testing.T) {
	p := ponders()
	h := newHouseOf(t, p.crowd)
	h.set(func(s *assistant.Settings) { s.Steering = assistant.SteeringInterrupt })
	h.say("ask", "Pin a note about the opening hours")
	<-p.begun
	_, err := h.Receive(t.Context(), assistant.Inbound{
		Tenant: h.tenant, From: account("UBEN"), Text: "good morning everybody here", Key: "other",
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "1"},
	})
	h.ok(err)
	h.say("own", "who are you?") // and looked at after the other's: it alone interrupts
	<-p.given
	h.says("I have left this for what you say now: “who are you?”")
}

// TestAStopEndsWhatIsBeingLookedUp: also a query that takes long. When it goes on, each of its calls has a result.
func TestAStopEndsWhatIsBeingLookedUp(t *testing.T) {
	begun, given := make(chan struct{}), make(chan struct{})
	c := &crowd{}
	c.looks = func(ctx context.Context) error {
		close(begun)
		<-ctx.Done()
		close(given)
		return context.Cause(ctx)
	}
	c.play = func(_ context.Context, step int, _ llm.Request) (llm.Reply, error) {
		if step == 1 {
			return wants("look", "read_board", "a"), nil
		}
		return words("That is all."), nil
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	<-begun
	start := time.Now()
	h.say("stop", "stop")
	<-given
	if took := time.Since(start); took > 250*time.Millisecond {
		t.Errorf("it took %v", took)
	}
	h.says("I have stopped, as you asked. Nothing was changed by it. Say “continue” if it shall go on.")
	h.say("on", "continue")
	h.says("That is all.")
	asked := c.asked()
	var told strings.Builder
	for _, m := range asked[len(asked)-1].Messages {
		for _, p := range m.Parts {
			if p.Result != nil && p.Result.ID == "look-0" {
				told.WriteString(p.Result.Content)
			}
		}
	}
	if len(asked) != 2 || told.String() != "It was stopped before it gave anything." {
		t.Errorf("asked %d times, and the call's result is %q", len(asked), told.String())
	}
}

// TestNothingStartsOnceAStopIsDurable: also what a standing yes lets run without asking, and though the turn that proposed it was too
// quick to hear the stop.
func TestNothingStartsOnceAStopIsDurable(t *testing.T) {
	c := &crowd{}
	c.play = func(_ context.Context, step int, _ llm.Request) (llm.Reply, error) {
		if step == 1 {
			return wants("pin", "pin_note", "one"), nil
		}
		return words("That is how it went."), nil
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	one := h.asksFor("one")
	// Whoever says stop has it acknowledged before the click is: nothing may come of the click.
	h.say("stop", "stop")
	_ = h.act(assistant.ApprovalDecided{Approval: one.ID, Verdict: assistant.VerdictApproved, Hash: one.Hash})
	awaits(h, func(b assistant.RunFinished) bool { return b.Run == one.Run })
	h.say("after", "thanks")
	h.says("You are welcome.")
	if got := c.board(); len(got) != 0 {
		t.Errorf("after the stop it pinned %q", got)
	}
}

// answered waits for the turn of what somebody said.
func (h *house) answered(text string) {
	h.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		said := assistant.MessageID("none")
		for _, m := range h.log() {
			switch {
			case m.Author == assistant.AuthorUser && m.Content == text:
				said = m.ID
			case m.Cause == said && m.Body.Type() == (assistant.Said{}).Type():
				return
			}
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("%q has no answer", text)
		}
	}
}

// TestWordsThatASessionTookUpHaveNoTurnOfTheirOwn: also where it had gone on after a stop, and the answer to a write of that turn was
// lost.
func TestWordsThatASessionTookUpHaveNoTurnOfTheirOwn(t *testing.T) {
	story := func() (*crowd, *house) {
		c := &crowd{}
		var h *house
		var once sync.Once
		c.play = func(_ context.Context, step int, _ llm.Request) (llm.Reply, error) {
			switch step {
			case 1:
				return wants("pin", "pin_note", "one"), nil
			case 2:
				once.Do(func() { h.say("more", "I mean those of the shop in Bern") })
				return wants("look", "read_board", "a"), nil
			default:
				return words("That is how it went."), nil
			}
		}
		h = newHouseOf(t, c)
		return c, h
	}
	tell := func(h *house) {
		h.say("ask", "Pin a note about the opening hours")
		h.asksFor("one")
		h.say("stop", "stop")
		h.offersToGoOn()
		h.say("on", "continue")
		h.says("That is how it went.")
		h.says("has read what you said meanwhile")
		h.say("after", "thanks")
		h.answered("thanks")
	}
	whole, h := story()
	tell(h)
	for n := range whole.writes {
		c, h := story()
		c.losesAt = n + 1
		tell(h)
		var more assistant.MessageID
		for _, m := range h.log() {
			switch {
			case m.Author == assistant.AuthorUser && strings.Contains(m.Content, "Bern"):
				more = m.ID
			case more != "" && m.Cause == more:
				t.Errorf("write %d is lost, and the words were heard twice: %q", n+1, m.Content)
			}
		}
	}
}

// TestWhatCouldBeReadOfAnAnswerStaysWhenItIsStopped: by its writer, with a line of code's beneath that says that it was stopped.
func TestWhatCouldBeReadOfAnAnswerStaysWhenItIsStopped(t *testing.T) {
	shown, given := make(chan struct{}), make(chan struct{})
	c := &crowd{model: asking(func(ctx context.Context, onText func(string)) error {
		defer close(given)
		for range 3 {
			onText("We open at nine. ")
			time.Sleep(120 * time.Millisecond) // what is shown is paced
		}
		close(shown)
		<-ctx.Done()
		return context.Cause(ctx)
	})}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note about the opening hours")
	<-shown
	h.say("stop", "stop")
	<-given
	h.says("We open at nine. We open at nine.")
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.Said); ok && strings.HasPrefix(m.Content, "We open at nine.") {
			if !strings.HasPrefix(b.Note, "I have stopped, as you asked. Nothing was changed by it.") || m.Author != assistant.AuthorAssistant {
				t.Errorf("%+v", m)
			}
		}
	}
}

// asking is a model whose answer is all that it says while it writes.
type asking func(ctx context.Context, onText func(string)) error

func (a asking) Ask(ctx context.Context, _ llm.Request, onText func(string)) (llm.Reply, error) {
	return llm.Reply{}, a(ctx, onText)
}

// replaces sends a new version of somebody's newest message, as the panel does.
func (h *house) replaces(key, text string) (before assistant.MessageID) {
	h.t.Helper()
	var last assistant.Message
	for _, m := range h.log() {
		if _, said := m.Body.(assistant.Said); said && m.Author == assistant.AuthorUser {
			last = m
		}
	}
	_, err := h.Receive(h.t.Context(), assistant.Inbound{
		Tenant: h.tenant, Person: last.Person, Conversation: last.Conversation, Text: text, Key: key, Replaces: last.ID,
		Place: assistant.Place{Surface: assistant.SurfaceWeb, Channel: string(last.Conversation)},
	})
	h.ok(err)
	return last.ID
}

// TestAMessageThatIsReplacedIsLeftForItsNewVersion: however words are heard that come meanwhile. The new version is answered by itself, no
// model reads the old one with it, and it cannot be gone on with.
func TestAMessageThatIsReplacedIsLeftForItsNewVersion(t *testing.T) {
	for _, set := range []assistant.Steering{assistant.SteeringSteer, assistant.SteeringQueue, assistant.SteeringInterrupt} {
		t.Run(string(set), func(t *testing.T) {
			p := ponders()
			h := newHouseOf(t, p.crowd)
			h.set(func(s *assistant.Settings) { s.Steering = set })
			h.say("ask", "Pin a note about the opening hours")
			<-p.begun
			before := h.replaces("edit", "Pin a note about the shop in Bern")
			<-p.given
			h.says("I have left this for what you say now: “Pin a note about the shop in Bern”. Nothing was changed by it.")
			h.says("I heard: ")
			log := h.log()
			if all := assistant.ExchangesOf(log); !all.Replaced(before) || !all.Shown(log[len(log)-1].Exchange(), "") {
				t.Error("the old version is in sight, or the new one is not")
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			for _, m := range p.requests[len(p.requests)-1].Messages {
				for _, part := range m.Parts {
					if strings.Contains(part.Text, "opening hours") {
						t.Errorf("the model reads what was replaced: %q", part.Text)
					}
				}
			}
		})
	}
}

// TestANewVersionOfSomethingElseHasATurnOfItsOwn: it neither ends what is at work nor is it taken up by it.
func TestANewVersionOfSomethingElseHasATurnOfItsOwn(t *testing.T) {
	p := ponders()
	h := newHouseOf(t, p.crowd)
	h.set(func(s *assistant.Settings) { s.Steering = assistant.SteeringQueue })
	h.say("ask", "Pin a note about the opening hours")
	<-p.begun
	h.say("more", "who are you?")
	h.replaces("edit", "who are you all?")
	close(p.goOn)
	h.says("I have looked.")
	h.says("who are you all?")
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.Thought); ok && b.Heard != "" {
			t.Errorf("it was taken up: %q", m.Content)
		}
	}
}
