package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// verdict is what became of one guard that was taken out.
type verdict struct {
	guard
	By      string // the test that fails without it; empty where none does
	Matters int    // in how many tests it changes a condition
}

// sample draws n of the guards, all where n is 0.
func sample(all []guard, n int, seed uint64) []guard {
	if n <= 0 || n >= len(all) {
		return all
	}
	drawn := slices.Clone(all)
	r := rand.New(rand.NewPCG(seed, 25)) // it shall be the same again
	r.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	drawn = drawn[:n]
	slices.SortFunc(drawn, func(a, b guard) int { return a.ID - b.ID })
	return drawn
}

// take takes the guards out, one at a time, and runs what it matters in until a test fails, the quickest first.
func take(ctx context.Context, guards []guard, tests []test, jobs int, told func(verdict)) ([]verdict, error) {
	out := make([]verdict, len(guards))
	err := inParallel(jobs, len(guards), func(i int) error {
		v, err := without(ctx, guards[i], tests)
		if err == nil {
			out[i] = v
			told(v)
		}
		return err
	})
	return out, err
}

// without runs the tests without one guard. A test counts that fails twice in a row, so that a hiccup is none.
func without(ctx context.Context, g guard, tests []test) (verdict, error) {
	v := verdict{guard: g}
	for _, t := range tests {
		if !t.matters[g.ID] {
			continue
		}
		v.Matters++
		if v.By != "" {
			continue
		}
		failures := 0
		for failures < 2 {
			passes, _, err := t.run(ctx, 20*time.Second+10*t.took, fmt.Sprintf("%s=%d", outVariable, g.ID))
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return v, fmt.Errorf("run %s without %s: %w", t.name, g, err)
			}
			if passes {
				break
			}
			failures++
		}
		if failures == 2 {
			v.By = strings.TrimSpace(t.name)
		}
	}
	return v, nil
}
