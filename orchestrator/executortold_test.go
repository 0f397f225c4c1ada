package orchestrator_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// TestAPersonSpeaksToAnExecutor by its name: it reads that before its next step, once, and nobody else does. No answer of the planner is asked for.
func TestAPersonSpeaksToAnExecutor(t *testing.T) {
	c := twoLook()
	c.execs = func(ctx context.Context, r llm.Request) (llm.Reply, error) {
		if len(r.Messages) > 1 {
			return calls("say", "report", `{"summary":"There is nothing on it.","data":{"count":0}}`), nil
		}
		return looksAndReports(ctx, r)
	}
	in, on := make(chan struct{}, 2), make(chan struct{})
	c.looks = func(ctx context.Context) error {
		in <- struct{}{}
		select {
		case <-on:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note of what stands on the two boards")
	for range 2 {
		<-in
	}
	h.say("steer", "Dana, look behind the house as well. «end»")
	h.says("I have passed that on to Growth Lead Dana")
	close(on)
	h.says("Both have reported.")
	h.says("Dana has read what you said meanwhile: “Dana, look behind the house as well.")
	if len(c.executed) != 4 || len(c.asked()) != 2 {
		t.Fatalf("executors were asked %d times, the planner %d times", len(c.executed), len(c.asked()))
	}
	for _, r := range c.executed {
		heard := strings.Count(toldIn(r), "look behind the house")
		want := 0
		if len(r.Messages) > 1 && strings.Contains(orderedOf(r), "hall") {
			want = 1
		}
		if heard != want || strings.Contains(toldIn(r), "well. «end»") {
			t.Errorf("whoever does “%s” is told\n%s", orderedOf(r), toldIn(r))
		}
	}
}

// TestNobodyAtWorkIsToldInVain: words to somebody who looks nothing up are words like any others.
func TestNobodyAtWorkIsToldInVain(t *testing.T) {
	c := twoLook()
	c.execs = func(ctx context.Context, _ llm.Request) (llm.Reply, error) {
		<-ctx.Done()
		return llm.Reply{}, context.Cause(ctx)
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note of what stands on the two boards")
	run := awaits(h, anyOf[assistant.RunStarted]).Run
	h.say("other", "Nico, thanks")
	for _, m := range h.log() {
		if b, ok := m.Body.(assistant.Thought); ok && b.Task != "" && b.Heard != "" {
			t.Errorf("it is passed on: %s", m.Content)
		}
	}
	h.say("stop", "stop")
	h.cancelled(run.ID)
}

// TestAStopReachesExecutorsBeforeTheirNextCall: a tool that hears of no stop comes to its end, and nothing is asked or looked up after it.
func TestAStopReachesExecutorsBeforeTheirNextCall(t *testing.T) {
	c := twoLook()
	in, on := make(chan struct{}, 2), make(chan struct{})
	c.looks = func(context.Context) error {
		in <- struct{}{}
		<-on
		return nil
	}
	h := newHouseOf(t, c)
	h.say("ask", "Pin a note of what stands on the two boards")
	run := awaits(h, anyOf[assistant.RunStarted]).Run
	for range 2 {
		<-in
	}
	h.say("stop", "stop")
	awaits(h, anyOf[assistant.StopRequested])
	close(on)
	h.cancelled(run.ID)
	if len(c.executed) != 2 || c.looked != 2 || len(c.asked()) != 1 {
		t.Errorf("executors were asked %d times, looked %d times, the planner was asked %d times", len(c.executed), c.looked, len(c.asked()))
	}
	h.executorsEnded(run.Session, assistant.OutcomeStopped)
}
