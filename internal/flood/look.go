package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
)

// kind is what an event is.
type kind int

const (
	good kind = iota
	forged
	replayed
	kinds
)

// result is what came of a flood.
type result struct {
	sent       [kinds]int
	asShould   [kinds]int // answered as they should be
	times      []time.Duration
	took       time.Duration
	idle, most int64

	events, keys, told, files, noted int
}

func (r *result) note(k kind, status int, took time.Duration) {
	r.sent[k]++
	if status == [kinds]int{http.StatusAccepted, http.StatusUnauthorized, http.StatusOK}[k] {
		r.asShould[k]++
	}
	r.times = append(r.times, took)
}

// look waits until everything is told, and counts it in the database and in the conversations.
func (r *result) look(ctx context.Context, h *house) error {
	db, err := h.open()
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	count := func(query string) (n int) {
		err = errors.Join(err, db.QueryRowContext(ctx, query).Scan(&n))
		return n
	}
	if late := rig.Await(ctx, "everything is told", time.Minute, func() bool {
		return count(`select count(*) from hook_bursts where fired_at is null`) == 0 || err != nil
	}); late != nil {
		return late
	}
	r.events = count(`select count(*) from hook_events where burst_id is not null`)
	r.keys = count(`select count(distinct hook_id || key) from hook_events where burst_id is not null`)
	r.told = count(`select coalesce(sum(count), 0) from hook_bursts where message_id is not null`)
	r.noted = count(`select coalesce(sum(times), 0) from hook_events where outcome in ('forged', 'replayed')`)
	r.files = count(`select coalesce(sum(cast(` + h.field(h.field("body", "text"), "count") + ` as integer)), 0) from assistant_messages where body_type = 'file_read'`)
	if err != nil {
		return fmt.Errorf("count what was told: %w", err)
	}
	return nil
}

// wrong says what is not as it should be.
func (r *result) wrong() error {
	var out []error
	for what, pair := range map[string][2]int{
		"good events taken": {r.asShould[good], r.sent[good]}, "forged events refused": {r.asShould[forged], r.sent[forged]},
		"replayed events known": {r.asShould[replayed], r.sent[replayed]}, "events kept": {r.events, r.asShould[good]}, "different events kept": {r.keys, r.events},
		"events told to a task": {r.told, r.asShould[good]}, "events in conversations": {r.files, r.asShould[good]}, "events noted": {r.noted, r.sent[forged] + r.sent[replayed]},
	} {
		if pair[0] != pair[1] {
			out = append(out, fmt.Errorf("%s: %d, and should be %d", what, pair[0], pair[1]))
		}
	}
	if r.most > 512<<20 {
		out = append(out, fmt.Errorf("memory: %d MiB", r.most>>20))
	}
	return errors.Join(out...)
}

func (r *result) report(s settings) string {
	var out strings.Builder
	n := len(r.times)
	fmt.Fprintf(&out, "%d events in %.1f s (%.0f a second, %d wanted) to %d hooks, database %s\n", n, r.took.Seconds(), float64(n)/r.took.Seconds(), s.rate, s.hooks, s.database)
	for k, name := range []string{"good", "forged", "replayed"} {
		fmt.Fprintf(&out, "%-9s %6d sent, %6d answered as they should be\n", name, r.sent[k], r.asShould[k])
	}
	fmt.Fprintf(&out, "answered in %s (median), %s (99 of 100), %s (longest)\n", quantile(r.times, .5).Round(100*time.Microsecond), quantile(r.times, .99).Round(100*time.Microsecond),
		quantile(r.times, 1).Round(time.Millisecond))
	fmt.Fprintf(&out, "kept: %d events, %d different; told to a task: %d, read in conversations: %d; noted as forged or replayed: %d\n", r.events, r.keys, r.told, r.files, r.noted)
	fmt.Fprintf(&out, "memory: %d MiB idle, %d MiB at most\n", r.idle>>20, r.most>>20)
	if err := r.wrong(); err != nil {
		fmt.Fprintf(&out, "WRONG:\n%v\n", err)
	} else {
		out.WriteString("each good one once, none of the others\n")
	}
	return out.String()
}
