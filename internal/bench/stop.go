package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/rig"
	"github.com/aisteam/aisteam/orchestrator"
)

const (
	stopped     = 54 // runs, of which the first few do not count
	stoppedWarm = 4
	stopSpread  = 17 // has no factor in common with the number of runs, so that every moment's turn comes once
	stopAim     = 250 * time.Millisecond
)

// visits are when the slow page was asked for, by run: what an outside system sees of the tasks' calls.
type visits struct {
	mu   sync.Mutex
	last map[string]time.Time
	n    map[string]int
}

// came notes a visit. Every call asks for its run's page once; what else it asks for belongs to a call that has started.
func (v *visits) came(path string, at time.Time) {
	rest, ok := strings.CutPrefix(path, longPage)
	if !ok {
		return
	}
	run, _, _ := strings.Cut(rest, "/")
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.last == nil {
		v.last, v.n = map[string]time.Time{}, map[string]int{}
	}
	v.last[run] = at
	v.n[run]++
}

func (v *visits) of(run assistant.RunID) (n int, last time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.n[string(run)], v.last[string(run)]
}

// stop is one run that was stopped.
type stop struct {
	ack   time.Duration // of the click
	late  time.Duration // from the ack to the last call that started all the same; 0 when none did
	rest  time.Duration // from the stop, or from the end of the last call in flight, to the run's end
	calls int
}

// stops measures what a click on Stop does to a run with as many tasks at work as there is room for, and as many again that
// wait for it. What was in flight is waited for, and is not counted: only the outside system knows how long it takes.
func stops(ctx context.Context, b *bench) error {
	slots := len(b.replicas) * orchestrator.Limits{}.WithDefaults().Tasks
	var acks, late, rest times
	for i := range stopped {
		s, err := b.stop(ctx, i, 2*slots)
		if err != nil {
			return fmt.Errorf("stop %d: %w", i, err)
		}
		if s.calls == 2*slots {
			return errors.New("every task had started before the stop")
		}
		if i >= stoppedWarm {
			acks, late, rest = append(acks, s.ack), append(late, s.late), append(rest, s.rest)
		}
	}
	b.table.note(fmt.Sprintf("Slack click on Stop to its ack, %d tasks at work", slots), acks.String())
	b.table.add("that ack to the last call that starts", late.String(), times2(late.at(95), b.commit.at(50), "one commit, p95"),
		"p95 under "+stopAim.String(), late.at(95) < stopAim)
	b.table.note("the stop, without the calls in flight, to the run's end", rest.String())
	return nil
}

// stop puts a run to work and stops it in the midst: at a moment between its first call and the next round of calls, in which
// the tasks that wait take the places of those that have ended, spread evenly over all runs.
func (b *bench) stop(ctx context.Context, i, n int) (stop, error) {
	run, tasks, err := b.audits(ctx, n, longPage)
	if err == nil {
		err = b.start(ctx, run, tasks)
	}
	if err != nil {
		return stop{}, err
	}
	if err := rig.Await(ctx, "calls are in flight", 10*time.Second, func() bool { n, _ := b.visits.of(run.ID); return n > 0 }); err != nil {
		return stop{}, err
	}
	select {
	case <-time.After((longPageTakes + pageTakes) * time.Duration(i*stopSpread%stopped) / stopped):
	case <-ctx.Done():
	}
	channel, user := b.someone()
	took, err := b.slack.Click(ctx, b.replicas[i%len(b.replicas)].Base, rig.Thread{Channel: channel, User: user}, "run_stop", `{"r":"`+string(run.ID)+`"}`)
	acked := time.Now()
	if err != nil {
		return stop{}, err
	}
	out := stop{ack: took}
	if out.rest, err = b.ended(ctx, run.ID); err != nil {
		return out, err
	}
	var last time.Time
	out.calls, last = b.visits.of(run.ID)
	out.late = max(0, last.Sub(acked))
	return out, nil
}

// ended waits for a stopped run's end and tells, by the database's clock, how long it took after the stop and after the last
// call in flight, whichever was later.
func (b *bench) ended(ctx context.Context, run assistant.RunID) (time.Duration, error) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		var took float64
		err := b.sql.QueryRow(ctx, `select extract(epoch from f.created_at - greatest(s.created_at,
				(select max(c.settled_at) from tool_calls c where c.run_id = f.run_id)))
			from assistant_messages f join assistant_messages s on s.run_id = f.run_id and s.body_type = 'stop_requested'
			where f.run_id = $1 and f.body_type = 'run_finished' and f.body->>'status' = 'cancelled'`, string(run)).Scan(&took)
		switch {
		case err == nil:
			return time.Duration(took * float64(time.Second)), nil
		case !errors.Is(err, pgx.ErrNoRows):
			return 0, fmt.Errorf("look at the run: %w", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return 0, fmt.Errorf("the run has not ended: %w", ctx.Err())
		}
	}
}
