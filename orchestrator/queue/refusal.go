package queue

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// Code is how a Redis begins its refusals.
type Code string

// The refusals that an operator has to mend. Others are "unlisted".
const (
	CodeWrongPass Code = "WRONGPASS"
	CodeNoAuth    Code = "NOAUTH"
	CodeNoPerm    Code = "NOPERM"
	CodeOOM       Code = "OOM"
	CodeWrongType Code = "WRONGTYPE"
	CodeMisconf   Code = "MISCONF"
	CodeReadOnly  Code = "READONLY"
	CodeLoading   Code = "LOADING"
	CodeOther     Code = "unlisted"
)

// Codes are all of them.
func Codes() []Code {
	return []Code{CodeWrongPass, CodeNoAuth, CodeNoPerm, CodeOOM, CodeWrongType, CodeMisconf, CodeReadOnly, CodeLoading, CodeOther}
}

const (
	longest = 5 * time.Second  // between two tries while Redis refuses
	calm    = 15 * time.Second // without a refusal after which Redis takes everything again
	repeat  = 10 * time.Minute // after which a refusal that was told is told again
)

// refusals are what Redis, being there, does not do for us. One that is told stays for a while: other commands succeed all
// the time, which says nothing of the one that is refused.
type refusals struct {
	mu    sync.Mutex
	code  Code // of the last one; "" while Redis takes everything
	last  time.Time
	wait  time.Duration
	told  map[Code]time.Time
	count map[Code]int64
}

// add notes a refusal, and tells whether to say so. Those that come within one wait are one try's.
func (r *refusals) add(c Code, now time.Time) (tell bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.told == nil {
		r.told, r.count = make(map[Code]time.Time), make(map[Code]int64)
	}
	if now.Sub(r.last) >= r.wait {
		r.wait = min(max(2*r.wait, again), longest)
	}
	before, was := r.told[c]
	tell = !was || now.Sub(before) >= repeat
	if tell {
		r.told[c] = now
	}
	r.code, r.last = c, now
	r.count[c]++
	return tell
}

// over notes that something was taken, and tells whether Redis refuses nothing any more since then.
func (r *refusals) over(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.code == "" || now.Sub(r.last) < calm {
		return false
	}
	r.code, r.wait = "", 0
	return true
}

func (r *refusals) now() (Code, time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.code, r.wait
}

// Refuses tells what Redis, which is there, refuses with; "" while it takes everything.
func (q *Redis) Refuses() Code {
	c, _ := q.refused.now()
	return c
}

// Refused counts the refusals of a code since the start.
func (q *Redis) Refused(c Code) int64 {
	q.refused.mu.Lock()
	defer q.refused.mu.Unlock()
	return q.refused.count[c]
}

// refusal is the code of an error that Redis itself has answered with; "" of others, and of those that are part of our ways.
func refusal(err error) Code {
	var answered redis.Error
	if !errors.As(err, &answered) || errors.Is(err, redis.Nil) || flushed(answered) || busy(answered) {
		return ""
	}
	text := answered.Error()
	for _, c := range Codes() {
		if strings.HasPrefix(text, string(c)) || strings.Contains(text, "-"+string(c)+" ") {
			return c
		}
	}
	if strings.HasPrefix(text, "ERR AUTH") || strings.Contains(text, "invalid password") {
		return CodeWrongPass
	}
	return CodeOther
}

// busy tells whether the group that was to be made is there already.
func busy(err error) bool { return strings.HasPrefix(err.Error(), "BUSYGROUP") }

// mends say what to do about a refusal.
func mends(c Code) string {
	switch {
	case slices.Contains([]Code{CodeWrongPass, CodeNoAuth}, c):
		return "write the right user and password into REDIS_URL"
	case c == CodeNoPerm:
		return "give REDIS_URL's user the keys, channels and commands that docs/operating.md lists"
	case c == CodeOOM:
		return "raise maxmemory, or give the service a Redis of its own; it needs a few megabytes"
	case c == CodeWrongType:
		return "another program uses the same keys: set AISTEAM_REDIS_PREFIX"
	case c == CodeMisconf:
		return "Redis cannot write its snapshot: make room on its disk, or set stop-writes-on-bgsave-error no"
	case c == CodeReadOnly:
		return "REDIS_URL names a replica: name the primary"
	case c == CodeLoading:
		return "wait until Redis has read its data"
	default:
		return "look at what Redis answers"
	}
}

// refusing notes what Redis refused.
func (q *Redis) refusing(ctx context.Context, c Code, err error) {
	if q.refused.add(c, q.cfg.Now()) {
		q.cfg.Log.WarnContext(ctx, "redis is there, but refuses: work goes on at the sweeper's pace",
			slog.String("code", string(c)), slog.String("mend", mends(c)), slog.Any("err", err))
	}
}

// patient is how long a reader waits after so many failures in a row.
func (q *Redis) patient(failures int) time.Duration {
	_, refused := q.refused.now()
	if refused == 0 {
		return again
	}
	return min(again<<min(failures, 6), longest)
}
