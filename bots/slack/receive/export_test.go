package receive

import "time"

// WaitAfter shows a rule whose waits are too long for a test to sit out.
func WaitAfter(wait time.Duration, reason string, steady bool) time.Duration {
	return waitAfter(wait, reason, steady)
}
