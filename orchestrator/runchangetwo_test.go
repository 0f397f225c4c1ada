package orchestrator_test

import (
	"context"
	mrand "math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator"
)

// besides lets a second replica work in the house until the test ends.
func (h *house) besides() {
	h.t.Helper()
	wiring := h.wiring
	wiring.Random = mrand.New(mrand.NewPCG(3, 4)) // jitter
	o := orchestrator.New(orchestrator.NewInbox(wiring), wiring)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for _, run := range []func(context.Context) error{o.Worker.Run, o.Tasks.Run, o.Sweeper.Run} {
		wg.Go(func() {
			if err := run(ctx); err != nil {
				h.t.Error(err)
			}
		})
	}
	h.t.Cleanup(func() { cancel(); wg.Wait() })
}

// TestTwoPeopleLeaveTheSameStepOutAtOnce through two replicas: the step ends once, whoever comes second reads that it is left out already,
// and the page goes live once.
func TestTwoPeopleLeaveTheSameStepOutAtOnce(t *testing.T) {
	for round := range 4 {
		t.Run(strconv.Itoa(round), func(t *testing.T) {
			h := newHouse(t)
			h.besides()
			h.makes("UBEN", assistant.RoleMember)
			a := h.shown(audit())
			h.model.reads = `{"change":"leave_out","steps":["s3"]}`
			start := make(chan struct{})
			var wg sync.WaitGroup
			for _, does := range []func(){
				func() { h.say("anna", "leave out the audit") },
				func() { h.saysAs("UBEN", "ben", "leave out the audit, please") },
			} {
				wg.Go(func() { <-start; does() })
			}
			close(start)
			wg.Wait()
			h.says("I have left out step 3 (Audit the page), as you wished.")
			h.says("Step 3 (Audit the page) is left out already.")
			if note := h.act(decided(a, assistant.VerdictApproved)); note != "" {
				t.Fatal(note)
			}
			if got := awaits(h, anyOf[assistant.RunFinished]); got.Status != assistant.RunCompleted || h.live() == "" {
				t.Errorf("the run has %s, and live is %q", got.Status, h.live())
			}
			ends := map[assistant.TaskID]int{}
			for _, m := range h.log() {
				if b, ok := m.Body.(assistant.TaskFinished); ok {
					ends[b.Task]++
				}
			}
			for k, n := range ends {
				if n != 1 {
					t.Errorf("step %s has ended %d times", k, n)
				}
			}
			if got := h.statuses(); got != "completed completed cancelledleft_out" {
				t.Errorf("the steps are %s", got)
			}
		})
	}
}
