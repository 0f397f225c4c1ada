// Command doors holds two thousand half-sent requests and five hundred idle streams open against one process of the service,
// and prints what that costs whoever else uses it: their waiting and the process's memory, beside the same numbers of the same
// process before and after, in the same run. It talks to 127.0.0.1 alone.
//
//	go run ./internal/doors
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/aisteam/aisteam/internal/rig"
)

// settings of a run.
type settings struct {
	bodies, streams, size int
	lasting               time.Duration
}

const (
	token  = "doors-token-doors-token" //nolint:gosec // it guards nothing
	aim    = 1.5
	cutBy  = 30 * time.Second
	settle = 5 * time.Second // from when everything is open until it is measured
)

func main() {
	var s settings
	flag.IntVar(&s.bodies, "bodies", 2000, "half-sent requests")
	flag.IntVar(&s.streams, "streams", 500, "idle streams")
	flag.IntVar(&s.size, "size", 64<<10, "bytes of each half-sent body")
	flag.DurationVar(&s.lasting, "for", 30*time.Second, "how long each part is measured")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	met, err := run(ctx, s)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "doors:", err)
		os.Exit(1)
	}
	if !met {
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings) (met bool, err error) {
	dir, err := os.MkdirTemp("", "doors-")
	if err != nil {
		return false, fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	slack, err := rig.StartSlack(ctx)
	if err != nil {
		return false, err
	}
	defer slack.Close()
	binary, err := rig.Build(ctx, dir)
	if err != nil {
		return false, err
	}
	replica, err := rig.StartReplica(ctx, binary, dir, "replica", append(slack.Environment(),
		"AISTEAM_TOKEN="+token, "AI_PRIMARY_PROVIDER=rehearsal", "RATE_LIMIT_AI_REQUESTS_PER_MINUTE=1000000")...)
	if err != nil {
		return false, err
	}
	defer replica.Kill()
	others := &others{slack: slack, base: replica.Base, replica: replica}
	if err := others.begin(ctx); err != nil {
		return false, err
	}
	alone, err := others.use(ctx, s.lasting)
	if err != nil {
		return false, err
	}
	siege := &siege{settings: s, base: replica.Base, conversation: others.conversation, filler: strings.Repeat("a", s.size)}
	end, err := siege.lay(ctx)
	if err != nil {
		return false, err
	}
	besieged, err := others.use(ctx, s.lasting)
	end()
	if err != nil {
		return false, err
	}
	after, err := others.use(ctx, s.lasting) // a machine is not as fast all the time
	if err != nil {
		return false, err
	}
	alone.pages, alone.acks, alone.failed = append(alone.pages, after.pages...), append(alone.acks, after.acks...), alone.failed+after.failed
	return report(s, siege, alone, besieged), nil
}

// usage is what the others saw.
type usage struct {
	pages, acks []time.Duration
	failed      int
	memory      int64 // the most of what was seen
}

func at(times []time.Duration, p int) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[min(len(sorted)-1, len(sorted)*p/100)]
}

func report(s settings, g *siege, alone, besieged usage) (met bool) {
	met = true
	tab := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintf(tab, "%d half-sent bodies of %d KiB, %d idle streams\talone\tbesieged\tratio\taim\t\n", s.bodies, s.size>>10, s.streams)
	row := func(what, before, after, ratio, want string, ok bool) {
		verdict := "met"
		if !ok {
			verdict, met = "MISSED", false
		}
		_, _ = fmt.Fprintf(tab, "%s\t%s\t%s\t%s\t%s\t%s\n", what, before, after, ratio, want, verdict)
	}
	within := func(what string, before, after float64, unit string) {
		row(what, fmt.Sprintf("%.2f %s", before, unit), fmt.Sprintf("%.2f %s", after, unit), fmt.Sprintf("%.2f", after/before), fmt.Sprintf("%.1f", aim), after <= aim*before)
	}
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	within("a page of the API, p95", ms(at(alone.pages, 95)), ms(at(besieged.pages, 95)), "ms")
	within("Slack's ack, p95", ms(at(alone.acks, 95)), ms(at(besieged.acks, 95)), "ms")
	within("memory", float64(alone.memory)/(1<<20), float64(besieged.memory)/(1<<20), "MiB")
	longest, cut, ended := g.seen()
	row("the longest a half-sent body stayed", "", longest.Round(time.Millisecond).String(), "", cutBy.String(), cut > 0 && longest <= cutBy)
	row("half-sent bodies that were cut off", "", strconv.Itoa(cut), "", fmt.Sprintf("≥ %d", s.bodies), cut >= s.bodies)
	row("streams that ended", "", strconv.Itoa(ended), "", "0", ended == 0)
	row("requests of others that failed", strconv.Itoa(alone.failed), strconv.Itoa(besieged.failed), "", "0", alone.failed+besieged.failed == 0)
	_ = tab.Flush()
	fmt.Printf("p50 of a page %.2f and %.2f ms, of an ack %.2f and %.2f ms; %d and %d of each\n", ms(at(alone.pages, 50)), ms(at(besieged.pages, 50)),
		ms(at(alone.acks, 50)), ms(at(besieged.acks, 50)), len(alone.acks), len(besieged.acks))
	return met
}
