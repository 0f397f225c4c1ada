package web_test

import (
	"testing"
	"time"
)

// eventually waits for something another goroutine brings about.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.After(patience)
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-deadline:
			t.Fatalf("never came: %s", what)
		case <-tick.C:
		}
	}
}
