package main

import (
	"fmt"
	"time"
)

// course tells how a talk in which something went wrong went, as the log and the ledger have it, in seconds since its first
// message: it says where time was lost.
func (k *talk) course(r *record) (lines []string) {
	if len(k.sent) == 0 {
		return nil
	}
	began := k.sent[0].at
	since := func(at time.Time) string { return fmt.Sprintf("%.1f", at.Sub(began).Seconds()) }
	lines = append(lines, fmt.Sprintf("  began at %s", began.Format("15:04:05")))
	for _, s := range k.sent {
		lines = append(lines, fmt.Sprintf("  %6s said %s %s", since(s.at), s.external, s.word))
	}
	for _, e := range r.log {
		lines = append(lines, fmt.Sprintf("  %6s log %d %s %s %s, stored at %s: %.80q", since(e.at), e.seq, e.author, e.kind, e.body, since(e.heard), e.content))
	}
	for _, d := range r.deliveries {
		lines = append(lines, fmt.Sprintf("  %6s delivery %s %s %.24s", since(d.at), d.slot, d.ref, d.hash))
	}
	return lines
}
