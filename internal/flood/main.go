// Command flood tells one process of the service of a thousand signed events a second, some of them forged and some of them
// replayed, and then looks whether each good one was told to its task once and none of the others was. It talks to 127.0.0.1 alone.
//
//	go run ./internal/flood
//	go run ./internal/flood -database postgres
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// settings of a run.
type settings struct {
	rate, hooks int
	lasting     time.Duration
	window      time.Duration
	binary      string // "" is compiled first
	database    string // embedded or postgres
}

func main() {
	var s settings
	flag.IntVar(&s.rate, "rate", 1000, "events a second")
	flag.IntVar(&s.hooks, "hooks", 4, "hooks that they are told to")
	flag.DurationVar(&s.lasting, "for", 30*time.Second, "how long")
	flag.DurationVar(&s.window, "window", 10*time.Second, "in which events are told together")
	flag.StringVar(&s.binary, "binary", "", "the service, where it is compiled already")
	flag.StringVar(&s.database, "database", embedded, "embedded or postgres")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	r, err := run(ctx, s)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "flood:", err)
		os.Exit(1)
	}
	fmt.Print(r.report(s))
	if r.wrong() != nil {
		os.Exit(1)
	}
}

// run floods one process and looks at what came of it.
func run(ctx context.Context, s settings) (result, error) {
	h, err := start(ctx, s)
	if err != nil {
		return result{}, err
	}
	defer h.end()
	idle, _, err := h.replica.Memory()
	if err != nil {
		return result{}, fmt.Errorf("measure memory: %w", err)
	}
	f := newFlood(h.replica.Base, s)
	if err := f.prepare(ctx); err != nil {
		return result{}, err
	}
	r := f.pour(ctx)
	if err := r.look(ctx, h); err != nil {
		return r, err
	}
	r.idle = idle
	_, r.most, err = h.replica.Memory()
	return r, err
}
