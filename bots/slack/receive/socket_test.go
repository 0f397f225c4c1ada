package receive_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/bots/slack/receive"
)

func TestHowLongToWaitDependsOnWhyASocketHasGone(t *testing.T) {
	const least, most = 500 * time.Millisecond, time.Minute
	for _, c := range []struct {
		reason string
		steady bool
		was    time.Duration
		min    time.Duration
		max    time.Duration
	}{
		{"warning", false, most, least, least},
		{"refresh_requested", false, most, least, least},
		{"", true, most, least, least},
		{"", false, 8 * time.Second, 8 * time.Second, 8 * time.Second},
		{"link_disabled", false, 8 * time.Second, 8 * time.Second, 8 * time.Second},
		{"too_many_websockets", false, least, 10 * time.Second, most},
		{"too_many_websockets", true, least, 10 * time.Second, most},
	} {
		if got := receive.WaitAfter(c.was, c.reason, c.steady); got < c.min || got > c.max {
			t.Errorf("%q (steady %v) after %v: %v", c.reason, c.steady, c.was, got)
		}
	}
}
