// Command bench measures the whole product on this machine, beside the floors of the same run: one round trip to Redis, one
// commit to Postgres's disk, and an HTTP handler that does nothing. Absolute numbers are the machine's; the ratios are ours.
//
//	go run ./internal/bench            everything, within five minutes
//	go run ./internal/bench -only turn,ack
//	go run ./internal/bench -only stall -slow 30s
//	go run ./internal/bench -only loop
//	go run ./internal/bench -only burst,slow -binary ./aisteam-of-before
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"
)

// measurement is one thing that is measured. They run in order, on the same installation.
type measurement struct {
	name    string
	patient time.Duration // what it may take
	run     func(ctx context.Context, b *bench) error
}

// settings are the command line's.
type settings struct {
	slow     time.Duration // what a turn takes that stalls
	kills    int           // how many replicas are killed, in takeover
	patience time.Duration // for bursts and slow models
	binary   string        // of another build, "" for this one
	crowds   []thinkers    // in slow
	database string        // in due; "" for both
	outer    *table        // of the whole bench, for a measurement with an installation of its own
}

func measurements(s settings) []measurement {
	return []measurement{
		{"floors", 20 * time.Second, floors},
		{"turn", 30 * time.Second, turns},
		{"rate", 40 * time.Second, rate},
		{"memory", 5 * time.Second, memory},
		{"fairness", 60 * time.Second, fairness},
		{"parallel", 30 * time.Second, parallel},
		{"stop", 5 * time.Minute, stops},
		{"volume", 100 * time.Second, volume},
		{"machines", 110 * time.Second, s.machines},
		{"takeover", 60*time.Second + time.Duration(s.kills)*20*time.Second, s.takeover},
		{"stall", 60*time.Second + 10*s.slow, s.stall},
		{"burst", s.patience, s.burst},
		{"channels", 2 * time.Minute, s.channels},
		{"embedded", s.patience, s.embedded},
		{"slow", s.patience, s.slowly},
		{"due", s.patience, s.sleepers},
		{"loop", s.patience, s.loop},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	only := flag.String("only", "", "names of measurements, by commas; floors are always taken")
	keep := flag.Bool("keep", false, "keep the temporary folder with the replicas' logs")
	slow := flag.Duration("slow", 3*time.Second, "what a turn of the tenant takes that fills a replica, in stall")
	kills := flag.Int("kills", 30, "how many replicas are killed, in takeover")
	patience := flag.Duration("patience", 5*time.Minute, "for all bursts, and for all slow models, of an installation")
	binary := flag.String("binary", "", "a build of the command to measure instead of this one")
	crowds := flag.String("crowds", "200x1s,64x2s,200x2s,1000x10s", "people at once and what the model takes, in slow")
	database := flag.String("database", "", "postgres or embedded, in due; both where none is named")
	flag.Parse()
	thinking, err := readCrowds(*crowds)
	if err != nil {
		return err
	}
	b, err := setUp(ctx, *binary)
	if err != nil {
		return err
	}
	defer b.tearDown(*keep)
	for _, m := range measurements(settings{slow: *slow, kills: *kills, patience: *patience, binary: *binary, crowds: thinking, database: *database, outer: &b.table}) {
		if *only != "" && m.name != "floors" && !slices.Contains(strings.Split(*only, ","), m.name) {
			continue
		}
		began := time.Now()
		bounded, cancel := context.WithTimeout(ctx, m.patient)
		err := m.run(bounded, b)
		cancel()
		if err != nil {
			b.table.failed(m.name, err)
		}
		fmt.Fprintf(os.Stderr, "%-10s %s\n", m.name, time.Since(began).Round(100*time.Millisecond))
	}
	b.table.print(os.Stdout)
	return nil
}
