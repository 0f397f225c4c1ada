package main

import (
	"flag"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/crashsweep"
)

var whole = flag.Bool("whole", false, "play all of what a change plays a sample of")

// seed is what the samples of this change are drawn from: the commit, unless the command line says otherwise.
func seed(tb testing.TB) string {
	tb.Helper()
	if *sweepSeed != "" {
		return *sweepSeed
	}
	return crashsweep.Seed(tb.Context(), ".")
}

// sampled are those of a list that this change plays: a share, three at least, spread over the list; all where all are asked for. It says
// how the same are had again.
func sampled[T any](t *testing.T, all []T, name func(T) string, share float64) (drawn []T) {
	t.Helper()
	if *whole {
		return all
	}
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = name(one)
	}
	from := seed(t)
	var said []string
	for _, n := range crashsweep.Sample(names, func(string) bool { return false }, from+" "+t.Name()+" "+strings.Join(names, " "), share) {
		drawn, said = append(drawn, all[n-1]), append(said, names[n-1])
	}
	test, _, _ := strings.Cut(t.Name(), "/")
	t.Logf("%d of %d are played: %q. The same again with -run '^%s$' -sweep.seed='%s', all with -whole", len(drawn), len(all), said, test, from)
	return drawn
}

// hasTurn tells whether one of several is played with this change: they take turns, all are played where all are asked for, and so is
// what the command line names.
func hasTurn(tb testing.TB, what string, which, of int) bool {
	tb.Helper()
	if *whole || flag.Lookup("test.run").Value.String() != "" {
		return true
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(seed(tb) + " " + what))
	return int(h.Sum64()%uint64(of)) == which
}

// inTurn plays a test where it has its turn among others that cost as much and go much of the same way.
func inTurn(tb testing.TB, what string, which, of int) {
	tb.Helper()
	if !hasTurn(tb, what, which, of) {
		tb.Skipf("another of the %s has its turn with this change; all with -whole", what)
	}
}
