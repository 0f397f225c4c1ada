// Command doors holds two thousand half-sent requests and five hundred idle streams open against one process of the service,
// and prints what that costs whoever else uses it: their waiting and the process's memory. It talks to 127.0.0.1 alone.
//
//	go run ./internal/doors | tee docs/recorded/doors.txt
//
// Each round has a process of its own, and three parts. Alone, the others have it for themselves, before and after the rest. At
// the floor, the same siege is laid to a Go server that does nothing, while the others use the service: what they feel then is
// the machine's work for so many connections and this program's own. Besieged, it is laid to the service. The medians of the
// rounds are judged against being alone.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
)

// settings of a run.
type settings struct {
	bodies, streams, size, rounds int
	lasting                       time.Duration
}

const (
	token  = "doors-token-doors-token" // it guards nothing
	aim    = 1.5
	cutBy  = 30 * time.Second
	settle = 3 * time.Second // from when everything is open until it is measured
)

func main() {
	var s settings
	var binary string
	var floor bool
	flag.IntVar(&s.bodies, "bodies", 2000, "half-sent requests")
	flag.IntVar(&s.streams, "streams", 500, "idle streams")
	flag.IntVar(&s.size, "size", 64<<10, "bytes of each half-sent body")
	flag.IntVar(&s.rounds, "rounds", 3, "how often all of it is measured")
	flag.DurationVar(&s.lasting, "for", 10*time.Second, "how long each part of a round is measured")
	flag.StringVar(&binary, "binary", "", "the service, where it is compiled already")
	flag.BoolVar(&floor, "floor", false, "be the server that does nothing, until the input ends")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	var err error
	met := floor
	if floor {
		err = serveFloor(ctx)
	} else {
		met, err = run(ctx, s, binary)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "doors:", err)
	}
	if err != nil || !met {
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings, binary string) (met bool, err error) {
	dir, err := os.MkdirTemp("", "doors-")
	if err != nil {
		return false, fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if binary == "" {
		if binary, err = rig.Build(ctx, dir); err != nil {
			return false, err
		}
	}
	fmt.Printf("%d half-sent bodies of %d KiB, %d idle streams; %d rounds, each part of them %s; %d cores\n",
		s.bodies, s.size>>10, s.streams, s.rounds, s.lasting, runtime.NumCPU())
	var rounds []round
	for i := range s.rounds {
		r, err := measure(ctx, s, binary, dir, i+1)
		if err != nil {
			return false, err
		}
		rounds = append(rounds, r)
		fmt.Println(r)
	}
	return report(os.Stdout, s, rounds), nil
}

// measure is one round.
func measure(ctx context.Context, s settings, binary, dir string, number int) (r round, err error) {
	r.number = number
	slack, err := rig.StartSlack(ctx)
	if err != nil {
		return r, err
	}
	defer slack.Close()
	replica, err := rig.StartReplica(ctx, binary, dir, "replica"+strconv.Itoa(number), append(slack.Environment(),
		"AISTEAM_TOKEN="+token, "AI_PRIMARY_PROVIDER=rehearsal", "RATE_LIMIT_AI_REQUESTS_PER_MINUTE=1000000")...)
	if err != nil {
		return r, err
	}
	defer replica.Kill()
	others := &others{slack: slack, base: replica.Base, replica: replica}
	if err := others.begin(ctx); err != nil {
		return r, err
	}
	if _, err := others.use(ctx, s.lasting/2); err != nil { // what is made once is made
		return r, err
	}
	if r.alone, err = others.use(ctx, s.lasting); err != nil {
		return r, err
	}
	floor, err := startFloor(ctx)
	if err != nil {
		return r, err
	}
	r.floor, _, err = besiege(ctx, s, others, floor.base)
	floor.end()
	if err != nil {
		return r, err
	}
	if r.besieged, r.siege, err = besiege(ctx, s, others, replica.Base); err != nil {
		return r, err
	}
	after, err := others.use(ctx, s.lasting) // a machine is not as fast all the time
	r.alone = r.alone.and(after)
	return r, err
}

// besiege lays the siege to a server, and tells what the others saw of the service meanwhile.
func besiege(ctx context.Context, s settings, o *others, base string) (usage, seen, error) {
	g := &siege{settings: s, base: base, conversation: o.conversation, filler: strings.Repeat("a", s.size)}
	end, err := g.lay(ctx)
	if err != nil {
		return usage{}, seen{}, err
	}
	u, err := o.use(ctx, s.lasting)
	end()
	return u, g.saw(), err
}
