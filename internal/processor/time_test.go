package processor_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/internal/processor"
)

func TestWorkCountsAndWaitingDoesNot(t *testing.T) {
	const wait = 200 * time.Millisecond
	if took := processor.Time(t, func() { <-time.After(wait) }); took > wait/2 {
		t.Errorf("waiting for %s takes %s", wait, took)
	}
	n := 0
	if took := processor.Time(t, func() {
		for began := time.Now(); time.Since(began) < wait; {
			n++
		}
	}); took == 0 {
		t.Errorf("counting to %d takes nothing", n)
	}
}
