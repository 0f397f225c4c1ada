package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/rig"
)

const (
	steady     = 16 // in flight, whose rate is the floor of every burst
	steadyAsks = 600

	companyChannels = 20
	threads         = 10 // in each
	busyThreads     = 40 // in one
	channelPace     = time.Second
	channelBurst    = 20 // posts that a channel takes at once, before its pace counts

	burstFactor = 2.0
)

// together asks n questions, so many of them at a time, and waits for all answers.
func together(n, inFlight int, ask func(i int) (time.Duration, error)) (took times, all time.Duration, err error) {
	var (
		asking sync.WaitGroup
		mu     sync.Mutex
		next   int
	)
	began := time.Now()
	for range inFlight {
		asking.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n {
					return
				}
				d, e := ask(i)
				mu.Lock()
				took = append(took, d)
				if e != nil {
					err = e
				}
				mu.Unlock()
				if e != nil {
					return
				}
			}
		})
	}
	asking.Wait()
	return took, time.Since(began), err
}

// burst measures 64, 200 and 1,000 people who ask at the same moment, and the rate with 16 in flight, on one replica with Postgres
// and Redis.
func (s settings) burst(ctx context.Context, _ *bench) error {
	b, err := s.setUpOne(ctx, false)
	defer s.take(b)
	if err != nil {
		return err
	}
	return s.bursts(ctx, b, "")
}

// embedded is burst with everything in one process.
func (s settings) embedded(ctx context.Context, _ *bench) error {
	b, err := s.setUpOne(ctx, true)
	defer s.take(b)
	if err != nil {
		return err
	}
	return s.bursts(ctx, b, ", embedded")
}

func (s settings) bursts(ctx context.Context, b *bench, where string) error {
	rate, err := b.steadyRate(ctx, where)
	if err != nil {
		return err
	}
	for _, n := range []int{64, 200, 1000} {
		took, all, err := together(n, n, b.asking(ctx))
		if err != nil {
			return fmt.Errorf("%d at once: %w", n, err)
		}
		ideal := time.Duration(float64(n) / rate * float64(time.Second))
		b.table.add(fmt.Sprintf("%d at once%s", n, where), fmt.Sprintf("all after %s, %.0f/s  %s", ms(all), float64(n)/all.Seconds(), took),
			times2(all, ideal, "of "+ms(ideal)), fmt.Sprintf("%.0fx", burstFactor), float64(all) <= burstFactor*float64(ideal))
	}
	return nil
}

// asking asks somebody's question, for [together].
func (b *bench) asking(ctx context.Context) func(i int) (time.Duration, error) {
	return func(i int) (time.Duration, error) {
		t, err := b.ask(ctx, i)
		return t.answer, err
	}
}

// steadyRate measures how many turns a second there are with 16 in flight, and notes it.
func (b *bench) steadyRate(ctx context.Context, where string) (rate float64, err error) {
	if _, _, err := together(100, steady, b.asking(ctx)); err != nil { // warm
		return 0, err
	}
	took, all, err := together(steadyAsks, steady, b.asking(ctx))
	if err != nil {
		return 0, err
	}
	rate = steadyAsks / all.Seconds()
	b.table.note(fmt.Sprintf("floor: turns a second, %d in flight, one replica%s", steady, where), fmt.Sprintf("%.0f/s  %s", rate, took))
	return rate, nil
}

// channels measures a company that comes to work: ten threads in each of twenty channels at the same moment, and forty in one.
// A channel takes twenty posts at once, and then one a second.
func (s settings) channels(ctx context.Context, _ *bench) error {
	b, err := s.setUpOne(ctx, false)
	defer s.take(b)
	if err != nil {
		return err
	}
	rate, err := b.steadyRate(ctx, "")
	if err != nil {
		return err
	}
	if err := b.threads(ctx, rate, companyChannels, threads); err != nil {
		return err
	}
	return b.threads(ctx, rate, 1, busyThreads)
}

// threads asks in so many threads of so many channels at the same moment.
func (b *bench) threads(ctx context.Context, rate float64, channels, each int) error {
	n, name := channels*each, fmt.Sprintf("C%dx", channels)
	took, all, err := together(n, n, func(i int) (time.Duration, error) {
		t, err := b.askIn(ctx, i, name+strconv.Itoa(i%channels), "U"+strconv.Itoa(i%50))
		return t.answer, err
	})
	if err != nil {
		return fmt.Errorf("%d channels with %d threads: %w", channels, each, err)
	}
	most := 0
	for c := range channels {
		most = max(most, b.slack.Posts(name+strconv.Itoa(c)))
	}
	floor := max(time.Duration(most-channelBurst)*channelPace, time.Duration(float64(n)/rate*float64(time.Second)))
	b.table.add(fmt.Sprintf("%d channels with %d threads each at once, %d posts in the fullest", channels, each, most), fmt.Sprintf("all after %s  %s", ms(all), took),
		times2(all, floor, "of "+ms(floor)+", by Slack's pace and the rate"), fmt.Sprintf("%.0fx", burstFactor), float64(all) <= burstFactor*float64(floor))
	return nil
}

// take keeps what was measured on an installation, also where not all of it was, and ends the installation.
func (s settings) take(b *bench) {
	if n := b.refused.Load(); n > 0 {
		b.table.note("messages that were answered with 503, and sent again", strconv.FormatInt(n, 10))
	}
	s.outer.rows = append(s.outer.rows, b.table.rows...)
	b.tearDown(false)
}

// setUpOne starts an installation of one replica with the offline model.
func (s settings) setUpOne(ctx context.Context, embedded bool) (b *bench, err error) {
	b = &bench{ids: assistant.NewIDs(time.Now, rand.Reader)}
	if b.rig, err = rig.NewOf(ctx, s.binary); err != nil {
		return b, err
	}
	if b.slack, err = rig.StartSlack(ctx); err != nil {
		return b, err
	}
	env := b.slack.Environment()
	if embedded {
		env = append(env, "DATABASE_URL=", "REDIS_URL=", "AISTEAM_DATA="+b.rig.Folder("embedded"))
	}
	replica, err := b.rig.Start(ctx, env...)
	if err != nil {
		return b, err
	}
	b.replicas = append(b.replicas, replica)
	return b, nil
}
