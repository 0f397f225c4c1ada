package bots_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// beginsWithNico is how a turn begins that somebody else answers.
func beginsWithNico() []assistant.Message {
	return []assistant.Message{
		thinks(assistant.Chief, assistant.PhaseRouting, "", "Hans is choosing Nico: he was asked by name."),
		{
			Kind: assistant.KindStatus, Agent: assistant.Chief, Cause: "cause", Content: "Hans is handing this off to Web Engineer Nico.",
			Body: assistant.Routed{From: assistant.Chief, To: []assistant.AgentID{assistant.WebEngineer}},
		},
	}
}

// answers is how it ends.
func answers(text string) assistant.Message {
	m := answer(text)
	m.Agent, m.Cause = assistant.WebEngineer, "cause"
	return m
}

// handed counts the posts that say who took over.
func (d *desk) handed() int {
	d.Helper()
	n := 0
	for _, m := range d.fake.Posted("C1", d.root) {
		if strings.Contains(string(m.Blocks), ":arrow_right: Hans is handing this off") {
			n++
		}
	}
	return n
}

func (d *desk) told() {
	d.Helper()
	if n := d.handed(); n != 1 {
		d.Errorf("%d posts say who took over", n)
	}
	if n := d.store.intended(); n != 0 || d.store.ready {
		d.Errorf("%d posts are still looked for, ready %v", n, d.store.ready)
	}
}

func TestAQuickAnswerSaysWhoTookOver(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(append(beginsWithNico(), answers("Three steps."))...)
	d.deliverAll()
	d.shows("Three steps.")
	d.told()
	d.store.ready = true
	d.deliverAll()
	if n := d.fake.Calls("chat.postMessage") + d.fake.Calls("chat.update"); n != 1 {
		t.Errorf("%d calls", n)
	}
}

func TestASlowAnswerComesAfterTheHandOff(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(beginsWithNico()...)
	d.deliverAll()
	d.store.say(answers("Three steps."))
	d.deliverAll()
	d.shows("Hans is handing this off to Web Engineer Nico.", "Three steps.")
	d.told()
}

func TestAHandOffThatWaitsForTheChannelGoesWithTheAnswer(t *testing.T) {
	d := newDesk(t, nil)
	d.fake.Fault("chat.postMessage", fakeslack.Fault{Status: 429})
	d.store.say(beginsWithNico()...)
	d.deliver()
	d.store.say(answers("Three steps."))
	d.deliverAll()
	d.shows("Three steps.")
	d.told()
}

// Whoever goes on after a crash shows both once, wherever it came.
func TestAnAnswerWithItsHandOffIsPostedOnce(t *testing.T) {
	for name, fail := range map[string]func(*desk){
		"before the intent":           func(d *desk) { d.store.loseAt = "intend" },
		"after the post":              func(d *desk) { d.store.loseAt = "release" },
		"the post's answer is lost":   func(d *desk) { d.fake.Fault("chat.postMessage", fakeslack.Fault{Cut: true}) },
		"the post never came through": func(d *desk) { d.fake.Fault("chat.postMessage", fakeslack.Fault{Status: 500}) },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, nil)
			fail(d)
			d.store.say(append(beginsWithNico(), answers("Three steps."))...)
			d.deliver()
			d.store.mu.Lock()
			d.store.token, d.store.ready = "", true // the claim of who died is over
			d.store.mu.Unlock()
			d.deliverAll()
			d.shows("Three steps.")
			d.told()
		})
	}
}

func TestThinkingThatGrowsIsShownByItself(t *testing.T) {
	d := newDesk(t, nil)
	d.store.say(append(beginsWithNico(), answers("Three steps."))...)
	d.deliverAll()
	d.store.say(thinks(assistant.WebEngineer, assistant.PhaseExecution, "", "Looking once more"))
	d.deliverAll()
	d.shows("Three steps.", "Hans is handing this off to Web Engineer Nico.")
}

func TestAnotherTurnsHandOffStaysItsOwn(t *testing.T) {
	d := newDesk(t, nil)
	other := answers("Something else.")
	other.Cause = "another"
	d.store.say(append(beginsWithNico(), other)...)
	d.deliverAll()
	d.shows("Hans is handing this off to Web Engineer Nico.", "Something else.")
	if d.outcomes[bots.OutcomePosted] != 2 {
		t.Errorf("outcomes: %v", d.outcomes)
	}
}
