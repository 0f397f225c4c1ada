package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"
)

// usage is what the others saw.
type usage struct {
	pages, acks []time.Duration
	failed      int
	memory      int64         // the most of what was seen
	service     time.Duration // of the processor, for the service
	driver      time.Duration // and for this program
	lasted      time.Duration
}

// and is this usage with what was seen later. The memory stays the earlier one: afterwards a process keeps some of what it had.
func (u usage) and(later usage) usage {
	u.pages, u.acks, u.failed = append(u.pages, later.pages...), append(u.acks, later.acks...), u.failed+later.failed
	u.service, u.driver, u.lasted = u.service+later.service, u.driver+later.driver, u.lasted+later.lasted
	return u
}

// round is one measurement of everything.
type round struct {
	number                 int
	alone, floor, besieged usage
	siege                  seen
}

// String is the round on some lines.
func (r round) String() string {
	line := func(what string, u usage) string {
		share := func(d time.Duration) int { return int(100 * d / max(u.lasted, 1)) }
		return fmt.Sprintf("  %-8s  page p50 %6.2f p95 %6.2f ms  ack p50 %6.2f p95 %6.2f ms  %4d of each  %d failed  memory %6.1f MiB  processor %3d %%, of this program %3d %%\n",
			what, ms(at(u.pages, 50)), ms(at(u.pages, 95)), ms(at(u.acks, 50)), ms(at(u.acks, 95)), len(u.acks), u.failed, mib(u.memory), share(u.service), share(u.driver))
	}
	return fmt.Sprintf("round %d\n", r.number) + line("alone", r.alone) + line("floor", r.floor) + line("besieged", r.besieged)
}

func at(times []time.Duration, p int) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[min(len(sorted)-1, len(sorted)*p/100)]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func mib(n int64) float64 { return float64(n) / (1 << 20) }

// median of an odd number of rounds is one of them.
func median(rounds []round, of func(round) float64) float64 {
	var all []float64
	for _, r := range rounds {
		all = append(all, of(r))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// report judges the medians, and tells whether everything was met.
func report(to io.Writer, s settings, rounds []round) (met bool) {
	met = true
	tab := tabwriter.NewWriter(to, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintf(tab, "median of %d\talone\tfloor\tbesieged\tto alone\tto floor\taim\t\n", len(rounds))
	row := func(what, aim string, ok bool, cells ...string) {
		verdict := "met"
		if !ok {
			verdict, met = "MISSED", false
		}
		_, _ = fmt.Fprint(tab, what)
		for _, c := range cells {
			_, _ = fmt.Fprint(tab, "\t"+c)
		}
		_, _ = fmt.Fprintf(tab, "\t%s\t%s\n", aim, verdict)
	}
	within := func(what, unit string, of func(usage) float64) {
		cell := func(of func(round) float64, unit string) string {
			return fmt.Sprintf("%.2f%s", median(rounds, of), unit)
		}
		times := func(r round) float64 { return of(r.besieged) / of(r.alone) }
		row(what, fmt.Sprintf("%.1f", aim), median(rounds, times) <= aim,
			cell(func(r round) float64 { return of(r.alone) }, unit), cell(func(r round) float64 { return of(r.floor) }, unit),
			cell(func(r round) float64 { return of(r.besieged) }, unit), cell(times, ""),
			cell(func(r round) float64 { return of(r.besieged) / of(r.floor) }, ""))
	}
	within("a page of the API, p95", " ms", func(u usage) float64 { return ms(at(u.pages, 95)) })
	within("Slack's ack, p95", " ms", func(u usage) float64 { return ms(at(u.acks, 95)) })
	within("memory", " MiB", func(u usage) float64 { return mib(u.memory) })
	var all seen
	failed, fewest := 0, rounds[0].siege.cut
	for _, r := range rounds {
		all.longest, all.ended = max(all.longest, r.siege.longest), all.ended+r.siege.ended
		fewest = min(fewest, r.siege.cut)
		failed += r.alone.failed + r.floor.failed + r.besieged.failed
	}
	row("the longest a half-sent body stayed", cutBy.String(), fewest > 0 && all.longest <= cutBy, "", "", all.longest.Round(time.Millisecond).String(), "", "")
	row("half-sent bodies that were cut off", fmt.Sprintf("≥ %d", s.bodies), fewest >= s.bodies, "", "", strconv.Itoa(fewest), "", "")
	row("streams that ended", "0", all.ended == 0, "", "", strconv.Itoa(all.ended), "", "")
	row("requests of others that failed", "0", failed == 0, "", "", strconv.Itoa(failed), "", "")
	_ = tab.Flush()
	return met
}
