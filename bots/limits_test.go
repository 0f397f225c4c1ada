package bots_test

import (
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/aisteam/aisteam/bots"
)

func TestEachKeyHasItsOwnLimit(t *testing.T) {
	now := time.Unix(1e9, 0)
	l := bots.NewLimits(func() time.Time { return now })
	take := func(key string) time.Duration {
		later, ok := errors.AsType[*bots.LaterError](l.Take(key, rate.Every(3*time.Second), 2))
		if !ok {
			return 0
		}
		return later.After
	}
	for i, want := range []time.Duration{0, 0, 3 * time.Second, 3 * time.Second} { // who is put off has used nothing up
		if got := take("a"); got != want {
			t.Errorf("the %d. waits %s, want %s", i+1, got, want)
		}
	}
	if got := take("b"); got != 0 {
		t.Errorf("another waits %s", got)
	}
	now = now.Add(2 * time.Second)
	if got := take("a"); got != time.Second {
		t.Errorf("2 s later it waits %s", got)
	}
	now = now.Add(time.Second)
	if got := take("a"); got != 0 {
		t.Errorf("3 s later it waits %s", got)
	}
}

// However many keys there are, those that are used up stay so, as long as others can be forgotten.
func TestLimitsForgetThoseThatAreFullFirst(t *testing.T) {
	now := time.Unix(1e9, 0)
	l := bots.NewLimits(func() time.Time { return now })
	for i := range 9_999 {
		_ = l.Take(strconv.Itoa(i), rate.Every(time.Second), 1)
	}
	now = now.Add(time.Minute)
	_ = l.Take("busy", rate.Every(time.Hour), 1)
	for i := range 100 {
		_ = l.Take(fmt.Sprint("more ", i), rate.Every(time.Second), 1)
	}
	if err := l.Take("busy", rate.Every(time.Hour), 1); err == nil {
		t.Error("what was used up is forgotten")
	}
}
