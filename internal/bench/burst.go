package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/rig"
)

const (
	steady     = 16 // in flight, whose rate is the floor of every burst
	steadyAsks = 600
	takesWords = "and think for " // a duration follows, for as long as a model that is asked so thinks

	companyChannels = 20
	threads         = 10 // in each
	channelPace     = time.Second
	cardsToThreads  = 2 // posts of a thread: who answers, and the answer

	burstFactor = 2.0
	slowFactor  = 1.1
	slowMemory  = 150 << 20
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

// burst measures 64, 200 and 1,000 people who ask at the same moment, beside the rate at 16 in flight, on one replica with
// Postgres and Redis.
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
	ask := func(i int) (time.Duration, error) {
		t, err := b.ask(ctx, i)
		return t.answer, err
	}
	if _, _, err := together(100, steady, ask); err != nil { // warm
		return err
	}
	took, all, err := together(steadyAsks, steady, ask)
	if err != nil {
		return err
	}
	rate := steadyAsks / all.Seconds()
	b.table.note(fmt.Sprintf("floor: turns a second, %d in flight, one replica%s", steady, where), fmt.Sprintf("%.0f/s  %s", rate, took))
	for _, n := range []int{64, 200, 1000} {
		if took, all, err = together(n, n, ask); err != nil {
			return fmt.Errorf("%d at once: %w", n, err)
		}
		ideal := time.Duration(float64(n) / rate * float64(time.Second))
		b.table.add(fmt.Sprintf("%d at once%s", n, where), fmt.Sprintf("all after %s, %.0f/s  %s", ms(all), float64(n)/all.Seconds(), took),
			times2(all, ideal, "of "+ms(ideal)), fmt.Sprintf("%.0fx", burstFactor), float64(all) <= burstFactor*float64(ideal))
	}
	return nil
}

// channels measures a company that comes to work: ten threads in each of twenty channels at the same moment. A channel takes
// one post a second.
func (s settings) channels(ctx context.Context, _ *bench) error {
	b, err := s.setUpOne(ctx, false)
	defer s.take(b)
	if err != nil {
		return err
	}
	took, all, err := together(companyChannels*threads, companyChannels*threads, func(i int) (time.Duration, error) {
		t, err := b.askIn(ctx, i, "C"+strconv.Itoa(i%companyChannels), "U"+strconv.Itoa(i%50))
		return t.answer, err
	})
	if err != nil {
		return err
	}
	pace := cardsToThreads * threads * channelPace
	b.table.add(fmt.Sprintf("%d channels with %d threads each at once", companyChannels, threads), fmt.Sprintf("all after %s  %s", ms(all), took),
		times2(all, pace, "of the platform's pace "+ms(pace)), "1.1x", float64(all) <= slowFactor*float64(pace))
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
		env = append(env, "DATABASE_URL=", "REDIS_URL=")
	}
	replica, err := b.rig.Start(ctx, env...)
	if err != nil {
		return b, err
	}
	b.replicas = append(b.replicas, replica)
	return b, nil
}

// slowly measures people who ask at the same moment a model that takes its time, on one replica.
func (s settings) slowly(ctx context.Context, _ *bench) error {
	b, err := s.setUpStall(ctx)
	defer s.take(b)
	if err != nil {
		return err
	}
	for range 20 { // warm
		if _, err := b.askThinker(ctx); err != nil {
			return err
		}
	}
	for _, c := range []struct {
		n     int
		takes time.Duration
	}{{200, time.Second}, {64, 2 * time.Second}, {200, 2 * time.Second}, {1000, 10 * time.Second}} {
		took, all, err := together(c.n, c.n, func(int) (time.Duration, error) {
			channel, user := b.someone()
			return b.askFor(ctx, channel, user, strings.TrimSuffix(question, "?")+", "+takesWords+c.takes.String()+"?")
		})
		if err != nil {
			return fmt.Errorf("%d at once on a model of %s: %w", c.n, c.takes, err)
		}
		b.table.add(fmt.Sprintf("%d at once on a model that takes %s", c.n, c.takes), fmt.Sprintf("all after %s  %s", ms(all), took),
			fmt.Sprintf("%.2fx the model's time", float64(all)/float64(c.takes)), fmt.Sprintf("%.1fx", slowFactor), float64(all) <= slowFactor*float64(c.takes))
	}
	now, most, err := b.replicas[0].Memory()
	if err != nil {
		return err
	}
	b.table.add("resident memory after them", fmt.Sprintf("%d MB (peak %d MB)", now>>20, most>>20), "", fmt.Sprintf("peak under %d MB", slowMemory>>20), most < slowMemory)
	return nil
}
