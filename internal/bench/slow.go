package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	takesWords = "and think for " // a duration follows, for as long as a model that is asked so thinks

	slowFactor = 1.1
	slowMemory = 150 << 20
)

// thinkers are people who, at the same moment, ask a model that takes a given time.
type thinkers struct {
	n     int
	takes time.Duration
}

// readCrowds reads "200x1s,64x2s".
func readCrowds(text string) (out []thinkers, err error) {
	for one := range strings.SplitSeq(text, ",") {
		n, takes, _ := strings.Cut(one, "x")
		var t thinkers
		if t.n, err = strconv.Atoi(n); err == nil {
			t.takes, err = time.ParseDuration(takes)
		}
		if err != nil {
			return nil, fmt.Errorf("read the crowd %q: %w", one, err)
		}
		out = append(out, t)
	}
	return out, nil
}

// slowly measures people who ask a slow model at the same moment, on one replica.
func (s settings) slowly(ctx context.Context, _ *bench) error {
	b, err := s.setUpStall(ctx)
	defer s.take(b)
	if err != nil {
		return err
	}
	think := func(takes time.Duration) func(int) (time.Duration, error) {
		return func(int) (time.Duration, error) {
			channel, user := b.someone()
			return b.askFor(ctx, channel, user, strings.TrimSuffix(question, "?")+", "+takesWords+takes.String()+"?")
		}
	}
	if _, _, err := together(100, steady, think(0)); err != nil { // warm
		return err
	}
	_, all, err := together(steadyAsks, steady, think(0))
	if err != nil {
		return err
	}
	rate := steadyAsks / all.Seconds()
	b.table.note(fmt.Sprintf("floor: turns a second, %d in flight, a model that takes no time", steady), fmt.Sprintf("%.0f/s", rate))
	for _, c := range s.crowds {
		if err := b.slowCrowd(c, rate, think(c.takes)); err != nil {
			return err
		}
	}
	now, most, err := b.replicas[0].Memory()
	if err != nil {
		return err
	}
	b.table.add("resident memory after them", fmt.Sprintf("%d MB (peak %d MB)", now>>20, most>>20), "", fmt.Sprintf("peak under %d MB", slowMemory>>20), most < slowMemory)
	return nil
}

// slowCrowd measures one crowd against the model's time plus what this machine needs for that many turns at the rate.
func (b *bench) slowCrowd(c thinkers, rate float64, ask func(int) (time.Duration, error)) error {
	b.phases.begin()
	before, err := b.processors()
	if err != nil {
		return err
	}
	took, all, err := together(c.n, c.n, ask)
	if err != nil {
		return fmt.Errorf("%d at once on a model of %s: %w", c.n, c.takes, err)
	}
	after, err := b.processors()
	if err != nil {
		return err
	}
	floor := c.takes + time.Duration(float64(c.n)/rate*float64(time.Second))
	b.table.add(fmt.Sprintf("%d at once on a model that takes %s", c.n, c.takes), fmt.Sprintf("all after %s  %s", ms(all), took),
		fmt.Sprintf("%.2fx the model's time, %.2fx of that and %d turns at the rate", float64(all)/float64(c.takes), float64(all)/float64(floor), c.n),
		fmt.Sprintf("%.1fx", slowFactor), float64(all) <= slowFactor*float64(c.takes))
	b.table.note("  of which", b.phases.String())
	b.table.note("  and", after.since(before, c.n))
	return nil
}
