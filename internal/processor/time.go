// Package processor is a test kit: it measures work by the processor time that it takes, which does not grow when others are at work too.
package processor

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// Time is how long a processor is busy with what the function does itself: goroutines that it starts do not count.
func Time(tb testing.TB, do func()) time.Duration {
	tb.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before, err := spent()
	if err != nil {
		tb.Fatal(err)
	}
	do()
	after, err := spent()
	if err != nil {
		tb.Fatal(err)
	}
	return after - before
}

// spent is how long processors have been busy with this thread.
func spent() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
		return 0, fmt.Errorf("read the processor time: %w", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
