package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// phase is a moment on a turn's way that is seen from outside.
type phase int

const (
	acked phase = iota
	modelAsked
	firstShown
	answered
	phaseCount
)

// phases are when the turns of a burst came to each of them.
type phases struct {
	mu    sync.Mutex
	began time.Time
	at    [phaseCount]times
}

// begin forgets what was before.
func (p *phases) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.began, p.at = time.Now(), [phaseCount]times{}
}

func (p *phases) reached(which phase, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at[which] = append(p.at[which], at.Sub(p.began))
}

// String tells for each phase when the first, the middle and the last turn came to it.
func (p *phases) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []string
	for i, name := range [phaseCount]string{"acked", "model asked", "first shown", "answered"} {
		if all := p.at[i]; len(all) > 0 {
			out = append(out, fmt.Sprintf("%s %s, %s, %s", name, short(slices.Min(all)), short(all.at(50)), short(slices.Max(all))))
		}
	}
	return strings.Join(out, "; ")
}

func short(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }

// shares say who used the processors of the machine.
type shares struct {
	at                      time.Time
	machine, replicas, self time.Duration
}

// processors reads what they have been used for so far.
func (b *bench) processors() (s shares, err error) {
	s.at = time.Now()
	for _, r := range b.replicas {
		used, err := r.Processor()
		if err != nil {
			return s, err
		}
		s.replicas += used
	}
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		return s, fmt.Errorf("read the bench's processor time: %w", err)
	}
	s.self = time.Duration(own.Utime.Nano() + own.Stime.Nano())
	raw, err := os.ReadFile("/proc/stat")
	if err != nil {
		return s, fmt.Errorf("read the machine's processor time: %w", err)
	}
	first, _, _ := strings.Cut(string(raw), "\n")
	for i, f := range strings.Fields(first)[1:] {
		if ticks, _ := strconv.ParseInt(f, 10, 64); i < 8 && i != 3 && i != 4 { // without idling and waiting for the disk
			s.machine += time.Duration(ticks) * time.Second / 100
		}
	}
	return s, nil
}

// since says it for each of n turns.
func (s shares) since(before shares, n int) string {
	of := time.Duration(n)
	self, replicas := s.self-before.self, s.replicas-before.replicas
	rest := max(0, s.machine-before.machine-self-replicas)
	return fmt.Sprintf("processor a turn: %s ours, %s stores and others, %s the bench; %.1f processors busy", ms(replicas/of), ms(rest/of), ms(self/of),
		float64(s.machine-before.machine)/float64(s.at.Sub(before.at)))
}
