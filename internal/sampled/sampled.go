// Package sampled is how a large test tries some of its cases with each change and all of them at night. The change says which: its
// commit is the seed, so that over many changes every case is tried, and whoever has the commit has the same ones.
//
//	go test ./orchestrator -run TestEveryGuardOfTheLoopIsNeeded -sample.all           # all
//	go test ./orchestrator -run TestEveryGuardOfTheLoopIsNeeded -sample.seed=3f2a…    # those of another change
package sampled

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aisteam/aisteam/internal/crashsweep"
)

var (
	all  = flag.Bool("sample.all", false, "try all of what each change tries a sample of")
	seed = flag.String("sample.seed", "", "try the sample of this `seed`, as a failure named it, and not that of the commit")
)

// All tells whether everything is to be tried.
func All() bool { return *all }

// Number is how many there are to be: few with a change, many where everything is tried.
func Number(few, many int) int {
	if *all {
		return many
	}
	return few
}

// Seed returns the seed of the test's sample; the test logs it so that the sample can be drawn again.
func Seed(tb testing.TB) string {
	tb.Helper()
	s := *seed
	if s == "" {
		s = crashsweep.Seed(tb.Context(), ".")
	}
	tb.Logf("a sample: the same again with -sample.seed='%s', all with -sample.all", s)
	return s
}

// Of draws some of the cases, at least three, spread over them and in their order; all where everything is tried.
func Of[T any](tb testing.TB, cases []T, some int) []T {
	tb.Helper()
	if *all || some >= len(cases) {
		return cases
	}
	never := func(string) bool { return false }
	var out []T
	for _, n := range crashsweep.Sample(make([]string, len(cases)), never, Seed(tb)+" "+tb.Name(), float64(some)/float64(len(cases))) {
		out = append(out, cases[n-1])
	}
	return out
}

// Names draws some of a table's names, in their order; all where everything is tried.
func Names[V any](tb testing.TB, table map[string]V, some int) []string {
	tb.Helper()
	return Of(tb, slices.Sorted(maps.Keys(table)), some)
}

// Random is randomness that another change has otherwise, and that is had again by its seed.
func Random(tb testing.TB) *rand.Rand {
	tb.Helper()
	sum := sha256.Sum256([]byte(Seed(tb) + " " + tb.Name()))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16]))) // it is to be had again
}

// Share draws a share of the cases, as [Of] does.
func Share[T any](tb testing.TB, cases []T, share float64) []T {
	tb.Helper()
	return Of(tb, cases, int(math.Ceil(share*float64(len(cases)))))
}

// AmongShare draws, beside those that are always tried, a share of the rest, spread over it; what says for what is drawn, where a test draws
// twice from the same.
func AmongShare(tb testing.TB, points []string, always func(string) bool, what string, share float64) []string {
	tb.Helper()
	if always == nil {
		always = func(string) bool { return false }
	}
	if *all {
		share = 1
	}
	var out []string
	for _, n := range crashsweep.Sample(points, always, Seed(tb)+" "+tb.Name()+" "+what, share) {
		out = append(out, points[n-1])
	}
	return out
}

// HasTurn tells whether one of several that cost as much, and go much of the same way, is tried with this change: they take turns. All are
// tried where everything is, and so is what the command line names.
func HasTurn(tb testing.TB, what string, which, of int) bool {
	tb.Helper()
	if *all || flag.Lookup("test.run").Value.String() != "" {
		return true
	}
	sum := sha256.Sum256([]byte(Seed(tb) + " " + what))
	return int(binary.BigEndian.Uint64(sum[:8])%uint64(of)) == which
}

// InTurn skips a test where another of them has its turn.
func InTurn(tb testing.TB, what string, which, of int) {
	tb.Helper()
	if !HasTurn(tb, what, which, of) {
		tb.Skipf("another of the %s has its turn with this change; all with -sample.all", what)
	}
}
