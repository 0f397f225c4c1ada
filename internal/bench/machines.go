package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"os/exec"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/rig"
)

const (
	alone        = 200 // turns one after the other
	crowd        = 16
	crowdLasting = 6 * time.Second
	starts       = 5
	startAim     = 100 * time.Millisecond
	idleAim      = 50 << 20
	loadedAim    = 60 << 20
	embeddedAim  = 1.5
)

// machine is one way to run the service, with its measurements.
type machine struct {
	*bench
	name     string
	one      times
	perTurn  time.Duration // of the processor, one in flight
	rate     float64       // with a crowd
	perCrowd time.Duration // of the processor, a turn of the crowd
	idle     int64         // resident bytes of the largest process
	loaded   int64
}

// machines measures the embedded service, one replica on Postgres and three, each on the same installation and after one
// another: turns one at a time and sixteen, the processor time of a turn, memory, and what a start takes.
func (s settings) machines(ctx context.Context, _ *bench) (err error) {
	b := &bench{ids: assistant.NewIDs(time.Now, rand.Reader)}
	defer b.tearDown(false)
	if b.rig, err = rig.New(ctx); err != nil {
		return err
	}
	if b.slack, err = rig.StartSlack(ctx); err != nil {
		return err
	}
	if err := s.starts(ctx, b); err != nil {
		return err
	}
	embedded, err := b.machine(ctx, "embedded", 1, "DATABASE_URL=", "REDIS_URL=")
	if err != nil {
		return err
	}
	b.replicas[0].Stop()
	b.replicas = nil
	single, err := b.machine(ctx, "1 replica", 1)
	if err != nil {
		return err
	}
	three, err := b.machine(ctx, "3 replicas", 3)
	if err != nil {
		return err
	}
	s.outer.add("embedded beside Postgres, 1 in flight", embedded.one.String(), times2(embedded.one.at(50), single.one.at(50), "Postgres"),
		fmt.Sprintf("within %.1fx", embeddedAim), float64(embedded.one.at(50)) <= embeddedAim*float64(single.one.at(50)))
	for _, m := range []*machine{embedded, single, three} {
		s.outer.add(m.name+", 1 in flight", m.one.String(), ms(m.perTurn)+" of the processor a turn", "", true)
		s.outer.add(m.name+", 16 in flight", fmt.Sprintf("%.0f/s", m.rate), ms(m.perCrowd)+" of the processor a turn", "", true)
		s.outer.add(m.name+", resident memory idle", fmt.Sprintf("%d MB", m.idle>>20), "", fmt.Sprintf("under %d MB", idleAim>>20), m.idle < idleAim)
		s.outer.add(m.name+", resident memory after load", fmt.Sprintf("%d MB", m.loaded>>20), "", fmt.Sprintf("under %d MB", loadedAim>>20), m.loaded < loadedAim)
	}
	return nil
}

// starts measures how long the embedded service takes until it is ready, on a state that is there already, beside the
// floor: the same binary saying its version.
func (s settings) starts(ctx context.Context, b *bench) error {
	floor, err := sample(starts, func() error {
		return exec.CommandContext(ctx, b.rig.Binary(), "version").Run()
	})
	if err != nil {
		return fmt.Errorf("say the version: %w", err)
	}
	var ready times
	for i := range starts + 1 {
		began := time.Now()
		r, err := b.rig.Start(ctx, "DATABASE_URL=", "REDIS_URL=", "AISTEAM_DATA="+b.rig.Folder("starts"))
		if err != nil {
			return err
		}
		if i > 0 { // the first makes the database
			ready = append(ready, time.Since(began))
		}
		r.Stop()
	}
	s.outer.note("floor: the binary says its version", floor.String())
	s.outer.add("embedded, from its start until it is ready", ready.String(), times2(ready.at(50), floor.at(50), "the floor"), "p50 under "+startAim.String(),
		ready.at(50) < startAim)
	return nil
}

// machine measures replicas, of which as many are started as there are not yet.
func (b *bench) machine(ctx context.Context, name string, replicas int, env ...string) (m *machine, err error) {
	for len(b.replicas) < replicas {
		r, err := b.rig.Start(ctx, append(b.slack.Environment(), env...)...)
		if err != nil {
			return nil, err
		}
		b.replicas = append(b.replicas, r)
	}
	m = &machine{bench: b, name: name}
	select { // the start settles
	case <-time.After(2 * time.Second):
	case <-ctx.Done():
	}
	if m.idle, err = m.resident(); err != nil {
		return nil, err
	}
	if _, _, _, err = b.one(ctx, alone/4); err != nil { // both are measured warm
		return nil, err
	}
	m.perTurn, err = m.processor(func() (turns int, err error) {
		_, _, m.one, err = b.one(ctx, alone)
		return alone + alone/10, err
	})
	if err != nil {
		return nil, err
	}
	m.perCrowd, err = m.processor(func() (turns int, err error) {
		began := time.Now()
		turns, err = b.crowd(ctx)
		m.rate = float64(turns) / time.Since(began).Seconds()
		return turns, err
	})
	if err != nil {
		return nil, err
	}
	m.loaded, err = m.resident()
	return m, err
}

// resident is the memory of the replica that has most.
func (m *machine) resident() (most int64, err error) {
	for _, r := range m.replicas {
		now, _, err := r.Memory()
		if err != nil {
			return 0, err
		}
		most = max(most, now)
	}
	return most, nil
}

// processor is what all replicas together use of it for each of the turns that work tells it has made.
func (m *machine) processor(work func() (turns int, err error)) (time.Duration, error) {
	used := func() (all time.Duration, err error) {
		for _, r := range m.replicas {
			one, err := r.Processor()
			if err != nil {
				return 0, err
			}
			all += one
		}
		return all, nil
	}
	before, err := used()
	if err != nil {
		return 0, err
	}
	turns, err := work()
	if err != nil {
		return 0, err
	}
	after, err := used()
	return (after - before) / time.Duration(max(1, turns)), err
}

// crowd lets sixteen people ask one question after the other, and counts the answers.
func (b *bench) crowd(ctx context.Context) (answers int, err error) {
	enough, cancel := context.WithTimeout(ctx, crowdLasting)
	defer cancel()
	var all sync.WaitGroup
	var mu sync.Mutex
	for p := range crowd {
		all.Go(func() {
			for i := p; enough.Err() == nil; i++ {
				_, failed := b.ask(ctx, i)
				mu.Lock()
				if failed != nil {
					err = failed
					mu.Unlock()
					return
				}
				answers++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return answers, err
}
