package bots_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/internal/fakeslack"
)

// What a platform takes no edits for, for minutes, holds up no answer there for as long: posts have allowances of their own.
func TestEditsThatAreRefusedForMinutesHoldUpNoAnswer(t *testing.T) {
	for name, fault := range map[string]fakeslack.Fault{
		"put off for ten minutes": {Status: 429, RetryAfter: 10 * time.Minute},
		"failing":                 {Status: 503},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, nil)
			story := servicesStory()
			d.store.say(story[0])
			d.deliverAll()
			for range 400 {
				d.fake.Fault("chat.update", fault)
			}
			d.store.say(append(story[1:4], answer("at once"))...)
			d.deliver()
			d.shows("Run Services page: running, 0 of 3 done", "at once")
			for range 20 { // it goes on, for long
				d.clock.pass(5 * time.Second)
				d.deliver()
			}
			d.store.say(answer("meanwhile"))
			began := d.clock.now()
			for !d.deliver() || len(d.fake.Posted("C1", d.root)) < 3 {
				if d.clock.pass(time.Second); d.clock.now().Sub(began) > time.Minute {
					t.Fatal("the answer waits as long as edits do")
				}
			}
			if took := d.clock.now().Sub(began); took > 16*time.Second {
				t.Errorf("the answer waited for %s", took)
			}
			if n := d.fake.Calls("chat.update"); fault.Status == 429 && n > 1 {
				t.Errorf("%d edits were tried though Slack has put them off", n)
			}
			d.shows("Run Services page: running, 0 of 3 done", "at once", "meanwhile")
			if d.outcomes[bots.OutcomePosted] != 3 {
				t.Errorf("%v", d.outcomes)
			}
		})
	}
}
