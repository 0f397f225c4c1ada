// Command flood tells one process of the service of a thousand signed events a second, some of them forged and some of them
// replayed, and then looks whether each good one was told to its task once and none of the others was. It talks to 127.0.0.1 alone.
//
//	go run ./internal/flood | tee docs/recorded/flood.txt
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
)

// settings of a run.
type settings struct {
	rate, hooks int
	lasting     time.Duration
	window      time.Duration
	binary      string // "" is compiled first
}

func main() {
	var s settings
	flag.IntVar(&s.rate, "rate", 1000, "events a second")
	flag.IntVar(&s.hooks, "hooks", 4, "hooks that they are told to")
	flag.DurationVar(&s.lasting, "for", 30*time.Second, "how long")
	flag.DurationVar(&s.window, "window", 10*time.Second, "in which events are told together")
	flag.StringVar(&s.binary, "binary", "", "the service, where it is compiled already")
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
	dir, err := os.MkdirTemp("", "flood-")
	if err != nil {
		return result{}, fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if s.binary == "" {
		if s.binary, err = rig.Build(ctx, dir); err != nil {
			return result{}, err
		}
	}
	replica, err := rig.StartReplica(ctx, s.binary, dir, "data", "AISTEAM_TOKEN="+token)
	if err != nil {
		return result{}, err
	}
	defer replica.Kill()
	idle, _, err := replica.Memory()
	if err != nil {
		return result{}, err
	}
	f := newFlood(replica.Base, s)
	if err := f.prepare(ctx); err != nil {
		return result{}, err
	}
	r := f.pour(ctx)
	if err := r.look(ctx, dir); err != nil {
		return r, err
	}
	r.idle = idle
	_, r.most, err = replica.Memory()
	return r, err
}
